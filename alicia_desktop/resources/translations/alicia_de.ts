<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
    <context>
        <name>alicia</name>
        <message>
            <location filename="../../api/pairing.py" />
            <source>A pairing code has six letters and digits, such as K7Q-M2X. The server's computer shows it.</source>
            <translation>Ein Kopplungscode hat sechs Buchstaben und Ziffern, zum Beispiel K7Q-M2X. Der Computer des Servers zeigt ihn.</translation>
        </message>
        <message>
            <location filename="../../api/pairing.py" />
            <source>The code is not right, or somebody stands between this computer and the server. Compare the code; after a few wrong tries the server's computer has to show a new one.</source>
            <translation>Der Code stimmt nicht, oder jemand steht zwischen diesem Computer und dem Server. Vergleiche den Code; nach einigen falschen Versuchen muss der Computer des Servers einen neuen zeigen.</translation>
        </message>
        <message>
            <location filename="../../api/pairing.py" />
            <source>{address} is no address of a server. One is https:// with a computer's name, such as https://alicia.home:8200.</source>
            <translation>{address} ist keine Adresse eines Servers. Eine ist https:// mit dem Namen eines Computers, zum Beispiel https://alicia.home:8200.</translation>
        </message>
        <message>
            <location filename="../../api/pairing.py" />
            <source>{host} is paired over https:// only, because your token would go there unencrypted. Start the server with --network, or with --tls-cert and --tls-key.</source>
            <translation>{host} wird nur über https:// gekoppelt, weil dein Token sonst unverschlüsselt dorthin ginge. Starte den Server mit --network, oder mit --tls-cert und --tls-key.</translation>
        </message>
        <message>
            <location filename="../../api/responses.py" />
            <source>The Alicia server at {address} cannot be reached. Check the address and the network.</source>
            <translation>Der Alicia-Server unter {address} ist nicht erreichbar. Prüfe die Adresse und das Netz.</translation>
        </message>
        <message>
            <location filename="../../api/responses.py" />
            <source>What answers at {address} does not seem to be an Alicia server. Check the address in the settings.</source>
            <translation>Was unter {address} antwortet, scheint kein Alicia-Server zu sein. Prüfe die Adresse in den Einstellungen.</translation>
        </message>
        <message>
            <location filename="../../api/responses.py" />
            <source>What answers at {address} sent more than {megabytes} MiB at once, which is not read. Check the address in the settings.</source>
            <translation>Was unter {address} antwortet, sandte mehr als {megabytes} MiB auf einmal; das wird nicht gelesen. Prüfe die Adresse in den Einstellungen.</translation>
        </message>
        <message>
            <location filename="../../api/responses.py" />
            <source>The server's reason: {reason}</source>
            <translation>Der Grund des Servers: {reason}</translation>
        </message>
        <message>
            <location filename="../../api/responses.py" />
            <source>The server does not accept this user or token. Check both in the settings.</source>
            <translation>Der Server nimmt diesen Benutzer oder dieses Token nicht an. Prüfe beide in den Einstellungen.</translation>
        </message>
        <message>
            <location filename="../../api/responses.py" />
            <source>It was changed elsewhere in the meantime.</source>
            <translation>Es wurde inzwischen anderswo geändert.</translation>
        </message>
        <message>
            <location filename="../../api/responses.py" />
            <source>The server is busy. Try again soon.</source>
            <translation>Der Server ist beschäftigt. Versuche es bald noch einmal.</translation>
        </message>
        <message>
            <location filename="../../api/responses.py" />
            <source>The server had an internal error (status {status}).</source>
            <translation>Der Server hatte einen inneren Fehler (Status {status}).</translation>
        </message>
        <message>
            <location filename="../../api/responses.py" />
            <source>The server refused: {reason}</source>
            <translation>Der Server hat abgelehnt: {reason}</translation>
        </message>
        <message>
            <location filename="../../api/responses.py" />
            <source>The server refused this.</source>
            <translation>Der Server hat das abgelehnt.</translation>
        </message>
        <message>
            <location filename="../../api/responses.py" />
            <source>The server does not have this conversation.</source>
            <translation>Der Server hat dieses Gespräch nicht.</translation>
        </message>
        <message>
            <location filename="../../api/responses.py" />
            <source>This server cannot do that; the change stays on this computer.</source>
            <translation>Dieser Server kann das nicht; die Änderung bleibt auf diesem Computer.</translation>
        </message>
        <message>
            <location filename="../../api/responses.py" />
            <source>No LiveKit server answers at {address}. Check the address, and that the server runs.</source>
            <translation>Unter {address} antwortet kein LiveKit-Server. Prüfe die Adresse, und ob der Server läuft.</translation>
        </message>
        <message>
            <location filename="../../app/attachments/attachment_reader.py" />
            <source>At most {most} files can be attached to a message.</source>
            <translation>Höchstens {most} Dateien können an eine Nachricht angehängt werden.</translation>
        </message>
        <message>
            <location filename="../../app/attachments/attachment_reader.py" />
            <source>is empty</source>
            <translation>ist leer</translation>
        </message>
        <message>
            <location filename="../../app/attachments/attachment_reader.py" />
            <source>“{file}” was not attached: together the files of a message may have {size}.</source>
            <translation>„{file}“ wurde nicht angehängt: Zusammen dürfen die Dateien einer Nachricht {size} haben.</translation>
        </message>
        <message>
            <location filename="../../app/attachments/attachment_reader.py" />
            <source>is a damaged image</source>
            <translation>ist ein beschädigtes Bild</translation>
        </message>
        <message>
            <location filename="../../app/attachments/attachment_reader.py" />
            <source>is a folder</source>
            <translation>ist ein Ordner</translation>
        </message>
        <message>
            <location filename="../../app/attachments/attachment_reader.py" />
            <source>is not an ordinary file</source>
            <translation>ist keine gewöhnliche Datei</translation>
        </message>
        <message>
            <location filename="../../app/attachments/attachment_reader.py" />
            <source>is too large ({size}, at most {most})</source>
            <translation>ist zu groß ({size}, höchstens {most})</translation>
        </message>
        <message>
            <location filename="../../app/attachments/attachment_reader.py" />
            <source>scaled down</source>
            <translation>verkleinert</translation>
        </message>
        <message>
            <location filename="../../app/attachments/attachment_reader.py" />
            <source>is not UTF-8 text. Save it as UTF-8 and attach it again</source>
            <translation>ist kein UTF-8-Text. Speichere die Datei als UTF-8 und hänge sie noch einmal an</translation>
        </message>
        <message>
            <location filename="../../app/attachments/attachment_reader.py" />
            <source>is neither a text file nor a PNG, JPEG, WebP or GIF image</source>
            <translation>ist weder eine Textdatei noch ein Bild (PNG, JPEG, WebP oder GIF)</translation>
        </message>
        <message>
            <location filename="../../app/attachments/attachment_reader.py" />
            <source>is not there anymore</source>
            <translation>ist nicht mehr da</translation>
        </message>
        <message>
            <location filename="../../app/attachments/attachment_reader.py" />
            <source>can’t be opened: no permission</source>
            <translation>kann nicht geöffnet werden: keine Berechtigung</translation>
        </message>
        <message>
            <location filename="../../app/attachments/attachment_reader.py" />
            <source>can’t be read ({reason})</source>
            <translation>kann nicht gelesen werden ({reason})</translation>
        </message>
        <message>
            <location filename="../../app/attachments/attachment_reader.py" />
            <source>unknown error</source>
            <translation>unbekannter Fehler</translation>
        </message>
        <message>
            <location filename="../../app/attachments/attachments_controller.py" />
            <source>Pasted image</source>
            <translation>Eingefügtes Bild</translation>
        </message>
        <message>
            <location filename="../../app/attachments/attachments_controller.py" />
            <source>Only files of this computer can be attached. Nothing is fetched from the web.</source>
            <translation>Nur Dateien dieses Computers können angehängt werden. Aus dem Netz wird nichts geholt.</translation>
        </message>
        <message>
            <location filename="../../app/attachments/attachments_controller.py" />
            <source>This file is not on this computer yet.</source>
            <translation>Diese Datei ist noch nicht auf diesem Computer.</translation>
        </message>
        <message>
            <location filename="../../app/attachments/attachments_controller.py" />
            <location filename="../../ui/main_window.py" />
            <source>Attach files</source>
            <translation>Dateien anhängen</translation>
        </message>
        <message>
            <location filename="../../app/attachments/attachments_controller.py" />
            <source>Save file</source>
            <translation>Datei speichern</translation>
        </message>
        <message>
            <location filename="../../app/attachments/attachments_controller.py" />
            <source>The file could not be saved: {reason}.</source>
            <translation>Die Datei konnte nicht gespeichert werden: {reason}.</translation>
        </message>
        <message>
            <location filename="../../app/attachments/attachments_controller.py" />
            <source>Saved to {path}</source>
            <translation>Gespeichert unter {path}</translation>
        </message>
        <message>
            <location filename="../../app/attachments/attachments_controller.py" />
            <location filename="../../ui/inspector/memory/what_if_page.py" />
            <location filename="../../ui/inspector/turn/prompt_page.py" />
            <source>Try again</source>
            <translation>Erneut versuchen</translation>
        </message>
        <message>
            <location filename="../../app/connection_status.py" />
            <source>fetching {fetched} of {total}</source>
            <translation>{fetched} von {total} geholt</translation>
        </message>
        <message>
            <location filename="../../app/conversation_actions.py" />
            <source>This server does not list its models; its own and the built-in one can be chosen.</source>
            <translation>Dieser Server nennt seine Modelle nicht; wählbar sind sein eigenes und das eingebaute.</translation>
        </message>
        <message>
            <location filename="../../app/conversation_actions.py" />
            <source>Conversation archived</source>
            <translation>Gespräch archiviert</translation>
        </message>
        <message>
            <location filename="../../app/conversation_actions.py" />
            <location filename="../../app/inspector/memory_tab_controller.py" />
            <location filename="../../app/message_actions.py" />
            <location filename="../../ui/inspector/memory/memory_page.py" />
            <location filename="../../ui/memories/window.py" />
            <location filename="../../ui/window_actions.py" />
            <source>Undo</source>
            <translation>Rückgängig</translation>
        </message>
        <message>
            <location filename="../../app/conversation_actions.py" />
            <location filename="../../app/voice_controller.py" />
            <source>The audio of this message is no longer stored</source>
            <translation>Der Ton dieser Nachricht ist nicht mehr gespeichert</translation>
        </message>
        <message>
            <location filename="../../app/conversation_actions.py" />
            <source>Export sound</source>
            <translation>Ton exportieren</translation>
        </message>
        <message>
            <location filename="../../app/conversation_actions.py" />
            <source>Export answer</source>
            <translation>Antwort exportieren</translation>
        </message>
        <message>
            <location filename="../../app/conversation_actions.py" />
            <location filename="../../captures/otlp.py" />
            <location filename="../../captures/writer.py" />
            <location filename="../../compose/memory_files.py" />
            <source>{path} cannot be written: {reason}.</source>
            <translation>{path} kann nicht geschrieben werden: {reason}.</translation>
        </message>
        <message>
            <location filename="../../app/conversation_actions.py" />
            <source>Exported to {name}</source>
            <translation>Exportiert nach {name}</translation>
        </message>
        <message>
            <location filename="../../app/conversation_actions.py" />
            <location filename="../../captures/container.py" />
            <location filename="../../compose/memory_files.py" />
            <source>{path} cannot be read: {reason}.</source>
            <translation>{path} kann nicht gelesen werden: {reason}.</translation>
        </message>
        <message>
            <location filename="../../app/conversation_actions.py" />
            <location filename="../../store/accounts.py" />
            <location filename="../../view/sync.py" />
            <source>this computer</source>
            <translation>dieser Computer</translation>
        </message>
        <message>
            <location filename="../../app/conversation_actions.py" />
            <source>Imported: {what} It is listed while {server} is selected in the settings.</source>
            <translation>Importiert: {what} Es steht in der Liste, solange {server} in den Einstellungen gewählt ist.</translation>
        </message>
        <message>
            <location filename="../../app/conversation_actions.py" />
            <source>Imported: {what}</source>
            <translation>Importiert: {what}</translation>
        </message>
        <message>
            <location filename="../../app/data_folder.py" />
            <source>Back up</source>
            <translation>Sichern</translation>
        </message>
        <message>
            <location filename="../../app/data_folder.py" />
            <source>Backed up to {name} (without tokens and keys)</source>
            <translation>Gesichert in {name} (ohne Token und Schlüssel)</translation>
        </message>
        <message>
            <location filename="../../app/data_folder.py" />
            <source>Restore a backup</source>
            <translation>Eine Sicherung wiederherstellen</translation>
        </message>
        <message>
            <location filename="../../app/data_folder.py" />
            <source>Made on {time}. It replaces the conversations, memories and settings on this computer; the current ones are saved in {folder}. Tokens and keys aren’t part of a backup and stay as they are.</source>
            <translation>Vom {time}. Sie ersetzt die Gespräche, Erinnerungen und Einstellungen auf diesem Computer; die jetzigen werden in {folder} aufbewahrt. Token und Schlüssel gehören zu keiner Sicherung und bleiben, wie sie sind.</translation>
        </message>
        <message>
            <location filename="../../app/data_folder.py" />
            <source>Restore this backup?</source>
            <translation>Diese Sicherung wiederherstellen?</translation>
        </message>
        <message>
            <location filename="../../app/data_folder.py" />
            <location filename="../../ui/inspector/memory/memory_page.py" />
            <location filename="../../ui/recently_deleted.py" />
            <source>Restore</source>
            <translation>Wiederherstellen</translation>
        </message>
        <message>
            <location filename="../../app/data_folder.py" />
            <source>Backup not restored</source>
            <translation>Sicherung nicht wiederhergestellt</translation>
        </message>
        <message>
            <location filename="../../app/data_folder.py" />
            <source>Made on {time}.</source>
            <translation>Vom {time}.</translation>
        </message>
        <message>
            <location filename="../../app/data_folder.py" />
            <source>The previous data is saved in {folder}.</source>
            <translation>Die bisherigen Daten sind in {folder} aufbewahrt.</translation>
        </message>
        <message>
            <location filename="../../app/data_folder.py" />
            <source>Backup restored</source>
            <translation>Sicherung wiederhergestellt</translation>
        </message>
        <message>
            <location filename="../../app/data_folder.py" />
            <location filename="../../ui/conversation/answer_footer.py" />
            <source>Continue</source>
            <translation>Weiter</translation>
        </message>
        <message>
            <location filename="../../app/data_folder.py" />
            <source>All data on this computer was deleted</source>
            <translation>Alle Daten auf diesem Computer wurden gelöscht</translation>
        </message>
        <message>
            <location filename="../../app/data_folder.py" />
            <source>Alicia will start as if new.</source>
            <translation>Alicia beginnt beim nächsten Start wie neu.</translation>
        </message>
        <message>
            <location filename="../../app/data_folder.py" />
            <location filename="../../ui/dialogs.py" />
            <location filename="../../ui/inspector/stanzas/bytes_view.py" />
            <location filename="../../ui/inspector/stanzas/stanza_dialogs.py" />
            <location filename="../../ui/memories/transfer_bar.py" />
            <location filename="../../ui/memories/window.py" />
            <location filename="../../ui/profiles_dialog.py" />
            <location filename="../../ui/shortcuts_dialog.py" />
            <source>Close</source>
            <translation>Schließen</translation>
        </message>
        <message>
            <location filename="../../app/data_folder.py" />
            <source>Not all data was deleted</source>
            <translation>Nicht alle Daten wurden gelöscht</translation>
        </message>
        <message>
            <location filename="../../app/data_folder.py" />
            <source>Readable data is copied into a new database, and you’ll see what couldn’t be recovered. The damaged file is kept beside it. Nothing changes until you decide.</source>
            <translation>Was lesbar ist, wird in eine neue Datenbank kopiert, und du siehst, was nicht zu retten war. Die beschädigte Datei bleibt daneben liegen. Bis du entscheidest, ändert sich nichts.</translation>
        </message>
        <message>
            <location filename="../../app/data_folder.py" />
            <source>Later</source>
            <translation>Später</translation>
        </message>
        <message>
            <location filename="../../app/data_folder.py" />
            <source>Recover data</source>
            <translation>Daten retten</translation>
        </message>
        <message>
            <location filename="../../app/data_folder.py" />
            <source>Data recovered</source>
            <translation>Daten gerettet</translation>
        </message>
        <message>
            <location filename="../../app/data_folder.py" />
            <source>The database is damaged</source>
            <translation>Die Datenbank ist beschädigt</translation>
        </message>
        <message>
            <location filename="../../app/desktop/desktop_presence.py" />
            <location filename="../../ui/inspector/memory/memory_tab.py" />
            <location filename="../../ui/main_window.py" />
            <location filename="../../ui/memories/context_page.py" />
            <location filename="../../view/conversation_markdown.py" />
            <source>Conversation</source>
            <translation>Gespräch</translation>
        </message>
        <message>
            <location filename="../../app/desktop/desktop_presence.py" />
            <source>Alicia has answered</source>
            <translation>Alicia hat geantwortet</translation>
        </message>
        <message>
            <location filename="../../app/desktop/notifications.py" />
            <source>This desktop shows no notifications. In the taskbar, Alicia’s window asks for attention instead.</source>
            <translation>Dieser Desktop zeigt keine Benachrichtigungen. Stattdessen bittet Alicias Fenster in der Taskleiste um Aufmerksamkeit.</translation>
        </message>
        <message>
            <location filename="../../app/desktop/notifications.py" />
            <location filename="../../ui/profiles_dialog.py" />
            <source>Open</source>
            <translation>Öffnen</translation>
        </message>
        <message>
            <location filename="../../app/desktop_tools.py" />
            <source>A variable or header is there twice.</source>
            <translation>Eine Variable oder Kopfzeile steht zweimal da.</translation>
        </message>
        <message>
            <location filename="../../app/global_shortcuts/contract.py" />
            <source>“{key}” cannot work in every window. Choose another key.</source>
            <translation>„{key}“ kann nicht in jedem Fenster wirken. Wähle eine andere Taste.</translation>
        </message>
        <message>
            <location filename="../../app/global_shortcuts/contract.py" />
            <source>{key} alone would be taken from every program. Add Ctrl, Alt or Meta.</source>
            <translation>{key} allein würde jedem Programm weggenommen. Füge Strg, Alt oder Meta hinzu.</translation>
        </message>
        <message>
            <location filename="../../app/global_shortcuts/dbus.py" />
            <source>The desktop did not answer.</source>
            <translation>Der Desktop hat nicht geantwortet.</translation>
        </message>
        <message>
            <location filename="../../app/global_shortcuts/dbus.py" />
            <source>The session’s message bus cannot be reached.</source>
            <translation>Der Nachrichtenbus der Sitzung ist nicht erreichbar.</translation>
        </message>
        <message>
            <location filename="../../app/global_shortcuts/portal.py" />
            <source>This desktop offers no global shortcuts, so the key works in Alicia’s window only.</source>
            <translation>Dieser Desktop bietet keine Tastenkürzel für alle Fenster, deshalb wirkt die Taste nur in Alicias Fenster.</translation>
        </message>
        <message>
            <location filename="../../app/global_shortcuts/portal.py" />
            <source>The desktop assigned no key: it was declined there.</source>
            <translation>Der Desktop hat keine Taste vergeben: Sie wurde dort abgelehnt.</translation>
        </message>
        <message>
            <location filename="../../app/global_shortcuts/portal.py" />
            <source>Waiting for the desktop, which may ask you to confirm the key…</source>
            <translation>Wartet auf den Desktop, der dich vielleicht bittet, die Taste zu bestätigen…</translation>
        </message>
        <message>
            <location filename="../../app/global_shortcuts/portal.py" />
            <source>Hold to talk to Alicia</source>
            <translation>Halten, um mit Alicia zu sprechen</translation>
        </message>
        <message>
            <location filename="../../app/global_shortcuts/portal.py" />
            <source>The desktop has taken the key away. Save it again to ask for it.</source>
            <translation>Der Desktop hat die Taste weggenommen. Speichere sie noch einmal, um sie zu erbitten.</translation>
        </message>
        <message>
            <location filename="../../app/global_shortcuts/portal.py" />
            <source>Works in every window; the desktop assigned: {key}</source>
            <translation>Wirkt in jedem Fenster; der Desktop hat vergeben: {key}</translation>
        </message>
        <message>
            <location filename="../../app/global_shortcuts/push_to_talk.py" />
            <source>A key for every window is available on Linux only.</source>
            <translation>Eine Taste für alle Fenster gibt es nur unter Linux.</translation>
        </message>
        <message>
            <location filename="../../app/global_shortcuts/push_to_talk.py" />
            <source>A key for every window needs an X11 display or a desktop with a message bus; here is neither.</source>
            <translation>Eine Taste für alle Fenster braucht einen X11-Bildschirm oder einen Desktop mit Nachrichtenbus; hier gibt es keines von beiden.</translation>
        </message>
        <message>
            <location filename="../../app/global_shortcuts/push_to_talk.py" />
            <source>The desktop is asked for this key when you save.</source>
            <translation>Der Desktop wird um diese Taste gebeten, wenn du speicherst.</translation>
        </message>
        <message>
            <location filename="../../app/global_shortcuts/x11.py" />
            <source>The display {display} does not answer.</source>
            <translation>Der Bildschirm {display} antwortet nicht.</translation>
        </message>
        <message>
            <location filename="../../app/global_shortcuts/x11.py" />
            <source>The display {display} is gone.</source>
            <translation>Der Bildschirm {display} ist weg.</translation>
        </message>
        <message>
            <location filename="../../app/global_shortcuts/x11.py" />
            <source>{key} works in every window.</source>
            <translation>{key} wirkt in jedem Fenster.</translation>
        </message>
        <message>
            <location filename="../../app/global_shortcuts/x11.py" />
            <source>The display {display} cannot be reached.</source>
            <translation>Der Bildschirm {display} ist nicht erreichbar.</translation>
        </message>
        <message>
            <location filename="../../app/global_shortcuts/x11.py" />
            <source>This keyboard has no key for {key}. Choose another key.</source>
            <translation>Diese Tastatur hat keine Taste für {key}. Wähle eine andere Taste.</translation>
        </message>
        <message>
            <location filename="../../app/global_shortcuts/x11.py" />
            <source>Another program has taken {key}. Choose another key.</source>
            <translation>Ein anderes Programm hat {key} belegt. Wähle eine andere Taste.</translation>
        </message>
        <message>
            <location filename="../../app/inspector/answer_pages.py" />
            <location filename="../../app/inspector/capture_windows.py" />
            <source>No answer yet</source>
            <translation>Noch keine Antwort</translation>
        </message>
        <message>
            <location filename="../../app/inspector/answer_pages.py" />
            <source>Not offered by this server.</source>
            <translation>Das bietet dieser Server nicht an.</translation>
        </message>
        <message>
            <location filename="../../app/inspector/capture_windows.py" />
            <source>A capture can only be read.</source>
            <translation>Ein Mitschnitt kann nur gelesen werden.</translation>
        </message>
        <message>
            <location filename="../../app/inspector/capture_windows.py" />
            <source>The capture does not have it: a prompt is in one once it was looked at.</source>
            <translation>Der Mitschnitt hat ihn nicht: Ein Prompt steht in einem, sobald er angesehen wurde.</translation>
        </message>
        <message>
            <location filename="../../app/inspector/capture_windows.py" />
            <source>all of it</source>
            <translation>alles davon</translation>
        </message>
        <message>
            <location filename="../../app/inspector/capture_windows.py" />
            <source>filtered</source>
            <translation>gefiltert</translation>
        </message>
        <message>
            <location filename="../../app/inspector/capture_windows.py" />
            <source>marked stanzas</source>
            <translation>markierte Stanzas</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/inspector/capture_windows.py" />
            <location filename="../../app/inspector/captures_controller.py" />
            <source>{count} stanzas</source>
            <translation>
                <numerusform>{count} Stanza</numerusform>
                <numerusform>{count} Stanzas</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/inspector/capture_windows.py" />
            <source>saved {time}</source>
            <translation>gespeichert {time}</translation>
        </message>
        <message>
            <location filename="../../app/inspector/capture_windows.py" />
            <source>redacted: {rules}</source>
            <translation>geschwärzt: {rules}</translation>
        </message>
        <message>
            <location filename="../../app/inspector/captures_controller.py" />
            <source>Saved {count}</source>
            <translation>{count} gespeichert</translation>
        </message>
        <message>
            <location filename="../../app/inspector/captures_controller.py" />
            <source>Open capture</source>
            <translation>Mitschnitt öffnen</translation>
        </message>
        <message>
            <location filename="../../app/inspector/captures_controller.py" />
            <source>Compare: the earlier capture</source>
            <translation>Vergleichen: der frühere Mitschnitt</translation>
        </message>
        <message>
            <location filename="../../app/inspector/captures_controller.py" />
            <source>Compare: the later capture</source>
            <translation>Vergleichen: der spätere Mitschnitt</translation>
        </message>
        <message>
            <location filename="../../app/inspector/captures_controller.py" />
            <location filename="../../ui/captures/save_dialog.py" />
            <source>Save capture</source>
            <translation>Mitschnitt speichern</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/inspector/captures_controller.py" />
            <source>{changed} of {count} stanzas redacted, {left_out} left out</source>
            <translation>
                <numerusform>{changed} von {count} Stanza geschwärzt, {left_out} ausgelassen</numerusform>
                <numerusform>{changed} von {count} Stanzas geschwärzt, {left_out} ausgelassen</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/inspector/captures_controller.py" />
            <source>the first {most} finds</source>
            <translation>die ersten {most} Funde</translation>
        </message>
        <message>
            <location filename="../../app/inspector/captures_controller.py" />
            <source>Nothing stands in {texts}</source>
            <translation>Nichts steht in {texts}</translation>
        </message>
        <message>
            <location filename="../../app/inspector/inspector_controller.py" />
            <location filename="../../ui/conversation/contents.py" />
            <location filename="../../ui/folded_text.py" />
            <location filename="../../ui/window_actions.py" />
            <source>Copied</source>
            <translation>Kopiert</translation>
        </message>
        <message>
            <location filename="../../app/inspector/inspector_controller.py" />
            <source>Note on stanza {number}</source>
            <translation>Notiz zu Stanza {number}</translation>
        </message>
        <message>
            <location filename="../../app/inspector/inspector_controller.py" />
            <source>No marked stanzas</source>
            <translation>Keine markierten Stanzas</translation>
        </message>
        <message>
            <location filename="../../app/inspector/inspector_navigation.py" />
            <source>The filter hid this stanza, and was cleared</source>
            <translation>Der Filter verbarg diese Stanza und wurde geleert</translation>
        </message>
        <message>
            <location filename="../../app/inspector/inspector_navigation.py" />
            <source>Too far back to list all stanzas since: only some are shown</source>
            <translation>Zu weit zurück, um alle Stanzas seitdem aufzulisten: nur einige sind zu sehen</translation>
        </message>
        <message>
            <location filename="../../app/inspector/memory_tab_controller.py" />
            <source>There is no answer yet to generate again.</source>
            <translation>Es gibt noch keine Antwort, die neu erzeugt werden könnte.</translation>
        </message>
        <message>
            <location filename="../../app/inspector/memory_tab_controller.py" />
            <location filename="../../ui/conversation/answer_footer.py" />
            <location filename="../../ui/conversation/attachments.py" />
            <location filename="../../ui/conversation/unsent_draft.py" />
            <source>Show</source>
            <translation>Zeigen</translation>
        </message>
        <message>
            <location filename="../../app/inspector/memory_tab_controller.py" />
            <location filename="../../view/undoable_edits.py" />
            <source>Memory forgotten</source>
            <translation>Erinnerung vergessen</translation>
        </message>
        <message>
            <location filename="../../app/inspector/memory_tab_controller.py" />
            <location filename="../../view/undoable_edits.py" />
            <source>Memory pinned</source>
            <translation>Erinnerung angeheftet</translation>
        </message>
        <message>
            <location filename="../../app/inspector/memory_tab_controller.py" />
            <location filename="../../view/undoable_edits.py" />
            <source>Memory unpinned</source>
            <translation>Erinnerung gelöst</translation>
        </message>
        <message>
            <location filename="../../app/inspector/memory_tab_controller.py" />
            <location filename="../../view/undoable_edits.py" />
            <source>Memory unarchived</source>
            <translation>Erinnerung aus dem Archiv geholt</translation>
        </message>
        <message>
            <location filename="../../app/inspector/memory_tab_controller.py" />
            <location filename="../../view/undoable_edits.py" />
            <source>Memory restored</source>
            <translation>Erinnerung wiederhergestellt</translation>
        </message>
        <message>
            <location filename="../../app/inspector/memory_tab_controller.py" />
            <source>Memory saved</source>
            <translation>Erinnerung gespeichert</translation>
        </message>
        <message>
            <location filename="../../app/inspector/memory_tab_controller.py" />
            <source>Memory edited</source>
            <translation>Erinnerung bearbeitet</translation>
        </message>
        <message>
            <location filename="../../app/inspector/memory_tab_controller.py" />
            <location filename="../../view/undoable_edits.py" />
            <source>Memory archived</source>
            <translation>Erinnerung archiviert</translation>
        </message>
        <message>
            <location filename="../../app/inspector/memory_tab_controller.py" />
            <location filename="../../view/undoable_edits.py" />
            <source>Memory deleted</source>
            <translation>Erinnerung gelöscht</translation>
        </message>
        <message>
            <location filename="../../app/inspector/replay_controller.py" />
            <source>This turn is not here any more.</source>
            <translation>Diese Runde ist nicht mehr hier.</translation>
        </message>
        <message>
            <location filename="../../app/inspector/replay_controller.py" />
            <location filename="../../view/answer_prompt.py" />
            <location filename="../../view/context_window.py" />
            <location filename="../../view/conversation_markdown.py" />
            <location filename="../../view/messages.py" />
            <source>You</source>
            <translation>Du</translation>
        </message>
        <message>
            <location filename="../../app/inspector/replay_controller.py" />
            <location filename="../../ui/window_frame.py" />
            <source>Alicia</source>
            <translation>Alicia</translation>
        </message>
        <message>
            <location filename="../../app/inspector/stanza_sender.py" />
            <source>This stanza can’t be sent anew: its text is deleted, or it is sound.</source>
            <translation>Diese Stanza kann nicht neu gesendet werden: Ihr Text ist gelöscht, oder sie ist Ton.</translation>
        </message>
        <message>
            <location filename="../../app/inspector/stanza_sender.py" />
            <source>Sent by hand</source>
            <translation>Von Hand gesendet</translation>
        </message>
        <message>
            <location filename="../../app/inspector/stanza_sender.py" />
            <location filename="../../ui/conversation/composer.py" />
            <location filename="../../ui/inspector/stanzas/compose_dialog.py" />
            <source>Send</source>
            <translation>Senden</translation>
        </message>
        <message>
            <location filename="../../app/inspector/stanza_sender.py" />
            <source>{type} is sent only while the server is there: nobody acknowledges it. Try again when connected.</source>
            <translation>{type} wird nur gesendet, solange der Server da ist: Niemand bestätigt es. Versuche es noch einmal, wenn die Verbindung steht.</translation>
        </message>
        <message>
            <location filename="../../app/memories/memories_controller.py" />
            <source>Nothing to change</source>
            <translation>Nichts zu ändern</translation>
        </message>
        <message>
            <location filename="../../app/memories/memories_pages.py" />
            <source>{done} of {total} memories</source>
            <translation>{done} von {total} Erinnerungen</translation>
        </message>
        <message>
            <location filename="../../app/memories/memories_pages.py" />
            <source>{text}, then stopped</source>
            <translation>{text}, dann angehalten</translation>
        </message>
        <message>
            <location filename="../../app/memories/memories_pages.py" />
            <source>No conversation yet</source>
            <translation>Noch kein Gespräch</translation>
        </message>
        <message>
            <location filename="../../app/memories/memories_pages.py" />
            <source>Start one to see the context of its next answer.</source>
            <translation>Beginne eines, um den Kontext seiner nächsten Antwort zu sehen.</translation>
        </message>
        <message>
            <location filename="../../app/memories/memories_pages.py" />
            <source>Not on the server yet</source>
            <translation>Noch nicht auf dem Server</translation>
        </message>
        <message>
            <location filename="../../app/memories/memories_pages.py" />
            <source>Send a message first: only the server knows the context.</source>
            <translation>Sende zuerst eine Nachricht: Nur der Server kennt den Kontext.</translation>
        </message>
        <message>
            <location filename="../../app/memories/memories_pages.py" />
            <source>Couldn’t load the context</source>
            <translation>Der Kontext ließ sich nicht laden</translation>
        </message>
        <message>
            <location filename="../../app/memories/memories_pages.py" />
            <source>The context window</source>
            <translation>Das Kontextfenster</translation>
        </message>
        <message>
            <location filename="../../app/memories/memories_pages.py" />
            <location filename="../../ui/memories/window.py" />
            <source>Statistics</source>
            <translation>Statistik</translation>
        </message>
        <message>
            <location filename="../../app/memories/memories_pages.py" />
            <location filename="../../ui/memories/context_page.py" />
            <location filename="../../view/answer_prompt.py" />
            <location filename="../../view/context_window.py" />
            <source>Summaries</source>
            <translation>Zusammenfassungen</translation>
        </message>
        <message>
            <location filename="../../app/memories/memories_pages.py" />
            <location filename="../../ui/memories/context_page.py" />
            <location filename="../../view/answer_prompt.py" />
            <location filename="../../view/context_window.py" />
            <source>Pins</source>
            <translation>Angeheftet</translation>
        </message>
        <message>
            <location filename="../../app/memories/memories_pages.py" />
            <source>{part}: not sent by this server.</source>
            <translation>{part}: von diesem Server nicht gesendet.</translation>
        </message>
        <message>
            <location filename="../../app/message_actions.py" />
            <source>This server can’t edit questions. Sent as a new one</source>
            <translation>Dieser Server kann Fragen nicht ändern. Als neue gesendet</translation>
        </message>
        <message>
            <location filename="../../app/message_actions.py" />
            <location filename="../../view/sidebar.py" />
            <source>Not sent</source>
            <translation>Nicht gesendet</translation>
        </message>
        <message>
            <location filename="../../app/message_actions.py" />
            <source>No new answer received</source>
            <translation>Keine neue Antwort erhalten</translation>
        </message>
        <message>
            <location filename="../../app/message_actions.py" />
            <source>Ask as a new question</source>
            <translation>Als neue Frage stellen</translation>
        </message>
        <message>
            <location filename="../../app/message_actions.py" />
            <source>Please continue.</source>
            <translation>Bitte mach weiter.</translation>
        </message>
        <message>
            <location filename="../../app/message_actions.py" />
            <source>Note deleted</source>
            <translation>Notiz gelöscht</translation>
        </message>
        <message>
            <location filename="../../app/profiles_controller.py" />
            <source>{program} cannot be started.</source>
            <translation>{program} kann nicht gestartet werden.</translation>
        </message>
        <message>
            <location filename="../../app/root.py" />
            <source>The display is gone, so the window has ended. What was sent and received is stored.</source>
            <translation>Der Bildschirm ist nicht mehr da, deshalb wurde das Fenster beendet. Was gesendet und empfangen wurde, ist gespeichert.</translation>
        </message>
        <message>
            <location filename="../../app/root.py" />
            <location filename="../../app/startup.py" />
            <source>Alicia cannot start</source>
            <translation>Alicia kann nicht starten</translation>
        </message>
        <message>
            <location filename="../../app/root.py" />
            <source>Something went wrong. Details are in the log.</source>
            <translation>Etwas ist schiefgegangen. Einzelheiten stehen im Protokoll.</translation>
        </message>
        <message>
            <location filename="../../app/root.py" />
            <source>{reason} The defaults are used until then.</source>
            <translation>{reason} Bis dahin gelten die Vorgaben.</translation>
        </message>
        <message>
            <location filename="../../app/settings/autostart.py" />
            <source>Whether Alicia starts with the session cannot be changed in {path}: {reason}.</source>
            <translation>Ob Alicia mit der Sitzung startet, lässt sich in {path} nicht ändern: {reason}.</translation>
        </message>
        <message>
            <location filename="../../app/settings/download_controller.py" />
            <source>Licence: {licence}, as {server} tells</source>
            <translation>Lizenz: {licence}, laut {server}</translation>
        </message>
        <message>
            <location filename="../../app/settings/download_controller.py" />
            <source>{host} tells no licence of it</source>
            <translation>{host} nennt keine Lizenz dafür</translation>
        </message>
        <message>
            <location filename="../../app/settings/download_controller.py" />
            <source>downloading</source>
            <translation>wird heruntergeladen</translation>
        </message>
        <message>
            <location filename="../../app/settings/download_controller.py" />
            <source>downloaded</source>
            <translation>heruntergeladen</translation>
        </message>
        <message>
            <location filename="../../app/settings/download_controller.py" />
            <source>{size}, {state}; {free} of memory are free</source>
            <translation>{size}, {state}; {free} Speicher sind frei</translation>
        </message>
        <message>
            <location filename="../../app/settings/download_controller.py" />
            <source>{name} (speech)</source>
            <translation>{name} (Sprache)</translation>
        </message>
        <message>
            <location filename="../../app/settings/download_controller.py" />
            <source>{name} is downloaded. Use it in Settings, Model.</source>
            <translation>{name} ist heruntergeladen. Verwende es unter Einstellungen, Modell.</translation>
        </message>
        <message>
            <location filename="../../app/settings/download_controller.py" />
            <source>Checking…</source>
            <translation>Prüft…</translation>
        </message>
        <message>
            <location filename="../../app/settings/download_controller.py" />
            <source>Paused, {progress}</source>
            <translation>Angehalten, {progress}</translation>
        </message>
        <message>
            <location filename="../../app/settings/household_controller.py" />
            <source>Other computers cannot reach this Alicia yet: restart the program, and see its notices.</source>
            <translation>Andere Computer erreichen diese Alicia noch nicht: Starte das Programm neu und sieh dir seine Hinweise an.</translation>
        </message>
        <message>
            <location filename="../../app/settings/household_controller.py" />
            <source>Within {minutes} minutes, on the other computer: Settings, Connection, An Alicia server. Enter the address {address} and this code.</source>
            <translation>Binnen {minutes} Minuten auf dem anderen Computer: Einstellungen, Verbindung, Ein Alicia-Server. Gib die Adresse {address} und diesen Code ein.</translation>
        </message>
        <message>
            <location filename="../../app/settings/household_controller.py" />
            <source> or </source>
            <translation> oder </translation>
        </message>
        <message>
            <location filename="../../app/settings/settings_controller.py" />
            <source>Text size {percent} %</source>
            <translation>Textgröße {percent} %</translation>
        </message>
        <message>
            <location filename="../../app/settings/settings_questions.py" />
            <source>Send your token unencrypted?</source>
            <translation>Dein Token unverschlüsselt senden?</translation>
        </message>
        <message>
            <location filename="../../app/settings/settings_questions.py" />
            <source>The address of {host} is not encrypted (http or ws instead of https or wss). Others on the network could read your token and what you say, and use the server as you.</source>
            <translation>Die Adresse von {host} ist nicht verschlüsselt (http oder ws statt https oder wss). Andere im Netz könnten dein Token lesen und was du sagst, und den Server an deiner Stelle benutzen.</translation>
        </message>
        <message>
            <location filename="../../app/settings/settings_questions.py" />
            <source>Send unencrypted</source>
            <translation>Unverschlüsselt senden</translation>
        </message>
        <message>
            <location filename="../../app/settings/settings_questions.py" />
            <location filename="../../ui/conversation/composer.py" />
            <source>Don’t send</source>
            <translation>Nicht senden</translation>
        </message>
        <message>
            <location filename="../../app/settings/settings_questions.py" />
            <source>Let the model read memories, too?</source>
            <translation>Soll das Modell auch Erinnerungen lesen?</translation>
        </message>
        <message>
            <location filename="../../app/settings/settings_questions.py" />
            <source>{model} can also find what to remember in what you say. Each message then goes to {host} once more. Otherwise Alicia finds it by herself, on this computer.</source>
            <translation>{model} kann auch in dem, was du sagst, finden, was zu merken ist. Jede Nachricht geht dann noch einmal an {host}. Sonst findet Alicia es selbst, auf diesem Computer.</translation>
        </message>
        <message>
            <location filename="../../app/settings/settings_questions.py" />
            <source>Let it read</source>
            <translation>Lesen lassen</translation>
        </message>
        <message>
            <location filename="../../app/settings/settings_questions.py" />
            <source>Don’t</source>
            <translation>Nicht</translation>
        </message>
        <message>
            <location filename="../../app/settings/settings_questions.py" />
            <source>Delete this model?</source>
            <translation>Dieses Modell löschen?</translation>
        </message>
        <message>
            <location filename="../../app/settings/settings_questions.py" />
            <source>Cancel this download?</source>
            <translation>Diesen Download abbrechen?</translation>
        </message>
        <message>
            <location filename="../../app/settings/settings_questions.py" />
            <source>{model} is deleted, and {size} are free again.</source>
            <translation>{model} wird gelöscht, und {size} sind wieder frei.</translation>
        </message>
        <message>
            <location filename="../../app/settings/settings_questions.py" />
            <source>{size} of {model} that have come are deleted. Pause keeps them.</source>
            <translation>{size} von {model}, die schon da sind, werden gelöscht. „Anhalten“ behält sie.</translation>
        </message>
        <message>
            <location filename="../../app/settings/settings_questions.py" />
            <location filename="../../ui/conversation/annotations.py" />
            <location filename="../../ui/conversation/header.py" />
            <location filename="../../ui/inspector/memory/memory_page.py" />
            <location filename="../../ui/memories/list_page.py" />
            <location filename="../../ui/recently_deleted.py" />
            <location filename="../../ui/settings/download_panel.py" />
            <location filename="../../ui/sidebar/panel.py" />
            <source>Delete</source>
            <translation>Löschen</translation>
        </message>
        <message>
            <location filename="../../app/settings/settings_questions.py" />
            <source>Cancel download</source>
            <translation>Download abbrechen</translation>
        </message>
        <message>
            <location filename="../../app/settings/settings_questions.py" />
            <source>Keep</source>
            <translation>Behalten</translation>
        </message>
        <message>
            <location filename="../../app/settings/settings_questions.py" />
            <source>Store the secret in a file?</source>
            <translation>Das Geheimnis in einer Datei speichern?</translation>
        </message>
        <message>
            <location filename="../../app/settings/settings_questions.py" />
            <source>Store in file</source>
            <translation>In Datei speichern</translation>
        </message>
        <message>
            <location filename="../../app/target_opener.py" />
            <source>A link wrote this question. It is sent only if you send it.</source>
            <translation>Ein Link hat diese Frage geschrieben. Sie wird nur gesendet, wenn du sie sendest.</translation>
        </message>
        <message>
            <location filename="../../app/target_opener.py" />
            <location filename="../../compose/library.py" />
            <source>That conversation is no longer here.</source>
            <translation>Dieses Gespräch ist nicht mehr hier.</translation>
        </message>
        <message>
            <location filename="../../audio/activity.py" />
            <source>The voice activity model is not installed. Install the program with its models.</source>
            <translation>Das Modell, das Sprache erkennt, ist nicht installiert. Installiere das Programm mit seinen Modellen.</translation>
        </message>
        <message>
            <location filename="../../audio/activity.py" />
            <source>The voice activity model could not be loaded. Install the program again.</source>
            <translation>Das Modell, das Sprache erkennt, konnte nicht geladen werden. Installiere das Programm noch einmal.</translation>
        </message>
        <message>
            <location filename="../../audio/devices.py" />
            <source>No microphone: the system library PortAudio is missing. Install libportaudio2.</source>
            <translation>Kein Mikrofon: Die Systembibliothek PortAudio fehlt. Installiere libportaudio2.</translation>
        </message>
        <message>
            <location filename="../../audio/devices.py" />
            <source>The microphone “{name}” cannot be opened. Connect it or choose another in settings.</source>
            <translation>Das Mikrofon „{name}“ lässt sich nicht öffnen. Verbinde es, oder wähle in den Einstellungen ein anderes.</translation>
        </message>
        <message>
            <location filename="../../audio/devices.py" />
            <source>No microphone can be opened. Connect one, or choose one in settings.</source>
            <translation>Kein Mikrofon lässt sich öffnen. Verbinde eines, oder wähle eines in den Einstellungen.</translation>
        </message>
        <message>
            <location filename="../../audio/devices.py" />
            <source>No loudspeaker: the system library PortAudio is missing. Install libportaudio2.</source>
            <translation>Kein Lautsprecher: Die Systembibliothek PortAudio fehlt. Installiere libportaudio2.</translation>
        </message>
        <message>
            <location filename="../../audio/devices.py" />
            <source>The loudspeaker “{name}” cannot be opened. Connect it or choose another in settings.</source>
            <translation>Der Lautsprecher „{name}“ lässt sich nicht öffnen. Verbinde ihn, oder wähle in den Einstellungen einen anderen.</translation>
        </message>
        <message>
            <location filename="../../audio/devices.py" />
            <source>No loudspeaker can be opened. Connect one, or choose one in settings.</source>
            <translation>Kein Lautsprecher lässt sich öffnen. Verbinde einen, oder wähle einen in den Einstellungen.</translation>
        </message>
        <message>
            <location filename="../../audio/wav.py" />
            <source>has {channels} channels at {rate} Hz, which is not read</source>
            <translation>hat {channels} Kanäle bei {rate} Hz, was nicht gelesen wird</translation>
        </message>
        <message>
            <location filename="../../audio/wav.py" />
            <source>cannot be read ({reason})</source>
            <translation>kann nicht gelesen werden ({reason})</translation>
        </message>
        <message>
            <location filename="../../audio/wav.py" />
            <source>is no sound file that can be read ({reason})</source>
            <translation>ist keine lesbare Tondatei ({reason})</translation>
        </message>
        <message>
            <location filename="../../audio/wav.py" />
            <source>The sound file {path} cannot be written ({reason}). Choose another place.</source>
            <translation>Die Tondatei {path} kann nicht geschrieben werden ({reason}). Wähle einen anderen Ort.</translation>
        </message>
        <message>
            <location filename="../../audio/wav.py" />
            <source>The sound file {path} {reason}. Choose another file.</source>
            <translation>Die Tondatei {path} {reason}. Wähle eine andere Datei.</translation>
        </message>
        <message>
            <location filename="../../base/certificates.py" />
            <source>The certificate {path} cannot be read: {reason}.</source>
            <translation>Das Zertifikat {path} kann nicht gelesen werden: {reason}.</translation>
        </message>
        <message>
            <location filename="../../base/certificates.py" />
            <source>The private key {path} cannot be read: {reason}.</source>
            <translation>Der private Schlüssel {path} kann nicht gelesen werden: {reason}.</translation>
        </message>
        <message>
            <location filename="../../base/certificates.py" />
            <source>The private key {key} is encrypted. Give one without a password, readable by you alone.</source>
            <translation>Der private Schlüssel {key} ist verschlüsselt. Gib einen ohne Passwort an, den nur du lesen kannst.</translation>
        </message>
        <message>
            <location filename="../../base/certificates.py" />
            <source>{key} is not the private key of the certificate {certificate}, or no private key in PEM.</source>
            <translation>{key} ist nicht der private Schlüssel des Zertifikats {certificate}, oder kein privater Schlüssel in PEM.</translation>
        </message>
        <message>
            <location filename="../../base/certificates.py" />
            <source>{path} is no certificate in PEM.</source>
            <translation>{path} ist kein Zertifikat in PEM.</translation>
        </message>
        <message>
            <location filename="../../base/certificates.py" />
            <source>What answers at {address} has another certificate than the server you paired with, so nothing was sent. If the server got a new certificate, pair with it again; if not, somebody else may be answering.</source>
            <translation>Was unter {address} antwortet, hat ein anderes Zertifikat als der Server, mit dem du gekoppelt hast, deshalb wurde nichts gesendet. Wenn der Server ein neues Zertifikat bekam, kopple noch einmal; wenn nicht, antwortet vielleicht jemand anders.</translation>
        </message>
        <message>
            <location filename="../../base/certificates.py" />
            <source>No authority that this computer trusts vouches for the certificate of {address}, so nothing was sent. Pair with the server: `alicia-desktop serve pair` on its computer shows a code.</source>
            <translation>Keine Stelle, der dieser Computer traut, bürgt für das Zertifikat von {address}, deshalb wurde nichts gesendet. Kopple mit dem Server: `alicia-desktop serve pair` auf seinem Computer zeigt einen Code.</translation>
        </message>
        <message>
            <location filename="../../base/child_process.py" />
            <source>{reason}. More in {path}.</source>
            <translation>{reason}. Mehr in {path}.</translation>
        </message>
        <message>
            <location filename="../../base/child_process.py" />
            <source>it did not answer</source>
            <translation>es hat nicht geantwortet</translation>
        </message>
        <message>
            <location filename="../../base/child_process.py" />
            <source>it was ended by {signal}</source>
            <translation>es wurde durch {signal} beendet</translation>
        </message>
        <message>
            <location filename="../../base/child_process.py" />
            <source>exit code {code}</source>
            <translation>Exit-Code {code}</translation>
        </message>
        <message>
            <location filename="../../base/translation.py" />
            <source>1,234.5</source>
            <translation>1.234,5</translation>
        </message>
        <message>
            <location filename="../../base/unencrypted_hosts.py" />
            <source>Tokens and keys would go to {host} unencrypted, so nothing was sent. Use an https or wss address, or allow it: --allow-unencrypted, or unencrypted = ["{host}"] under [privacy] in settings.toml.</source>
            <translation>Token und Schlüssel gingen unverschlüsselt an {host}, deshalb wurde nichts gesendet. Nimm eine https- oder wss-Adresse, oder erlaube es: --allow-unencrypted, oder unencrypted = ["{host}"] unter [privacy] in settings.toml.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../captures/checks.py" />
            <source>{count} errors crossed the wire.</source>
            <translation>
                <numerusform>{count} Fehler ging über die Leitung.</numerusform>
                <numerusform>{count} Fehler gingen über die Leitung.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../captures/comparison.py" />
            <source>only in the earlier one</source>
            <translation>nur im früheren</translation>
        </message>
        <message>
            <location filename="../../captures/comparison.py" />
            <source>asked</source>
            <translation>gefragt</translation>
        </message>
        <message>
            <location filename="../../captures/comparison.py" />
            <location filename="../../view/memories_rows.py" />
            <source>memories</source>
            <translation>Erinnerungen</translation>
        </message>
        <message>
            <location filename="../../captures/comparison.py" />
            <location filename="../../view/waterfall.py" />
            <source>tools</source>
            <translation>Werkzeuge</translation>
        </message>
        <message>
            <location filename="../../captures/comparison.py" />
            <source>said</source>
            <translation>gesagt</translation>
        </message>
        <message>
            <location filename="../../captures/comparison.py" />
            <location filename="../../view/tools.py" />
            <source>error</source>
            <translation>Fehler</translation>
        </message>
        <message>
            <location filename="../../captures/comparison.py" />
            <source>model</source>
            <translation>Modell</translation>
        </message>
        <message>
            <location filename="../../captures/comparison.py" />
            <source>time</source>
            <translation>Zeit</translation>
        </message>
        <message>
            <location filename="../../captures/comparison.py" />
            <location filename="../../view/comparisons.py" />
            <location filename="../../view/waterfall.py" />
            <source>to the first word</source>
            <translation>bis zum ersten Wort</translation>
        </message>
        <message>
            <location filename="../../captures/comparison.py" />
            <source>in all</source>
            <translation>insgesamt</translation>
        </message>
        <message>
            <location filename="../../captures/comparison.py" />
            <source>no difference</source>
            <translation>kein Unterschied</translation>
        </message>
        <message>
            <location filename="../../captures/comparison.py" />
            <source>only in the later one</source>
            <translation>nur im späteren</translation>
        </message>
        <message>
            <location filename="../../captures/comparison.py" />
            <source>Turn {number}</source>
            <translation>Runde {number}</translation>
        </message>
        <message>
            <location filename="../../captures/comparison.py" />
            <source>Turn {before} → {after}</source>
            <translation>Runde {before} → {after}</translation>
        </message>
        <message>
            <location filename="../../captures/container.py" />
            <source>The conversation</source>
            <translation>Das Gespräch</translation>
        </message>
        <message>
            <location filename="../../captures/container.py" />
            <source>A line of {file}</source>
            <translation>Eine Zeile von {file}</translation>
        </message>
        <message>
            <location filename="../../captures/container.py" />
            <source>{file} is a capture of version {version}, and this program knows version {known}. Install a newer one.</source>
            <translation>{file} ist ein Mitschnitt der Version {version}, und dieses Programm kennt Version {known}. Installiere ein neueres.</translation>
        </message>
        <message>
            <location filename="../../captures/container.py" />
            <source>{file} is no capture, or was cut off.</source>
            <translation>{file} ist kein Mitschnitt oder wurde abgeschnitten.</translation>
        </message>
        <message>
            <location filename="../../captures/container.py" />
            <source>{file} is damaged.</source>
            <translation>{file} ist beschädigt.</translation>
        </message>
        <message>
            <location filename="../../captures/container.py" />
            <source>{packed} GB packed, {unpacked} GB unpacked, {line} MB a line</source>
            <translation>{packed} GB gepackt, {unpacked} GB entpackt, {line} MB je Zeile</translation>
        </message>
        <message>
            <location filename="../../captures/container.py" />
            <source>{what} is too large for a capture ({limit}). Save less of it by a filter.</source>
            <translation>{what} ist zu groß für einen Mitschnitt ({limit}). Speichere mit einem Filter weniger davon.</translation>
        </message>
        <message>
            <location filename="../../captures/opened.py" />
            <source>{file} cannot be opened: {reason}.</source>
            <translation>{file} kann nicht geöffnet werden: {reason}.</translation>
        </message>
        <message>
            <location filename="../../captures/redaction.py" />
            <source>“{text}” is no field such as body.content or meta.source.</source>
            <translation>„{text}“ ist kein Feld wie body.content oder meta.source.</translation>
        </message>
        <message>
            <location filename="../../captures/redaction.py" />
            <source>This pattern fits nothing at all, which stands everywhere.</source>
            <translation>Dieses Muster passt auf gar nichts, und das steht überall.</translation>
        </message>
        <message>
            <location filename="../../captures/turn_summary.py" />
            <source>It failed.</source>
            <translation>Es ist fehlgeschlagen.</translation>
        </message>
        <message>
            <location filename="../../captures/writer.py" />
            <source>No stanza fits, so there is nothing to save.</source>
            <translation>Keine Stanza passt, also gibt es nichts zu speichern.</translation>
        </message>
        <message>
            <location filename="../../compose/backup.py" />
            <source>There is nothing to back up in {folder} yet.</source>
            <translation>In {folder} gibt es noch nichts zu sichern.</translation>
        </message>
        <message>
            <location filename="../../compose/backup.py" />
            <source>A backup inside the data folder {folder} would be lost with it. Choose another folder.</source>
            <translation>Eine Sicherung im Datenordner {folder} ginge mit ihm verloren. Wähle einen anderen Ordner.</translation>
        </message>
        <message>
            <location filename="../../compose/backup.py" />
            <source>{file} exists already. Choose another name, or delete it first.</source>
            <translation>{file} gibt es schon. Wähle einen anderen Namen, oder lösche sie zuerst.</translation>
        </message>
        <message>
            <location filename="../../compose/backup.py" />
            <source>The backup {file} could not be written: {reason}.</source>
            <translation>Die Sicherung {file} konnte nicht geschrieben werden: {reason}.</translation>
        </message>
        <message>
            <location filename="../../compose/backup.py" />
            <source>The backup {file} cannot be read: {reason}.</source>
            <translation>Die Sicherung {file} kann nicht gelesen werden: {reason}.</translation>
        </message>
        <message>
            <location filename="../../compose/backup.py" />
            <source>Nothing was restored, because {folder} cannot be written: {reason}.</source>
            <translation>Nichts wurde wiederhergestellt, weil {folder} nicht geschrieben werden kann: {reason}.</translation>
        </message>
        <message>
            <location filename="../../compose/backup.py" />
            <source>The backup is not restored yet: {reason}. Make that possible; the next start of Alicia goes on.</source>
            <translation>Die Sicherung ist noch nicht wiederhergestellt: {reason}. Mache das möglich; beim nächsten Start macht Alicia weiter.</translation>
        </message>
        <message>
            <location filename="../../compose/backup.py" />
            <source>The backup {file} was written by a newer version of Alicia Desktop. Install that version first.</source>
            <translation>Die Sicherung {file} wurde von einer neueren Version von Alicia Desktop geschrieben. Installiere zuerst diese Version.</translation>
        </message>
        <message>
            <location filename="../../compose/backup.py" />
            <source>{file} is no backup of Alicia Desktop, or it is damaged. Nothing was changed. Choose another file.</source>
            <translation>{file} ist keine Sicherung von Alicia Desktop oder beschädigt. Nichts wurde geändert. Wähle eine andere Datei.</translation>
        </message>
        <message>
            <location filename="../../compose/erasure.py" />
            <source>Nothing was deleted: {path} could not be written ({reason}).</source>
            <translation>Nichts wurde gelöscht: {path} konnte nicht geschrieben werden ({reason}).</translation>
        </message>
        <message>
            <location filename="../../compose/erasure.py" />
            <source>The profile "{profile}" is in use. Close its window first, and `serve` for it.</source>
            <translation>Das Profil "{profile}" ist in Gebrauch. Schließe zuerst sein Fenster, und `serve` dafür.</translation>
        </message>
        <message>
            <location filename="../../compose/erasure.py" />
            <source>{path} could not be removed ({reason})</source>
            <translation>{path} konnte nicht entfernt werden ({reason})</translation>
        </message>
        <message>
            <location filename="../../compose/erasure.py" />
            <source>Not everything is deleted: {reason}. Make that possible; the next start of Alicia goes on.</source>
            <translation>Nicht alles ist gelöscht: {reason}. Mache das möglich; beim nächsten Start macht Alicia weiter.</translation>
        </message>
        <message>
            <location filename="../../compose/library.py" />
            <source>Private conversation</source>
            <translation>Privates Gespräch</translation>
        </message>
        <message>
            <location filename="../../compose/livekit_server.py" />
            <source>A LiveKit server is run by Alicia on Linux only.</source>
            <translation>Einen LiveKit-Server betreibt Alicia nur unter Linux.</translation>
        </message>
        <message>
            <location filename="../../compose/livekit_server.py" />
            <source>There is no LiveKit server on this computer. Install the package alicia-desktop-livekit.</source>
            <translation>Auf diesem Computer gibt es keinen LiveKit-Server. Installiere das Paket alicia-desktop-livekit.</translation>
        </message>
        <message>
            <location filename="../../compose/livekit_server.py" />
            <source>LiveKit needs a network, and this computer has none now. Connect it and start again.</source>
            <translation>LiveKit braucht ein Netz, und dieser Computer hat gerade keines. Verbinde ihn und starte neu.</translation>
        </message>
        <message>
            <location filename="../../compose/livekit_server.py" />
            <source>The LiveKit server needs the address of this computer as numbers, not {address}.</source>
            <translation>Der LiveKit-Server braucht die Adresse dieses Computers als Zahlen, nicht {address}.</translation>
        </message>
        <message>
            <location filename="../../compose/livekit_server.py" />
            <source>The LiveKit server did not start on {address}, port {port}: {reason}</source>
            <translation>Der LiveKit-Server ließ sich unter {address}, Port {port}, nicht starten: {reason}</translation>
        </message>
        <message>
            <location filename="../../compose/mcp_servers.py" />
            <source>There is no MCP server {name}. There are: {names}.</source>
            <translation>Es gibt keinen MCP-Server {name}. Es gibt: {names}.</translation>
        </message>
        <message>
            <location filename="../../compose/mcp_servers.py" />
            <source>There is no MCP server {name}. None was added.</source>
            <translation>Es gibt keinen MCP-Server {name}. Keiner wurde hinzugefügt.</translation>
        </message>
        <message>
            <location filename="../../compose/mcp_servers.py" />
            <source>There are {most} MCP servers already. Remove one.</source>
            <translation>Es gibt schon {most} MCP-Server. Entferne einen.</translation>
        </message>
        <message>
            <location filename="../../compose/mcp_servers.py" />
            <source>A name is up to 24 small letters of a to z, digits and hyphens, such as files.</source>
            <translation>Ein Name hat bis zu 24 kleine Buchstaben von a bis z, Ziffern und Bindestriche, zum Beispiel dateien.</translation>
        </message>
        <message>
            <location filename="../../compose/mcp_servers.py" />
            <source>Give either a command that starts the server, or its address.</source>
            <translation>Gib entweder einen Befehl an, der den Server startet, oder seine Adresse.</translation>
        </message>
        <message>
            <location filename="../../compose/mcp_servers.py" />
            <source>That is no command.</source>
            <translation>Das ist kein Befehl.</translation>
        </message>
        <message>
            <location filename="../../compose/mcp_servers.py" />
            <source>An address begins with http:// or https:// and names a computer.</source>
            <translation>Eine Adresse beginnt mit http:// oder https:// und nennt einen Computer.</translation>
        </message>
        <message>
            <location filename="../../compose/mcp_servers.py" />
            <source>Leave user and password out of the address; give them as a header.</source>
            <translation>Lass Benutzer und Passwort in der Adresse weg; gib sie als Kopfzeile an.</translation>
        </message>
        <message>
            <location filename="../../compose/mcp_servers.py" />
            <source>That is no name of a variable or header.</source>
            <translation>Das ist kein Name einer Variablen oder Kopfzeile.</translation>
        </message>
        <message>
            <location filename="../../compose/mcp_servers.py" />
            <source>The value of {name} is empty, too long or holds a line end.</source>
            <translation>Der Wert von {name} ist leer, zu lang oder enthält ein Zeilenende.</translation>
        </message>
        <message>
            <location filename="../../compose/memory_files.py" />
            <source>This server can’t import memories. Tell them to Alicia instead.</source>
            <translation>Dieser Server kann keine Erinnerungen importieren. Erzähle sie stattdessen Alicia.</translation>
        </message>
        <message>
            <location filename="../../compose/memory_files.py" />
            <source>Export cancelled, nothing written</source>
            <translation>Export abgebrochen, nichts geschrieben</translation>
        </message>
        <message numerus="yes">
            <location filename="../../compose/memory_files.py" />
            <source>{count} memories exported to {file}.</source>
            <translation>
                <numerusform>{count} Erinnerung nach {file} exportiert.</numerusform>
                <numerusform>{count} Erinnerungen nach {file} exportiert.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../compose/memory_files.py" />
            <source>Exporting to {file}</source>
            <translation>Exportiert nach {file}</translation>
        </message>
        <message>
            <location filename="../../compose/memory_files.py" />
            <source>Importing {file}</source>
            <translation>Importiert {file}</translation>
        </message>
        <message>
            <location filename="../../compose/memory_files.py" />
            <source>line {line}: {problem}</source>
            <translation>Zeile {line}: {problem}</translation>
        </message>
        <message>
            <location filename="../../compose/memory_files.py" />
            <source>{result}; stopped at line {line}.</source>
            <translation>{result}; angehalten in Zeile {line}.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../compose/memory_files.py" />
            <source>{count} memories imported</source>
            <translation>
                <numerusform>{count} Erinnerung importiert</numerusform>
                <numerusform>{count} Erinnerungen importiert</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../compose/memory_files.py" />
            <source>{count} already existed</source>
            <translation>{count} gab es schon</translation>
        </message>
        <message numerus="yes">
            <location filename="../../compose/memory_files.py" />
            <source>{count} lines could not be read</source>
            <translation>
                <numerusform>{count} Zeile konnte nicht gelesen werden</numerusform>
                <numerusform>{count} Zeilen konnten nicht gelesen werden</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../compose/memory_files.py" />
            <source>{count} lines of an unknown category ({categories})</source>
            <translation>
                <numerusform>{count} Zeile mit unbekannter Kategorie ({categories})</numerusform>
                <numerusform>{count} Zeilen mit unbekannter Kategorie ({categories})</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../compose/pairing.py" />
            <source>No server runs on this data folder. Start one that others can reach: `alicia-desktop serve --network`, or the window with the switch for other computers in Settings, Connection.</source>
            <translation>Auf diesem Datenordner läuft kein Server. Starte einen, den andere erreichen: `alicia-desktop serve --network`, oder das Fenster mit dem Schalter für andere Computer unter Einstellungen, Verbindung.</translation>
        </message>
        <message>
            <location filename="../../compose/rooms.py" />
            <source>This server’s rooms are not on LiveKit. Start it with `alicia-desktop serve --livekit`, or use --transport auto.</source>
            <translation>Die Räume dieses Servers sind nicht auf LiveKit. Starte ihn mit `alicia-desktop serve --livekit`, oder nimm --transport auto.</translation>
        </message>
        <message>
            <location filename="../../compose/rooms.py" />
            <source>This server does not say where its LiveKit is. Enter the LiveKit address in the settings.</source>
            <translation>Dieser Server sagt nicht, wo sein LiveKit ist. Trage die LiveKit-Adresse in den Einstellungen ein.</translation>
        </message>
        <message>
            <location filename="../../compose/semantic_search.py" />
            <source>Loading the search model…</source>
            <translation>Das Suchmodell wird geladen…</translation>
        </message>
        <message>
            <location filename="../../compose/server_settings.py" />
            <source>LiveKit is not set up: set {variables}, or use --transport websocket.</source>
            <translation>LiveKit ist nicht eingerichtet: Setze {variables}, oder verwende --transport websocket.</translation>
        </message>
        <message>
            <location filename="../../config.py" />
            <source>The settings file {path} cannot be read: {reason}. Mend it or delete it.</source>
            <translation>Die Einstellungsdatei {path} kann nicht gelesen werden: {reason}. Bringe sie in Ordnung, oder lösche sie.</translation>
        </message>
        <message>
            <location filename="../../config.py" />
            <source>line {line}: {reason}</source>
            <translation>Zeile {line}: {reason}</translation>
        </message>
        <message>
            <location filename="../../config.py" />
            <source>The settings could not be saved to {path}: {reason}.</source>
            <translation>Die Einstellungen konnten nicht in {path} gespeichert werden: {reason}.</translation>
        </message>
        <message>
            <location filename="../../credentials.py" />
            <source>Set {variable}, or allow a file that only you can read.</source>
            <translation>Setze {variable}, oder erlaube eine Datei, die nur du lesen kannst.</translation>
        </message>
        <message>
            <location filename="../../credentials.py" />
            <source>The keyring did not let go of the secrets of {service}: delete them there.</source>
            <translation>Der Schlüsselbund hat die Geheimnisse von {service} nicht losgelassen: Lösche sie dort.</translation>
        </message>
        <message>
            <location filename="../../credentials.py" />
            <source>does not answer</source>
            <translation>antwortet nicht</translation>
        </message>
        <message>
            <location filename="../../credentials.py" />
            <source>This system has no keyring to keep the secret in.</source>
            <translation>Dieses System hat keinen Schlüsselbund, um das Geheimnis aufzubewahren.</translation>
        </message>
        <message>
            <location filename="../../credentials.py" />
            <source>was not set up</source>
            <translation>wurde nicht eingerichtet</translation>
        </message>
        <message>
            <location filename="../../credentials.py" />
            <source>Give it a password</source>
            <translation>Gib ihm ein Passwort</translation>
        </message>
        <message>
            <location filename="../../credentials.py" />
            <source>is locked</source>
            <translation>ist gesperrt</translation>
        </message>
        <message>
            <location filename="../../credentials.py" />
            <source>failed ({error})</source>
            <translation>versagte ({error})</translation>
        </message>
        <message>
            <location filename="../../credentials.py" />
            <source>The system's keyring {reason}, so your tokens and keys are not available. {remedy} and try again.</source>
            <translation>Der Schlüsselbund des Systems {reason}, deshalb sind deine Token und Schlüssel nicht verfügbar. {remedy}, und versuche es noch einmal.</translation>
        </message>
        <message>
            <location filename="../../credentials.py" />
            <source>Unlock it</source>
            <translation>Entsperre ihn</translation>
        </message>
        <message>
            <location filename="../../credentials.py" />
            <source>it is damaged</source>
            <translation>sie ist beschädigt</translation>
        </message>
        <message>
            <location filename="../../credentials.py" />
            <source>Your tokens and keys in {path} cannot be read: {reason}. The file was left as it is. Enter them again in the settings, or put a copy in its place.</source>
            <translation>Deine Token und Schlüssel in {path} können nicht gelesen werden: {reason}. Die Datei blieb, wie sie ist. Trage sie in den Einstellungen neu ein, oder lege eine Kopie an ihre Stelle.</translation>
        </message>
        <message>
            <location filename="../../credentials.py" />
            <source>The secret could not be kept in {path}: {reason}.</source>
            <translation>Das Geheimnis konnte nicht in {path} aufbewahrt werden: {reason}.</translation>
        </message>
        <message>
            <location filename="../../filtering/completion.py" />
            <source>A field of the {part}</source>
            <translation>Ein Feld von {part}</translation>
        </message>
        <message>
            <location filename="../../filtering/parser.py" />
            <source>This filter is too long.</source>
            <translation>Dieser Filter ist zu lang.</translation>
        </message>
        <message>
            <location filename="../../filtering/parser.py" />
            <source>This bracket closes nothing.</source>
            <translation>Diese Klammer schließt nichts.</translation>
        </message>
        <message>
            <location filename="../../filtering/parser.py" />
            <source>Something is missing after “{text}”.</source>
            <translation>Hinter „{text}“ fehlt etwas.</translation>
        </message>
        <message>
            <location filename="../../filtering/parser.py" />
            <source>Something is missing before “{text}”.</source>
            <translation>Vor „{text}“ fehlt etwas.</translation>
        </message>
        <message>
            <location filename="../../filtering/parser.py" />
            <source>The brackets are nested too deep.</source>
            <translation>Die Klammern sind zu tief verschachtelt.</translation>
        </message>
        <message>
            <location filename="../../filtering/parser.py" />
            <source>This bracket is not closed.</source>
            <translation>Diese Klammer ist nicht geschlossen.</translation>
        </message>
        <message>
            <location filename="../../filtering/parser.py" />
            <location filename="../../filtering/values.py" />
            <source>This quote has no end.</source>
            <translation>Dieses Anführungszeichen hat kein Ende.</translation>
        </message>
        <message>
            <location filename="../../filtering/parser.py" />
            <location filename="../../filtering/values.py" />
            <source>This pattern has no end.</source>
            <translation>Dieses Muster hat kein Ende.</translation>
        </message>
        <message>
            <location filename="../../filtering/parser.py" />
            <source>Something is missing after “-”.</source>
            <translation>Hinter „-“ fehlt etwas.</translation>
        </message>
        <message>
            <location filename="../../filtering/parser.py" />
            <source>A word with a bracket needs quotes, or a space before the bracket.</source>
            <translation>Ein Wort mit einer Klammer braucht Anführungszeichen, oder ein Leerzeichen vor der Klammer.</translation>
        </message>
        <message>
            <location filename="../../filtering/parser.py" />
            <source>{key} takes {signs} and not {sign}.</source>
            <translation>{key} nimmt {signs} und nicht {sign}.</translation>
        </message>
        <message>
            <location filename="../../filtering/parser.py" />
            <source>What is not wanted has a minus before it.</source>
            <translation>Was nicht gewünscht ist, hat ein Minus davor.</translation>
        </message>
        <message>
            <location filename="../../filtering/parser.py" />
            <source>After {key} comes one sign only.</source>
            <translation>Hinter {key} kommt nur ein Zeichen.</translation>
        </message>
        <message>
            <location filename="../../filtering/parser.py" />
            <source>A value is missing after “{key}{sign}”.</source>
            <translation>Hinter „{key}{sign}“ fehlt ein Wert.</translation>
        </message>
        <message>
            <location filename="../../filtering/parser.py" />
            <source>Say which field of the {part}.</source>
            <translation>Sag, welches Feld von {part}.</translation>
        </message>
        <message>
            <location filename="../../filtering/parser.py" />
            <source>There is no key “{key}”.</source>
            <translation>Es gibt keinen Schlüssel „{key}“.</translation>
        </message>
        <message>
            <location filename="../../filtering/parser.py" />
            <source>There is no key “{key}”; a text with such a sign needs quotes.</source>
            <translation>Es gibt keinen Schlüssel „{key}“; ein Text mit solch einem Zeichen braucht Anführungszeichen.</translation>
        </message>
        <message>
            <location filename="../../filtering/parser.py" />
            <location filename="../../filtering/values.py" />
            <source>A text with slashes needs quotes.</source>
            <translation>Ein Text mit Schrägstrichen braucht Anführungszeichen.</translation>
        </message>
        <message>
            <location filename="../../filtering/parser.py" />
            <source>This is no path to a field, such as body.items[0].name.</source>
            <translation>Das ist kein Pfad zu einem Feld, wie body.items[0].name.</translation>
        </message>
        <message>
            <location filename="../../filtering/parser.py" />
            <source>This path is too long.</source>
            <translation>Dieser Pfad ist zu lang.</translation>
        </message>
        <message>
            <location filename="../../filtering/values.py" />
            <source>{key} is a whole number, such as 3.</source>
            <translation>{key} ist eine ganze Zahl, zum Beispiel 3.</translation>
        </message>
        <message>
            <location filename="../../filtering/values.py" />
            <source>{key} is a number, such as 0.4.</source>
            <translation>{key} ist eine Zahl, zum Beispiel 0.4.</translation>
        </message>
        <message>
            <location filename="../../filtering/values.py" />
            <source>{key} counts bytes, such as 800, 1k or 2M.</source>
            <translation>{key} zählt Bytes, zum Beispiel 800, 1k oder 2M.</translation>
        </message>
        <message>
            <location filename="../../filtering/values.py" />
            <source>{key} is a time such as 200ms or 1.5s.</source>
            <translation>{key} ist eine Zeit, zum Beispiel 200ms oder 1.5s.</translation>
        </message>
        <message>
            <location filename="../../filtering/values.py" />
            <source>{key} is a time such as 12:30, 12:30:05, 2026-11-23 or 2026-11-23T12:30.</source>
            <translation>{key} ist eine Zeit, zum Beispiel 12:30, 12:30:05, 2026-11-23 oder 2026-11-23T12:30.</translation>
        </message>
        <message>
            <location filename="../../filtering/values.py" />
            <source>This pattern is too long.</source>
            <translation>Dieses Muster ist zu lang.</translation>
        </message>
        <message>
            <location filename="../../filtering/values.py" />
            <source>Patterns here have no look-ahead and no look-behind, so that none can hang.</source>
            <translation>Muster haben hier keinen Blick voraus und keinen zurück, damit keines hängen bleibt.</translation>
        </message>
        <message>
            <location filename="../../filtering/values.py" />
            <source>Patterns here have no back-references, so that none can hang.</source>
            <translation>Muster haben hier keine Rückverweise, damit keines hängen bleibt.</translation>
        </message>
        <message>
            <location filename="../../filtering/values.py" />
            <source>This pattern is too large.</source>
            <translation>Dieses Muster ist zu groß.</translation>
        </message>
        <message>
            <location filename="../../filtering/values.py" />
            <source>This is no regular expression: {reason}.</source>
            <translation>Das ist kein regulärer Ausdruck: {reason}.</translation>
        </message>
        <message>
            <location filename="../../filtering/values.py" />
            <source>A quote inside a word.</source>
            <translation>Ein Anführungszeichen in einem Wort.</translation>
        </message>
        <message>
            <location filename="../../filtering/values.py" />
            <source>After a quote comes a space.</source>
            <translation>Hinter ein Anführungszeichen gehört ein Leerzeichen.</translation>
        </message>
        <message>
            <location filename="../../filtering/values.py" />
            <source>After {sign} comes a number.</source>
            <translation>Hinter {sign} kommt eine Zahl.</translation>
        </message>
        <message>
            <location filename="../../filtering/values.py" />
            <source>{key} is one of {choices}.</source>
            <translation>{key} ist eines von {choices}.</translation>
        </message>
        <message>
            <location filename="../../filtering/values.py" />
            <source>There is no {key} “{value}”.</source>
            <translation>Es gibt kein {key} „{value}“.</translation>
        </message>
        <message>
            <location filename="../../filtering/values.py" />
            <source>A {key} is missing here.</source>
            <translation>Hier fehlt ein {key}.</translation>
        </message>
        <message>
            <location filename="../../filtering/vocabulary.py" />
            <source>Type, by name or number</source>
            <translation>Typ, mit Name oder Nummer</translation>
        </message>
        <message>
            <location filename="../../filtering/vocabulary.py" />
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <source>Direction</source>
            <translation>Richtung</translation>
        </message>
        <message>
            <location filename="../../filtering/vocabulary.py" />
            <source>Badge, or marked</source>
            <translation>Abzeichen, oder markiert</translation>
        </message>
        <message>
            <location filename="../../filtering/vocabulary.py" />
            <source>Bytes on the wire</source>
            <translation>Bytes auf der Leitung</translation>
        </message>
        <message>
            <location filename="../../filtering/vocabulary.py" />
            <source>Number of the turn</source>
            <translation>Nummer der Runde</translation>
        </message>
        <message>
            <location filename="../../filtering/vocabulary.py" />
            <source>Time of day, day, or both</source>
            <translation>Uhrzeit, Tag oder beides</translation>
        </message>
        <message>
            <location filename="../../filtering/vocabulary.py" />
            <source>Time since the stanza before</source>
            <translation>Zeit seit der Stanza davor</translation>
        </message>
        <message>
            <location filename="../../filtering/vocabulary.py" />
            <source>Number in the journal</source>
            <translation>Nummer im Protokoll</translation>
        </message>
        <message>
            <location filename="../../filtering/vocabulary.py" />
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <source>Stanza id</source>
            <translation>Id der Stanza</translation>
        </message>
        <message>
            <location filename="../../filtering/vocabulary.py" />
            <source>Id of a memory trace</source>
            <translation>Id einer Erinnerungsspur</translation>
        </message>
        <message>
            <location filename="../../filtering/vocabulary.py" />
            <source>Name of a tool</source>
            <translation>Name eines Werkzeugs</translation>
        </message>
        <message>
            <location filename="../../filtering/vocabulary.py" />
            <source>Note on a mark</source>
            <translation>Notiz an einer Markierung</translation>
        </message>
        <message>
            <location filename="../../line/device_factory.py" />
            <source>The microphone was disconnected. Connect it again or choose another in settings; writing goes on working.</source>
            <translation>Das Mikrofon wurde getrennt. Verbinde es wieder, oder wähle in den Einstellungen ein anderes; schreiben geht weiterhin.</translation>
        </message>
        <message>
            <location filename="../../line/device_factory.py" />
            <source>The loudspeaker was disconnected. Connect it again or choose another in settings; writing goes on working.</source>
            <translation>Der Lautsprecher wurde getrennt. Verbinde ihn wieder, oder wähle in den Einstellungen einen anderen; schreiben geht weiterhin.</translation>
        </message>
        <message>
            <location filename="../../line/device_factory.py" />
            <source>The sound device was disconnected. Connect it again or choose another in settings; writing goes on working.</source>
            <translation>Das Tongerät wurde getrennt. Verbinde es wieder, oder wähle in den Einstellungen ein anderes; schreiben geht weiterhin.</translation>
        </message>
        <message>
            <location filename="../../line/device_factory.py" />
            <source>The microphone was disconnected; the system's default is used now.</source>
            <translation>Das Mikrofon wurde getrennt; jetzt wird das des Systems benutzt.</translation>
        </message>
        <message>
            <location filename="../../line/device_factory.py" />
            <source>The loudspeaker was disconnected; the system's default is used now.</source>
            <translation>Der Lautsprecher wurde getrennt; jetzt wird der des Systems benutzt.</translation>
        </message>
        <message>
            <location filename="../../line/device_factory.py" />
            <source>The sound device was disconnected; the system's default is used now.</source>
            <translation>Das Tongerät wurde getrennt; jetzt wird das des Systems benutzt.</translation>
        </message>
        <message>
            <location filename="../../line/device_factory.py" />
            <source>The sound devices do not answer. Check them and open the microphone again; writing goes on working.</source>
            <translation>Die Tongeräte antworten nicht. Prüfe sie, und öffne das Mikrofon noch einmal; schreiben geht weiterhin.</translation>
        </message>
        <message>
            <location filename="../../line/device_pair.py" />
            <source>The sound files stopped in the middle. The log file line.log says why.</source>
            <translation>Die Tondateien brachen mittendrin ab. Die Protokolldatei line.log sagt, warum.</translation>
        </message>
        <message>
            <location filename="../../line/device_pair.py" />
            <source>The microphone gives no sound at all. Check that it is switched on and not muted.</source>
            <translation>Das Mikrofon gibt überhaupt keinen Ton. Prüfe, ob es eingeschaltet und nicht stumm ist.</translation>
        </message>
        <message>
            <location filename="../../line/link.py" />
            <source>The connection ended.</source>
            <translation>Die Verbindung endete.</translation>
        </message>
        <message>
            <location filename="../../line/link.py" />
            <source>There is no connection.</source>
            <translation>Es gibt keine Verbindung.</translation>
        </message>
        <message>
            <location filename="../../line/remote.py" />
            <source>The room cannot be joined.</source>
            <translation>Der Raum kann nicht betreten werden.</translation>
        </message>
        <message>
            <location filename="../../line/remote.py" />
            <source>There is no connection to the room.</source>
            <translation>Es gibt keine Verbindung zum Raum.</translation>
        </message>
        <message>
            <location filename="../../line/supervisor.py" />
            <source>The connection was lost and is being made again.</source>
            <translation>Die Verbindung ging verloren und wird wiederhergestellt.</translation>
        </message>
        <message>
            <location filename="../../line/supervisor.py" />
            <source>The part for sound and network does not start: {why}</source>
            <translation>Der Teil für Ton und Netz startet nicht: {why}</translation>
        </message>
        <message>
            <location filename="../../memory/retrieval/encoders.py" />
            <source>No sentence encoder could be loaded, so memories are found by words only ({reasons}).</source>
            <translation>Kein Satz-Encoder konnte geladen werden, deshalb werden Erinnerungen nur durch Wörter gefunden ({reasons}).</translation>
        </message>
        <message>
            <location filename="../../paths.py" />
            <source>is a file</source>
            <translation>ist eine Datei</translation>
        </message>
        <message>
            <location filename="../../paths.py" />
            <source>cannot be made ({reason})</source>
            <translation>kann nicht angelegt werden ({reason})</translation>
        </message>
        <message>
            <location filename="../../paths.py" />
            <source>is read-only</source>
            <translation>ist schreibgeschützt</translation>
        </message>
        <message>
            <location filename="../../paths.py" />
            <source>Others on this computer may be able to read {path}, and its permissions cannot be changed. Make it yours, or choose another folder with --data-dir.</source>
            <translation>Andere auf diesem Computer können {path} vielleicht lesen, und die Rechte lassen sich nicht ändern. Mache es zu deinem, oder wähle mit --data-dir einen anderen Ordner.</translation>
        </message>
        <message>
            <location filename="../../paths.py" />
            <source>The data folder {folder} {reason}. Make it writable, or choose another with --data-dir.</source>
            <translation>Der Datenordner {folder} {reason}. Mache ihn beschreibbar, oder wähle mit --data-dir einen anderen.</translation>
        </message>
        <message>
            <location filename="../../profiles.py" />
            <source>A profile needs a name.</source>
            <translation>Ein Profil braucht einen Namen.</translation>
        </message>
        <message>
            <location filename="../../profiles.py" />
            <source>The name of a profile has at most {most} characters.</source>
            <translation>Der Name eines Profils hat höchstens {most} Zeichen.</translation>
        </message>
        <message>
            <location filename="../../profiles.py" />
            <source>The name of a profile is made of letters and digits, with spaces, dots, hyphens or underscores between.</source>
            <translation>Der Name eines Profils besteht aus Buchstaben und Ziffern, mit Leerzeichen, Punkten, Bindestrichen oder Unterstrichen dazwischen.</translation>
        </message>
        <message>
            <location filename="../../profiles.py" />
            <source>There is no profile "{profile}", only: {others}. Create it with `alicia-desktop profile add "{profile}"`.</source>
            <translation>Es gibt kein Profil "{profile}", nur: {others}. Lege es mit `alicia-desktop profile add "{profile}"` an.</translation>
        </message>
        <message>
            <location filename="../../profiles.py" />
            <source>There is a profile "{profile}" already.</source>
            <translation>Es gibt schon ein Profil "{profile}".</translation>
        </message>
        <message>
            <location filename="../../profiles.py" />
            <source>The profile’s folder {folder} cannot be made ({reason}).</source>
            <translation>Der Ordner des Profils {folder} kann nicht angelegt werden ({reason}).</translation>
        </message>
        <message>
            <location filename="../../protocol/codec.py" />
            <source>Nested too deep.</source>
            <translation>Zu tief verschachtelt.</translation>
        </message>
        <message>
            <location filename="../../protocol/codec.py" />
            <source>A value cannot be written: {error}.</source>
            <translation>Ein Wert kann nicht geschrieben werden: {error}.</translation>
        </message>
        <message>
            <location filename="../../protocol/codec.py" />
            <source>A value cannot be written: it is too large.</source>
            <translation>Ein Wert kann nicht geschrieben werden: Er ist zu groß.</translation>
        </message>
        <message>
            <location filename="../../protocol/codec.py" />
            <source>This message cannot be sent. {reason}</source>
            <translation>Diese Nachricht kann nicht gesendet werden. {reason}</translation>
        </message>
        <message>
            <location filename="../../protocol/conversation_settings.py" />
            <source>The settings of a conversation are invalid: {error}</source>
            <translation>Die Einstellungen eines Gesprächs sind ungültig: {error}</translation>
        </message>
        <message>
            <location filename="../../protocol/conversation_settings.py" />
            <source>A persona may have {most} characters, and this text has {length}. Nothing was changed; shorten it.</source>
            <translation>Eine Persona darf {most} Zeichen haben, und dieser Text hat {length}. Nichts wurde geändert; kürze ihn.</translation>
        </message>
        <message>
            <location filename="../../protocol/conversation_settings.py" />
            <source>A temperature is a number from 0 to {most}.</source>
            <translation>Eine Temperatur ist eine Zahl von 0 bis {most}.</translation>
        </message>
        <message>
            <location filename="../../protocol/conversation_settings.py" />
            <source>The name or address of a model may have {most} characters.</source>
            <translation>Der Name oder die Adresse eines Modells darf {most} Zeichen haben.</translation>
        </message>
        <message>
            <location filename="../../protocol/conversation_settings.py" />
            <source>A model is an endpoint's, with its name, or a file with its whole path.</source>
            <translation>Ein Modell ist das eines Endpunkts mit seinem Namen, oder eine Datei mit ihrem ganzen Pfad.</translation>
        </message>
        <message>
            <location filename="../../protocol/conversation_settings.py" />
            <source>Of an endpoint's model the address is needed as well as the name.</source>
            <translation>Vom Modell eines Endpunkts wird die Adresse ebenso gebraucht wie der Name.</translation>
        </message>
        <message>
            <location filename="../../protocol/conversation_settings.py" />
            <source>The name or address of a model has characters that none has.</source>
            <translation>Der Name oder die Adresse eines Modells hat Zeichen, die keine hat.</translation>
        </message>
        <message>
            <location filename="../../session/connection.py" />
            <source>The server's room is there, but the assistant does not answer. Trying again.</source>
            <translation>Der Raum des Servers ist da, aber die Assistentin antwortet nicht. Neuer Versuch.</translation>
        </message>
        <message>
            <location filename="../../session/local_speech.py" />
            <location filename="../../session/voice_state.py" />
            <location filename="../../view/status.py" />
            <source>You can keep writing</source>
            <translation>Du kannst weiterschreiben</translation>
        </message>
        <message>
            <location filename="../../session/machine.py" />
            <source>The server does not confirm what was sent. Connecting again.</source>
            <translation>Der Server bestätigt nicht, was gesendet wurde. Die Verbindung wird neu aufgebaut.</translation>
        </message>
        <message>
            <location filename="../../session/pool.py" />
            <source>The server on this computer was started again.</source>
            <translation>Der Server auf diesem Computer wurde neu gestartet.</translation>
        </message>
        <message>
            <location filename="../../session/tools/mcp/connection.py" />
            <source>It did not answer within {seconds} seconds.</source>
            <translation>Er hat nicht innerhalb von {seconds} Sekunden geantwortet.</translation>
        </message>
        <message>
            <location filename="../../session/tools/mcp/connection.py" />
            <source>There is no program {program} on this computer.</source>
            <translation>Es gibt kein Programm {program} auf diesem Computer.</translation>
        </message>
        <message>
            <location filename="../../session/tools/mcp/connection.py" />
            <source>Its name is longer than models take ({most} characters with the server's).</source>
            <translation>Sein Name ist länger, als Modelle annehmen ({most} Zeichen mit dem des Servers).</translation>
        </message>
        <message>
            <location filename="../../session/tools/mcp/connection.py" />
            <source>Another tool of the server has the same name.</source>
            <translation>Ein anderes Werkzeug des Servers hat denselben Namen.</translation>
        </message>
        <message>
            <location filename="../../session/tools/mcp/connection.py" />
            <source>Only {most} tools of a server are offered.</source>
            <translation>Nur {most} Werkzeuge eines Servers werden angeboten.</translation>
        </message>
        <message>
            <location filename="../../session/tools/mcp/tool_checks.py" />
            <source>Its schema is not JSON.</source>
            <translation>Sein Schema ist kein JSON.</translation>
        </message>
        <message>
            <location filename="../../session/tools/mcp/tool_checks.py" />
            <source>Its schema is larger than {most} bytes.</source>
            <translation>Sein Schema ist größer als {most} Bytes.</translation>
        </message>
        <message>
            <location filename="../../session/tools/mcp/tool_checks.py" />
            <source>Its schema is nested deeper than {most} levels.</source>
            <translation>Sein Schema ist tiefer verschachtelt als {most} Ebenen.</translation>
        </message>
        <message>
            <location filename="../../session/tools/mcp/tool_checks.py" />
            <source>Its schema refers to another document.</source>
            <translation>Sein Schema verweist auf ein anderes Dokument.</translation>
        </message>
        <message>
            <location filename="../../session/tools/mcp/tool_checks.py" />
            <source>It is no JSON object.</source>
            <translation>Es ist kein JSON-Objekt.</translation>
        </message>
        <message>
            <location filename="../../session/tools/mcp/tool_checks.py" />
            <source>It has no name.</source>
            <translation>Es hat keinen Namen.</translation>
        </message>
        <message>
            <location filename="../../session/tools/mcp/tool_checks.py" />
            <source>Its name is longer than {most} characters.</source>
            <translation>Sein Name ist länger als {most} Zeichen.</translation>
        </message>
        <message>
            <location filename="../../session/tools/mcp/tool_checks.py" />
            <source>It has no schema for its parameters.</source>
            <translation>Es hat kein Schema für seine Parameter.</translation>
        </message>
        <message>
            <location filename="../../session/tools/mcp/tool_checks.py" />
            <source>Its schema is not one of an object.</source>
            <translation>Sein Schema ist keines eines Objekts.</translation>
        </message>
        <message>
            <location filename="../../session/tools/mcp/tool_checks.py" />
            <source>Its schema is no JSON schema: {reason}.</source>
            <translation>Sein Schema ist kein JSON-Schema: {reason}.</translation>
        </message>
        <message>
            <location filename="../../session/tools/tool_runner.py" />
            <source>It took longer than {seconds} seconds.</source>
            <translation>Es dauerte länger als {seconds} Sekunden.</translation>
        </message>
        <message>
            <location filename="../../session/tools/tool_runner.py" />
            <source>The tool failed on this computer.</source>
            <translation>Das Werkzeug ist auf diesem Computer fehlgeschlagen.</translation>
        </message>
        <message>
            <location filename="../../store/accounts.py" />
            <source>That conversation lives on {place}. Choose {place} in the settings to go on with it.</source>
            <translation>Dieses Gespräch ist auf {place}. Wähle {place} in den Einstellungen, um es fortzusetzen.</translation>
        </message>
        <message>
            <location filename="../../store/accounts.py" />
            <source>That conversation belongs to {user}. Sign in as {user} in the settings to go on with it.</source>
            <translation>Dieses Gespräch gehört {user}. Melde dich in den Einstellungen als {user} an, um es fortzusetzen.</translation>
        </message>
        <message>
            <location filename="../../store/accounts.py" />
            <source>This server takes no attachments.</source>
            <translation>Dieser Server nimmt keine Anhänge an.</translation>
        </message>
        <message>
            <location filename="../../store/conversations/captured_rows.py" />
            <location filename="../../store/conversations/conversation_file.py" />
            <location filename="../../view/conversation_markdown.py" />
            <source>There is no conversation {conversation} here.</source>
            <translation>Es gibt hier kein Gespräch {conversation}.</translation>
        </message>
        <message>
            <location filename="../../store/conversations/captured_rows.py" />
            <source>The file cannot be read: {reason}.</source>
            <translation>Die Datei kann nicht gelesen werden: {reason}.</translation>
        </message>
        <message>
            <location filename="../../store/conversations/conversation_file.py" />
            <source>it is no conversation exported as JSON: {error}</source>
            <translation>es ist kein als JSON exportiertes Gespräch: {error}</translation>
        </message>
        <message>
            <location filename="../../store/conversations/conversation_file.py" />
            <source>its format is "{format}" and not "{expected}"</source>
            <translation>ihr Format ist „{format}“ und nicht „{expected}“</translation>
        </message>
        <message>
            <location filename="../../store/conversations/conversation_file.py" />
            <source>it is of version {version}, and this program knows version {known}. Install a newer one</source>
            <translation>sie hat Version {version}, und dieses Programm kennt Version {known}. Installiere ein neueres</translation>
        </message>
        <message>
            <location filename="../../store/conversations/conversation_file.py" />
            <source>there is no table "{table}"</source>
            <translation>es gibt keine Tabelle „{table}“</translation>
        </message>
        <message>
            <location filename="../../store/conversations/conversation_file.py" />
            <source>it was a private conversation, and of those nothing is kept</source>
            <translation>es war ein privates Gespräch, und von solchen wird nichts aufbewahrt</translation>
        </message>
        <message>
            <location filename="../../store/conversations/conversation_file.py" />
            <source>its settings do not fit: {reason}</source>
            <translation>seine Einstellungen passen nicht: {reason}</translation>
        </message>
        <message>
            <location filename="../../store/conversations/conversation_file.py" />
            <source>This conversation is here already, perhaps deleted or under another name</source>
            <translation>Dieses Gespräch ist schon hier, vielleicht gelöscht oder unter anderem Namen</translation>
        </message>
        <message>
            <location filename="../../store/conversations/conversation_file.py" />
            <source>{table} has {id} already, in another conversation</source>
            <translation>{table} hat {id} schon, in einem anderen Gespräch</translation>
        </message>
        <message>
            <location filename="../../store/conversations/conversation_file.py" />
            <source>The file cannot be imported: {reason}.</source>
            <translation>Die Datei kann nicht importiert werden: {reason}.</translation>
        </message>
        <message>
            <location filename="../../store/conversations/conversation_file.py" />
            <source>{reason}. Nothing was changed.</source>
            <translation>{reason}. Nichts wurde geändert.</translation>
        </message>
        <message>
            <location filename="../../store/conversations/recently_deleted.py" />
            <source>There is no such conversation on this computer.</source>
            <translation>Auf diesem Computer gibt es kein solches Gespräch.</translation>
        </message>
        <message>
            <location filename="../../store/conversations/recently_deleted.py" />
            <source>That conversation was permanently deleted.</source>
            <translation>Dieses Gespräch wurde endgültig gelöscht.</translation>
        </message>
        <message>
            <location filename="../../store/engine.py" />
            <source>sqlite-vec is not installed.</source>
            <translation>sqlite-vec ist nicht installiert.</translation>
        </message>
        <message>
            <location filename="../../store/files/database_file.py" />
            <source>Alicia is already using {path} (process {process}). Close that window or server first.</source>
            <translation>Alicia benutzt {path} schon (Prozess {process}). Schließe zuerst dieses Fenster oder diesen Server.</translation>
        </message>
        <message>
            <location filename="../../store/files/readonly_access.py" />
            <source>There is nothing yet: {path} does not exist or is empty.</source>
            <translation>Noch ist nichts da: {path} gibt es nicht, oder es ist leer.</translation>
        </message>
        <message>
            <location filename="../../store/files/readonly_access.py" />
            <source>{path} is from an older version. Start Alicia once; that brings it up to date.</source>
            <translation>{path} stammt von einer älteren Version. Starte Alicia einmal; das bringt es auf den neuen Stand.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../store/files/salvage.py" />
            <source>{count} conversations</source>
            <translation>
                <numerusform>{count} Gespräch</numerusform>
                <numerusform>{count} Gespräche</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../store/files/salvage.py" />
            <location filename="../../view/conversation_markdown.py" />
            <location filename="../../view/stanzas.py" />
            <location filename="../../view/status.py" />
            <source>{count} messages</source>
            <translation>
                <numerusform>{count} Nachricht</numerusform>
                <numerusform>{count} Nachrichten</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../store/files/salvage.py" />
            <location filename="../../ui/inspector/memory/memory_tab.py" />
            <location filename="../../ui/memories/list_page.py" />
            <location filename="../../view/text.py" />
            <source>{count} memories</source>
            <translation>
                <numerusform>{count} Erinnerung</numerusform>
                <numerusform>{count} Erinnerungen</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../store/files/salvage.py" />
            <source>an unknown number of conversations</source>
            <translation>unbekannt viele Gespräche</translation>
        </message>
        <message>
            <location filename="../../store/files/salvage.py" />
            <source>an unknown number of messages</source>
            <translation>unbekannt viele Nachrichten</translation>
        </message>
        <message>
            <location filename="../../store/files/salvage.py" />
            <source>an unknown number of memories</source>
            <translation>unbekannt viele Erinnerungen</translation>
        </message>
        <message>
            <location filename="../../store/files/salvage.py" />
            <source>Saved: {saved}.</source>
            <translation>Gerettet: {saved}.</translation>
        </message>
        <message>
            <location filename="../../store/files/salvage.py" />
            <source>Saved from the backup {backup}: {saved}.</source>
            <translation>Aus der Sicherung {backup} gerettet: {saved}.</translation>
        </message>
        <message>
            <location filename="../../store/files/salvage.py" />
            <source>Not readable any more: {lost}.</source>
            <translation>Nicht mehr lesbar: {lost}.</translation>
        </message>
        <message>
            <location filename="../../store/files/salvage.py" />
            <source>Every row was readable.</source>
            <translation>Jede Zeile war lesbar.</translation>
        </message>
        <message>
            <location filename="../../store/files/salvage.py" />
            <source>Damaged parts that were repaired: {mended}.</source>
            <translation>Reparierte beschädigte Teile: {mended}.</translation>
        </message>
        <message>
            <location filename="../../store/files/salvage.py" />
            <source>Damaged parts that could not be repaired: {doubtful}; what they held may be missing or wrong.</source>
            <translation>Beschädigte Teile, die nicht repariert werden konnten: {doubtful}; was sie enthielten, kann fehlen oder falsch sein.</translation>
        </message>
        <message>
            <location filename="../../store/files/salvage.py" />
            <source>The damaged file is kept as {file}.</source>
            <translation>Die beschädigte Datei ist als {file} aufbewahrt.</translation>
        </message>
        <message>
            <location filename="../../store/files/salvage.py" />
            <source>an unknown number of rows of {table}</source>
            <translation>unbekannt viele Zeilen von {table}</translation>
        </message>
        <message numerus="yes">
            <location filename="../../store/files/salvage.py" />
            <source>{count} rows of {table}</source>
            <translation>
                <numerusform>{count} Zeile von {table}</numerusform>
                <numerusform>{count} Zeilen von {table}</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../store/memories/memory_edits.py" />
            <source>The text of a memory must be text.</source>
            <translation>Der Text einer Erinnerung muss Text sein.</translation>
        </message>
        <message>
            <location filename="../../store/memories/memory_edits.py" />
            <source>A memory needs some text.</source>
            <translation>Eine Erinnerung braucht Text.</translation>
        </message>
        <message>
            <location filename="../../store/memories/memory_edits.py" />
            <source>A memory can hold {most} characters; this has {length}.</source>
            <translation>Eine Erinnerung fasst {most} Zeichen; diese hat {length}.</translation>
        </message>
        <message>
            <location filename="../../store/memories/memory_edits.py" />
            <source>`{field}` must be true or false.</source>
            <translation>`{field}` muss wahr oder falsch sein.</translation>
        </message>
        <message>
            <location filename="../../store/memories/memory_edits.py" />
            <source>`{field}` must be a text of at most {most} characters.</source>
            <translation>`{field}` muss ein Text von höchstens {most} Zeichen sein.</translation>
        </message>
        <message>
            <location filename="../../store/memories/memory_edits.py" />
            <source>Tags must be a list of at most {most}.</source>
            <translation>Stichwörter müssen eine Liste von höchstens {most} sein.</translation>
        </message>
        <message>
            <location filename="../../store/memories/memory_edits.py" />
            <source>Importance must be a number from 0 to 1.</source>
            <translation>Die Wichtigkeit muss eine Zahl von 0 bis 1 sein.</translation>
        </message>
        <message>
            <location filename="../../store/memories/memory_edits.py" />
            <source>A rating must be a whole number from 1 to 5.</source>
            <translation>Eine Bewertung muss eine ganze Zahl von 1 bis 5 sein.</translation>
        </message>
        <message>
            <location filename="../../store/memories/memory_edits.py" />
            <source>The kind of a memory must be one of {kinds}.</source>
            <translation>Die Art einer Erinnerung muss eine von {kinds} sein.</translation>
        </message>
        <message>
            <location filename="../../store/records.py" />
            <location filename="../../ui/main_window.py" />
            <location filename="../../ui/tray.py" />
            <source>New conversation</source>
            <translation>Neues Gespräch</translation>
        </message>
        <message>
            <location filename="../../store/records.py" />
            <source>The answer was cut off and did not go on.</source>
            <translation>Die Antwort brach ab und ging nicht weiter.</translation>
        </message>
        <message>
            <location filename="../../store/sqlite_errors.py" />
            <source>Another program is holding the database {path}. Close it, then try again.</source>
            <translation>Ein anderes Programm hält die Datenbank {path} fest. Schließe es, und versuche es noch einmal.</translation>
        </message>
        <message>
            <location filename="../../store/sqlite_errors.py" />
            <source>There is not enough memory left for the database {path}. Close other programs.</source>
            <translation>Für die Datenbank {path} ist nicht mehr genug Speicher da. Schließe andere Programme.</translation>
        </message>
        <message>
            <location filename="../../store/sqlite_errors.py" />
            <source>The database {path} cannot be written to. Allow writing to its folder, or choose another data folder.</source>
            <translation>In die Datenbank {path} kann nicht geschrieben werden. Erlaube das Schreiben in ihren Ordner, oder wähle einen anderen Datenordner.</translation>
        </message>
        <message>
            <location filename="../../store/sqlite_errors.py" />
            <source>The disk failed while the database {path} was used. Check the disk, then try again.</source>
            <translation>Der Datenträger versagte, während die Datenbank {path} benutzt wurde. Prüfe ihn, und versuche es noch einmal.</translation>
        </message>
        <message>
            <location filename="../../store/sqlite_errors.py" />
            <source>The database {path} is damaged. What can still be read of it is saved when Alicia is started again, or by `alicia-desktop doctor --salvage`.</source>
            <translation>Die Datenbank {path} ist beschädigt. Was davon noch zu lesen ist, wird beim nächsten Start von Alicia gerettet, oder mit `alicia-desktop doctor --salvage`.</translation>
        </message>
        <message>
            <location filename="../../store/sqlite_errors.py" />
            <source>The disk is full, so nothing more can be kept in {path}. Free some space, then try again.</source>
            <translation>Der Datenträger ist voll, deshalb kann in {path} nichts mehr aufbewahrt werden. Mache Platz, und versuche es noch einmal.</translation>
        </message>
        <message>
            <location filename="../../store/sqlite_errors.py" />
            <source>The database {path} cannot be opened or made. Allow writing to its folder, or choose another data folder.</source>
            <translation>Die Datenbank {path} kann nicht geöffnet oder angelegt werden. Erlaube das Schreiben in ihren Ordner, oder wähle einen anderen Datenordner.</translation>
        </message>
        <message>
            <location filename="../../store/sqlite_errors.py" />
            <source>What was kept last in {path} is gone, because its file {name}-wal was removed. What the server has of it is fetched again.</source>
            <translation>Was zuletzt in {path} aufbewahrt wurde, ist weg, weil die Datei {name}-wal entfernt wurde. Was der Server davon hat, wird wieder geholt.</translation>
        </message>
        <message>
            <location filename="../../store/sqlite_errors.py" />
            <source>although its log {log}-wal is not</source>
            <translation>obwohl ihr Logbuch {log}-wal es nicht ist</translation>
        </message>
        <message>
            <location filename="../../store/sqlite_errors.py" />
            <source>What the log holds can be saved</source>
            <translation>Was das Logbuch enthält, kann gerettet werden</translation>
        </message>
        <message>
            <location filename="../../store/sqlite_errors.py" />
            <source>although there are backups of it</source>
            <translation>obwohl es Sicherungen davon gibt</translation>
        </message>
        <message>
            <location filename="../../store/sqlite_errors.py" />
            <source>The newest backup can be restored</source>
            <translation>Die neueste Sicherung kann wiederhergestellt werden</translation>
        </message>
        <message>
            <location filename="../../store/sqlite_errors.py" />
            <source>although something was kept in it</source>
            <translation>obwohl etwas darin aufbewahrt war</translation>
        </message>
        <message>
            <location filename="../../store/sqlite_errors.py" />
            <source>A new one can be made</source>
            <translation>Eine neue kann angelegt werden</translation>
        </message>
        <message>
            <location filename="../../store/sqlite_errors.py" />
            <source>is empty, {why}: something has emptied or removed it</source>
            <translation>ist leer, {why}: Etwas hat sie geleert oder entfernt</translation>
        </message>
        <message>
            <location filename="../../store/sqlite_errors.py" />
            <source>was not closed, and its log {log}-wal, which holds what was kept last, is damaged</source>
            <translation>wurde nicht geschlossen, und ihr Logbuch {log}-wal mit dem zuletzt Aufbewahrten ist beschädigt</translation>
        </message>
        <message>
            <location filename="../../store/sqlite_errors.py" />
            <source>What can still be read can be saved</source>
            <translation>Was noch zu lesen ist, kann gerettet werden</translation>
        </message>
        <message>
            <location filename="../../store/sqlite_errors.py" />
            <source>and its log {log}-wal do not belong together: one was put in the place of another</source>
            <translation>und ihr Logbuch {log}-wal gehören nicht zusammen: Eines wurde an die Stelle eines anderen gesetzt</translation>
        </message>
        <message>
            <location filename="../../store/sqlite_errors.py" />
            <source>The log can be set aside and the database used without it</source>
            <translation>Das Logbuch kann beiseitegelegt und die Datenbank ohne es benutzt werden</translation>
        </message>
        <message>
            <location filename="../../store/sqlite_errors.py" />
            <source>The database {path} {reason}. Nothing was changed. Put the right file back from a copy, if you have one. {can_be_done} when Alicia is started again, or by `alicia-desktop doctor --salvage`.</source>
            <translation>Die Datenbank {path} {reason}. Nichts wurde geändert. Lege die richtige Datei aus einer Kopie zurück, wenn du eine hast. {can_be_done}, beim nächsten Start von Alicia oder mit `alicia-desktop doctor --salvage`.</translation>
        </message>
        <message>
            <location filename="../../store/sqlite_errors.py" />
            <source>What is left of {path} could not be saved, because nothing more can be written beside it. Make room for twice its size, or allow writing to its folder, then try again. Nothing was changed.</source>
            <translation>Was von {path} übrig ist, konnte nicht gerettet werden, weil daneben nichts mehr geschrieben werden kann. Mache Platz für das Doppelte seiner Größe, oder erlaube das Schreiben in seinen Ordner, und versuche es noch einmal. Nichts wurde geändert.</translation>
        </message>
        <message>
            <location filename="../../store/sqlite_errors.py" />
            <source>The database {path} was written by a newer version of Alicia Desktop (its version is {found}, this program knows {known}). Install the newer version, or choose another data folder.</source>
            <translation>Die Datenbank {path} wurde von einer neueren Version von Alicia Desktop geschrieben (sie hat Version {found}, dieses Programm kennt {known}). Installiere die neuere Version, oder wähle einen anderen Datenordner.</translation>
        </message>
        <message>
            <location filename="../../store/sqlite_errors.py" />
            <source>The file {path} is a database of another program. Choose another data folder.</source>
            <translation>Die Datei {path} ist eine Datenbank eines anderen Programms. Wähle einen anderen Datenordner.</translation>
        </message>
        <message>
            <location filename="../../store/sync/pending_changes.py" />
            <source>That message is no longer here.</source>
            <translation>Diese Nachricht ist nicht mehr hier.</translation>
        </message>
        <message>
            <location filename="../../store/sync/sync_conflicts.py" />
            <source>You kept yours.</source>
            <translation>Du hast deine behalten.</translation>
        </message>
        <message>
            <location filename="../../store/sync/sync_conflicts.py" />
            <source>You kept the server’s.</source>
            <translation>Du hast die des Servers behalten.</translation>
        </message>
        <message>
            <location filename="../../store/sync/sync_conflicts.py" />
            <source>You kept both.</source>
            <translation>Du hast beide behalten.</translation>
        </message>
        <message>
            <location filename="../../store/sync/sync_conflicts.py" />
            <source>You wrote what it is to be.</source>
            <translation>Du hast geschrieben, was gelten soll.</translation>
        </message>
        <message>
            <location filename="../../store/sync/sync_conflicts.py" />
            <source>Conflict about the message settled</source>
            <translation>Konflikt um die Nachricht gelöst</translation>
        </message>
        <message>
            <location filename="../../store/sync/sync_conflicts.py" />
            <source>Conflict about the title settled</source>
            <translation>Konflikt um den Titel gelöst</translation>
        </message>
        <message>
            <location filename="../../store/sync/sync_conflicts.py" />
            <source>Conflict about the status settled</source>
            <translation>Konflikt um den Status gelöst</translation>
        </message>
        <message>
            <location filename="../../store/sync/sync_conflicts.py" />
            <source>Conflict about the deletion settled</source>
            <translation>Konflikt um das Löschen gelöst</translation>
        </message>
        <message>
            <location filename="../../store/sync/sync_conflicts.py" />
            <source>That was settled already.</source>
            <translation>Das war schon gelöst.</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>Left to {user}</source>
            <translation>{user} überlassen</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>Something waits in it until they are signed in again.</source>
            <translation>Etwas darin wartet, bis die andere Anmeldung wieder gilt.</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>Found again</source>
            <translation>Wiedergefunden</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>It was begun here, and the server's answer was lost.</source>
            <translation>Es wurde hier begonnen, und die Antwort des Servers ging verloren.</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>Not believed: {count} conversations gone at once</source>
            <translation>Nicht geglaubt: {count} Gespräche auf einmal weg</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>They stay here.</source>
            <translation>Sie bleiben hier.</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>Came from the server</source>
            <translation>Kam vom Server</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>It was begun elsewhere.</source>
            <translation>Es wurde anderswo begonnen.</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>Kept on this computer</source>
            <translation>Auf diesem Computer behalten</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>This server cannot change it.</source>
            <translation>Dieser Server kann es nicht ändern.</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>Deleted on the server</source>
            <translation>Auf dem Server gelöscht</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>Changed on the server</source>
            <translation>Auf dem Server geändert</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>It was changed here.</source>
            <translation>Es wurde hier geändert.</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>The server does not have it any more.</source>
            <translation>Der Server hat es nicht mehr.</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>Deleted only here</source>
            <translation>Nur hier gelöscht</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>This server cannot delete.</source>
            <translation>Dieser Server kann nicht löschen.</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>Not changed on the server</source>
            <translation>Auf dem Server nicht geändert</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>Conflict about the message</source>
            <translation>Konflikt um die Nachricht</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>Conflict about the message ended</source>
            <translation>Konflikt um die Nachricht beendet</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>Conflict about the title</source>
            <translation>Konflikt um den Titel</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>Conflict about the title ended</source>
            <translation>Konflikt um den Titel beendet</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>Conflict about the status</source>
            <translation>Konflikt um den Status</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>Conflict about the status ended</source>
            <translation>Konflikt um den Status beendet</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>Conflict about the deletion</source>
            <translation>Konflikt um das Löschen</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>Conflict about the deletion ended</source>
            <translation>Konflikt um das Löschen beendet</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>Renamed here</source>
            <translation>Hier umbenannt</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>It was renamed on the server.</source>
            <translation>Es wurde auf dem Server umbenannt.</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>Deleted here</source>
            <translation>Hier gelöscht</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>Archived here</source>
            <translation>Hier archiviert</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>Taken back here</source>
            <translation>Hier zurückgenommen</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>That was done on the server.</source>
            <translation>Das geschah auf dem Server.</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>Pinned here</source>
            <translation>Hier angeheftet</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>No longer pinned here</source>
            <translation>Hier nicht mehr angeheftet</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>That was done elsewhere.</source>
            <translation>Das geschah anderswo.</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>Model, persona or temperature changed here</source>
            <translation>Modell, Persona oder Temperatur hier geändert</translation>
        </message>
        <message>
            <location filename="../../sync/engine.py" />
            <source>Both sides say the same.</source>
            <translation>Beide Seiten sagen dasselbe.</translation>
        </message>
        <message>
            <location filename="../../sync/memories.py" />
            <source>This server does not give out its memories: only those that its answers used are known here.</source>
            <translation>Dieser Server gibt seine Erinnerungen nicht heraus: Bekannt sind hier nur die, die seine Antworten verwendet haben.</translation>
        </message>
        <message>
            <location filename="../../sync/memories.py" />
            <source>The memories could not be copied; the log says why.</source>
            <translation>Die Erinnerungen konnten nicht kopiert werden; das Protokoll sagt, warum.</translation>
        </message>
        <message>
            <location filename="../../sync/messages.py" />
            <source>The server does not have this file.</source>
            <translation>Der Server hat diese Datei nicht.</translation>
        </message>
        <message>
            <location filename="../../sync/messages.py" />
            <source>What the server has is not the file that was announced.</source>
            <translation>Was der Server hat, ist nicht die angekündigte Datei.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../sync/messages.py" />
            <source>{count} messages fetched</source>
            <translation>
                <numerusform>{count} Nachricht geholt</numerusform>
                <numerusform>{count} Nachrichten geholt</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../sync/messages.py" />
            <source>Said elsewhere.</source>
            <translation>Anderswo gesagt.</translation>
        </message>
        <message>
            <location filename="../../sync/messages.py" />
            <source>1 message sent</source>
            <translation>1 Nachricht gesendet</translation>
        </message>
        <message>
            <location filename="../../sync/messages.py" />
            <source>It was written here.</source>
            <translation>Es wurde hier geschrieben.</translation>
        </message>
        <message>
            <location filename="../../sync/messages.py" />
            <source>Conflict about a message</source>
            <translation>Konflikt um eine Nachricht</translation>
        </message>
        <message>
            <location filename="../../sync/messages.py" />
            <source>The server has other words for it.</source>
            <translation>Der Server hat andere Wörter dafür.</translation>
        </message>
        <message>
            <location filename="../../sync/messages.py" />
            <source>Left to the room</source>
            <translation>Dem Raum überlassen</translation>
        </message>
        <message>
            <location filename="../../sync/messages.py" />
            <source>This server takes no messages by sync.</source>
            <translation>Dieser Server nimmt beim Abgleich keine Nachrichten an.</translation>
        </message>
        <message>
            <location filename="../../sync/plan.py" />
            <source>It was deleted here, and changed on the server.</source>
            <translation>Es wurde hier gelöscht und auf dem Server geändert.</translation>
        </message>
        <message>
            <location filename="../../sync/plan.py" />
            <source>It was deleted on the server, and changed here.</source>
            <translation>Es wurde auf dem Server gelöscht und hier geändert.</translation>
        </message>
        <message>
            <location filename="../../sync/plan.py" />
            <source>It was renamed here and on the server.</source>
            <translation>Es wurde hier und auf dem Server umbenannt.</translation>
        </message>
        <message>
            <location filename="../../sync/plan.py" />
            <source>It was archived or taken back here and on the server.</source>
            <translation>Es wurde hier und auf dem Server archiviert oder zurückgenommen.</translation>
        </message>
        <message>
            <location filename="../../sync/service.py" />
            <source>Sync ended by a fault of this program; the log says more. It begins again with the next change.</source>
            <translation>Der Abgleich endete durch einen Fehler dieses Programms; das Protokoll sagt mehr. Er beginnt mit der nächsten Änderung von neuem.</translation>
        </message>
        <message>
            <location filename="../../transport/endpoint.py" />
            <source>The connection to Alicia was lost.</source>
            <translation>Die Verbindung zu Alicia ging verloren.</translation>
        </message>
        <message>
            <location filename="../../transport/endpoint.py" />
            <source>This conversation is in use on another device. Close it there to go on here.</source>
            <translation>Dieses Gespräch ist auf einem anderen Gerät in Gebrauch. Schließe es dort, um hier weiterzumachen.</translation>
        </message>
        <message>
            <location filename="../../transport/endpoint.py" />
            <source>Alicia cannot be reached at {address}. Check the address and the network.</source>
            <translation>Alicia ist unter {address} nicht erreichbar. Prüfe die Adresse und das Netz.</translation>
        </message>
        <message>
            <location filename="../../transport/endpoint.py" />
            <source>The server refused the key to this conversation. Check the user and token in the settings.</source>
            <translation>Der Server hat den Schlüssel zu diesem Gespräch abgelehnt. Prüfe Benutzer und Token in den Einstellungen.</translation>
        </message>
        <message>
            <location filename="../../transport/endpoint.py" />
            <source>This message is too large to send: {size}, and this connection takes {most}.</source>
            <translation>Diese Nachricht ist zu groß zum Senden: {size}, und diese Verbindung nimmt {most}.</translation>
        </message>
        <message>
            <location filename="../../transport/endpoint.py" />
            <source>Not connected to Alicia at the moment.</source>
            <translation>Im Moment nicht mit Alicia verbunden.</translation>
        </message>
        <message>
            <location filename="../../ui/captures/save_dialog.py" />
            <source>A capture has what the inspector shows, and what was said in it. It opens without server or database.</source>
            <translation>Ein Mitschnitt hat, was der Inspektor zeigt, und was darin gesagt wurde. Er öffnet sich ohne Server und Datenbank.</translation>
        </message>
        <message>
            <location filename="../../ui/captures/save_dialog.py" />
            <source>Capture</source>
            <translation>Mitschnitt</translation>
        </message>
        <message>
            <location filename="../../ui/captures/save_dialog.py" />
            <source>JSON lines</source>
            <translation>JSON-Zeilen</translation>
        </message>
        <message>
            <location filename="../../ui/captures/save_dialog.py" />
            <source>Format</source>
            <translation>Format</translation>
        </message>
        <message>
            <location filename="../../ui/captures/save_dialog.py" />
            <source>With the kept sound ({size}), unless redacted</source>
            <translation>Mit dem aufbewahrten Ton ({size}), soweit nicht geschwärzt</translation>
        </message>
        <message>
            <location filename="../../ui/captures/save_dialog.py" />
            <source>Redact memories and their words</source>
            <translation>Erinnerungen und ihre Wörter schwärzen</translation>
        </message>
        <message>
            <location filename="../../ui/captures/save_dialog.py" />
            <source>Redact sound and what was heard</source>
            <translation>Ton und Gehörtes schwärzen</translation>
        </message>
        <message>
            <location filename="../../ui/captures/save_dialog.py" />
            <source>Redact these</source>
            <translation>Dies schwärzen</translation>
        </message>
        <message>
            <location filename="../../ui/captures/save_dialog.py" />
            <source>One a line: words, /pattern/ or field:body.content</source>
            <translation>Eines je Zeile: Wörter, /Muster/ oder field:body.content</translation>
        </message>
        <message>
            <location filename="../../ui/captures/save_dialog.py" />
            <location filename="../../ui/captures/windows.py" />
            <location filename="../../ui/conversation/composer.py" />
            <location filename="../../ui/conversation/first_run.py" />
            <location filename="../../ui/inspector/filters/filter_status.py" />
            <source>Stop</source>
            <translation>Anhalten</translation>
        </message>
        <message>
            <location filename="../../ui/captures/save_dialog.py" />
            <location filename="../../ui/memories/context_page.py" />
            <location filename="../../ui/settings/general_page.py" />
            <location filename="../../ui/settings/voice_page.py" />
            <source>Preview</source>
            <translation>Vorschau</translation>
        </message>
        <message>
            <location filename="../../ui/captures/save_dialog.py" />
            <location filename="../../ui/captures/windows.py" />
            <source>{done} of {total} stanzas</source>
            <translation>{done} von {total} Stanzas</translation>
        </message>
        <message>
            <location filename="../../ui/captures/save_dialog.py" />
            <source>All stanzas</source>
            <translation>Alle Stanzas</translation>
        </message>
        <message>
            <location filename="../../ui/captures/save_dialog.py" />
            <source>Filtered</source>
            <translation>Gefiltert</translation>
        </message>
        <message>
            <location filename="../../ui/captures/save_dialog.py" />
            <location filename="../../ui/inspector/stanzas/stanza_foot.py" />
            <source>{count} marked</source>
            <translation>{count} markiert</translation>
        </message>
        <message>
            <location filename="../../ui/captures/save_dialog.py" />
            <location filename="../../ui/inspector/panel.py" />
            <location filename="../../ui/inspector/stanzas/stanza_dialogs.py" />
            <location filename="../../ui/inspector/stanzas/stanza_table.py" />
            <source>Stanzas</source>
            <translation>Stanzas</translation>
        </message>
        <message>
            <location filename="../../ui/captures/save_dialog.py" />
            <source>What is replaced</source>
            <translation>Was ersetzt wird</translation>
        </message>
        <message>
            <location filename="../../ui/captures/save_dialog.py" />
            <source>Save…</source>
            <translation>Speichern…</translation>
        </message>
        <message>
            <location filename="../../ui/captures/save_dialog.py" />
            <location filename="../../ui/conversation/own_settings_dialog.py" />
            <location filename="../../ui/conversation/panel.py" />
            <location filename="../../ui/dialogs.py" />
            <location filename="../../ui/inspector/filters/filter_status.py" />
            <location filename="../../ui/inspector/memory/memory_form.py" />
            <location filename="../../ui/inspector/stanzas/compose_dialog.py" />
            <location filename="../../ui/memories/dialogs.py" />
            <location filename="../../ui/memories/transfer_bar.py" />
            <location filename="../../ui/settings/dialog.py" />
            <location filename="../../ui/settings/download_panel.py" />
            <source>Cancel</source>
            <translation>Abbrechen</translation>
        </message>
        <message>
            <location filename="../../ui/captures/windows.py" />
            <source>Capture: {name}</source>
            <translation>Mitschnitt: {name}</translation>
        </message>
        <message>
            <location filename="../../ui/captures/windows.py" />
            <source>{before} and {after}</source>
            <translation>{before} und {after}</translation>
        </message>
        <message>
            <location filename="../../ui/captures/windows.py" />
            <source>Times, and turns without a difference</source>
            <translation>Zeiten und Runden ohne Unterschied</translation>
        </message>
        <message>
            <location filename="../../ui/captures/windows.py" />
            <source>Differences</source>
            <translation>Unterschiede</translation>
        </message>
        <message numerus="yes">
            <location filename="../../ui/captures/windows.py" />
            <source>{count} differences</source>
            <translation>
                <numerusform>{count} Unterschied</numerusform>
                <numerusform>{count} Unterschiede</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../ui/captures/windows.py" />
            <source>Both say the same</source>
            <translation>Beide sagen dasselbe</translation>
        </message>
        <message numerus="yes">
            <location filename="../../ui/conversation/annotations.py" />
            <source>Show {count} more notes</source>
            <translation>
                <numerusform>{count} weitere Notiz zeigen</numerusform>
                <numerusform>{count} weitere Notizen zeigen</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../ui/conversation/annotations.py" />
            <location filename="../../ui/dialogs.py" />
            <location filename="../../ui/window_actions.py" />
            <location filename="../../view/retrievals.py" />
            <source>Note</source>
            <translation>Notiz</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/annotations.py" />
            <location filename="../../ui/conversation/user_message.py" />
            <location filename="../../ui/inspector/memory/memory_page.py" />
            <source>Edit</source>
            <translation>Bearbeiten</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/annotations.py" />
            <source>Edit note</source>
            <translation>Notiz bearbeiten</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/annotations.py" />
            <source>Delete note</source>
            <translation>Notiz löschen</translation>
        </message>
        <message numerus="yes">
            <location filename="../../ui/conversation/annotations.py" />
            <source>Show {count} more steps</source>
            <translation>
                <numerusform>{count} weiteren Schritt zeigen</numerusform>
                <numerusform>{count} weitere Schritte zeigen</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../ui/conversation/annotations.py" />
            <source>Reasoning step</source>
            <translation>Denkschritt</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/annotations.py" />
            <source>step {number}</source>
            <translation>Schritt {number}</translation>
        </message>
        <message numerus="yes">
            <location filename="../../ui/conversation/answer.py" />
            <source>Show {count} more tool uses</source>
            <translation>
                <numerusform>{count} weiteren Werkzeugaufruf zeigen</numerusform>
                <numerusform>{count} weitere Werkzeugaufrufe zeigen</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../ui/conversation/answer.py" />
            <source>Interrupted</source>
            <translation>Unterbrochen</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/answer.py" />
            <source>Answer incomplete</source>
            <translation>Antwort unvollständig</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/answer.py" />
            <source>Waiting for another answer</source>
            <translation>Wartet auf eine andere Antwort</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/answer.py" />
            <source>Replaced by a newer answer</source>
            <translation>Durch eine neuere Antwort ersetzt</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/answer.py" />
            <source>Part of an earlier version</source>
            <translation>Teil einer früheren Version</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/answer.py" />
            <source>Cut off at the length limit</source>
            <translation>An der Längengrenze abgeschnitten</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/answer.py" />
            <source>Export answer…</source>
            <translation>Antwort exportieren…</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/answer.py" />
            <source>Export sound…</source>
            <translation>Ton exportieren…</translation>
        </message>
        <message numerus="yes">
            <location filename="../../ui/conversation/answer_footer.py" />
            <source>Show {count} more memories</source>
            <translation>
                <numerusform>{count} weitere Erinnerung zeigen</numerusform>
                <numerusform>{count} weitere Erinnerungen zeigen</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../ui/conversation/answer_footer.py" />
            <source>What went wrong</source>
            <translation>Was schiefging</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/answer_footer.py" />
            <location filename="../../ui/conversation/user_message.py" />
            <source>Retry</source>
            <translation>Erneut versuchen</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/answer_footer.py" />
            <source>Later messages are in version {number}</source>
            <translation>Spätere Nachrichten stehen in Version {number}</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/answer_footer.py" />
            <source>Stop (Esc)</source>
            <translation>Anhalten (Esc)</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/answer_footer.py" />
            <source>Copy answer</source>
            <translation>Antwort kopieren</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/answer_footer.py" />
            <source>Add note to answer</source>
            <translation>Notiz zur Antwort</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/answer_footer.py" />
            <location filename="../../ui/main_window.py" />
            <source>Regenerate</source>
            <translation>Neu erzeugen</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/answer_footer.py" />
            <source>Replay answer</source>
            <translation>Antwort noch einmal abspielen</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/answer_footer.py" />
            <source>Read aloud</source>
            <translation>Vorlesen</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/answer_footer.py" />
            <location filename="../../ui/conversation/user_message.py" />
            <source>Show turn in inspector</source>
            <translation>Runde im Inspektor zeigen</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/answer_footer.py" />
            <location filename="../../ui/inspector/turn/prompt_page.py" />
            <location filename="../../ui/inspector/turn/turn_tab.py" />
            <source>What the model read</source>
            <translation>Was das Modell gelesen hat</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/answer_footer.py" />
            <location filename="../../ui/inspector/memory/memory_page.py" />
            <location filename="../../ui/window_actions.py" />
            <source>Reason</source>
            <translation>Grund</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/answer_footer.py" />
            <source>No recording from the last seven days: read aloud</source>
            <translation>Keine Aufnahme aus den letzten sieben Tagen: vorlesen</translation>
        </message>
        <message numerus="yes">
            <location filename="../../ui/conversation/answer_footer.py" />
            <source>Reasoning, {count} steps</source>
            <translation>
                <numerusform>Überlegung, {count} Schritt</numerusform>
                <numerusform>Überlegung, {count} Schritte</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../ui/conversation/answer_footer.py" />
            <location filename="../../view/turns.py" />
            <source>Reasoning</source>
            <translation>Überlegung</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/attachments.py" />
            <source>Save as a file</source>
            <translation>Als Datei speichern</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/composer.py" />
            <source>Attach files (Ctrl+O)</source>
            <translation>Dateien anhängen (Strg+O)</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/composer.py" />
            <source>Stops the answer; so does Escape</source>
            <translation>Hält die Antwort an, wie auch Esc</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/composer.py" />
            <source>Takes the message back that waits to be sent; so does Escape</source>
            <translation>Nimmt die wartende Nachricht zurück, wie auch Esc</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/composer.py" />
            <source>Queue</source>
            <translation>Einreihen</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/composer.py" />
            <source>Esc</source>
            <translation>Esc</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/composer.py" />
            <source>Message Alicia</source>
            <translation>Nachricht an Alicia</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/contents.py" />
            <source>Copy</source>
            <translation>Kopieren</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/contents.py" />
            <source>Copy code</source>
            <translation>Code kopieren</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/contents.py" />
            <source>Code</source>
            <translation>Code</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/contents.py" />
            <source>Code, {language}</source>
            <translation>Code, {language}</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/contents.py" />
            <source>plain</source>
            <translation>einfach</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/contents.py" />
            <source>{name}, {time}</source>
            <translation>{name}, {time}</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/contents.py" />
            <source>Show less</source>
            <translation>Weniger zeigen</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/contents.py" />
            <location filename="../../ui/folded_text.py" />
            <source>Show all · {size}</source>
            <translation>Alles zeigen · {size}</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/contents.py" />
            <source>Show less of the message</source>
            <translation>Weniger von der Nachricht zeigen</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/contents.py" />
            <source>Show the whole message, {size}</source>
            <translation>Die ganze Nachricht zeigen, {size}</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/find_bar.py" />
            <location filename="../../ui/main_window.py" />
            <source>Find in this conversation</source>
            <translation>In diesem Gespräch suchen</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/find_bar.py" />
            <location filename="../../ui/folded_text.py" />
            <source>Previous match (Shift+F3)</source>
            <translation>Vorheriger Treffer (Umschalt+F3)</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/find_bar.py" />
            <location filename="../../ui/folded_text.py" />
            <source>Next match (F3)</source>
            <translation>Nächster Treffer (F3)</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/find_bar.py" />
            <location filename="../../ui/image_viewer.py" />
            <source>Close (Esc)</source>
            <translation>Schließen (Esc)</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/find_bar.py" />
            <location filename="../../ui/shortcuts_dialog.py" />
            <location filename="../../ui/switcher.py" />
            <source>No matches</source>
            <translation>Keine Treffer</translation>
        </message>
        <message numerus="yes">
            <location filename="../../ui/conversation/find_bar.py" />
            <source>{count} matches</source>
            <translation>
                <numerusform>{count} Treffer</numerusform>
                <numerusform>{count} Treffer</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../ui/conversation/find_bar.py" />
            <source>{n} of {all}</source>
            <translation>{n} von {all}</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/first_run.py" />
            <location filename="../../ui/conversation/voice_bar.py" />
            <location filename="../../ui/settings/pages.py" />
            <source>Microphone</source>
            <translation>Mikrofon</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/first_run.py" />
            <location filename="../../ui/conversation/voice_bar.py" />
            <location filename="../../ui/settings/pages.py" />
            <source>Speaker</source>
            <translation>Lautsprecher</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/first_run.py" />
            <location filename="../../ui/conversation/voice_bar.py" />
            <location filename="../../ui/settings/pages.py" />
            <source>Microphone level</source>
            <translation>Mikrofonpegel</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/first_run.py" />
            <location filename="../../ui/settings/mcp_page.py" />
            <location filename="../../ui/settings/model_page.py" />
            <source>Test</source>
            <translation>Prüfen</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/first_run.py" />
            <location filename="../../ui/settings/sound_test.py" />
            <source>Test the microphone</source>
            <translation>Mikrofon prüfen</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/first_run.py" />
            <location filename="../../ui/settings/sound_test.py" />
            <source>Play a sound</source>
            <translation>Ton abspielen</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/first_run.py" />
            <source>Sound above the marker counts as speech</source>
            <translation>Was lauter ist als die Marke, gilt als Sprache</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/first_run.py" />
            <source>You can change all of this later in Settings (Ctrl+,).</source>
            <translation>All das kannst du später in den Einstellungen (Strg+,) ändern.</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/first_run.py" />
            <source>Couldn’t be opened</source>
            <translation>Ließ sich nicht öffnen</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/first_run.py" />
            <source>Played</source>
            <translation>Abgespielt</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/first_run.py" />
            <source>Not tested yet</source>
            <translation>Noch nicht geprüft</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/first_run.py" />
            <source>We can hear you</source>
            <translation>Wir können dich hören</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/first_run.py" />
            <location filename="../../ui/conversation/place_choice.py" />
            <source>Where should Alicia run?</source>
            <translation>Wo soll Alicia laufen?</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/first_run.py" />
            <source>Hello, I’m Alicia</source>
            <translation>Hallo, ich bin Alicia</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/first_run.py" />
            <source>Talk to me or type. I remember what matters to you, and you can see what I remember.</source>
            <translation>Sprich mit mir oder schreib. Ich merke mir, was dir wichtig ist, und du kannst sehen, was ich mir merke.</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/first_run.py" />
            <source>Close: I’ll type</source>
            <translation>Schließen: Ich schreibe</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/first_run.py" />
            <source>Test your microphone and speaker</source>
            <translation>Mikrofon und Lautsprecher prüfen</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/first_run.py" />
            <source>Nothing is recorded or sent during this test</source>
            <translation>Dabei wird nichts aufgenommen oder gesendet</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/first_run.py" />
            <source>Skip test</source>
            <translation>Prüfung überspringen</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/first_run.py" />
            <location filename="../../view/status.py" />
            <source>Start talking</source>
            <translation>Gespräch beginnen</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/first_run.py" />
            <location filename="../../ui/settings/sound_test.py" />
            <source>Stop the test</source>
            <translation>Prüfung beenden</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/first_run.py" />
            <source>Say something</source>
            <translation>Sag etwas</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/first_run.py" />
            <source>Use it</source>
            <translation>Verwenden</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/first_run.py" />
            <source>{server} runs here with {model}. Use it?</source>
            <translation>{server} läuft hier mit {model}. Verwenden?</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/first_run.py" />
            <source>Alicia answers with {model} ({server})</source>
            <translation>Alicia antwortet mit {model} ({server})</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/header.py" />
            <location filename="../../ui/inspector/memory/memory_page.py" />
            <location filename="../../ui/memories/list_page.py" />
            <source>Unpin</source>
            <translation>Lösen</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/header.py" />
            <location filename="../../ui/inspector/memory/memory_page.py" />
            <location filename="../../ui/memories/context_page.py" />
            <location filename="../../ui/memories/list_page.py" />
            <source>Pin</source>
            <translation>Anheften</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/header.py" />
            <location filename="../../ui/inspector/memory/memory_page.py" />
            <location filename="../../ui/memories/list_page.py" />
            <source>Unarchive</source>
            <translation>Aus dem Archiv holen</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/header.py" />
            <location filename="../../ui/inspector/memory/memory_page.py" />
            <location filename="../../ui/memories/list_page.py" />
            <source>Archive</source>
            <translation>Archivieren</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/header.py" />
            <source>Sidebar (Ctrl+B)</source>
            <translation>Seitenleiste (Strg+B)</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/header.py" />
            <source>Find in this conversation (Ctrl+F)</source>
            <translation>In diesem Gespräch suchen (Strg+F)</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/header.py" />
            <source>More actions</source>
            <translation>Weitere Aktionen</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/header.py" />
            <source>Inspector (F12)</source>
            <translation>Inspektor (F12)</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/header.py" />
            <location filename="../../ui/inspector/memory/memory_page.py" />
            <location filename="../../ui/memories/memory_table.py" />
            <location filename="../../ui/sidebar/conversation_delegate.py" />
            <location filename="../../view/memory_page.py" />
            <location filename="../../view/memory_timeline.py" />
            <location filename="../../view/sync.py" />
            <source>Archived</source>
            <translation>Archiviert</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/header.py" />
            <source>Model and persona (Ctrl+Shift+O)</source>
            <translation>Modell und Persona (Strg+Umschalt+O)</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/header.py" />
            <location filename="../../ui/sidebar/panel.py" />
            <source>Rename…</source>
            <translation>Umbenennen…</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/header.py" />
            <location filename="../../ui/main_window.py" />
            <source>New private conversation</source>
            <translation>Neues privates Gespräch</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/header.py" />
            <source>About the server…</source>
            <translation>Über den Server…</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/header.py" />
            <location filename="../../ui/main_window.py" />
            <source>Model and persona</source>
            <translation>Modell und Persona</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/header.py" />
            <source>Model and persona…</source>
            <translation>Modell und Persona…</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/header.py" />
            <source>Export as Markdown…</source>
            <translation>Als Markdown exportieren…</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/header.py" />
            <source>Export as JSON…</source>
            <translation>Als JSON exportieren…</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/header.py" />
            <source>Import conversation…</source>
            <translation>Gespräch importieren…</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/message_controls.py" />
            <source>Previous version</source>
            <translation>Vorherige Version</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/message_controls.py" />
            <source>Next version</source>
            <translation>Nächste Version</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/message_controls.py" />
            <source>Version {number} of {count}</source>
            <translation>Version {number} von {count}</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/message_list.py" />
            <source>Newest</source>
            <translation>Neueste</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/message_list.py" />
            <location filename="../../ui/sidebar/conversation_delegate.py" />
            <source>Messages</source>
            <translation>Nachrichten</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/message_viewport.py" />
            <source>Shown in the inspector</source>
            <translation>Im Inspektor gezeigt</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/own_settings_dialog.py" />
            <source>Model and persona of this conversation</source>
            <translation>Modell und Persona dieses Gesprächs</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/own_settings_dialog.py" />
            <location filename="../../ui/settings/model_page.py" />
            <location filename="../../ui/settings/model_parts.py" />
            <location filename="../../view/answer_prompt.py" />
            <location filename="../../view/status.py" />
            <source>Model</source>
            <translation>Modell</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/own_settings_dialog.py" />
            <source>Who Alicia is here, such as: You are a patient teacher of Italian.</source>
            <translation>Wer Alicia hier ist, zum Beispiel: Du lehrst geduldig Italienisch.</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/own_settings_dialog.py" />
            <source>Own temperature</source>
            <translation>Eigene Temperatur</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/own_settings_dialog.py" />
            <location filename="../../view/answer_prompt.py" />
            <source>Persona</source>
            <translation>Persona</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/own_settings_dialog.py" />
            <source>Temperature, in tenths</source>
            <translation>Temperatur, in Zehnteln</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/own_settings_dialog.py" />
            <location filename="../../ui/dialogs.py" />
            <location filename="../../ui/inspector/filters/filter_status.py" />
            <location filename="../../ui/inspector/memory/memory_form.py" />
            <location filename="../../ui/settings/dialog.py" />
            <source>Save</source>
            <translation>Speichern</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/own_settings_dialog.py" />
            <source>default</source>
            <translation>Vorgabe</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/own_settings_dialog.py" />
            <source>The built-in model answers mostly from your memories and fixed sentences. It follows a persona only a little, and none of more than {count} characters.</source>
            <translation>Das eingebaute Modell antwortet meist aus deinen Erinnerungen und mit festen Sätzen. Einer Persona folgt es nur wenig, und keiner von mehr als {count} Zeichen.</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/own_settings_dialog.py" />
            <source>If this model is not there, you are told. No other one is asked instead.</source>
            <translation>Wenn es dieses Modell nicht gibt, erfährst du es. Stattdessen wird kein anderes gefragt.</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/panel.py" />
            <source>Or press Escape</source>
            <translation>Oder Esc drücken</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/panel.py" />
            <source>Editing creates a new version</source>
            <translation>Bearbeiten erzeugt eine neue Version</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/panel.py" />
            <source>Say hello</source>
            <translation>Sag hallo</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/panel.py" />
            <source>Talk, or write below. Hold F8 to talk.</source>
            <translation>Sprich, oder schreib unten. Zum Sprechen F8 halten.</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/panel.py" />
            <source>Conversation header</source>
            <translation>Kopfzeile des Gesprächs</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/place_choice.py" />
            <location filename="../../ui/settings/server_page.py" />
            <location filename="../../view/status.py" />
            <source>On this computer</source>
            <translation>Auf diesem Computer</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/place_choice.py" />
            <source>Works without network or account</source>
            <translation>Geht ohne Netz und ohne Konto</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/place_choice.py" />
            <source>Voice, answers and memory stay here</source>
            <translation>Alles bleibt auf diesem Computer</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/place_choice.py" />
            <source>Small model: short, simple answers</source>
            <translation>Kleines Modell: kurze, einfache Antworten</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/place_choice.py" />
            <location filename="../../ui/settings/server_page.py" />
            <source>An Alicia server</source>
            <translation>Ein Alicia-Server</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/place_choice.py" />
            <source>One memory for all your devices</source>
            <translation>Ein Gedächtnis für alle deine Geräte</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/place_choice.py" />
            <source>Still readable when you are offline</source>
            <translation>Auch ohne Verbindung lesbar</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/place_choice.py" />
            <source>Needs its address and perhaps a token</source>
            <translation>Braucht Adresse, vielleicht ein Token</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/unsent_draft.py" />
            <source>Long text</source>
            <translation>Langer Text</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/unsent_draft.py" />
            <source>Remove long text</source>
            <translation>Langen Text entfernen</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/unsent_draft.py" />
            <source>Long text · {size}</source>
            <translation>Langer Text · {size}</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/unsent_draft.py" />
            <source>Remove {name}</source>
            <translation>{name} entfernen</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/user_message.py" />
            <source>Discard</source>
            <translation>Verwerfen</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/user_message.py" />
            <location filename="../../ui/inspector/memory/memory_tab.py" />
            <location filename="../../view/status.py" />
            <source>Compare</source>
            <translation>Vergleichen</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/user_message.py" />
            <source>Edit question</source>
            <translation>Frage bearbeiten</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/user_message.py" />
            <source>Copy message</source>
            <translation>Nachricht kopieren</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/user_message.py" />
            <source>Add note to message</source>
            <translation>Notiz zur Nachricht</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/user_message.py" />
            <source>Replay recording</source>
            <translation>Aufnahme abspielen</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/user_message.py" />
            <source>Spoken · {time}</source>
            <translation>Gesprochen · {time}</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/voice_bar.py" />
            <source>Speaker level</source>
            <translation>Lautsprecherpegel</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/voice_bar.py" />
            <source>Sound system plug-ins</source>
            <translation>Module des Tonsystems</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/voice_bar.py" />
            <location filename="../../ui/widgets/fields.py" />
            <source>No device found</source>
            <translation>Kein Gerät gefunden</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/voice_bar.py" />
            <source>Hands-free</source>
            <translation>Freisprechen</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/voice_bar.py" />
            <location filename="../../ui/main_window.py" />
            <location filename="../../view/status.py" />
            <source>Hold to talk</source>
            <translation>Zum Sprechen halten</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/voice_bar.py" />
            <location filename="../../view/status.py" />
            <source>Muted</source>
            <translation>Stumm</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/voice_bar.py" />
            <source>Voice mode</source>
            <translation>Sprachmodus</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/voice_bar.py" />
            <source>Talk</source>
            <translation>Sprechen</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/voice_bar.py" />
            <source>Turns the microphone on</source>
            <translation>Schaltet das Mikrofon ein</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/voice_bar.py" />
            <source>Turn the microphone on (Ctrl+Shift+V)</source>
            <translation>Mikrofon einschalten (Strg+Umschalt+V)</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/voice_bar.py" />
            <source>Turn the microphone off</source>
            <translation>Mikrofon ausschalten</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/voice_bar.py" />
            <source>Turn the microphone on</source>
            <translation>Mikrofon einschalten</translation>
        </message>
        <message>
            <location filename="../../ui/conversation/voice_bar.py" />
            <source>{name} (Ctrl+Shift+V)</source>
            <translation>{name} (Strg+Umschalt+V)</translation>
        </message>
        <message>
            <location filename="../../ui/dialogs.py" />
            <source>Backup (*.zip)</source>
            <translation>Sicherung (*.zip)</translation>
        </message>
        <message>
            <location filename="../../ui/dialogs.py" />
            <source>Capture (*.alicia-capture)</source>
            <translation>Mitschnitt (*.alicia-capture)</translation>
        </message>
        <message>
            <location filename="../../ui/dialogs.py" />
            <location filename="../../ui/memories/window.py" />
            <source>JSON Lines (*.jsonl)</source>
            <translation>JSON Lines (*.jsonl)</translation>
        </message>
        <message>
            <location filename="../../ui/dialogs.py" />
            <source>Sound (*.wav)</source>
            <translation>Ton (*.wav)</translation>
        </message>
        <message>
            <location filename="../../ui/dialogs.py" />
            <source>Contents</source>
            <translation>Inhalt</translation>
        </message>
        <message>
            <location filename="../../ui/dialogs.py" />
            <source>Rename conversation</source>
            <translation>Gespräch umbenennen</translation>
        </message>
        <message>
            <location filename="../../ui/dialogs.py" />
            <source>Title</source>
            <translation>Titel</translation>
        </message>
        <message>
            <location filename="../../ui/dialogs.py" />
            <source>Rename</source>
            <translation>Umbenennen</translation>
        </message>
        <message>
            <location filename="../../ui/dialogs.py" />
            <source>No server information yet</source>
            <translation>Noch nichts über den Server bekannt</translation>
        </message>
        <message>
            <location filename="../../ui/dialogs.py" />
            <source>Export conversation</source>
            <translation>Gespräch exportieren</translation>
        </message>
        <message>
            <location filename="../../ui/dialogs.py" />
            <source>Import conversation</source>
            <translation>Gespräch importieren</translation>
        </message>
        <message>
            <location filename="../../ui/dialogs.py" />
            <source>Delete all data on this computer?</source>
            <translation>Alle Daten auf diesem Computer löschen?</translation>
        </message>
        <message>
            <location filename="../../ui/dialogs.py" />
            <source>Nothing is waiting to be sent.</source>
            <translation>Nichts wartet darauf, gesendet zu werden.</translation>
        </message>
        <message>
            <location filename="../../ui/dialogs.py" />
            <source>Unsent items that will be lost: {count}</source>
            <translation>Nicht Gesendetes, das verloren geht: {count}</translation>
        </message>
        <message>
            <location filename="../../ui/dialogs.py" />
            <source>This permanently deletes all conversations, copies of memories, recordings, the stanza log, unsent messages, backups, saved copies of damaged databases, logs, settings, and the tokens in the system keyring.</source>
            <translation>Damit werden alle Gespräche, Kopien von Erinnerungen, Aufnahmen, das Stanza-Protokoll, nicht gesendete Nachrichten, Sicherungen, gerettete Kopien beschädigter Datenbanken, Protokolle, Einstellungen und die Token im Schlüsselbund des Systems endgültig gelöscht.</translation>
        </message>
        <message>
            <location filename="../../ui/dialogs.py" />
            <source>The local Alicia server’s database is deleted too, with its conversations and memories.</source>
            <translation>Auch die Datenbank des lokalen Alicia-Servers wird gelöscht, mit ihren Gesprächen und Erinnerungen.</translation>
        </message>
        <message>
            <location filename="../../ui/dialogs.py" />
            <source>Data on other servers, other profiles, and files that you exported are not deleted. Alicia then closes, and will start as if new.</source>
            <translation>Daten auf anderen Servern, andere Profile und exportierte Dateien werden nicht gelöscht. Danach schließt sich Alicia und beginnt beim nächsten Start wie neu.</translation>
        </message>
        <message>
            <location filename="../../ui/dialogs.py" />
            <source>delete</source>
            <translation>löschen</translation>
        </message>
        <message>
            <location filename="../../ui/dialogs.py" />
            <source>Type “{word}” to confirm</source>
            <translation>Zum Bestätigen „{word}“ eingeben</translation>
        </message>
        <message>
            <location filename="../../ui/dialogs.py" />
            <source>Delete all data</source>
            <translation>Alle Daten löschen</translation>
        </message>
        <message>
            <location filename="../../ui/folded_text.py" />
            <location filename="../../ui/inspector/stanzas/stanza_filter.py" />
            <location filename="../../ui/memories/list_page.py" />
            <source>Show all</source>
            <translation>Alles zeigen</translation>
        </message>
        <message>
            <location filename="../../ui/folded_text.py" />
            <source>Show all of “{title}”, {size}</source>
            <translation>„{title}“ ganz zeigen, {size}</translation>
        </message>
        <message>
            <location filename="../../ui/folded_text.py" />
            <source>Copy all</source>
            <translation>Alles kopieren</translation>
        </message>
        <message>
            <location filename="../../ui/folded_text.py" />
            <location filename="../../ui/image_viewer.py" />
            <source>Save as…</source>
            <translation>Speichern unter…</translation>
        </message>
        <message>
            <location filename="../../ui/folded_text.py" />
            <source>Save as… (Ctrl+S)</source>
            <translation>Speichern unter… (Strg+S)</translation>
        </message>
        <message>
            <location filename="../../ui/folded_text.py" />
            <source>Find in this text</source>
            <translation>In diesem Text suchen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/filters/filter_completer.py" />
            <source>Filter, such as {example}</source>
            <translation>Filter, z. B. {example}</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/filters/filter_completer.py" />
            <source>Filter (/)</source>
            <translation>Filter (/)</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/filters/filter_completer.py" />
            <source>A filter</source>
            <translation>Ein Filter</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/filters/filter_completer.py" />
            <source>Not a filter</source>
            <translation>Kein Filter</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/filters/filter_completer.py" />
            <source>What can be written here</source>
            <translation>Was hier stehen kann</translation>
        </message>
        <message numerus="yes">
            <location filename="../../ui/inspector/filters/filter_completer.py" />
            <source>{count} suggestions</source>
            <translation>
                <numerusform>{count} Vorschlag</numerusform>
                <numerusform>{count} Vorschläge</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../ui/inspector/filters/filter_line.py" />
            <source>Clear</source>
            <translation>Leeren</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/filters/filter_line.py" />
            <source>Saved and recent filters</source>
            <translation>Gespeicherte und letzte Filter</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/filters/filter_line.py" />
            <location filename="../../ui/inspector/stanzas/stanza_foot.py" />
            <source>{shown} of {total} shown</source>
            <translation>{shown} von {total} gezeigt</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/filters/filter_line.py" />
            <source>Save filter…</source>
            <translation>Filter speichern…</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/filters/filter_line.py" />
            <source>Clear recent filters</source>
            <translation>Letzte Filter leeren</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/filters/filter_line.py" />
            <source>Remove saved filter</source>
            <translation>Gespeicherten Filter entfernen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/filters/filter_line.py" />
            <source>Apply as filter</source>
            <translation>Als Filter anwenden</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/filters/filter_line.py" />
            <source>Apply as filter: {filter}</source>
            <translation>Als Filter anwenden: {filter}</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/filters/filter_line.py" />
            <source>And</source>
            <translation>Und</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/filters/filter_line.py" />
            <source>Exclude</source>
            <translation>Ausschließen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/filters/filter_status.py" />
            <source>Name of this filter</source>
            <translation>Name dieses Filters</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/filters/filter_status.py" />
            <source>Write {suggestion}</source>
            <translation>{suggestion} schreiben</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/comparison.py" />
            <location filename="../../ui/inspector/memory/details_area.py" />
            <source>Compare answers</source>
            <translation>Antworten vergleichen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/comparison.py" />
            <source>Earlier comparison</source>
            <translation>Früherer Vergleich</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/comparison.py" />
            <source>{place} of {count}</source>
            <translation>{place} von {count}</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/comparison.py" />
            <source>Later comparison</source>
            <translation>Späterer Vergleich</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/comparison.py" />
            <source>asked again at {time}</source>
            <translation>neu gefragt um {time}</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/comparison.py" />
            <location filename="../../ui/inspector/memory/what_if_page.py" />
            <location filename="../../view/answer_prompt.py" />
            <location filename="../../view/traces.py" />
            <location filename="../../view/turns.py" />
            <source>Question</source>
            <translation>Frage</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/comparison.py" />
            <source>Excluded</source>
            <translation>Ausgeschlossen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/comparison.py" />
            <source>Included</source>
            <translation>Einbezogen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/comparison.py" />
            <source>Answer</source>
            <translation>Antwort</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/comparison.py" />
            <location filename="../../ui/inspector/turn/turn_header.py" />
            <location filename="../../ui/widgets/link_menu.py" />
            <source>Show in chat</source>
            <translation>Im Chat zeigen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/comparison.py" />
            <source>Show in chat: {title}</source>
            <translation>Im Chat zeigen: {title}</translation>
        </message>
        <message numerus="yes">
            <location filename="../../ui/inspector/memory/comparison.py" />
            <location filename="../../view/status.py" />
            <location filename="../../view/what_if.py" />
            <source>{count} memories used</source>
            <translation>
                <numerusform>{count} Erinnerung verwendet</numerusform>
                <numerusform>{count} Erinnerungen verwendet</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/comparison.py" />
            <source>No memories used</source>
            <translation>Keine Erinnerungen verwendet</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/comparison.py" />
            <source>only in this answer</source>
            <translation>nur in dieser Antwort</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/details_area.py" />
            <source>Back</source>
            <translation>Zurück</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/details_area.py" />
            <location filename="../../ui/inspector/memory/memory_page.py" />
            <location filename="../../ui/inspector/panel.py" />
            <location filename="../../ui/memories/dialogs.py" />
            <location filename="../../ui/memories/list_page.py" />
            <location filename="../../ui/memories/memory_table.py" />
            <location filename="../../ui/settings/model_parts.py" />
            <location filename="../../ui/widgets/chip.py" />
            <location filename="../../view/answer_prompt.py" />
            <location filename="../../view/conversation_markdown.py" />
            <location filename="../../view/search.py" />
            <source>Memory</source>
            <translation>Erinnerung</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/details_area.py" />
            <location filename="../../ui/inspector/memory/what_if_page.py" />
            <source>What if</source>
            <translation>Was wäre, wenn</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/details_area.py" />
            <location filename="../../ui/inspector/memory/traces.py" />
            <location filename="../../ui/memories/list_page.py" />
            <source>Memory details</source>
            <translation>Details der Erinnerung</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/details_area.py" />
            <source>Back to the memories of the answer</source>
            <translation>Zurück zu den Erinnerungen der Antwort</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_form.py" />
            <source>Edit memory</source>
            <translation>Erinnerung bearbeiten</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_form.py" />
            <location filename="../../ui/memories/dialogs.py" />
            <location filename="../../ui/memories/filters.py" />
            <location filename="../../ui/memories/memory_table.py" />
            <location filename="../../view/memory_facts.py" />
            <location filename="../../view/row_filters.py" />
            <location filename="../../view/trace_details.py" />
            <location filename="../../view/traces.py" />
            <source>Category</source>
            <translation>Kategorie</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_form.py" />
            <source>None</source>
            <translation>Keine</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_form.py" />
            <source>Text</source>
            <translation>Text</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_form.py" />
            <source>Importance in percent</source>
            <translation>Wichtigkeit in Prozent</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_form.py" />
            <source>Tags, separated by commas</source>
            <translation>Stichwörter, durch Kommas getrennt</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_form.py" />
            <location filename="../../ui/memories/dialogs.py" />
            <location filename="../../ui/memories/memory_table.py" />
            <location filename="../../view/memory_facts.py" />
            <location filename="../../view/traces.py" />
            <source>Importance</source>
            <translation>Wichtigkeit</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_form.py" />
            <source>{value} of 5</source>
            <translation>{value} von 5</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_form.py" />
            <source>not rated</source>
            <translation>nicht bewertet</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_form.py" />
            <source>Rating: {said}</source>
            <translation>Bewertung: {said}</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_form.py" />
            <source>Rate {star} of 5</source>
            <translation>{star} von 5 geben</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_form.py" />
            <source>selected</source>
            <translation>ausgewählt</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_history.py" />
            <location filename="../../ui/inspector/memory/memory_page.py" />
            <source>Decay</source>
            <translation>Verblassen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_history.py" />
            <source>just used</source>
            <translation>gerade verwendet</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_history.py" />
            <location filename="../../view/retrievals.py" />
            <source>unused for {time}</source>
            <translation>seit {time} nicht verwendet</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_page.py" />
            <source>Use mine anyway</source>
            <translation>Trotzdem meine nehmen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_page.py" />
            <location filename="../../ui/settings/household_part.py" />
            <source>Yours</source>
            <translation>Deine</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_page.py" />
            <location filename="../../ui/sync_window.py" />
            <location filename="../../view/sync.py" />
            <source>The server’s</source>
            <translation>Die des Servers</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_page.py" />
            <source>Memory: {content}</source>
            <translation>Erinnerung: {content}</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_page.py" />
            <source>No text left</source>
            <translation>Kein Text übrig</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_page.py" />
            <source>Ask again without it</source>
            <translation>Ohne sie neu fragen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_page.py" />
            <location filename="../../ui/inspector/memory/retrieval_section.py" />
            <source>Ask again with it</source>
            <translation>Mit ihr neu fragen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_page.py" />
            <source>Forget…</source>
            <translation>Vergessen…</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_page.py" />
            <location filename="../../ui/memories/dialogs.py" />
            <location filename="../../ui/memories/memory_table.py" />
            <location filename="../../ui/sidebar/conversation_delegate.py" />
            <location filename="../../view/answer_prompt.py" />
            <location filename="../../view/memory_page.py" />
            <source>Pinned</source>
            <translation>Angeheftet</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_page.py" />
            <source>Source turn</source>
            <translation>Runde, aus der sie kommt</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_page.py" />
            <source>Refers to</source>
            <translation>Verweist auf</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_page.py" />
            <source>Referred to by</source>
            <translation>Verwiesen von</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_page.py" />
            <source>the last {shown}, newest first</source>
            <translation>die letzten {shown}, neueste zuerst</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_page.py" />
            <source>Your changes</source>
            <translation>Deine Änderungen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_page.py" />
            <source>newest first</source>
            <translation>neueste zuerst</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_page.py" />
            <source>History</source>
            <translation>Verlauf</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_page.py" />
            <location filename="../../ui/inspector/stanzas/stanza_details.py" />
            <source>Details</source>
            <translation>Details</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_page.py" />
            <source>Not used in an answer yet</source>
            <translation>Noch in keiner Antwort verwendet</translation>
        </message>
        <message numerus="yes">
            <location filename="../../ui/inspector/memory/memory_page.py" />
            <source>Used in {count} answers</source>
            <translation>
                <numerusform>In {count} Antwort verwendet</numerusform>
                <numerusform>In {count} Antworten verwendet</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_tab.py" />
            <source>This answer</source>
            <translation>Diese Antwort</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_tab.py" />
            <location filename="../../ui/inspector/memory/timeline_band.py" />
            <source>Timeline</source>
            <translation>Zeitleiste</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_tab.py" />
            <source>Memories of</source>
            <translation>Erinnerungen an</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_tab.py" />
            <source>Compare this answer with the regenerated one</source>
            <translation>Diese Antwort mit der neu erzeugten vergleichen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_tab.py" />
            <source>All memories (Ctrl+Shift+M)</source>
            <translation>Alle Erinnerungen (Strg+Umschalt+M)</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_tab.py" />
            <source>Filter memories</source>
            <translation>Erinnerungen filtern</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_tab.py" />
            <location filename="../../ui/memories/list_page.py" />
            <source>No memories yet</source>
            <translation>Noch keine Erinnerungen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_tab.py" />
            <source>Memories that Alicia retrieves or stores for an answer are listed here.</source>
            <translation>Hier stehen die Erinnerungen, die Alicia für eine Antwort sucht oder speichert.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../ui/inspector/memory/memory_tab.py" />
            <source>{count} events</source>
            <translation>
                <numerusform>{count} Ereignis</numerusform>
                <numerusform>{count} Ereignisse</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_tab.py" />
            <source>Show on timeline</source>
            <translation>Auf der Zeitleiste zeigen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_timeline.py" />
            <location filename="../../ui/inspector/turn/prompt_page.py" />
            <source>Show memory</source>
            <translation>Erinnerung zeigen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_timeline.py" />
            <source>Events of memories</source>
            <translation>Ereignisse der Erinnerungen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/memory_timeline.py" />
            <source>turn {number}</source>
            <translation>Runde {number}</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/retrieval_section.py" />
            <source>Category scores</source>
            <translation>Werte der Kategorien</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/retrieval_section.py" />
            <source>route {place}</source>
            <translation>Weg {place}</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/retrieval_section.py" />
            <source>Ask again with: {memory}</source>
            <translation>Neu fragen mit: {memory}</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/retrieval_section.py" />
            <source>Retrieval details</source>
            <translation>Details der Suche</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/retrieval_section.py" />
            <location filename="../../ui/inspector/memory/traces.py" />
            <location filename="../../view/payload_reader.py" />
            <location filename="../../view/tools.py" />
            <source>not sent</source>
            <translation>nicht gesendet</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/retrieval_section.py" />
            <source>best first, with reasons</source>
            <translation>beste zuerst, mit Gründen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/retrieval_section.py" />
            <location filename="../../ui/memories/dialogs.py" />
            <location filename="../../view/memory_facts.py" />
            <location filename="../../view/retrievals.py" />
            <source>none</source>
            <translation>keine</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/retrieval_section.py" />
            <source>Near misses</source>
            <translation>Knapp verfehlt</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/retrieval_section.py" />
            <source>This server did not send which other memories it considered.</source>
            <translation>Dieser Server hat nicht gesendet, welche anderen Erinnerungen er erwogen hat.</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/retrieval_section.py" />
            <source>What if…</source>
            <translation>Was wäre, wenn…</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/retrieval_section.py" />
            <source>Try other weights, another threshold or budget for this question</source>
            <translation>Andere Gewichte, eine andere Schwelle oder ein anderes Budget für diese Frage versuchen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/retrieval_section.py" />
            <source>relevance of each to the question</source>
            <translation>Relevanz einer jeden für die Frage</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/retrieval_section.py" />
            <source>Categories</source>
            <translation>Kategorien</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/retrieval_section.py" />
            <source>what was recognized in the question</source>
            <translation>was in der Frage erkannt wurde</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/retrieval_section.py" />
            <source>Analysis</source>
            <translation>Analyse</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/score_parts.py" />
            <source>Score parts, stacked</source>
            <translation>Teile des Werts, gestapelt</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/score_parts.py" />
            <source>threshold {threshold}</source>
            <translation>Schwelle {threshold}</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/score_parts.py" />
            <source>deducted {taken}</source>
            <translation>abgezogen {taken}</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/score_parts.py" />
            <source>Sum {total}, capped at {score}</source>
            <translation>Summe {total}, begrenzt auf {score}</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/score_parts.py" />
            <source>Negligible: {parts}</source>
            <translation>Unerheblich: {parts}</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/timeline_band.py" />
            <source> · and {count} more</source>
            <translation> · und {count} weitere</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/timeline_band.py" />
            <location filename="../../ui/memories/dialogs.py" />
            <location filename="../../ui/memories/memory_table.py" />
            <location filename="../../view/conversation_markdown.py" />
            <location filename="../../view/memory_facts.py" />
            <location filename="../../view/memory_history.py" />
            <location filename="../../view/memory_timeline.py" />
            <location filename="../../view/messages.py" />
            <location filename="../../view/traces.py" />
            <source>Stored</source>
            <translation>Gespeichert</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/timeline_band.py" />
            <location filename="../../view/conversation_markdown.py" />
            <location filename="../../view/memory_history.py" />
            <location filename="../../view/memory_timeline.py" />
            <location filename="../../view/traces.py" />
            <source>Updated</source>
            <translation>Geändert</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/timeline_band.py" />
            <location filename="../../ui/memories/dialogs.py" />
            <location filename="../../ui/memories/memory_table.py" />
            <location filename="../../view/memory_facts.py" />
            <location filename="../../view/memory_timeline.py" />
            <source>Used</source>
            <translation>Verwendet</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/timeline_band.py" />
            <source>Faded</source>
            <translation>Verblasst</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/traces.py" />
            <source>Memory traces</source>
            <translation>Erinnerungsspuren</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/traces.py" />
            <source>Score parts</source>
            <translation>Teile des Werts</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/traces.py" />
            <source>value × weight, as sent by the server</source>
            <translation>Wert × Gewicht, wie vom Server gesendet</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/traces.py" />
            <source>this answer was given at {time}</source>
            <translation>diese Antwort wurde um {time} gegeben</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/traces.py" />
            <source>Changed since</source>
            <translation>Seither geändert</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/traces.py" />
            <source>Then</source>
            <translation>Damals</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/traces.py" />
            <source>Now</source>
            <translation>Jetzt</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/traces.py" />
            <source>Why it was chosen</source>
            <translation>Warum sie gewählt wurde</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/traces.py" />
            <source>Raw trace</source>
            <translation>Unverarbeitete Spur</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/trial_controls.py" />
            <source>Weights</source>
            <translation>Gewichte</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/trial_controls.py" />
            <source>{name}, slider</source>
            <translation>{name}, Regler</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/what_if_page.py" />
            <source>Ranking</source>
            <translation>Rangfolge</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/what_if_page.py" />
            <source>Use these</source>
            <translation>Diese verwenden</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/what_if_page.py" />
            <source>Defaults</source>
            <translation>Vorgaben</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/what_if_page.py" />
            <source>Try it</source>
            <translation>Ausprobieren</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/what_if_page.py" />
            <source>ranked by the server, with the memories of today</source>
            <translation>vom Server gereiht, mit den Erinnerungen von heute</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/what_if_page.py" />
            <source>This one would be used.</source>
            <translation>Diese würde verwendet.</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/what_if_page.py" />
            <source>Choose a near miss to see what would have made it.</source>
            <translation>Wähle eine knapp verfehlte, um zu sehen, was ihr gefehlt hat.</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/what_if_page.py" />
            <source>Only tried: a server elsewhere has settings of its own</source>
            <translation>Nur ausprobiert: Ein Server anderswo hat eigene Einstellungen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/what_if_page.py" />
            <source>Change a number first</source>
            <translation>Ändere zuerst eine Zahl</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/what_if_page.py" />
            <source>the defaults</source>
            <translation>die Vorgaben</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/what_if_page.py" />
            <source>Sets for the server on this computer, from the next answer: {what}</source>
            <translation>Stellt für den Server auf diesem Computer ab der nächsten Antwort ein: {what}</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/what_if_page.py" />
            <source>Everything as it was fitted, also in the settings</source>
            <translation>Alles wie ausgeliefert, auch in den Einstellungen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/what_if_page.py" />
            <source>Set: {what}</source>
            <translation>Eingestellt: {what}</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/memory/what_if_page.py" />
            <source>As it was fitted</source>
            <translation>Wie ausgeliefert</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/panel.py" />
            <location filename="../../ui/main_window.py" />
            <source>Inspector</source>
            <translation>Inspektor</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/panel.py" />
            <location filename="../../ui/inspector/turn/over_turns.py" />
            <source>Turn</source>
            <translation>Runde</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/panel.py" />
            <location filename="../../ui/sidebar/conversation_delegate.py" />
            <source>Tools</source>
            <translation>Werkzeuge</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/panel.py" />
            <source>Inspector tabs</source>
            <translation>Reiter des Inspektors</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/panel.py" />
            <source>Back (Alt+Left)</source>
            <translation>Zurück (Alt+Links)</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/panel.py" />
            <source>Forward (Alt+Right)</source>
            <translation>Vor (Alt+Rechts)</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/panel.py" />
            <source>Hold this turn while the chat moves</source>
            <translation>Bei dieser Runde bleiben, auch wenn sich der Chat bewegt</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/panel.py" />
            <source>Captures</source>
            <translation>Mitschnitte</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/panel.py" />
            <source>Close inspector (F12)</source>
            <translation>Inspektor schließen (F12)</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/panel.py" />
            <location filename="../../ui/window_actions.py" />
            <source>Save capture…</source>
            <translation>Mitschnitt speichern…</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/panel.py" />
            <location filename="../../ui/window_actions.py" />
            <source>Open capture…</source>
            <translation>Mitschnitt öffnen…</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/panel.py" />
            <location filename="../../ui/window_actions.py" />
            <source>Compare two captures…</source>
            <translation>Zwei Mitschnitte vergleichen…</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/row_views.py" />
            <source>Rows</source>
            <translation>Zeilen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/row_views.py" />
            <location filename="../../ui/inspector/stanzas/field_tree.py" />
            <location filename="../../ui/inspector/stanzas/stanza_menus.py" />
            <source>Columns</source>
            <translation>Spalten</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/bytes_view.py" />
            <source>Stanza bytes</source>
            <translation>Bytes der Stanza</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/bytes_view.py" />
            <source>Find in bytes</source>
            <translation>In den Bytes suchen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/bytes_view.py" />
            <source>Hex</source>
            <translation>Hex</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/bytes_view.py" />
            <source>Look for bytes, such as 85 a8, not for text</source>
            <translation>Suche nach Bytes wie 85 a8, nicht nach Text</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/bytes_view.py" />
            <source>Previous match (Shift+Enter)</source>
            <translation>Vorheriger Treffer (Umschalt+Eingabe)</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/bytes_view.py" />
            <source>Next match (Enter)</source>
            <translation>Nächster Treffer (Eingabe)</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/bytes_view.py" />
            <source>Not hex</source>
            <translation>Kein Hex</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/bytes_view.py" />
            <location filename="../../ui/memories/list_page.py" />
            <source>{count} found</source>
            <translation>{count} gefunden</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/bytes_view.py" />
            <location filename="../../view/stanzas.py" />
            <source>{number} of {count}</source>
            <translation>{number} von {count}</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/compose_dialog.py" />
            <source>Send a stanza by hand</source>
            <translation>Eine Stanza von Hand senden</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/compose_dialog.py" />
            <source>It goes to the server of this conversation and is marked as sent by hand for ever.</source>
            <translation>Sie geht an den Server dieses Gesprächs und ist für immer als von Hand gesendet gekennzeichnet.</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/compose_dialog.py" />
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <location filename="../../ui/inspector/stanzas/stanza_dialogs.py" />
            <location filename="../../view/memory_facts.py" />
            <location filename="../../view/trace_details.py" />
            <source>Type</source>
            <translation>Typ</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/compose_dialog.py" />
            <source>Form</source>
            <translation>Form</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/compose_dialog.py" />
            <source>How the body is written</source>
            <translation>Wie der Inhalt geschrieben ist</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/compose_dialog.py" />
            <source>Body as JSON</source>
            <translation>Inhalt als JSON</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/compose_dialog.py" />
            <source>Fields of the body</source>
            <translation>Felder des Inhalts</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/field_tree.py" />
            <source>, found by the filter</source>
            <translation>, vom Filter gefunden</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/field_tree.py" />
            <source>Stanza fields</source>
            <translation>Felder der Stanza</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <source>stranger</source>
            <translation>fremd</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <source>malformed</source>
            <translation>unlesbar</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <location filename="../../view/memory_facts.py" />
            <source>unknown</source>
            <translation>unbekannt</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <source>duplicate</source>
            <translation>doppelt</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <source>out of order</source>
            <translation>verspätet</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <source>after stop</source>
            <translation>nach Stopp</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <source>by hand</source>
            <translation>von Hand</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <source>sent by another participant, not by the server; it has no effect</source>
            <translation>von jemand anderem im Raum gesendet, nicht vom Server; sie bewirkt nichts</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <source>could not be read as a stanza; its bytes are stored as they came</source>
            <translation>ließ sich nicht als Stanza lesen; ihre Bytes sind gespeichert, wie sie kamen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <source>of a type that this version does not know; it has no effect</source>
            <translation>von einem Typ, den diese Version nicht kennt; sie bewirkt nichts</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <source>came before with the same id; it has no effect a second time</source>
            <translation>kam schon mit derselben Kennung; ein zweites Mal bewirkt sie nichts</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <source>came after a stanza that was sent later</source>
            <translation>kam nach einer Stanza, die später gesendet wurde</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <source>belongs to an answer that you had already stopped</source>
            <translation>gehört zu einer Antwort, die du schon angehalten hattest</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <source>somebody composed and sent it in the inspector</source>
            <translation>wurde im Inspektor verfasst und gesendet</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <source>Number</source>
            <translation>Nummer</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <location filename="../../ui/inspector/stanzas/stanza_menus.py" />
            <location filename="../../ui/inspector/tools/tools_tab.py" />
            <location filename="../../view/retrievals.py" />
            <source>Time</source>
            <translation>Zeit</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <source>Since the row before</source>
            <translation>Seit der Zeile davor</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <source>Size</source>
            <translation>Größe</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <location filename="../../view/answer_prompt.py" />
            <location filename="../../view/memory_facts.py" />
            <source>Summary</source>
            <translation>Zusammenfassung</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <source>Time of day</source>
            <translation>Uhrzeit</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <source>Seconds since the start</source>
            <translation>Sekunden seit dem Anfang</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <source>Seconds since the question</source>
            <translation>Sekunden seit der Frage</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <source>Seconds since the row before</source>
            <translation>Sekunden seit der Zeile davor</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <source>#</source>
            <translation>#</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <source>Δ s</source>
            <translation>Δ s</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <location filename="../../ui/inspector/stanzas/stanza_dialogs.py" />
            <source>Dir</source>
            <translation>Ri</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <source>Stanza</source>
            <translation>Stanza</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <source>Since REF</source>
            <translation>Seit REF</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <source>Since start</source>
            <translation>Seit Anfang</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <source>Since asked</source>
            <translation>Seit Frage</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <source>Since row</source>
            <translation>Seit Zeile</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_columns.py" />
            <source>{number}, marked</source>
            <translation>{number}, markiert</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_details.py" />
            <location filename="../../ui/inspector/tools/tool_details.py" />
            <source>Copy as JSON</source>
            <translation>Als JSON kopieren</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_details.py" />
            <location filename="../../ui/inspector/stanzas/stanza_dialogs.py" />
            <source>Bytes</source>
            <translation>Bytes</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_details.py" />
            <source>Find in bytes (Ctrl+G)</source>
            <translation>In den Bytes suchen (Strg+G)</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_details.py" />
            <source>Copy as hex</source>
            <translation>Als Hex kopieren</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_details.py" />
            <source>Copy as decode command</source>
            <translation>Als Decode-Befehl kopieren</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_details.py" />
            <location filename="../../ui/inspector/tools/tool_details.py" />
            <source>Copy path</source>
            <translation>Pfad kopieren</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_details.py" />
            <location filename="../../ui/inspector/tools/tool_details.py" />
            <source>Copy value</source>
            <translation>Wert kopieren</translation>
        </message>
        <message numerus="yes">
            <location filename="../../ui/inspector/stanzas/stanza_details.py" />
            <location filename="../../view/text.py" />
            <source>{count} bytes</source>
            <translation>
                <numerusform>{count} Byte</numerusform>
                <numerusform>{count} Bytes</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_details.py" />
            <source>{first} to {last} · value of {name}, {count}</source>
            <translation>{first} bis {last} · Wert von {name}, {count}</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_dialogs.py" />
            <source>Compare stanzas</source>
            <translation>Stanzas vergleichen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_dialogs.py" />
            <source>Fields of both stanzas</source>
            <translation>Felder beider Stanzas</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_dialogs.py" />
            <source>Only differences</source>
            <translation>Nur Unterschiede</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_dialogs.py" />
            <source>One of these stanzas is no longer in the journal.</source>
            <translation>Eine dieser Stanzas steht nicht mehr im Protokoll.</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_dialogs.py" />
            <source>Bytes of {stanza}</source>
            <translation>Bytes von {stanza}</translation>
        </message>
        <message numerus="yes">
            <location filename="../../ui/inspector/stanzas/stanza_dialogs.py" />
            <source>{differing} of {count} fields differ</source>
            <translation>
                <numerusform>{differing} von {count} Feld verschieden</numerusform>
                <numerusform>{differing} von {count} Feldern verschieden</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_dialogs.py" />
            <source>the same</source>
            <translation>gleich</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_dialogs.py" />
            <source>differs</source>
            <translation>verschieden</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_dialogs.py" />
            <source>only in the first</source>
            <translation>nur in der ersten</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_dialogs.py" />
            <source>only in the second</source>
            <translation>nur in der zweiten</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_dialogs.py" />
            <source>Field</source>
            <translation>Feld</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_dialogs.py" />
            <source>Stanza statistics</source>
            <translation>Statistik der Stanzas</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_dialogs.py" />
            <source>Of the stanzas that fit the filter; {time} from the first of them to the last.</source>
            <translation>Von den Stanzas, die zum Filter passen; {time} von der ersten bis zur letzten.</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_dialogs.py" />
            <source>Of all stanzas of this conversation; {time} from the first to the last.</source>
            <translation>Von allen Stanzas dieses Gesprächs; {time} von der ersten bis zur letzten.</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_dialogs.py" />
            <location filename="../../ui/inspector/stanzas/stanza_filter.py" />
            <source>All types</source>
            <translation>Alle Typen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_dialogs.py" />
            <source>both</source>
            <translation>beide</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_dialogs.py" />
            <source>Stanzas/s</source>
            <translation>Stanzas/s</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_dialogs.py" />
            <source>Bytes/s</source>
            <translation>Bytes/s</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_filter.py" />
            <location filename="../../ui/main_window.py" />
            <source>Filter stanzas</source>
            <translation>Stanzas filtern</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_filter.py" />
            <location filename="../../ui/settings/download_panel.py" />
            <source>Pause</source>
            <translation>Anhalten</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_filter.py" />
            <source>Pause the list (Ctrl+E)</source>
            <translation>Liste anhalten (Strg+E)</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_filter.py" />
            <source>{found} found</source>
            <translation>{found} gefunden</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_filter.py" />
            <source>Searching: {searched} of {total}</source>
            <translation>Suche läuft: {searched} von {total}</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_filter.py" />
            <source>Stopped: {searched} of {total} searched</source>
            <translation>Angehalten: {searched} von {total} durchsucht</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_filter.py" />
            <source>Only the last are listed: more than {count} follow the stanza you looked at</source>
            <translation>Nur die letzten werden aufgeführt: Auf die betrachtete Stanza folgen mehr als {count}</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_filter.py" />
            <source>Unknown types</source>
            <translation>Unbekannte Typen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_filter.py" />
            <source>Malformed</source>
            <translation>Fehlgeformt</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_filter.py" />
            <source>From other participants</source>
            <translation>Von anderen Teilnehmern</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_filter.py" />
            <location filename="../../ui/settings/download_panel.py" />
            <source>Resume</source>
            <translation>Fortsetzen</translation>
        </message>
        <message numerus="yes">
            <location filename="../../ui/inspector/stanzas/stanza_filter.py" />
            <source>{count} types</source>
            <translation>
                <numerusform>{count} Typ</numerusform>
                <numerusform>{count} Typen</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_filter.py" />
            <source>Clear filter</source>
            <translation>Filter leeren</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_filter.py" />
            <source>0 of {total} match</source>
            <translation>0 von {total} passen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_filter.py" />
            <source>No stanzas match this filter.</source>
            <translation>Keine Stanza passt zu diesem Filter.</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_filter.py" />
            <source>New stanzas appear here. All {total} are still stored.</source>
            <translation>Neue Stanzas erscheinen hier. Alle {total} sind noch gespeichert.</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_filter.py" />
            <source>List cleared</source>
            <translation>Liste geleert</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_filter.py" />
            <source>Say or write something: everything that is sent and received is listed here, for as long as Settings keep it.</source>
            <translation>Sag oder schreib etwas: Alles, was gesendet und empfangen wird, steht dann hier, so lange die Einstellungen es aufbewahren.</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_filter.py" />
            <source>No stanzas yet</source>
            <translation>Noch keine Stanzas</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_foot.py" />
            <source>Sort again</source>
            <translation>Neu sortieren</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_foot.py" />
            <source>Send by hand…</source>
            <translation>Von Hand senden…</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_foot.py" />
            <source>List options</source>
            <translation>Optionen der Liste</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_foot.py" />
            <source>{count} older not shown</source>
            <translation>{count} ältere nicht gezeigt</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_foot.py" />
            <source>Sort again ({count} new)</source>
            <translation>Neu sortieren ({count} neue)</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_foot.py" />
            <source>Jump to end ({count} new)</source>
            <translation>Zum Ende ({count} neue)</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_foot.py" />
            <source>sorted by {name}, largest first</source>
            <translation>sortiert nach {name}, größte zuerst</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_foot.py" />
            <source>sorted by {name}</source>
            <translation>sortiert nach {name}</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_menus.py" />
            <source>D compares {number} with the chosen one</source>
            <translation>D vergleicht {number} mit der gewählten</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_menus.py" />
            <source>Compare with {number}</source>
            <translation>Mit {number} vergleichen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_menus.py" />
            <source>Compare with…</source>
            <translation>Vergleichen mit…</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_menus.py" />
            <source>Remove mark</source>
            <translation>Markierung entfernen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_menus.py" />
            <source>Mark</source>
            <translation>Markieren</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_menus.py" />
            <source>Edit note…</source>
            <translation>Notiz bearbeiten…</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_menus.py" />
            <source>Note…</source>
            <translation>Notiz…</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_menus.py" />
            <source>Send anew…</source>
            <translation>Neu senden…</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_menus.py" />
            <source>Remove time reference</source>
            <translation>Zeitbezug entfernen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_menus.py" />
            <source>Set time reference</source>
            <translation>Als Zeitbezug setzen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_menus.py" />
            <source>Remove all time references</source>
            <translation>Alle Zeitbezüge entfernen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_menus.py" />
            <source>Sort by</source>
            <translation>Sortieren nach</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_menus.py" />
            <source>Statistics…</source>
            <translation>Statistik…</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_menus.py" />
            <source>Move to the left</source>
            <translation>Nach links rücken</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_menus.py" />
            <source>Move to the right</source>
            <translation>Nach rechts rücken</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_menus.py" />
            <source>As many as fit</source>
            <translation>So viele wie passen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_menus.py" />
            <source>Order of arrival</source>
            <translation>Reihenfolge des Eintreffens</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/stanzas/stanza_menus.py" />
            <source>Largest first</source>
            <translation>Größte zuerst</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tool_details.py" />
            <source>As text</source>
            <translation>Als Text</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tool_details.py" />
            <source>As tree</source>
            <translation>Als Baum</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tool_details.py" />
            <source>Tool details</source>
            <translation>Details des Werkzeugs</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tool_details.py" />
            <source>Run again</source>
            <translation>Noch einmal ausführen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tool_details.py" />
            <location filename="../../view/turn_phases.py" />
            <location filename="../../view/turns.py" />
            <source>Error</source>
            <translation>Fehler</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tool_details.py" />
            <source>Parameters</source>
            <translation>Parameter</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tool_details.py" />
            <location filename="../../ui/memories/dialogs.py" />
            <location filename="../../ui/sync_window.py" />
            <source>Result</source>
            <translation>Ergebnis</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tool_details.py" />
            <source>{took} of {limit}</source>
            <translation>{took} von {limit}</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tool_details.py" />
            <source>No result yet</source>
            <translation>Noch kein Ergebnis</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tool_details.py" />
            <source>No result</source>
            <translation>Kein Ergebnis</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tool_details.py" />
            <source>Running…</source>
            <translation>Läuft…</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tool_details.py" />
            <source>same result</source>
            <translation>gleiches Ergebnis</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tool_details.py" />
            <source>another result</source>
            <translation>anderes Ergebnis</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tool_details.py" />
            <location filename="../../view/stanzas.py" />
            <source>failed</source>
            <translation>fehlgeschlagen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tools_tab.py" />
            <location filename="../../view/tools.py" />
            <source>Running</source>
            <translation>Läuft</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tools_tab.py" />
            <location filename="../../view/tools.py" />
            <source>Done</source>
            <translation>Fertig</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tools_tab.py" />
            <location filename="../../view/turn_phases.py" />
            <source>Failed</source>
            <translation>Fehlgeschlagen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tools_tab.py" />
            <location filename="../../view/tools.py" />
            <source>Cancelled</source>
            <translation>Abgebrochen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tools_tab.py" />
            <source>Waiting</source>
            <translation>Wartet</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tools_tab.py" />
            <location filename="../../view/tools.py" />
            <source>Not allowed</source>
            <translation>Nicht erlaubt</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tools_tab.py" />
            <source>Timed out</source>
            <translation>Zeit abgelaufen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tools_tab.py" />
            <source>Statistics by tool</source>
            <translation>Statistik nach Werkzeug</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tools_tab.py" />
            <location filename="../../view/turns.py" />
            <source>Tool</source>
            <translation>Werkzeug</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tools_tab.py" />
            <source>Uses</source>
            <translation>Aufrufe</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tools_tab.py" />
            <source>p50</source>
            <translation>p50</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tools_tab.py" />
            <source>p95</source>
            <translation>p95</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tools_tab.py" />
            <location filename="../../ui/inspector/turn/over_turns.py" />
            <source>Longest</source>
            <translation>Längste</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tools_tab.py" />
            <source>Filter tool uses</source>
            <translation>Werkzeugaufrufe filtern</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tools_tab.py" />
            <location filename="../../ui/inspector/turn/over_turns.py" />
            <source>By tool</source>
            <translation>Nach Werkzeug</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tools_tab.py" />
            <source>Tool uses</source>
            <translation>Werkzeugaufrufe</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tools_tab.py" />
            <source>No tools used</source>
            <translation>Keine Werkzeuge verwendet</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tools_tab.py" />
            <source>No stanza of this capture asks for one.</source>
            <translation>Keine Stanza dieses Mitschnitts verlangt eines.</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tools_tab.py" />
            <source>No tools used yet</source>
            <translation>Noch keine Werkzeuge verwendet</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tools_tab.py" />
            <source>Ask “What time is it?” or “What is 17 * 23?”: the request and its result are listed here.</source>
            <translation>Frag „Wie spät ist es?“ oder „Was ist 17 * 23?“: Anfrage und Ergebnis stehen dann hier.</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tools_tab.py" />
            <location filename="../../view/tools.py" />
            <source>on this computer</source>
            <translation>auf diesem Computer</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tools_tab.py" />
            <source>orphan</source>
            <translation>verwaist</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tools_tab.py" />
            <source>State</source>
            <translation>Stand</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tools_tab.py" />
            <location filename="../../ui/inspector/turn/over_turns.py" />
            <source>Took</source>
            <translation>Dauer</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/tools/tools_tab.py" />
            <source>Where</source>
            <translation>Wo</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/chain.py" />
            <source>Turn chain</source>
            <translation>Ablauf der Runde</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/over_turns.py" />
            <source>Phases</source>
            <translation>Phasen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/over_turns.py" />
            <source>Each turn</source>
            <translation>Jede Runde</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/over_turns.py" />
            <source>Turns</source>
            <translation>Runden</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/over_turns.py" />
            <source>{turns} of {of} turns read</source>
            <translation>{turns} von {of} Runden gelesen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/over_turns.py" />
            <source>the last {turns} turns</source>
            <translation>die letzten {turns} Runden</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/over_turns.py" />
            <source>{turns} turns</source>
            <translation>{turns} Runden</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/over_turns.py" />
            <source>Nothing to compare yet</source>
            <translation>Noch nichts zu vergleichen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/over_turns.py" />
            <source>Two finished turns are needed to see how long each phase usually takes.</source>
            <translation>Zwei beendete Runden sind nötig, um zu sehen, wie lange jede Phase gewöhnlich dauert.</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/over_turns.py" />
            <location filename="../../ui/memories/context_page.py" />
            <source>This conversation</source>
            <translation>Dieses Gespräch</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/over_turns.py" />
            <source>All</source>
            <translation>Alle</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/over_turns.py" />
            <source>Turns of</source>
            <translation>Runden von</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/over_turns.py" />
            <source>Group by</source>
            <translation>Gruppieren nach</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/over_turns.py" />
            <source>Not grouped</source>
            <translation>Ohne Gruppen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/over_turns.py" />
            <source>By model</source>
            <translation>Nach Modell</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/over_turns.py" />
            <source>By connection</source>
            <translation>Nach Verbindung</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/over_turns.py" />
            <location filename="../../ui/inspector/turn/prompt_page.py" />
            <source>Back to the turn</source>
            <translation>Zurück zur Runde</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/over_turns.py" />
            <location filename="../../ui/inspector/turn/turn_header.py" />
            <source>Over turns</source>
            <translation>Über Runden</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/over_turns.py" />
            <source>{phase}: the longest first; Enter opens one</source>
            <translation>{phase}: die längste zuerst; Eingabe öffnet eine</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/over_turns.py" />
            <source>Phase</source>
            <translation>Phase</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/over_turns.py" />
            <source>{took}, stands out</source>
            <translation>{took}, fällt auf</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/phase_plot.py" />
            <source>Plot of {phase}</source>
            <translation>Diagramm von {phase}</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/phase_plot.py" />
            <source>{turns} turns, {outliers} of them stand out; the table below has the same numbers</source>
            <translation>{turns} Runden, {outliers} davon fallen auf; die Tabelle darunter hat dieselben Zahlen</translation>
        </message>
        <message numerus="yes">
            <location filename="../../ui/inspector/turn/prompt_page.py" />
            <source>Show {count} more parts</source>
            <translation>
                <numerusform>{count} weiteren Teil zeigen</numerusform>
                <numerusform>{count} weitere Teile zeigen</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/prompt_page.py" />
            <location filename="../../ui/memories/filters.py" />
            <location filename="../../ui/sidebar/conversation_delegate.py" />
            <location filename="../../view/memories_rows.py" />
            <source>Today</source>
            <translation>Heute</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/prompt_page.py" />
            <source>Show message</source>
            <translation>Nachricht zeigen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/prompt_page.py" />
            <source>Only then</source>
            <translation>Nur damals</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/prompt_page.py" />
            <source>Only today</source>
            <translation>Nur heute</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/prompt_page.py" />
            <location filename="../../view/memory_facts.py" />
            <location filename="../../view/memory_page.py" />
            <source>Changed</source>
            <translation>Geändert</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/prompt_page.py" />
            <source>Compare with today</source>
            <translation>Mit heute vergleichen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/prompt_page.py" />
            <location filename="../../ui/memories/context_page.py" />
            <location filename="../../ui/memories/statistics_page.py" />
            <source>Loading…</source>
            <translation>Lädt…</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/prompt_page.py" />
            <source>Hide today’s</source>
            <translation>Heutigen ausblenden</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/prompt_page.py" />
            <source>Compared with today’s prompt for the same question: {count}. Tools are left out.</source>
            <translation>Verglichen mit dem heutigen Prompt für dieselbe Frage: {count}. Werkzeuge bleiben außer Acht.</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/prompt_page.py" />
            <source>Model and settings</source>
            <translation>Modell und Einstellungen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/prompt_page.py" />
            <location filename="../../ui/memories/context_page.py" />
            <source>Prompt</source>
            <translation>Prompt</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/prompt_page.py" />
            <source>as the model read it</source>
            <translation>wie das Modell ihn gelesen hat</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/replay_bar.py" />
            <source>Replay</source>
            <translation>Wiedergabe</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/replay_bar.py" />
            <source>Previous event (,)</source>
            <translation>Voriges Ereignis (,)</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/replay_bar.py" />
            <source>Play (Space)</source>
            <translation>Abspielen (Leertaste)</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/replay_bar.py" />
            <source>Next event (.)</source>
            <translation>Nächstes Ereignis (.)</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/replay_bar.py" />
            <source>Position in the turn</source>
            <translation>Stelle in der Runde</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/replay_bar.py" />
            <location filename="../../ui/settings/voice_page.py" />
            <source>Speed</source>
            <translation>Tempo</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/replay_bar.py" />
            <source>End replay (Esc)</source>
            <translation>Wiedergabe beenden (Esc)</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/replay_bar.py" />
            <source>Pause (Space)</source>
            <translation>Anhalten (Leertaste)</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/turn_header.py" />
            <source>Previous turn</source>
            <translation>Vorige Runde</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/turn_header.py" />
            <source>Next turn</source>
            <translation>Nächste Runde</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/turn_header.py" />
            <source>Replay this turn (Ctrl+P)</source>
            <translation>Diese Runde wiedergeben (Strg+P)</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/turn_header.py" />
            <location filename="../../ui/inspector/turn/turn_tab.py" />
            <source>Show the stanzas of this turn</source>
            <translation>Die Stanzas dieser Runde zeigen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/turn_tab.py" />
            <source>Waterfall</source>
            <translation>Wasserfall</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/turn_tab.py" />
            <source>Chain</source>
            <translation>Ablauf</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/turn_tab.py" />
            <source>what led to what</source>
            <translation>was wozu führte</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/turn_tab.py" />
            <source>Filter steps</source>
            <translation>Schritte filtern</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/turn_tab.py" />
            <source>No turns yet</source>
            <translation>Noch keine Runden</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/turn_tab.py" />
            <source>Ask Alicia something to see step by step what led to the answer, and when.</source>
            <translation>Frag Alicia etwas, um Schritt für Schritt zu sehen, was wann zur Antwort führte.</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/turn_tab.py" />
            <source>No turns</source>
            <translation>Keine Runden</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/turn_tab.py" />
            <source>No stanza of this capture belongs to one.</source>
            <translation>Keine Stanza dieses Mitschnitts gehört zu einer.</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/turn_tab.py" />
            <source>ms after {zero}</source>
            <translation>ms ab „{zero}“</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/turn_tab.py" />
            <source>this computer’s clock</source>
            <translation>Uhr dieses Computers</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/turn_tab.py" />
            <location filename="../../view/turn_statistics.py" />
            <source>Whole turn</source>
            <translation>Ganze Runde</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/turn_tab.py" />
            <source>First 2 s</source>
            <translation>Erste 2 s</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/turn_tab.py" />
            <source>Time range</source>
            <translation>Zeitbereich</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/waterfall.py" />
            <source>at</source>
            <translation>um</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/waterfall.py" />
            <source>took</source>
            <translation>dauerte</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/waterfall.py" />
            <source> ms</source>
            <translation> ms</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/waterfall.py" />
            <source>Total</source>
            <translation>Summe</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/waterfall.py" />
            <source>of {total}</source>
            <translation>von {total}</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/waterfall.py" />
            <source>Turn waterfall</source>
            <translation>Wasserfall der Runde</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/waterfall.py" />
            <source>Total: {total}</source>
            <translation>Summe: {total}</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/waterfall.py" />
            <source>{label}, at {at} ms</source>
            <translation>{label}, bei {at} ms</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/waterfall.py" />
            <source>{said}, took {took}</source>
            <translation>{said}, dauerte {took}</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/waterfall.py" />
            <source>{said} in {count} parts</source>
            <translation>{said} in {count} Teilen</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/waterfall.py" />
            <source>nothing</source>
            <translation>nichts</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/waterfall.py" />
            <source>{said}, {share} of the total</source>
            <translation>{said}, {share} der Summe</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/waterfall.py" />
            <source>{said}, {note}</source>
            <translation>{said}, {note}</translation>
        </message>
        <message>
            <location filename="../../ui/inspector/turn/waterfall.py" />
            <source>{said}, told by the server ({clocks})</source>
            <translation>{said}, vom Server mitgeteilt ({clocks})</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Window</source>
            <translation>Fenster</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Writing and voice</source>
            <translation>Schreiben und Stimme</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <location filename="../../ui/switcher.py" />
            <source>Search conversations and commands</source>
            <translation>Gespräche und Befehle suchen</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Next match</source>
            <translation>Nächster Treffer</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Previous match</source>
            <translation>Vorheriger Treffer</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <location filename="../../ui/sidebar/panel.py" />
            <source>Search all conversations</source>
            <translation>Alles durchsuchen</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <location filename="../../ui/memories/memory_table.py" />
            <location filename="../../ui/memories/window.py" />
            <location filename="../../ui/sidebar/conversation_delegate.py" />
            <location filename="../../ui/window_actions.py" />
            <location filename="../../view/answer_prompt.py" />
            <location filename="../../view/context_window.py" />
            <location filename="../../view/turns.py" />
            <source>Memories</source>
            <translation>Erinnerungen</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <location filename="../../ui/sync_window.py" />
            <location filename="../../ui/window_actions.py" />
            <source>Sync</source>
            <translation>Abgleich</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <location filename="../../ui/settings/dialog.py" />
            <location filename="../../ui/window_actions.py" />
            <location filename="../../view/status.py" />
            <source>Settings</source>
            <translation>Einstellungen</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Sidebar</source>
            <translation>Seitenleiste</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Next panel</source>
            <translation>Nächster Bereich</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Larger text</source>
            <translation>Größerer Text</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Smaller text</source>
            <translation>Kleinerer Text</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Usual text size</source>
            <translation>Übliche Textgröße</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <location filename="../../ui/memories/window.py" />
            <location filename="../../ui/shortcuts_dialog.py" />
            <location filename="../../ui/window_actions.py" />
            <source>Keyboard shortcuts</source>
            <translation>Tastenkürzel</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <location filename="../../ui/tray.py" />
            <source>Quit</source>
            <translation>Beenden</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Conversation 1 to 9</source>
            <translation>Gespräch 1 bis 9</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Previous conversation</source>
            <translation>Vorheriges Gespräch</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Next conversation</source>
            <translation>Nächstes Gespräch</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Pin or unpin</source>
            <translation>Anheften oder lösen</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Archive or unarchive</source>
            <translation>Archivieren oder zurückholen</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Rename (in the list of conversations)</source>
            <translation>Umbenennen (in der Liste der Gespräche)</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Delete (in the list of conversations)</source>
            <translation>Löschen (in der Liste der Gespräche)</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Copy last answer</source>
            <translation>Letzte Antwort kopieren</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Show message in inspector</source>
            <translation>Nachricht im Inspektor zeigen</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Send (in the message field)</source>
            <translation>Senden (im Nachrichtenfeld)</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>New line (in the message field)</source>
            <translation>Neue Zeile (im Nachrichtenfeld)</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Edit the last question (in the empty message field)</source>
            <translation>Letzte Frage bearbeiten (im leeren Nachrichtenfeld)</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Stop answer, close find, leave field</source>
            <translation>Antwort anhalten, Suche schließen, Feld verlassen</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Focus message field</source>
            <translation>Ins Nachrichtenfeld gehen</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Microphone on or off</source>
            <translation>Mikrofon ein oder aus</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Mute (outside the message field)</source>
            <translation>Stumm schalten (außerhalb des Nachrichtenfelds)</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>First and newest message (in the messages)</source>
            <translation>Erste und neueste Nachricht (in den Nachrichten)</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Hold to talk (in the messages)</source>
            <translation>Zum Sprechen halten (in den Nachrichten)</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Allow a tool (in its dialog)</source>
            <translation>Ein Werkzeug erlauben (in seinem Dialog)</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Deny a tool (in its dialog)</source>
            <translation>Ein Werkzeug ablehnen (in seinem Dialog)</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Next and previous tab (in the inspector)</source>
            <translation>Nächster und vorheriger Reiter (im Inspektor)</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Next and previous row</source>
            <translation>Nächste und vorherige Zeile</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Show the message of a row</source>
            <translation>Nachricht einer Zeile zeigen</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Back in the inspector</source>
            <translation>Zurück im Inspektor</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Forward in the inspector</source>
            <translation>Vorwärts im Inspektor</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Next stanza of the same turn</source>
            <translation>Nächste Stanza derselben Runde</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Previous stanza of the same turn</source>
            <translation>Vorherige Stanza derselben Runde</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Cell of a stanza, line of a step</source>
            <translation>Zelle einer Stanza, Zeile eines Schritts</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Save an edited memory</source>
            <translation>Eine bearbeitete Erinnerung speichern</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Copy stanza as JSON</source>
            <translation>Stanza als JSON kopieren</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Follow newest stanza</source>
            <translation>Der neuesten Stanza folgen</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Mark stanza</source>
            <translation>Stanza markieren</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Count times from a stanza</source>
            <translation>Zeiten ab einer Stanza zählen</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Time of day, or seconds since …</source>
            <translation>Uhrzeit, oder Sekunden seit …</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Write a note on a stanza</source>
            <translation>Eine Notiz zu einer Stanza schreiben</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Next and previous mark</source>
            <translation>Nächste und vorherige Markierung</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Compare two stanzas</source>
            <translation>Zwei Stanzas vergleichen</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Replay a turn (in the inspector)</source>
            <translation>Eine Runde abspielen (im Inspektor)</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Previous and next event (in a replay)</source>
            <translation>Voriges und nächstes Ereignis (beim Abspielen)</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Slower and faster (in a replay)</source>
            <translation>Langsamer und schneller (beim Abspielen)</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Find in the bytes (in a stanza)</source>
            <translation>In den Bytes suchen (in einer Stanza)</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Pause stanzas</source>
            <translation>Stanzas anhalten</translation>
        </message>
        <message>
            <location filename="../../ui/main_window.py" />
            <source>Clear list</source>
            <translation>Liste leeren</translation>
        </message>
        <message>
            <location filename="../../ui/memories/context_page.py" />
            <source>what the model reads</source>
            <translation>was das Modell liest</translation>
        </message>
        <message>
            <location filename="../../ui/memories/context_page.py" />
            <source>{count} included</source>
            <translation>{count} einbezogen</translation>
        </message>
        <message>
            <location filename="../../ui/memories/context_page.py" />
            <source>None used</source>
            <translation>Keine verwendet</translation>
        </message>
        <message>
            <location filename="../../ui/memories/context_page.py" />
            <source>statistics</source>
            <translation>Statistik</translation>
        </message>
        <message>
            <location filename="../../ui/memories/context_page.py" />
            <source>None yet. A summary is made when a conversation becomes too long for one answer.</source>
            <translation>Noch keine. Eine Zusammenfassung entsteht, wenn ein Gespräch für eine Antwort zu lang wird.</translation>
        </message>
        <message>
            <location filename="../../ui/memories/context_page.py" />
            <source>Remove summary: {text}</source>
            <translation>Zusammenfassung entfernen: {text}</translation>
        </message>
        <message>
            <location filename="../../ui/memories/context_page.py" />
            <source>None yet. Code, explained terms and important messages are pinned.</source>
            <translation>Noch keine. Angeheftet werden Code, erklärte Begriffe und wichtige Nachrichten.</translation>
        </message>
        <message>
            <location filename="../../ui/memories/context_page.py" />
            <source>Remove pin: {text}</source>
            <translation>Angeheftetes entfernen: {text}</translation>
        </message>
        <message>
            <location filename="../../ui/memories/context_page.py" />
            <source>Something every answer in this conversation should know</source>
            <translation>Etwas, das jede Antwort in diesem Gespräch wissen soll</translation>
        </message>
        <message>
            <location filename="../../ui/memories/context_page.py" />
            <source>Pin something to this conversation</source>
            <translation>Etwas an dieses Gespräch anheften</translation>
        </message>
        <message>
            <location filename="../../ui/memories/context_page.py" />
            <location filename="../../ui/profiles_dialog.py" />
            <location filename="../../ui/settings/fields.py" />
            <location filename="../../ui/settings/household_part.py" />
            <location filename="../../ui/settings/mcp_page.py" />
            <location filename="../../ui/settings/privacy_pages.py" />
            <source>Remove</source>
            <translation>Entfernen</translation>
        </message>
        <message>
            <location filename="../../ui/memories/context_page.py" />
            <source>Your next question (optional)</source>
            <translation>Deine nächste Frage (optional)</translation>
        </message>
        <message>
            <location filename="../../ui/memories/context_page.py" />
            <source>Your next question</source>
            <translation>Deine nächste Frage</translation>
        </message>
        <message>
            <location filename="../../ui/memories/context_page.py" />
            <source>Context of the next answer</source>
            <translation>Kontext der nächsten Antwort</translation>
        </message>
        <message numerus="yes">
            <location filename="../../ui/memories/dialogs.py" />
            <source>Move {count} memories to a category</source>
            <translation>
                <numerusform>{count} Erinnerung in eine Kategorie verschieben</numerusform>
                <numerusform>{count} Erinnerungen in eine Kategorie verschieben</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../ui/memories/dialogs.py" />
            <source>Move</source>
            <translation>Verschieben</translation>
        </message>
        <message numerus="yes">
            <location filename="../../ui/memories/dialogs.py" />
            <source>Tag {count} memories</source>
            <translation>
                <numerusform>{count} Erinnerung mit Stichwörtern versehen</numerusform>
                <numerusform>{count} Erinnerungen mit Stichwörtern versehen</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../ui/memories/dialogs.py" />
            <source>Tag name</source>
            <translation>Name des Stichworts</translation>
        </message>
        <message>
            <location filename="../../ui/memories/dialogs.py" />
            <location filename="../../ui/memories/filters.py" />
            <source>Tag</source>
            <translation>Stichwort</translation>
        </message>
        <message>
            <location filename="../../ui/memories/dialogs.py" />
            <source>Add tag</source>
            <translation>Stichwort hinzufügen</translation>
        </message>
        <message>
            <location filename="../../ui/memories/dialogs.py" />
            <source>Merge two memories</source>
            <translation>Zwei Erinnerungen zusammenführen</translation>
        </message>
        <message>
            <location filename="../../ui/memories/dialogs.py" />
            <source>Keep the left one</source>
            <translation>Die linke behalten</translation>
        </message>
        <message>
            <location filename="../../ui/memories/dialogs.py" />
            <source>Keep the right one</source>
            <translation>Die rechte behalten</translation>
        </message>
        <message>
            <location filename="../../ui/memories/dialogs.py" />
            <source>Memory to keep</source>
            <translation>Erinnerung, die bleibt</translation>
        </message>
        <message>
            <location filename="../../ui/memories/dialogs.py" />
            <source>Text of the merged memory</source>
            <translation>Text der zusammengeführten Erinnerung</translation>
        </message>
        <message>
            <location filename="../../ui/memories/dialogs.py" />
            <source>Merge</source>
            <translation>Zusammenführen</translation>
        </message>
        <message>
            <location filename="../../ui/memories/dialogs.py" />
            <source>Use both texts</source>
            <translation>Beide Texte nehmen</translation>
        </message>
        <message>
            <location filename="../../ui/memories/dialogs.py" />
            <source>The merged memory gets the tags of both and the higher importance. The other one is deleted and refers to it. The previous texts stay in their history.</source>
            <translation>Die zusammengeführte Erinnerung bekommt die Stichwörter beider und die höhere Wichtigkeit. Die andere wird gelöscht und verweist auf sie. Die früheren Texte bleiben in ihrem Verlauf.</translation>
        </message>
        <message>
            <location filename="../../ui/memories/dialogs.py" />
            <source>Forget this memory?</source>
            <translation>Diese Erinnerung vergessen?</translation>
        </message>
        <message>
            <location filename="../../ui/memories/dialogs.py" />
            <source>“{content}” and its earlier versions will be removed from traces, history, search and journal, here and on the server. This can’t be undone.</source>
            <translation>„{content}“ und frühere Fassungen verschwinden aus Spuren, Verlauf, Suche und Protokoll, hier und auf dem Server. Das lässt sich nicht rückgängig machen.</translation>
        </message>
        <message>
            <location filename="../../ui/memories/dialogs.py" />
            <source>Forget</source>
            <translation>Vergessen</translation>
        </message>
        <message>
            <location filename="../../ui/memories/dialogs.py" />
            <source>Tags</source>
            <translation>Stichwörter</translation>
        </message>
        <message numerus="yes">
            <location filename="../../ui/memories/dialogs.py" />
            <location filename="../../view/memory_facts.py" />
            <location filename="../../view/trace_details.py" />
            <source>{count} times</source>
            <translation>
                <numerusform>{count}-mal</numerusform>
                <numerusform>{count}-mal</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../ui/memories/dialogs.py" />
            <location filename="../../view/retrievals.py" />
            <location filename="../../view/trace_details.py" />
            <source>yes</source>
            <translation>ja</translation>
        </message>
        <message>
            <location filename="../../ui/memories/dialogs.py" />
            <location filename="../../view/retrievals.py" />
            <source>no</source>
            <translation>nein</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <source>All categories</source>
            <translation>Alle Kategorien</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <source>All tags</source>
            <translation>Alle Stichwörter</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <location filename="../../view/memory_facts.py" />
            <source>Kind</source>
            <translation>Art</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <source>All kinds</source>
            <translation>Alle Arten</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <location filename="../../view/memory_facts.py" />
            <location filename="../../view/trace_details.py" />
            <source>Source</source>
            <translation>Quelle</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <source>All sources</source>
            <translation>Alle Quellen</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <source>Date stored</source>
            <translation>Gespeichert am</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <source>Any time</source>
            <translation>Jederzeit</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <source>Pinned and archived</source>
            <translation>Angeheftete und archivierte</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <source>Order</source>
            <translation>Reihenfolge</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <source>From</source>
            <translation>Von</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <source>To</source>
            <translation>Bis</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <source>d MMM yyyy</source>
            <translation>d. MMM yyyy</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <source>Last 7 days</source>
            <translation>Letzte 7 Tage</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <source>Last 30 days</source>
            <translation>Letzte 30 Tage</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <source>Last 365 days</source>
            <translation>Letzte 365 Tage</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <source>Date range</source>
            <translation>Zeitraum</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <location filename="../../view/sync.py" />
            <source>Not archived</source>
            <translation>Nicht archiviert</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <source>Pinned only</source>
            <translation>Nur angeheftete</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <source>Not pinned</source>
            <translation>Nicht angeheftet</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <source>Archived only</source>
            <translation>Nur archivierte</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <source>Including archived</source>
            <translation>Auch archivierte</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <source>Newest first</source>
            <translation>Neueste zuerst</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <source>Oldest first</source>
            <translation>Älteste zuerst</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <source>Most important</source>
            <translation>Wichtigste</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <source>Least important</source>
            <translation>Unwichtigste</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <source>Most used</source>
            <translation>Am meisten verwendet</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <source>Least used</source>
            <translation>Am wenigsten verwendet</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <source>Last used</source>
            <translation>Zuletzt verwendet</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <location filename="../../view/memories_rows.py" />
            <source>By category</source>
            <translation>Nach Kategorie</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <source>Search by words and meaning</source>
            <translation>Nach Wörtern und Bedeutung suchen</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <source>Search memories by words and by meaning</source>
            <translation>Erinnerungen nach Wörtern und nach Bedeutung durchsuchen</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <source>Search (Ctrl+F)</source>
            <translation>Suchen (Strg+F)</translation>
        </message>
        <message>
            <location filename="../../ui/memories/filters.py" />
            <source>to</source>
            <translation>bis</translation>
        </message>
        <message>
            <location filename="../../ui/memories/list_page.py" />
            <source>Select memories to edit them: Ctrl or Shift with a click or an arrow key, Ctrl+A for all.</source>
            <translation>Wähle Erinnerungen aus, um sie zu bearbeiten: Strg oder Umschalt mit Klick oder Pfeiltaste, Strg+A für alle.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../ui/memories/list_page.py" />
            <source>{count} memories selected</source>
            <translation>
                <numerusform>{count} Erinnerung ausgewählt</numerusform>
                <numerusform>{count} Erinnerungen ausgewählt</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../ui/memories/list_page.py" />
            <source>Category…</source>
            <translation>Kategorie…</translation>
        </message>
        <message>
            <location filename="../../ui/memories/list_page.py" />
            <source>Tag…</source>
            <translation>Stichwort…</translation>
        </message>
        <message>
            <location filename="../../ui/memories/list_page.py" />
            <source>Merge two…</source>
            <translation>Zwei zusammenführen…</translation>
        </message>
        <message>
            <location filename="../../ui/memories/list_page.py" />
            <source>Import…</source>
            <translation>Importieren…</translation>
        </message>
        <message>
            <location filename="../../ui/memories/list_page.py" />
            <source>No memories found</source>
            <translation>Keine Erinnerungen gefunden</translation>
        </message>
        <message>
            <location filename="../../ui/memories/list_page.py" />
            <source>Try other words, or show all memories.</source>
            <translation>Versuch es mit anderen Wörtern, oder zeig alle Erinnerungen.</translation>
        </message>
        <message>
            <location filename="../../ui/memories/list_page.py" />
            <source>Facts that you tell Alicia, such as “My daughter Emma has a recital on Friday”, are stored and listed here. You can also import memories from a file.</source>
            <translation>Was du Alicia erzählst, etwa „Meine Tochter Emma hat am Freitag ein Vorspiel“, wird gespeichert und steht dann hier. Du kannst Erinnerungen auch aus einer Datei importieren.</translation>
        </message>
        <message>
            <location filename="../../ui/memories/list_page.py" />
            <source>{words} · {count} related</source>
            <translation>{words} · {count} verwandte</translation>
        </message>
        <message>
            <location filename="../../ui/memories/list_page.py" />
            <source>{n} of {total} memories</source>
            <translation>{n} von {total} Erinnerungen</translation>
        </message>
        <message>
            <location filename="../../ui/memories/list_page.py" />
            <source>Export…</source>
            <translation>Exportieren…</translation>
        </message>
        <message>
            <location filename="../../ui/memories/list_page.py" />
            <source>Close memory (Esc)</source>
            <translation>Erinnerung schließen (Esc)</translation>
        </message>
        <message>
            <location filename="../../ui/memories/memory_table.py" />
            <source>Related (relevance {score})</source>
            <translation>Verwandt (Relevanz {score})</translation>
        </message>
        <message>
            <location filename="../../ui/memories/memory_table.py" />
            <location filename="../../view/memories_rows.py" />
            <source>Only mentioned in an answer</source>
            <translation>Nur in einer Antwort erwähnt</translation>
        </message>
        <message>
            <location filename="../../ui/memories/statistics_page.py" />
            <source>Memory statistics</source>
            <translation>Statistik der Erinnerungen</translation>
        </message>
        <message>
            <location filename="../../ui/memories/statistics_page.py" />
            <source>Statistics appear with the first memory: tell Alicia something, or import memories from a file.</source>
            <translation>Die Statistik beginnt mit der ersten Erinnerung: Erzähl Alicia etwas, oder importiere Erinnerungen aus einer Datei.</translation>
        </message>
        <message>
            <location filename="../../ui/memories/statistics_page.py" />
            <source>No statistics yet</source>
            <translation>Noch keine Statistik</translation>
        </message>
        <message>
            <location filename="../../ui/memories/transfer_bar.py" />
            <source>Show problems</source>
            <translation>Probleme zeigen</translation>
        </message>
        <message>
            <location filename="../../ui/memories/transfer_bar.py" />
            <source>Lines that could not be read</source>
            <translation>Zeilen, die nicht gelesen werden konnten</translation>
        </message>
        <message>
            <location filename="../../ui/memories/window.py" />
            <source>Next answer</source>
            <translation>Nächste Antwort</translation>
        </message>
        <message>
            <location filename="../../ui/memories/window.py" />
            <source>Memories tabs</source>
            <translation>Reiter der Erinnerungen</translation>
        </message>
        <message>
            <location filename="../../ui/memories/window.py" />
            <source>Undo: {words} (Ctrl+Z)</source>
            <translation>Rückgängig: {words} (Strg+Z)</translation>
        </message>
        <message>
            <location filename="../../ui/memories/window.py" />
            <source>Nothing to undo</source>
            <translation>Nichts rückgängig zu machen</translation>
        </message>
        <message>
            <location filename="../../ui/memories/window.py" />
            <source>Import memories</source>
            <translation>Erinnerungen importieren</translation>
        </message>
        <message>
            <location filename="../../ui/memories/window.py" />
            <source>JSON Lines (*.jsonl *.ndjson *.json)</source>
            <translation>JSON-Zeilen (*.jsonl *.ndjson *.json)</translation>
        </message>
        <message>
            <location filename="../../ui/memories/window.py" />
            <source>Export memories</source>
            <translation>Erinnerungen exportieren</translation>
        </message>
        <message>
            <location filename="../../ui/memories/window.py" />
            <source>Search memories</source>
            <translation>Erinnerungen durchsuchen</translation>
        </message>
        <message>
            <location filename="../../ui/memories/window.py" />
            <source>Move through the list (Shift extends the selection)</source>
            <translation>Durch die Liste gehen (Umschalt erweitert die Auswahl)</translation>
        </message>
        <message>
            <location filename="../../ui/memories/window.py" />
            <source>Select all</source>
            <translation>Alle auswählen</translation>
        </message>
        <message>
            <location filename="../../ui/memories/window.py" />
            <source>Open the memory</source>
            <translation>Die Erinnerung öffnen</translation>
        </message>
        <message>
            <location filename="../../ui/memories/window.py" />
            <source>Delete the selection</source>
            <translation>Ausgewählte löschen</translation>
        </message>
        <message>
            <location filename="../../ui/memories/window.py" />
            <source>Clear the search, close the memory, close the window</source>
            <translation>Die Suche leeren, die Erinnerung schließen, das Fenster schließen</translation>
        </message>
        <message>
            <location filename="../../ui/permission.py" />
            <location filename="../../view/status.py" />
            <source>Duration</source>
            <translation>Dauer</translation>
        </message>
        <message>
            <location filename="../../ui/permission.py" />
            <location filename="../../view/memories_rows.py" />
            <source>Once</source>
            <translation>Einmal</translation>
        </message>
        <message>
            <location filename="../../ui/permission.py" />
            <source>In this conversation</source>
            <translation>In diesem Gespräch</translation>
        </message>
        <message>
            <location filename="../../ui/permission.py" />
            <location filename="../../ui/settings/privacy_pages.py" />
            <source>Always</source>
            <translation>Immer</translation>
        </message>
        <message>
            <location filename="../../ui/permission.py" />
            <source>Duration of the permission</source>
            <translation>Dauer der Erlaubnis</translation>
        </message>
        <message>
            <location filename="../../ui/permission.py" />
            <source>This address can’t be opened.</source>
            <translation>Diese Adresse kann nicht geöffnet werden.</translation>
        </message>
        <message>
            <location filename="../../ui/permission.py" />
            <source>Host</source>
            <translation>Rechner</translation>
        </message>
        <message>
            <location filename="../../ui/permission.py" />
            <source>Scroll down to read everything</source>
            <translation>Nach unten blättern, um alles zu lesen</translation>
        </message>
        <message>
            <location filename="../../ui/permission.py" />
            <source>Arguments</source>
            <translation>Argumente</translation>
        </message>
        <message>
            <location filename="../../ui/permission.py" />
            <source>Never allow</source>
            <translation>Nie erlauben</translation>
        </message>
        <message>
            <location filename="../../ui/permission.py" />
            <source>Don’t allow</source>
            <translation>Nicht erlauben</translation>
        </message>
        <message>
            <location filename="../../ui/permission.py" />
            <source>Allow</source>
            <translation>Erlauben</translation>
        </message>
        <message>
            <location filename="../../ui/profiles_dialog.py" />
            <source>Profiles</source>
            <translation>Profile</translation>
        </message>
        <message>
            <location filename="../../ui/profiles_dialog.py" />
            <source>Remove…</source>
            <translation>Entfernen…</translation>
        </message>
        <message>
            <location filename="../../ui/profiles_dialog.py" />
            <source>Name of a new profile</source>
            <translation>Name eines neuen Profils</translation>
        </message>
        <message>
            <location filename="../../ui/profiles_dialog.py" />
            <location filename="../../ui/settings/mcp_page.py" />
            <source>Add</source>
            <translation>Hinzufügen</translation>
        </message>
        <message>
            <location filename="../../ui/profiles_dialog.py" />
            <source>{name} (this window)</source>
            <translation>{name} (dieses Fenster)</translation>
        </message>
        <message>
            <location filename="../../ui/profiles_dialog.py" />
            <source>Remove the profile “{name}”?</source>
            <translation>Das Profil „{name}“ entfernen?</translation>
        </message>
        <message>
            <location filename="../../ui/profiles_dialog.py" />
            <source>Its conversations, memories, recordings, settings and tokens on this computer are deleted. Data on other servers is not. This cannot be undone.</source>
            <translation>Seine Gespräche, Erinnerungen, Aufnahmen, Einstellungen und Token auf diesem Computer werden gelöscht, Daten auf anderen Servern nicht. Das lässt sich nicht rückgängig machen.</translation>
        </message>
        <message>
            <location filename="../../ui/profiles_dialog.py" />
            <source>A profile has its own data, settings, tokens and window: for another person or another server.</source>
            <translation>Ein Profil hat eigene Daten, Einstellungen, Token und ein eigenes Fenster: für eine andere Person oder einen anderen Server.</translation>
        </message>
        <message>
            <location filename="../../ui/recently_deleted.py" />
            <location filename="../../ui/window_actions.py" />
            <source>Recently deleted</source>
            <translation>Kürzlich gelöscht</translation>
        </message>
        <message>
            <location filename="../../ui/recently_deleted.py" />
            <source>No recently deleted conversations</source>
            <translation>Keine kürzlich gelöschten Gespräche</translation>
        </message>
        <message>
            <location filename="../../ui/recently_deleted.py" />
            <source>Delete now…</source>
            <translation>Jetzt löschen…</translation>
        </message>
        <message>
            <location filename="../../ui/recently_deleted.py" />
            <source>Delete all now…</source>
            <translation>Alle jetzt löschen…</translation>
        </message>
        <message>
            <location filename="../../ui/recently_deleted.py" />
            <source>Recently deleted conversations</source>
            <translation>Kürzlich gelöschte Gespräche</translation>
        </message>
        <message>
            <location filename="../../ui/recently_deleted.py" />
            <source>Deleted conversations are kept for 30 days and are then permanently deleted. Private conversations are not kept.</source>
            <translation>Gelöschte Gespräche werden 30 Tage aufbewahrt und dann endgültig gelöscht. Private Gespräche werden nicht aufbewahrt.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../ui/recently_deleted.py" />
            <source>Permanently delete {count} conversations?</source>
            <translation>
                <numerusform>{count} Gespräch endgültig löschen?</numerusform>
                <numerusform>{count} Gespräche endgültig löschen?</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../ui/recently_deleted.py" />
            <source>This deletes from this computer, the server and your other computers. Memories stay. This cannot be undone.</source>
            <translation>Das löscht auf diesem Computer, auf dem Server und auf deinen anderen Computern. Erinnerungen bleiben. Es lässt sich nicht rückgängig machen.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/dialog.py" />
            <source>Settings pages</source>
            <translation>Seiten der Einstellungen</translation>
        </message>
        <message>
            <location filename="../../ui/settings/dialog.py" />
            <source>Required</source>
            <translation>Nötig</translation>
        </message>
        <message>
            <location filename="../../ui/settings/dialog.py" />
            <source>Starts with http:// or https://</source>
            <translation>Beginnt mit http:// oder https://</translation>
        </message>
        <message>
            <location filename="../../ui/settings/dialog.py" />
            <source>Starts with ws:// or wss://</source>
            <translation>Beginnt mit ws:// oder wss://</translation>
        </message>
        <message>
            <location filename="../../ui/settings/dialog.py" />
            <source>A whole number, at most {most}</source>
            <translation>Eine ganze Zahl, höchstens {most}</translation>
        </message>
        <message>
            <location filename="../../ui/settings/dialog.py" />
            <source>A number from 0 to 1, such as 0.34</source>
            <translation>Eine Zahl von 0 bis 1, zum Beispiel 0.34</translation>
        </message>
        <message>
            <location filename="../../ui/settings/dialog.py" />
            <source>Parts of a score with weights from −2 to 2, such as words=0.6 meaning=0.35</source>
            <translation>Teile einer Wertung mit Gewichten von −2 bis 2, zum Beispiel words=0.6 meaning=0.35</translation>
        </message>
        <message>
            <location filename="../../ui/settings/download_panel.py" />
            <source>Downloads</source>
            <translation>Downloads</translation>
        </message>
        <message>
            <location filename="../../ui/settings/download_panel.py" />
            <location filename="../../ui/settings/fields.py" />
            <source>None yet</source>
            <translation>Noch keine</translation>
        </message>
        <message>
            <location filename="../../ui/settings/download_panel.py" />
            <location filename="../../ui/settings/model_page.py" />
            <source>Use</source>
            <translation>Verwenden</translation>
        </message>
        <message>
            <location filename="../../ui/settings/download_panel.py" />
            <location filename="../../ui/settings/model_page.py" />
            <source>In use</source>
            <translation>In Gebrauch</translation>
        </message>
        <message>
            <location filename="../../ui/settings/download_panel.py" />
            <source>Repository of Hugging Face</source>
            <translation>Repository von Hugging Face</translation>
        </message>
        <message>
            <location filename="../../ui/settings/download_panel.py" />
            <source>Show files</source>
            <translation>Dateien zeigen</translation>
        </message>
        <message>
            <location filename="../../ui/settings/download_panel.py" />
            <source>Suggested</source>
            <translation>Vorgeschlagen</translation>
        </message>
        <message>
            <location filename="../../ui/settings/download_panel.py" />
            <location filename="../../ui/settings/model_parts.py" />
            <location filename="../../view/answer_prompt.py" />
            <source>File</source>
            <translation>Datei</translation>
        </message>
        <message>
            <location filename="../../ui/settings/download_panel.py" />
            <source>Download</source>
            <translation>Herunterladen</translation>
        </message>
        <message>
            <location filename="../../ui/settings/download_panel.py" />
            <source>Suggested, under {licences}</source>
            <translation>Vorgeschlagen, unter {licences}</translation>
        </message>
        <message>
            <location filename="../../ui/settings/download_panel.py" />
            <source>Looking for files…</source>
            <translation>Dateien werden gesucht…</translation>
        </message>
        <message>
            <location filename="../../ui/settings/fields.py" />
            <source>For example {example}</source>
            <translation>z. B. {example}</translation>
        </message>
        <message>
            <location filename="../../ui/settings/fields.py" />
            <source>Push-to-talk in every window</source>
            <translation>Sprechtaste in jedem Fenster</translation>
        </message>
        <message>
            <location filename="../../ui/settings/fields.py" />
            <source>Remove the push-to-talk key</source>
            <translation>Sprechtaste entfernen</translation>
        </message>
        <message>
            <location filename="../../ui/settings/fields.py" />
            <source>Press the key here to choose it. While you hold it, Alicia hears you, also while another program is in front: in the mode Hold to talk, with the microphone on. F8 in this window stays.</source>
            <translation>Drücke hier die Taste, um sie zu wählen. Solange du sie hältst, hört Alicia dich, auch wenn ein anderes Programm vorn ist: im Modus „Zum Sprechen halten“ mit eingeschaltetem Mikrofon. F8 in diesem Fenster bleibt.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/general_page.py" />
            <source>General</source>
            <translation>Allgemein</translation>
        </message>
        <message>
            <location filename="../../ui/settings/general_page.py" />
            <source>Match system</source>
            <translation>Wie das System</translation>
        </message>
        <message>
            <location filename="../../ui/settings/general_page.py" />
            <source>Light</source>
            <translation>Hell</translation>
        </message>
        <message>
            <location filename="../../ui/settings/general_page.py" />
            <source>Dark</source>
            <translation>Dunkel</translation>
        </message>
        <message>
            <location filename="../../ui/settings/general_page.py" />
            <source>High contrast</source>
            <translation>Hoher Kontrast</translation>
        </message>
        <message>
            <location filename="../../ui/settings/general_page.py" />
            <source>Theme</source>
            <translation>Farben</translation>
        </message>
        <message>
            <location filename="../../ui/settings/general_page.py" />
            <source>Text size</source>
            <translation>Textgröße</translation>
        </message>
        <message>
            <location filename="../../ui/settings/general_page.py" />
            <source>{percent} %</source>
            <translation>{percent} %</translation>
        </message>
        <message>
            <location filename="../../ui/settings/general_page.py" />
            <source>Ctrl and +, − or 0 change it in the window, too.</source>
            <translation>Strg und +, − oder 0 ändern sie auch im Fenster.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/general_page.py" />
            <source>Language</source>
            <translation>Sprache</translation>
        </message>
        <message>
            <location filename="../../ui/settings/general_page.py" />
            <source>A change takes effect when Alicia is started again.</source>
            <translation>Eine Änderung gilt, sobald Alicia neu gestartet wird.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/general_page.py" />
            <source>Reduce motion</source>
            <translation>Bewegung verringern</translation>
        </message>
        <message>
            <location filename="../../ui/settings/general_page.py" />
            <source>Start when I log in</source>
            <translation>Beim Anmelden starten</translation>
        </message>
        <message>
            <location filename="../../ui/settings/general_page.py" />
            <source>Show in the tray</source>
            <translation>Im Infobereich zeigen</translation>
        </message>
        <message>
            <location filename="../../ui/settings/general_page.py" />
            <source>Keep running when the window is closed</source>
            <translation>Weiterlaufen, wenn das Fenster geschlossen ist</translation>
        </message>
        <message>
            <location filename="../../ui/settings/general_page.py" />
            <source>This desktop has no tray.</source>
            <translation>Dieser Desktop hat keinen Infobereich.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/general_page.py" />
            <source>Notify me of an answer while I look elsewhere</source>
            <translation>Eine Antwort melden, während ich woanders bin</translation>
        </message>
        <message>
            <location filename="../../ui/settings/general_page.py" />
            <source>Check spelling</source>
            <translation>Rechtschreibung prüfen</translation>
        </message>
        <message>
            <location filename="../../ui/settings/general_page.py" />
            <source>Dictionary</source>
            <translation>Wörterbuch</translation>
        </message>
        <message>
            <location filename="../../ui/settings/general_page.py" />
            <source>Words you have added</source>
            <translation>Wörter, die du hinzugefügt hast</translation>
        </message>
        <message>
            <location filename="../../ui/settings/general_page.py" />
            <source>Spelling cannot be checked, because Enchant is not installed. Debian and Ubuntu have it: sudo apt install libenchant-2-2 hunspell-en-us</source>
            <translation>Die Rechtschreibung kann nicht geprüft werden, weil Enchant nicht installiert ist. Debian und Ubuntu haben es: sudo apt install libenchant-2-2 hunspell-en-us</translation>
        </message>
        <message>
            <location filename="../../ui/settings/general_page.py" />
            <source>Spelling cannot be checked, because no dictionary is installed. Debian and Ubuntu have them: sudo apt install hunspell-en-us</source>
            <translation>Die Rechtschreibung kann nicht geprüft werden, weil kein Wörterbuch installiert ist. Debian und Ubuntu haben welche: sudo apt install hunspell-en-us</translation>
        </message>
        <message>
            <location filename="../../ui/settings/general_page.py" />
            <source>Spelling cannot be checked, because no dictionary of this language is installed. Debian and Ubuntu list theirs with: apt search hunspell</source>
            <translation>Die Rechtschreibung kann nicht geprüft werden, weil kein Wörterbuch dieser Sprache installiert ist. Debian und Ubuntu zeigen ihre mit: apt search hunspell</translation>
        </message>
        <message>
            <location filename="../../ui/settings/general_page.py" />
            <source>Keyboard shortcuts…</source>
            <translation>Tastenkürzel…</translation>
        </message>
        <message>
            <location filename="../../ui/settings/general_page.py" />
            <location filename="../../ui/window_actions.py" />
            <source>Profiles…</source>
            <translation>Profile…</translation>
        </message>
        <message>
            <location filename="../../ui/settings/general_page.py" />
            <source>When is Emma’s recital?</source>
            <translation>Wann ist Emmas Vorspiel?</translation>
        </message>
        <message>
            <location filename="../../ui/settings/general_page.py" />
            <source>On Friday at 18:30.</source>
            <translation>Am Freitag um 18:30 Uhr.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/household_part.py" />
            <source>Let other computers use this Alicia</source>
            <translation>Andere Computer dürfen diese Alicia benutzen</translation>
        </message>
        <message>
            <location filename="../../ui/settings/household_part.py" />
            <source>Whose computer</source>
            <translation>Wessen Computer</translation>
        </message>
        <message>
            <location filename="../../ui/settings/household_part.py" />
            <source>Empty for another computer of yours. Another person has conversations and memories of their own</source>
            <translation>Leer für einen anderen Computer von dir. Wer sonst einen hat, hat eigene Gespräche und Erinnerungen</translation>
        </message>
        <message>
            <location filename="../../ui/settings/household_part.py" />
            <source>Show pairing code</source>
            <translation>Kopplungscode zeigen</translation>
        </message>
        <message>
            <location filename="../../ui/settings/household_part.py" />
            <source>Paired computers</source>
            <translation>Gekoppelte Computer</translation>
        </message>
        <message>
            <location filename="../../ui/settings/household_part.py" />
            <source>Pair each of them below. What they send and get is encrypted.</source>
            <translation>Kopple unten jeden einzeln. Was sie senden und bekommen, ist verschlüsselt.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/household_part.py" />
            <source>Only computers that you pair by a code get in, and what they send and get is encrypted. Alicia then listens on the port 8200 of this computer’s network while she runs. A change restarts the program.</source>
            <translation>Nur Computer, die du mit einem Code koppelst, kommen hinein, und was sie senden und bekommen, ist verschlüsselt. Alicia hört dann am Port 8200 im Netz dieses Computers, solange sie läuft. Eine Änderung startet das Programm neu.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/household_part.py" />
            <source>Pairing code {code}</source>
            <translation>Kopplungscode {code}</translation>
        </message>
        <message>
            <location filename="../../ui/settings/household_part.py" />
            <source>{owner} · since {day}</source>
            <translation>{owner} · seit {day}</translation>
        </message>
        <message>
            <location filename="../../ui/settings/household_part.py" />
            <source>Remove: {computer}</source>
            <translation>Entfernen: {computer}</translation>
        </message>
        <message>
            <location filename="../../ui/settings/mcp_page.py" />
            <source>Variable or header</source>
            <translation>Variable oder Kopfzeile</translation>
        </message>
        <message>
            <location filename="../../ui/settings/mcp_page.py" />
            <source>Value</source>
            <translation>Wert</translation>
        </message>
        <message>
            <location filename="../../ui/settings/mcp_page.py" />
            <source>MCP servers</source>
            <translation>MCP-Server</translation>
        </message>
        <message>
            <location filename="../../ui/settings/mcp_page.py" />
            <source>Programs or web addresses with tools that a connected model may use, each time after asking you. A program runs with all your rights: add only what you trust. Changes here take effect immediately.</source>
            <translation>Programme oder Webadressen mit Werkzeugen, die ein verbundenes Modell benutzen darf, jedes Mal nach Rückfrage. Ein Programm läuft mit allen deinen Rechten: Füge nur hinzu, dem du vertraust. Änderungen hier wirken sofort.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/mcp_page.py" />
            <source>Name</source>
            <translation>Name</translation>
        </message>
        <message>
            <location filename="../../ui/settings/mcp_page.py" />
            <source>Command or address</source>
            <translation>Befehl oder Adresse</translation>
        </message>
        <message>
            <location filename="../../ui/settings/mcp_page.py" />
            <source>A program with its arguments, or what begins with https://</source>
            <translation>Ein Programm mit seinen Argumenten, oder was mit https:// beginnt</translation>
        </message>
        <message>
            <location filename="../../ui/settings/mcp_page.py" />
            <location filename="../../view/mcp.py" />
            <source>Starting…</source>
            <translation>Startet…</translation>
        </message>
        <message>
            <location filename="../../ui/settings/mcp_page.py" />
            <source>It works: {tools}</source>
            <translation>Es funktioniert: {tools}</translation>
        </message>
        <message>
            <location filename="../../ui/settings/mcp_page.py" />
            <source>Another variable</source>
            <translation>Weitere Variable</translation>
        </message>
        <message>
            <location filename="../../ui/settings/mcp_page.py" />
            <source>If the server needs keys. The values are stored in the system keyring if available.</source>
            <translation>Falls der Server Schlüssel braucht. Die Werte werden, wenn möglich, im Schlüsselbund des Systems gespeichert.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/mcp_page.py" />
            <source>Restart</source>
            <translation>Neu starten</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_page.py" />
            <source>Alicia runs on a server, which has a model of its own. This is for this computer.</source>
            <translation>Alicia läuft auf einem Server, der sein eigenes Modell hat. Dies gilt für diesen Computer.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_page.py" />
            <source>{name} is set and goes before this choice at every start. Unset it.</source>
            <translation>{name} ist gesetzt und geht bei jedem Start dieser Wahl vor. Hebe es auf.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../ui/settings/model_page.py" />
            <source>runs here, {count} models</source>
            <translation>
                <numerusform>läuft hier, {count} Modell</numerusform>
                <numerusform>läuft hier, {count} Modelle</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_page.py" />
            <source>{name} runs here</source>
            <translation>{name} läuft hier</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_page.py" />
            <source>It answers, but doesn’t list its models. Enter a name.</source>
            <translation>Er antwortet, nennt aber seine Modelle nicht. Gib einen Namen ein.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_page.py" />
            <source>It doesn’t list {model}. Choose another one.</source>
            <translation>{model} ist nicht dabei. Wähle ein anderes.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_page.py" />
            <source>It answers at {address}</source>
            <translation>Er antwortet unter {address}</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_page.py" />
            <source>{model} answers</source>
            <translation>{model} antwortet</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_page.py" />
            <source>Alicia answers with {model} from now on</source>
            <translation>Alicia antwortet ab jetzt mit {model}</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_page.py" />
            <source>Alicia answers with the small model from now on</source>
            <translation>Alicia antwortet ab jetzt mit dem kleinen Modell</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_page.py" />
            <location filename="../../ui/settings/model_parts.py" />
            <source>Choose a model</source>
            <translation>Wähle ein Modell</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_page.py" />
            <source>On this computer (small)</source>
            <translation>Auf diesem Computer (klein)</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_page.py" />
            <source>Another endpoint</source>
            <translation>Ein anderer Endpunkt</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_page.py" />
            <source>A GGUF file</source>
            <translation>Eine GGUF-Datei</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_page.py" />
            <source>Download a model</source>
            <translation>Ein Modell herunterladen</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_page.py" />
            <location filename="../../ui/settings/server_page.py" />
            <source>Address</source>
            <translation>Adresse</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_page.py" />
            <source>Key</source>
            <translation>Schlüssel</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_page.py" />
            <location filename="../../ui/settings/server_page.py" />
            <source>Stored in the system keyring if available</source>
            <translation>Wird, wenn möglich, im Schlüsselbund des Systems gespeichert</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_page.py" />
            <source>Fast and private, for short and simple answers.</source>
            <translation>Schnell und privat, für kurze und einfache Antworten.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_page.py" />
            <source>Reading the file…</source>
            <translation>Die Datei wird gelesen…</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_page.py" />
            <source>Looking for models…</source>
            <translation>Modelle werden gesucht…</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_page.py" />
            <source>Testing… The first answer may take a while.</source>
            <translation>Prüfung läuft… Die erste Antwort kann etwas dauern.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_page.py" />
            <source>Loading… A large file takes a while.</source>
            <translation>Lädt… Eine große Datei braucht etwas.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_parts.py" />
            <source>First word after</source>
            <translation>Erstes Wort nach</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_parts.py" />
            <source>Tokens a second</source>
            <translation>Token pro Sekunde</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_parts.py" />
            <source>Takes tools</source>
            <translation>Nimmt Werkzeuge</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_parts.py" />
            <source>Thinks first</source>
            <translation>Denkt zuerst</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_parts.py" />
            <source>Reads at once</source>
            <translation>Liest auf einmal</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_parts.py" />
            <source>Yes</source>
            <translation>Ja</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_parts.py" />
            <source>No</source>
            <translation>Nein</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_parts.py" />
            <source>{figure} tokens</source>
            <translation>{figure} Token</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_parts.py" />
            <source>Not stated</source>
            <translation>Nicht angegeben</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_parts.py" />
            <source>Too short to measure</source>
            <translation>Zu kurz zum Messen</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_parts.py" />
            <source>Threads</source>
            <translation>Threads</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_parts.py" />
            <source>Chat template</source>
            <translation>Chat-Vorlage</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_parts.py" />
            <source>Its own</source>
            <translation>Die eigene</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_parts.py" />
            <source>None in the file, a usual one is used</source>
            <translation>Keine in der Datei, eine übliche wird verwendet</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_parts.py" />
            <source>Choose…</source>
            <translation>Auswählen…</translation>
        </message>
        <message>
            <location filename="../../ui/settings/model_parts.py" />
            <source>Choose or enter a model</source>
            <translation>Ein Modell wählen oder eingeben</translation>
        </message>
        <message>
            <location filename="../../ui/settings/pages.py" />
            <source>Sound</source>
            <translation>Ton</translation>
        </message>
        <message>
            <location filename="../../ui/settings/pages.py" />
            <source>Sensitivity</source>
            <translation>Empfindlichkeit</translation>
        </message>
        <message>
            <location filename="../../ui/settings/pages.py" />
            <source>Sound above the marker counts as speech. The level is shown while the microphone is on or tested.</source>
            <translation>Was lauter ist als die Marke, gilt als Sprache. Den Pegel siehst du, solange das Mikrofon an ist oder geprüft wird.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/pages.py" />
            <source>When you pause</source>
            <translation>Wenn du innehältst</translation>
        </message>
        <message>
            <location filename="../../ui/settings/pages.py" />
            <source>How long Alicia waits for you to go on before she answers. It holds for an Alicia on this computer; a change restarts the program.</source>
            <translation>Wie lange Alicia wartet, ob du weitersprichst, bevor sie antwortet. Das gilt für eine Alicia auf diesem Computer; eine Änderung startet das Programm neu.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/pages.py" />
            <source>Keep recordings of what I say</source>
            <translation>Aufnahmen von dem aufbewahren, was ich sage</translation>
        </message>
        <message>
            <location filename="../../ui/settings/pages.py" />
            <source>Alicia’s speech can be replayed for seven days; with this, yours too. Recordings stay on this computer, private conversations are never recorded, and turning this off deletes your recordings.</source>
            <translation>Was Alicia sagt, lässt sich sieben Tage lang wieder abspielen, hiermit auch, was du sagst. Aufnahmen bleiben auf diesem Computer, private Gespräche werden nie aufgenommen, und wer dies ausschaltet, löscht die eigenen Aufnahmen.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/pages.py" />
            <source>Quick</source>
            <translation>Schnell</translation>
        </message>
        <message>
            <location filename="../../ui/settings/pages.py" />
            <source>Natural</source>
            <translation>Natürlich</translation>
        </message>
        <message>
            <location filename="../../ui/settings/pages.py" />
            <source>Patient</source>
            <translation>Geduldig</translation>
        </message>
        <message>
            <location filename="../../ui/settings/pages.py" />
            <source>Local server</source>
            <translation>Lokaler Server</translation>
        </message>
        <message>
            <location filename="../../ui/settings/pages.py" />
            <source>LiveKit server</source>
            <translation>LiveKit-Server</translation>
        </message>
        <message>
            <location filename="../../ui/settings/pages.py" />
            <source>Empty: sound uses the server’s own WebSocket</source>
            <translation>Leer: Ton nimmt den WebSocket des Servers</translation>
        </message>
        <message>
            <location filename="../../ui/settings/pages.py" />
            <source>LiveKit key</source>
            <translation>LiveKit-Schlüssel</translation>
        </message>
        <message>
            <location filename="../../ui/settings/pages.py" />
            <source>LiveKit secret</source>
            <translation>LiveKit-Geheimnis</translation>
        </message>
        <message>
            <location filename="../../ui/settings/pages.py" />
            <source>Memory token budget</source>
            <translation>Token-Budget für Erinnerungen</translation>
        </message>
        <message>
            <location filename="../../ui/settings/pages.py" />
            <source>Maximum tokens of memories in an answer; 0 uses none</source>
            <translation>Höchstens so viele Token Erinnerungen in einer Antwort; 0 verwendet keine</translation>
        </message>
        <message>
            <location filename="../../ui/settings/pages.py" />
            <source>Memory threshold</source>
            <translation>Schwelle für Erinnerungen</translation>
        </message>
        <message>
            <location filename="../../ui/settings/pages.py" />
            <source>Relevance that a memory needs for an answer, 0 to 1</source>
            <translation>Relevanz, die eine Erinnerung für eine Antwort braucht, 0 bis 1</translation>
        </message>
        <message>
            <location filename="../../ui/settings/pages.py" />
            <source>Memory weights</source>
            <translation>Gewichte für Erinnerungen</translation>
        </message>
        <message>
            <location filename="../../ui/settings/pages.py" />
            <source>Of the parts of a score; empty: those that were fitted. Try them in the inspector: What if…</source>
            <translation>Der Teile einer Wertung; leer: die ausgelieferten. Probiere sie im Inspektor aus: Was wäre, wenn…</translation>
        </message>
        <message>
            <location filename="../../ui/settings/pages.py" />
            <source>Speech recognition model</source>
            <translation>Modell der Spracherkennung</translation>
        </message>
        <message>
            <location filename="../../ui/settings/pages.py" />
            <source>Folder of a Whisper model for CTranslate2, or the name of one that was downloaded in Model; empty uses the bundled one, for English</source>
            <translation>Ordner eines Whisper-Modells für CTranslate2, oder der Name eines unter „Modell“ heruntergeladenen; leer nimmt das mitgelieferte, für Englisch</translation>
        </message>
        <message>
            <location filename="../../ui/settings/pages.py" />
            <source>Spoken language</source>
            <translation>Gesprochene Sprache</translation>
        </message>
        <message>
            <location filename="../../ui/settings/pages.py" />
            <source>Empty: recognised, if the model knows several</source>
            <translation>Leer: wird erkannt, wenn das Modell mehrere kann</translation>
        </message>
        <message>
            <location filename="../../ui/settings/pages.py" />
            <source>About</source>
            <translation>Über</translation>
        </message>
        <message>
            <location filename="../../ui/settings/pages.py" />
            <source>Alicia Desktop {version}</source>
            <translation>Alicia Desktop {version}</translation>
        </message>
        <message>
            <location filename="../../ui/settings/privacy_pages.py" />
            <source>Permissions</source>
            <translation>Erlaubnisse</translation>
        </message>
        <message>
            <location filename="../../ui/settings/privacy_pages.py" />
            <source>Alicia may list, read and search text files in these folders, after asking you. Hidden files and links stay closed.</source>
            <translation>Alicia darf in diesen Ordnern, nach Rückfrage, Textdateien auflisten, lesen und durchsuchen. Versteckte Dateien und Verknüpfungen bleiben verschlossen.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/privacy_pages.py" />
            <source>Allowed folders</source>
            <translation>Erlaubte Ordner</translation>
        </message>
        <message>
            <location filename="../../ui/settings/privacy_pages.py" />
            <source>Add folder…</source>
            <translation>Ordner hinzufügen…</translation>
        </message>
        <message>
            <location filename="../../ui/settings/privacy_pages.py" />
            <source>Tool permissions</source>
            <translation>Erlaubnisse für Werkzeuge</translation>
        </message>
        <message>
            <location filename="../../ui/settings/privacy_pages.py" />
            <source>{path} is too broad. Choose a folder inside it.</source>
            <translation>{path} ist zu umfassend. Wähle einen Ordner darin.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/privacy_pages.py" />
            <source>Allow folder</source>
            <translation>Ordner erlauben</translation>
        </message>
        <message>
            <location filename="../../ui/settings/privacy_pages.py" />
            <source>Revoke</source>
            <translation>Entziehen</translation>
        </message>
        <message>
            <location filename="../../ui/settings/privacy_pages.py" />
            <source>Privacy</source>
            <translation>Datenschutz</translation>
        </message>
        <message>
            <location filename="../../ui/settings/privacy_pages.py" />
            <source>Keep stanza log for</source>
            <translation>Stanza-Protokoll aufbewahren</translation>
        </message>
        <message>
            <location filename="../../ui/settings/privacy_pages.py" />
            <source>{days} days</source>
            <translation>{days} Tage</translation>
        </message>
        <message>
            <location filename="../../ui/settings/privacy_pages.py" />
            <source>The inspector shows this log. Older stanzas are permanently deleted from this computer, except unsent ones; messages, memories and tool uses are not affected. The server has its own log.</source>
            <translation>Der Inspektor zeigt dieses Protokoll. Ältere Stanzas werden auf diesem Computer endgültig gelöscht, nicht gesendete ausgenommen; Nachrichten, Erinnerungen und Werkzeugaufrufe bleiben. Der Server hat sein eigenes Protokoll.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/privacy_pages.py" />
            <source>Back up…</source>
            <translation>Sichern…</translation>
        </message>
        <message>
            <location filename="../../ui/settings/privacy_pages.py" />
            <source>Restore…</source>
            <translation>Wiederherstellen…</translation>
        </message>
        <message>
            <location filename="../../ui/settings/privacy_pages.py" />
            <source>A backup is one file with conversations, memories, recordings and settings, without tokens and keys. Store it where only you can read it. Restoring keeps a copy of the current data.</source>
            <translation>Eine Sicherung ist eine Datei mit Gesprächen, Erinnerungen, Aufnahmen und Einstellungen, ohne Token und Schlüssel. Lege sie dorthin, wo nur du sie lesen kannst. Beim Wiederherstellen bleibt eine Kopie der jetzigen Daten.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/privacy_pages.py" />
            <source>Delete all data on this computer</source>
            <translation>Alle Daten auf diesem Computer löschen</translation>
        </message>
        <message>
            <location filename="../../ui/settings/privacy_pages.py" />
            <source>You’ll see what is deleted and confirm</source>
            <translation>Du siehst, was gelöscht wird, und bestätigst es</translation>
        </message>
        <message>
            <location filename="../../ui/settings/server_page.py" />
            <location filename="../../view/status.py" />
            <source>Connection</source>
            <translation>Verbindung</translation>
        </message>
        <message>
            <location filename="../../ui/settings/server_page.py" />
            <source>Alicia runs</source>
            <translation>Alicia läuft</translation>
        </message>
        <message>
            <location filename="../../ui/settings/server_page.py" />
            <source>Pairing code</source>
            <translation>Kopplungscode</translation>
        </message>
        <message>
            <location filename="../../ui/settings/server_page.py" />
            <source>Instead of name and token. “serve pair” shows one on the server’s computer</source>
            <translation>Statt Name und Token. „serve pair“ zeigt ihn auf dem Computer des Servers</translation>
        </message>
        <message>
            <location filename="../../ui/settings/server_page.py" />
            <source>Pair</source>
            <translation>Koppeln</translation>
        </message>
        <message>
            <location filename="../../ui/settings/server_page.py" />
            <source>Run a LiveKit server for my other computers</source>
            <translation>Einen LiveKit-Server für meine anderen Computer betreiben</translation>
        </message>
        <message>
            <location filename="../../ui/settings/server_page.py" />
            <source>Rooms of the Alicia on this computer then use it, and sound bears bad networks better. A change restarts the program.</source>
            <translation>Räume der Alicia auf diesem Computer nutzen ihn dann, und Ton verträgt schlechte Netze besser. Eine Änderung startet das Programm neu.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/server_page.py" />
            <source>User name</source>
            <translation>Benutzername</translation>
        </message>
        <message>
            <location filename="../../ui/settings/server_page.py" />
            <source>Token</source>
            <translation>Token</translation>
        </message>
        <message>
            <location filename="../../ui/settings/server_page.py" />
            <source>LiveKit address</source>
            <translation>LiveKit-Adresse</translation>
        </message>
        <message>
            <location filename="../../ui/settings/server_page.py" />
            <source>Only if the server doesn’t provide it</source>
            <translation>Nur, wenn der Server sie nicht nennt</translation>
        </message>
        <message>
            <location filename="../../ui/settings/server_page.py" />
            <source>Pairing…</source>
            <translation>Kopplung läuft…</translation>
        </message>
        <message>
            <location filename="../../ui/settings/server_page.py" />
            <source>Paired as {user}. Save to use this server.</source>
            <translation>Als {user} gekoppelt. Speichere, um diesen Server zu benutzen.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/server_page.py" />
            <source>Its certificate is remembered: whatever has another one gets nothing.</source>
            <translation>Sein Zertifikat wird gemerkt: Wer ein anderes hat, bekommt nichts.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/sound_test.py" />
            <source>Nothing is recorded or sent during a test.</source>
            <translation>Während einer Prüfung wird nichts aufgenommen oder gesendet.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/sound_test.py" />
            <source>Played. Nothing heard? Choose another speaker.</source>
            <translation>Abgespielt. Nichts gehört? Wähle einen anderen Lautsprecher.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/sound_test.py" />
            <source>The speaker couldn’t be opened.</source>
            <translation>Der Lautsprecher ließ sich nicht öffnen.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/sound_test.py" />
            <source>The microphone couldn’t be opened.</source>
            <translation>Das Mikrofon ließ sich nicht öffnen.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/sound_test.py" />
            <source>We can hear you.</source>
            <translation>Wir können dich hören.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/sound_test.py" />
            <source>Say something.</source>
            <translation>Sag etwas.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/voice_page.py" />
            <location filename="../../view/status.py" />
            <source>Voice</source>
            <translation>Stimme</translation>
        </message>
        <message>
            <location filename="../../ui/settings/voice_page.py" />
            <source>Looking for voices…</source>
            <translation>Stimmen werden gesucht…</translation>
        </message>
        <message>
            <location filename="../../ui/settings/voice_page.py" />
            <source>Volume</source>
            <translation>Lautstärke</translation>
        </message>
        <message>
            <location filename="../../ui/settings/voice_page.py" />
            <source>Say “One moment.” when an answer takes long</source>
            <translation>„One moment.“ sagen, wenn eine Antwort lange braucht</translation>
        </message>
        <message>
            <location filename="../../ui/settings/voice_page.py" />
            <source>Said after 1.2 seconds without an answer to a spoken question. A server elsewhere that has a voice of its own decides by itself how it speaks; the volume is this computer’s.</source>
            <translation>Nach 1,2 Sekunden ohne Antwort auf eine gesprochene Frage. Ein Server anderswo mit eigener Stimme entscheidet selbst, wie er spricht; die Lautstärke ist die dieses Computers.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/voice_page.py" />
            <source>Voice for {language}</source>
            <translation>Stimme für {language}</translation>
        </message>
        <message>
            <location filename="../../ui/settings/voice_page.py" />
            <source>Preview: {language}</source>
            <translation>Vorschau: {language}</translation>
        </message>
        <message>
            <location filename="../../ui/settings/voice_page.py" />
            <source>No voice is installed: answers appear in writing.</source>
            <translation>Keine Stimme ist installiert: Antworten erscheinen schriftlich.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/voice_page.py" />
            <source>This is the only voice that is installed. There is none for another language.</source>
            <translation>Dies ist die einzige installierte Stimme. Für eine andere Sprache gibt es keine.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/voice_page.py" />
            <source>One voice for each language. What you say in a language without one is answered in writing.</source>
            <translation>Für jede Sprache eine Stimme. Was du in einer Sprache ohne Stimme sagst, wird schriftlich beantwortet.</translation>
        </message>
        <message>
            <location filename="../../ui/settings/voice_page.py" />
            <source>Hello, I am Alicia. This is how I sound.</source>
            <translation>Hello, I am Alicia. This is how I sound.</translation>
        </message>
        <message>
            <location filename="../../ui/shortcuts_dialog.py" />
            <source>Search commands and keys</source>
            <translation>Befehle und Tasten suchen</translation>
        </message>
        <message>
            <location filename="../../ui/shortcuts_dialog.py" />
            <source>{keys} is taken: {text}</source>
            <translation>{keys} ist vergeben: {text}</translation>
        </message>
        <message>
            <location filename="../../ui/shortcuts_dialog.py" />
            <source>New keys for: {command}</source>
            <translation>Neue Tasten für: {command}</translation>
        </message>
        <message>
            <location filename="../../ui/shortcuts_dialog.py" />
            <source>Reset</source>
            <translation>Zurücksetzen</translation>
        </message>
        <message>
            <location filename="../../ui/shortcuts_dialog.py" />
            <source>{command}: {keys}. Press to change</source>
            <translation>{command}: {keys}. Zum Ändern drücken</translation>
        </message>
        <message>
            <location filename="../../ui/sidebar/conversation_delegate.py" />
            <source>Earlier</source>
            <translation>Früher</translation>
        </message>
        <message>
            <location filename="../../ui/sidebar/conversation_delegate.py" />
            <location filename="../../ui/sidebar/panel.py" />
            <location filename="../../view/memories_rows.py" />
            <source>Conversations</source>
            <translation>Gespräche</translation>
        </message>
        <message>
            <location filename="../../ui/sidebar/conversation_delegate.py" />
            <source>Notes</source>
            <translation>Notizen</translation>
        </message>
        <message>
            <location filename="../../ui/sidebar/conversation_delegate.py" />
            <source>Related</source>
            <translation>Verwandtes</translation>
        </message>
        <message>
            <location filename="../../ui/sidebar/conversation_delegate.py" />
            <source>No messages yet</source>
            <translation>Noch keine Nachrichten</translation>
        </message>
        <message>
            <location filename="../../ui/sidebar/panel.py" />
            <source>Recently deleted ({n})</source>
            <translation>Kürzlich gelöscht ({n})</translation>
        </message>
        <message>
            <location filename="../../ui/sidebar/panel.py" />
            <source>Hide archived ({n})</source>
            <translation>Archivierte verbergen ({n})</translation>
        </message>
        <message>
            <location filename="../../ui/sidebar/panel.py" />
            <source>Archived ({n})</source>
            <translation>Archiviert ({n})</translation>
        </message>
        <message>
            <location filename="../../ui/sidebar/panel.py" />
            <source>Search all conversations (Ctrl+Shift+F)</source>
            <translation>Alle Gespräche durchsuchen (Strg+Umschalt+F)</translation>
        </message>
        <message>
            <location filename="../../ui/sidebar/panel.py" />
            <source>New conversation (Ctrl+N)</source>
            <translation>Neues Gespräch (Strg+N)</translation>
        </message>
        <message>
            <location filename="../../ui/sidebar/panel.py" />
            <source>Settings (Ctrl+,)</source>
            <translation>Einstellungen (Strg+,)</translation>
        </message>
        <message>
            <location filename="../../ui/sidebar/panel.py" />
            <source>Memories (Ctrl+Shift+M)</source>
            <translation>Erinnerungen (Strg+Umschalt+M)</translation>
        </message>
        <message>
            <location filename="../../ui/sidebar/panel.py" />
            <source>Sync (Ctrl+Shift+Y)</source>
            <translation>Abgleich (Strg+Umschalt+Y)</translation>
        </message>
        <message>
            <location filename="../../ui/sidebar/panel.py" />
            <source>Sidebar footer</source>
            <translation>Fußzeile der Seitenleiste</translation>
        </message>
        <message>
            <location filename="../../ui/spelling/spelling_marks.py" />
            <source>No suggestions</source>
            <translation>Keine Vorschläge</translation>
        </message>
        <message>
            <location filename="../../ui/spelling/spelling_marks.py" />
            <source>Add to dictionary</source>
            <translation>Zum Wörterbuch hinzufügen</translation>
        </message>
        <message>
            <location filename="../../ui/spelling/spelling_marks.py" />
            <source>Ignore</source>
            <translation>Ignorieren</translation>
        </message>
        <message>
            <location filename="../../ui/switcher.py" />
            <source>Matching conversations</source>
            <translation>Passende Gespräche</translation>
        </message>
        <message>
            <location filename="../../ui/sync_window.py" />
            <location filename="../../view/sync.py" />
            <source>Mine</source>
            <translation>Meine</translation>
        </message>
        <message>
            <location filename="../../ui/sync_window.py" />
            <source>Solid line: only in mine. Dashed line: only on the server.</source>
            <translation>Durchgezogene Linie: nur in meiner. Gestrichelte Linie: nur auf dem Server.</translation>
        </message>
        <message>
            <location filename="../../ui/sync_window.py" />
            <source>Merged text</source>
            <translation>Zusammengeführter Text</translation>
        </message>
        <message>
            <location filename="../../ui/sync_window.py" />
            <source>Decide later</source>
            <translation>Später entscheiden</translation>
        </message>
        <message>
            <location filename="../../ui/sync_window.py" />
            <source>Keep this</source>
            <translation>Dies behalten</translation>
        </message>
        <message>
            <location filename="../../ui/sync_window.py" />
            <source>Sync now</source>
            <translation>Jetzt abgleichen</translation>
        </message>
        <message>
            <location filename="../../ui/sync_window.py" />
            <source>Conflicts</source>
            <translation>Konflikte</translation>
        </message>
        <message>
            <location filename="../../ui/sync_window.py" />
            <source>Activity</source>
            <translation>Verlauf</translation>
        </message>
        <message>
            <location filename="../../ui/sync_window.py" />
            <source>Sync pages</source>
            <translation>Seiten des Abgleichs</translation>
        </message>
        <message>
            <location filename="../../ui/tray.py" />
            <source>Open Alicia</source>
            <translation>Alicia öffnen</translation>
        </message>
        <message>
            <location filename="../../ui/tray.py" />
            <source>Mute</source>
            <translation>Stumm schalten</translation>
        </message>
        <message>
            <location filename="../../ui/tray.py" />
            <source>Alicia: {state}</source>
            <translation>Alicia: {state}</translation>
        </message>
        <message>
            <location filename="../../ui/tray.py" />
            <source>Unmute</source>
            <translation>Stummschaltung aufheben</translation>
        </message>
        <message>
            <location filename="../../ui/untrusted/inert_document.py" />
            <location filename="../../view/answer_prompt.py" />
            <source>Image</source>
            <translation>Bild</translation>
        </message>
        <message>
            <location filename="../../ui/widgets/chip.py" />
            <source>Retrieved memory</source>
            <translation>Gefundene Erinnerung</translation>
        </message>
        <message>
            <location filename="../../ui/widgets/chip.py" />
            <source>Stored memory</source>
            <translation>Gespeicherte Erinnerung</translation>
        </message>
        <message>
            <location filename="../../ui/widgets/chip.py" />
            <source>Updated memory</source>
            <translation>Geänderte Erinnerung</translation>
        </message>
        <message>
            <location filename="../../ui/widgets/chip.py" />
            <source>Memory found, not read</source>
            <translation>Erinnerung gefunden, nicht gelesen</translation>
        </message>
        <message>
            <location filename="../../ui/widgets/chip.py" />
            <location filename="../../ui/widgets/tool_card.py" />
            <source>Right-click to rate</source>
            <translation>Zum Bewerten rechts klicken</translation>
        </message>
        <message>
            <location filename="../../ui/widgets/chip.py" />
            <source>not read</source>
            <translation>nicht gelesen</translation>
        </message>
        <message>
            <location filename="../../ui/widgets/fields.py" />
            <source>System default</source>
            <translation>Vorgabe des Systems</translation>
        </message>
        <message>
            <location filename="../../ui/widgets/fields.py" />
            <source>This text is too long to edit here</source>
            <translation>Dieser Text ist zu lang, um ihn hier zu bearbeiten</translation>
        </message>
        <message>
            <location filename="../../ui/widgets/fields.py" />
            <source>Not pasted: the text would exceed {count} characters</source>
            <translation>Nicht eingefügt: Der Text hätte mehr als {count} Zeichen</translation>
        </message>
        <message>
            <location filename="../../ui/widgets/link_menu.py" />
            <source>Show in turn</source>
            <translation>In der Runde zeigen</translation>
        </message>
        <message>
            <location filename="../../ui/widgets/link_menu.py" />
            <source>Show memory trace</source>
            <translation>Erinnerungsspur zeigen</translation>
        </message>
        <message>
            <location filename="../../ui/widgets/link_menu.py" />
            <source>Show tool use</source>
            <translation>Werkzeugaufruf zeigen</translation>
        </message>
        <message>
            <location filename="../../ui/widgets/link_menu.py" />
            <source>Show stanza</source>
            <translation>Stanza zeigen</translation>
        </message>
        <message>
            <location filename="../../ui/widgets/link_menu.py" />
            <source>Only this turn</source>
            <translation>Nur diese Runde</translation>
        </message>
        <message>
            <location filename="../../ui/widgets/link_menu.py" />
            <source>Next stanza of this turn</source>
            <translation>Nächste Stanza dieser Runde</translation>
        </message>
        <message>
            <location filename="../../ui/widgets/link_menu.py" />
            <source>Previous stanza of this turn</source>
            <translation>Vorherige Stanza dieser Runde</translation>
        </message>
        <message>
            <location filename="../../ui/widgets/meter.py" />
            <source>sensitivity {percent} %</source>
            <translation>Empfindlichkeit {percent} %</translation>
        </message>
        <message>
            <location filename="../../ui/widgets/notices.py" />
            <source>Dismiss</source>
            <translation>Ausblenden</translation>
        </message>
        <message>
            <location filename="../../ui/widgets/tool_card.py" />
            <source>Show result</source>
            <translation>Ergebnis zeigen</translation>
        </message>
        <message>
            <location filename="../../ui/widgets/tool_card.py" />
            <location filename="../../view/answer_prompt.py" />
            <source>Tool result</source>
            <translation>Werkzeugergebnis</translation>
        </message>
        <message>
            <location filename="../../ui/widgets/tool_card.py" />
            <source>Running · {elapsed} s of {limit}</source>
            <translation>Läuft · {elapsed} s von {limit}</translation>
        </message>
        <message>
            <location filename="../../ui/widgets/tool_card.py" />
            <source>Hide result</source>
            <translation>Ergebnis verbergen</translation>
        </message>
        <message>
            <location filename="../../ui/widgets/tool_card.py" />
            <source>Tool {name}: {outcome}</source>
            <translation>Werkzeug {name}: {outcome}</translation>
        </message>
        <message>
            <location filename="../../ui/widgets/voting.py" />
            <source>Press again to take it back</source>
            <translation>Noch einmal drücken, um es zurückzunehmen</translation>
        </message>
        <message>
            <location filename="../../ui/widgets/voting.py" />
            <source>Remove vote</source>
            <translation>Bewertung zurücknehmen</translation>
        </message>
        <message>
            <location filename="../../ui/widgets/voting.py" />
            <location filename="../../view/conversation_markdown.py" />
            <location filename="../../view/messages.py" />
            <source>Helpful</source>
            <translation>Hilfreich</translation>
        </message>
        <message>
            <location filename="../../ui/widgets/voting.py" />
            <location filename="../../view/conversation_markdown.py" />
            <location filename="../../view/messages.py" />
            <source>Not helpful</source>
            <translation>Nicht hilfreich</translation>
        </message>
        <message>
            <location filename="../../ui/window_actions.py" />
            <location filename="../../view/messages.py" />
            <source>Your note</source>
            <translation>Deine Notiz</translation>
        </message>
        <message>
            <location filename="../../ui/window_actions.py" />
            <source>Conversation deleted</source>
            <translation>Gespräch gelöscht</translation>
        </message>
        <message>
            <location filename="../../ui/window_actions.py" />
            <source>Answer copied</source>
            <translation>Antwort kopiert</translation>
        </message>
        <message>
            <location filename="../../ui/window_frame.py" />
            <source>Alicia ({profile})</source>
            <translation>Alicia ({profile})</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <location filename="../../view/context_window.py" />
            <source>Not sent by this server</source>
            <translation>Von diesem Server nicht gesendet</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>Instructions</source>
            <translation>Anweisungen</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>Earlier message</source>
            <translation>Frühere Nachricht</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>Example</source>
            <translation>Beispiel</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>Tool on offer</source>
            <translation>Angebotenes Werkzeug</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>Tool call</source>
            <translation>Werkzeugaufruf</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>Headings and marks</source>
            <translation>Überschriften und Zeichen</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>Earlier messages</source>
            <translation>Frühere Nachrichten</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>Examples</source>
            <translation>Beispiele</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>Files</source>
            <translation>Dateien</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>Images</source>
            <translation>Bilder</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>Tools on offer</source>
            <translation>Angebotene Werkzeuge</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>Tool calls</source>
            <translation>Werkzeugaufrufe</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>Tool results</source>
            <translation>Werkzeugergebnisse</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>Alicia’s memory or a fixed reply</source>
            <translation>Alicias Gedächtnis oder ein fester Satz</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>a tool</source>
            <translation>ein Werkzeug</translation>
        </message>
        <message numerus="yes">
            <location filename="../../view/answer_prompt.py" />
            <source>{count} more parts</source>
            <translation>
                <numerusform>{count} weiterer Teil</numerusform>
                <numerusform>{count} weitere Teile</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>No language model was asked: this is from {origin}.</source>
            <translation>Kein Sprachmodell wurde gefragt: Dies kommt von {origin}.</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>No language model was asked.</source>
            <translation>Kein Sprachmodell wurde gefragt.</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>Something in it was forgotten, so its texts are gone. The sizes stay.</source>
            <translation>Etwas darin wurde vergessen, deshalb sind die Texte weg. Die Größen bleiben.</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>This is as it was fetched before.</source>
            <translation>So, wie es früher geholt wurde.</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>The texts are on the server.</source>
            <translation>Die Texte liegen auf dem Server.</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>Private conversation: the server keeps no texts of it.</source>
            <translation>Privates Gespräch: Der Server bewahrt davon keine Texte auf.</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>The server no longer keeps the texts of this answer.</source>
            <translation>Der Server bewahrt die Texte dieser Antwort nicht mehr auf.</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>tokens read</source>
            <translation>Token gelesen</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>tokens read, estimated</source>
            <translation>Token gelesen, geschätzt</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>tokens written</source>
            <translation>Token geschrieben</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>to the first token</source>
            <translation>bis zum ersten Token</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>tokens a second</source>
            <translation>Token pro Sekunde</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>Temperature</source>
            <translation>Temperatur</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>own, {digest}</source>
            <translation>eigene, {digest}</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>Longest answer</source>
            <translation>Längste Antwort</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>Read before</source>
            <translation>Vorher gelesen</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>Asked</source>
            <translation>Gefragt</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>Ended</source>
            <translation>Beendet</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>cut off at the length limit</source>
            <translation>an der Längengrenze abgeschnitten</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>by itself</source>
            <translation>von selbst</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>{tokens} of these tokens were still in the server’s cache</source>
            <translation>{tokens} dieser Token waren noch im Zwischenspeicher des Servers</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>{count:.0f} times, with what tools had found; this is the last</source>
            <translation>{count:.0f} Mal, mit dem, was Werkzeuge gefunden hatten; dies ist das letzte</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <location filename="../../view/context_window.py" />
            <source>Tokens by source</source>
            <translation>Token nach Herkunft</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>estimated</source>
            <translation>geschätzt</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>Left out, because the model could not read as much.</source>
            <translation>Ausgelassen, weil das Modell nicht so viel lesen konnte.</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>The text is not kept.</source>
            <translation>Der Text wird nicht aufbewahrt.</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>only then</source>
            <translation>nur damals</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>only today</source>
            <translation>nur heute</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>changed</source>
            <translation>geändert</translation>
        </message>
        <message>
            <location filename="../../view/answer_prompt.py" />
            <source>It would read the same today</source>
            <translation>Es würde heute dasselbe lesen</translation>
        </message>
        <message>
            <location filename="../../view/comparisons.py" />
            <source>Requested, no answer yet</source>
            <translation>Verlangt, noch keine Antwort</translation>
        </message>
        <message>
            <location filename="../../view/comparisons.py" />
            <source>Previous answer</source>
            <translation>Frühere Antwort</translation>
        </message>
        <message>
            <location filename="../../view/comparisons.py" />
            <source>Asked again</source>
            <translation>Neu gefragt</translation>
        </message>
        <message>
            <location filename="../../view/comparisons.py" />
            <source>Without {memories}</source>
            <translation>Ohne {memories}</translation>
        </message>
        <message>
            <location filename="../../view/comparisons.py" />
            <source>With {memories}</source>
            <translation>Mit {memories}</translation>
        </message>
        <message>
            <location filename="../../view/comparisons.py" />
            <location filename="../../view/messages.py" />
            <location filename="../../view/turn_phases.py" />
            <source>Stopped</source>
            <translation>Angehalten</translation>
        </message>
        <message>
            <location filename="../../view/comparisons.py" />
            <source>Being written</source>
            <translation>Wird geschrieben</translation>
        </message>
        <message>
            <location filename="../../view/comparisons.py" />
            <location filename="../../view/waterfall.py" />
            <source>to the end</source>
            <translation>bis zum Ende</translation>
        </message>
        <message>
            <location filename="../../view/comparisons.py" />
            <source>in tools</source>
            <translation>in Werkzeugen</translation>
        </message>
        <message>
            <location filename="../../view/composed_stanzas.py" />
            <source>It is longer than {most} characters.</source>
            <translation>Es ist länger als {most} Zeichen.</translation>
        </message>
        <message>
            <location filename="../../view/composed_stanzas.py" />
            <source>This is no JSON: {error}.</source>
            <translation>Das ist kein JSON: {error}.</translation>
        </message>
        <message>
            <location filename="../../view/composed_stanzas.py" />
            <source>A body is an object: { … }.</source>
            <translation>Ein Inhalt ist ein Objekt: { … }.</translation>
        </message>
        <message>
            <location filename="../../view/composed_stanzas.py" />
            <source>It is no {type}.</source>
            <translation>Es ist kein {type}.</translation>
        </message>
        <message>
            <location filename="../../view/composed_stanzas.py" />
            <source>It would be read as {type}.</source>
            <translation>Es würde als {type} gelesen.</translation>
        </message>
        <message>
            <location filename="../../view/composed_stanzas.py" />
            <source>Write {name} instead of {alias}.</source>
            <translation>Schreibe {name} statt {alias}.</translation>
        </message>
        <message>
            <location filename="../../view/composed_stanzas.py" />
            <source>{type} has no field {field}.</source>
            <translation>{type} hat kein Feld {field}.</translation>
        </message>
        <message>
            <location filename="../../view/composed_stanzas.py" />
            <source>{field} is empty</source>
            <translation>{field} ist leer</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <source>Recent messages</source>
            <translation>Letzte Nachrichten</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <location filename="../../view/retrievals.py" />
            <source>over the token budget</source>
            <translation>über dem Token-Budget</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <source>over the limit for its kind</source>
            <translation>über der Grenze für seine Art</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <source>too long for the model</source>
            <translation>zu lang für das Modell</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <source>already included as a message</source>
            <translation>schon als Nachricht enthalten</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <source>its messages are included in full</source>
            <translation>seine Nachrichten sind vollständig enthalten</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <source>out of date</source>
            <translation>veraltet</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <source>far less relevant than the best</source>
            <translation>weit weniger relevant als die beste</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <source>the model is too small for more than facts</source>
            <translation>das Modell ist zu klein für mehr als Fakten</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <source>reads like instructions to the model</source>
            <translation>liest sich wie Anweisungen an das Modell</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <location filename="../../view/conversation_markdown.py" />
            <source>System</source>
            <translation>System</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <source>pinned by you</source>
            <translation>von dir angeheftet</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <source>important message</source>
            <translation>wichtige Nachricht</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <source>code</source>
            <translation>Code</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <source>explained term</source>
            <translation>erklärter Begriff</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <source>pinned by Alicia</source>
            <translation>von Alicia angeheftet</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <source>Full prompt for {model}, {tokens}</source>
            <translation>Vollständiger Prompt für {model}, {tokens}</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <source>Full prompt, {tokens}</source>
            <translation>Vollständiger Prompt, {tokens}</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <source>tokens of context</source>
            <translation>Token Kontext</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <source>token budget</source>
            <translation>Token-Budget</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <source>tokens free</source>
            <translation>Token frei</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <source>left out</source>
            <translation>ausgelassen</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <source>share of budget</source>
            <translation>Anteil am Budget</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <source>Private conversation: only its own messages are used.</source>
            <translation>Privates Gespräch: Nur seine eigenen Nachrichten werden verwendet.</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <source>messages</source>
            <translation>Nachrichten</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <source>summaries</source>
            <translation>Zusammenfassungen</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <source>pins</source>
            <translation>Angeheftet</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <location filename="../../view/memories_rows.py" />
            <source>average importance, 0 to 1</source>
            <translation>mittlere Wichtigkeit, 0 bis 1</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <source>oldest message</source>
            <translation>älteste Nachricht</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <source>newest message</source>
            <translation>neueste Nachricht</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <location filename="../../view/turns.py" />
            <source>{count} more</source>
            <translation>{count} weitere</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <source>{pieces} left out, {tokens}</source>
            <translation>{pieces} ausgelassen, {tokens}</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <source>{relevance} relevance</source>
            <translation>{relevance} Relevanz</translation>
        </message>
        <message>
            <location filename="../../view/context_window.py" />
            <source>{importance} importance</source>
            <translation>{importance} Wichtigkeit</translation>
        </message>
        <message numerus="yes">
            <location filename="../../view/context_window.py" />
            <source>of {count} messages</source>
            <translation>
                <numerusform>von {count} Nachricht</numerusform>
                <numerusform>von {count} Nachrichten</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../view/conversation_markdown.py" />
            <location filename="../../view/messages.py" />
            <source>Seriously wrong</source>
            <translation>Ganz falsch</translation>
        </message>
        <message>
            <location filename="../../view/conversation_markdown.py" />
            <location filename="../../view/traces.py" />
            <source>Retrieved</source>
            <translation>Gefunden</translation>
        </message>
        <message>
            <location filename="../../view/conversation_markdown.py" />
            <source>This message is not here any more.</source>
            <translation>Diese Nachricht ist nicht mehr hier.</translation>
        </message>
        <message>
            <location filename="../../view/conversation_markdown.py" />
            <source>{messages} and {memories}</source>
            <translation>{messages} und {memories}</translation>
        </message>
        <message numerus="yes">
            <location filename="../../view/conversation_markdown.py" />
            <source>{count} memories were already here and left unchanged.</source>
            <translation>
                <numerusform>{count} Erinnerung war schon hier und blieb unverändert.</numerusform>
                <numerusform>{count} Erinnerungen waren schon hier und blieben unverändert.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../view/conversation_markdown.py" />
            <source>Started {time} · `{conversation}`</source>
            <translation>Begonnen {time} · `{conversation}`</translation>
        </message>
        <message>
            <location filename="../../view/conversation_markdown.py" />
            <source>* Attached: {name} ({size})</source>
            <translation>* Angehängt: {name} ({size})</translation>
        </message>
        <message>
            <location filename="../../view/conversation_markdown.py" />
            <source>replaced</source>
            <translation>ersetzt</translation>
        </message>
        <message>
            <location filename="../../view/conversation_markdown.py" />
            <source>stopped</source>
            <translation>angehalten</translation>
        </message>
        <message>
            <location filename="../../view/conversation_markdown.py" />
            <source>not finished</source>
            <translation>nicht fertig</translation>
        </message>
        <message>
            <location filename="../../view/conversation_markdown.py" />
            <location filename="../../view/memory_timeline.py" />
            <source>not sent yet</source>
            <translation>noch nicht gesendet</translation>
        </message>
        <message>
            <location filename="../../view/conversation_markdown.py" />
            <location filename="../../view/conversation_settings.py" />
            <source>Model: {model}</source>
            <translation>Modell: {model}</translation>
        </message>
        <message>
            <location filename="../../view/conversation_markdown.py" />
            <source>Reasoning: {step}</source>
            <translation>Überlegung: {step}</translation>
        </message>
        <message>
            <location filename="../../view/conversation_markdown.py" />
            <source>Tool `{tool}({parameters})`: {status}{result}</source>
            <translation>Werkzeug `{tool}({parameters})`: {status}{result}</translation>
        </message>
        <message>
            <location filename="../../view/conversation_markdown.py" />
            <source>Your vote: {vote}</source>
            <translation>Deine Bewertung: {vote}</translation>
        </message>
        <message>
            <location filename="../../view/conversation_markdown.py" />
            <source>Note: {note}</source>
            <translation>Notiz: {note}</translation>
        </message>
        <message>
            <location filename="../../view/conversation_settings.py" />
            <source>This server answers all conversations alike</source>
            <translation>Dieser Server beantwortet alle Gespräche gleich</translation>
        </message>
        <message>
            <location filename="../../view/conversation_settings.py" />
            <source>What this server can do is known once it was reached</source>
            <translation>Was dieser Server kann, zeigt sich, sobald er erreicht wurde</translation>
        </message>
        <message>
            <location filename="../../view/conversation_settings.py" />
            <source>As in Settings</source>
            <translation>Wie in den Einstellungen</translation>
        </message>
        <message>
            <location filename="../../view/conversation_settings.py" />
            <source>Built-in model</source>
            <translation>Eingebautes Modell</translation>
        </message>
        <message>
            <location filename="../../view/conversation_settings.py" />
            <source>small</source>
            <translation>klein</translation>
        </message>
        <message>
            <location filename="../../view/conversation_settings.py" />
            <source>not found</source>
            <translation>nicht gefunden</translation>
        </message>
        <message>
            <location filename="../../view/conversation_settings.py" />
            <source>temperature {temperature}</source>
            <translation>Temperatur {temperature}</translation>
        </message>
        <message>
            <location filename="../../view/conversation_settings.py" />
            <source>persona {digest}</source>
            <translation>Persona {digest}</translation>
        </message>
        <message>
            <location filename="../../view/conversation_settings.py" />
            <source>{characters} of {most} characters</source>
            <translation>{characters} von {most} Zeichen</translation>
        </message>
        <message>
            <location filename="../../view/conversation_settings.py" />
            <source>persona</source>
            <translation>Persona</translation>
        </message>
        <message>
            <location filename="../../view/conversation_settings.py" />
            <source>Model: {model} at {address}</source>
            <translation>Modell: {model} bei {address}</translation>
        </message>
        <message>
            <location filename="../../view/conversation_settings.py" />
            <source>Persona: {persona}</source>
            <translation>Persona: {persona}</translation>
        </message>
        <message>
            <location filename="../../view/conversation_settings.py" />
            <source>Temperature: {temperature}</source>
            <translation>Temperatur: {temperature}</translation>
        </message>
        <message>
            <location filename="../../view/link_resolver.py" />
            <source>This stanza is not kept any more.</source>
            <translation>Diese Stanza wird nicht mehr aufbewahrt.</translation>
        </message>
        <message>
            <location filename="../../view/link_resolver.py" />
            <source>No stanza of it is kept: it was deleted after the time in Settings, or this came without one from the server or a file.</source>
            <translation>Davon wird keine Stanza aufbewahrt: Sie wurde nach der Frist in den Einstellungen gelöscht, oder dies kam ohne sie vom Server oder aus einer Datei.</translation>
        </message>
        <message>
            <location filename="../../view/link_resolver.py" />
            <source>This message is not kept any more.</source>
            <translation>Diese Nachricht wird nicht mehr aufbewahrt.</translation>
        </message>
        <message>
            <location filename="../../view/link_resolver.py" />
            <source>This stanza belongs to no message.</source>
            <translation>Diese Stanza gehört zu keiner Nachricht.</translation>
        </message>
        <message>
            <location filename="../../view/link_resolver.py" />
            <source>This memory trace is not kept any more.</source>
            <translation>Diese Erinnerungsspur wird nicht mehr aufbewahrt.</translation>
        </message>
        <message>
            <location filename="../../view/link_resolver.py" />
            <source>This stanza carried no memory trace.</source>
            <translation>Diese Stanza trug keine Erinnerungsspur.</translation>
        </message>
        <message>
            <location filename="../../view/link_resolver.py" />
            <source>This tool use is not kept any more.</source>
            <translation>Dieser Werkzeugaufruf wird nicht mehr aufbewahrt.</translation>
        </message>
        <message>
            <location filename="../../view/link_resolver.py" />
            <source>This stanza belongs to no tool use.</source>
            <translation>Diese Stanza gehört zu keinem Werkzeugaufruf.</translation>
        </message>
        <message>
            <location filename="../../view/link_resolver.py" />
            <source>This is the last stanza of its turn.</source>
            <translation>Das ist die letzte Stanza ihrer Runde.</translation>
        </message>
        <message>
            <location filename="../../view/link_resolver.py" />
            <source>This is the first stanza of its turn.</source>
            <translation>Das ist die erste Stanza ihrer Runde.</translation>
        </message>
        <message>
            <location filename="../../view/link_resolver.py" />
            <source>This stanza belongs to no turn.</source>
            <translation>Diese Stanza gehört zu keiner Runde.</translation>
        </message>
        <message>
            <location filename="../../view/mcp.py" />
            <source>{tool} is not offered. {reason}</source>
            <translation>{tool} wird nicht angeboten. {reason}</translation>
        </message>
        <message>
            <location filename="../../view/mcp.py" />
            <source>A tool</source>
            <translation>Ein Werkzeug</translation>
        </message>
        <message>
            <location filename="../../view/mcp.py" />
            <source>{count} more are not offered.</source>
            <translation>{count} weitere werden nicht angeboten.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../view/mcp.py" />
            <source>{count} tools</source>
            <translation>
                <numerusform>{count} Werkzeug</numerusform>
                <numerusform>{count} Werkzeuge</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>No category</source>
            <translation>Keine Kategorie</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>Semantic</source>
            <translation>Bedeutung</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>Hard</source>
            <translation>Wörtlich</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>Hybrid</source>
            <translation>Gemischt</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>Entered by you</source>
            <translation>Von dir eingegeben</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>Imported</source>
            <translation>Importiert</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>Unknown</source>
            <translation>Unbekannt</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>This week</source>
            <translation>Diese Woche</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>This month</source>
            <translation>Dieser Monat</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>Up to 3 months</source>
            <translation>Bis zu 3 Monate</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>Up to a year</source>
            <translation>Bis zu einem Jahr</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>Older than a year</source>
            <translation>Älter als ein Jahr</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>Never</source>
            <translation>Nie</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>2 to 5 times</source>
            <translation>2 bis 5 Mal</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>6 to 20 times</source>
            <translation>6 bis 20 Mal</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>More than 20 times</source>
            <translation>Öfter als 20 Mal</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>Copying from the server: {memories}</source>
            <translation>Kopiert vom Server: {memories}</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>Copying from the server: {memories}, about {left} left</source>
            <translation>Kopiert vom Server: {memories}, etwa {left} übrig</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>Waiting for the server. {reason}</source>
            <translation>Wartet auf den Server. {reason}</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <location filename="../../view/traces.py" />
            <location filename="../../view/undoable_edits.py" />
            <location filename="../../view/what_if.py" />
            <source>pinned</source>
            <translation>angeheftet</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <location filename="../../view/retrievals.py" />
            <location filename="../../view/undoable_edits.py" />
            <source>archived</source>
            <translation>archiviert</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>only mentioned in an answer</source>
            <translation>nur in einer Antwort erwähnt</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>related, relevance {relevance}</source>
            <translation>verwandt, Relevanz {relevance}</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>memory</source>
            <translation>Erinnerung</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>searchable by meaning</source>
            <translation>nach Bedeutung zu finden</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>tokens in total</source>
            <translation>Token insgesamt</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>oldest</source>
            <translation>älteste</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>newest</source>
            <translation>neueste</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>what they are about</source>
            <translation>worum es geht</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>By age</source>
            <translation>Nach Alter</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>when they were stored</source>
            <translation>wann sie gespeichert wurden</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>By use</source>
            <translation>Nach Gebrauch</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>how often an answer used them</source>
            <translation>wie oft eine Antwort sie verwendet hat</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>By kind</source>
            <translation>Nach Art</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>by meaning, word for word, or both</source>
            <translation>nach Bedeutung, Wort für Wort oder beides</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>By source</source>
            <translation>Nach Quelle</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>where they came from</source>
            <translation>woher sie kommen</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>under 1 %</source>
            <translation>unter 1 %</translation>
        </message>
        <message>
            <location filename="../../view/memories_rows.py" />
            <source>over 99 %</source>
            <translation>über 99 %</translation>
        </message>
        <message>
            <location filename="../../view/memory_facts.py" />
            <source>semantic</source>
            <translation>Bedeutung</translation>
        </message>
        <message>
            <location filename="../../view/memory_facts.py" />
            <source>hard</source>
            <translation>wörtlich</translation>
        </message>
        <message>
            <location filename="../../view/memory_facts.py" />
            <source>hybrid</source>
            <translation>gemischt</translation>
        </message>
        <message>
            <location filename="../../view/memory_facts.py" />
            <source>conversation</source>
            <translation>Gespräch</translation>
        </message>
        <message>
            <location filename="../../view/memory_facts.py" />
            <source>user</source>
            <translation>von Hand</translation>
        </message>
        <message>
            <location filename="../../view/memory_facts.py" />
            <source>import</source>
            <translation>Import</translation>
        </message>
        <message>
            <location filename="../../view/memory_facts.py" />
            <source>trace</source>
            <translation>Spur</translation>
        </message>
        <message>
            <location filename="../../view/memory_facts.py" />
            <source>Topic</source>
            <translation>Thema</translation>
        </message>
        <message>
            <location filename="../../view/memory_facts.py" />
            <source>{importance} of 1</source>
            <translation>{importance} von 1</translation>
        </message>
        <message>
            <location filename="../../view/memory_facts.py" />
            <location filename="../../view/retrievals.py" />
            <source>Confidence</source>
            <translation>Sicherheit</translation>
        </message>
        <message>
            <location filename="../../view/memory_facts.py" />
            <source>Your vote</source>
            <translation>Deine Bewertung</translation>
        </message>
        <message>
            <location filename="../../view/memory_facts.py" />
            <source>{used}, last {ago}</source>
            <translation>{used}, zuletzt {ago}</translation>
        </message>
        <message>
            <location filename="../../view/memory_facts.py" />
            <source>Length</source>
            <translation>Länge</translation>
        </message>
        <message>
            <location filename="../../view/memory_facts.py" />
            <source>Sentiment</source>
            <translation>Stimmung</translation>
        </message>
        <message>
            <location filename="../../view/memory_facts.py" />
            <source>Vector</source>
            <translation>Vektor</translation>
        </message>
        <message>
            <location filename="../../view/memory_facts.py" />
            <source>{time} ago</source>
            <translation>vor {time}</translation>
        </message>
        <message>
            <location filename="../../view/memory_facts.py" />
            <source>none, found by words only</source>
            <translation>keiner, nur durch Wörter gefunden</translation>
        </message>
        <message>
            <location filename="../../view/memory_history.py" />
            <source>Edited by you</source>
            <translation>Von dir bearbeitet</translation>
        </message>
        <message>
            <location filename="../../view/memory_history.py" />
            <source>Merged</source>
            <translation>Zusammengeführt</translation>
        </message>
        <message>
            <location filename="../../view/memory_history.py" />
            <source>Repeated</source>
            <translation>Wiederholt</translation>
        </message>
        <message>
            <location filename="../../view/memory_history.py" />
            <source>At {time} {before}, now {now}</source>
            <translation>Um {time} {before}, jetzt {now}</translation>
        </message>
        <message>
            <location filename="../../view/memory_history.py" />
            <source>Updated; the previous text was not sent</source>
            <translation>Geändert; der frühere Text wurde nicht gesendet</translation>
        </message>
        <message>
            <location filename="../../view/memory_history.py" />
            <source>Updated, is {memory}</source>
            <translation>Geändert, ist {memory}</translation>
        </message>
        <message>
            <location filename="../../view/memory_history.py" />
            <source>Stored {memory}</source>
            <translation>Gespeichert {memory}</translation>
        </message>
        <message>
            <location filename="../../view/memory_history.py" />
            <source>{reason}: was {before}, is {after}</source>
            <translation>{reason}: war {before}, ist {after}</translation>
        </message>
        <message>
            <location filename="../../view/memory_history.py" />
            <source>Last used {time} ago</source>
            <translation>Zuletzt verwendet vor {time}</translation>
        </message>
        <message>
            <location filename="../../view/memory_history.py" />
            <source>{used}: pinned, so no threshold applies</source>
            <translation>{used}: angeheftet, deshalb gilt keine Schwelle</translation>
        </message>
        <message>
            <location filename="../../view/memory_history.py" />
            <source>{used}: threshold {threshold}, {threshold_when_fresh} for a recently used one</source>
            <translation>{used}: Schwelle {threshold}, {threshold_when_fresh} für eine gerade verwendete</translation>
        </message>
        <message>
            <location filename="../../view/memory_page.py" />
            <source>This memory is not on this computer. Only what the trace contains is known.</source>
            <translation>Diese Erinnerung ist nicht auf diesem Computer. Bekannt ist nur, was die Spur enthält.</translation>
        </message>
        <message>
            <location filename="../../view/memory_page.py" />
            <source>Deleted. It is no longer used for answers. Undo restores it.</source>
            <translation>Gelöscht. Sie wird für Antworten nicht mehr verwendet. „Rückgängig“ stellt sie wieder her.</translation>
        </message>
        <message>
            <location filename="../../view/memory_page.py" />
            <source>Forgotten. Its text was removed everywhere and cannot be restored.</source>
            <translation>Vergessen. Ihr Text wurde überall entfernt und kann nicht wiederhergestellt werden.</translation>
        </message>
        <message>
            <location filename="../../view/memory_page.py" />
            <source>Restored</source>
            <translation>Wiederhergestellt</translation>
        </message>
        <message>
            <location filename="../../view/memory_page.py" />
            <location filename="../../view/memory_timeline.py" />
            <location filename="../../view/sync.py" />
            <source>Deleted</source>
            <translation>Gelöscht</translation>
        </message>
        <message>
            <location filename="../../view/memory_page.py" />
            <location filename="../../view/messages.py" />
            <source>waiting to be sent</source>
            <translation>wartet auf das Senden</translation>
        </message>
        <message>
            <location filename="../../view/memory_page.py" />
            <location filename="../../view/messages.py" />
            <location filename="../../view/stanzas.py" />
            <source>refused</source>
            <translation>abgelehnt</translation>
        </message>
        <message>
            <location filename="../../view/memory_page.py" />
            <location filename="../../view/memory_timeline.py" />
            <location filename="../../view/retrievals.py" />
            <source>Forgotten</source>
            <translation>Vergessen</translation>
        </message>
        <message>
            <location filename="../../view/memory_page.py" />
            <source>Unpinned</source>
            <translation>Gelöst</translation>
        </message>
        <message>
            <location filename="../../view/memory_page.py" />
            <location filename="../../view/memory_timeline.py" />
            <source>Unarchived</source>
            <translation>Aus dem Archiv geholt</translation>
        </message>
        <message>
            <location filename="../../view/memory_page.py" />
            <source>Rated {rating} of 5</source>
            <translation>Mit {rating} von 5 bewertet</translation>
        </message>
        <message>
            <location filename="../../view/memory_page.py" />
            <source>Edited</source>
            <translation>Bearbeitet</translation>
        </message>
        <message>
            <location filename="../../view/memory_page.py" />
            <location filename="../../view/turn_statistics.py" />
            <source>Untitled</source>
            <translation>Ohne Titel</translation>
        </message>
        <message>
            <location filename="../../view/memory_timeline.py" />
            <location filename="../../view/traces.py" />
            <source>Action not sent</source>
            <translation>Vorgang nicht gesendet</translation>
        </message>
        <message>
            <location filename="../../view/memory_timeline.py" />
            <source>Not stored on this computer</source>
            <translation>Nicht auf diesem Computer gespeichert</translation>
        </message>
        <message>
            <location filename="../../view/memory_timeline.py" />
            <source>by you</source>
            <translation>von dir</translation>
        </message>
        <message>
            <location filename="../../view/messages.py" />
            <source>saved on server</source>
            <translation>auf dem Server gespeichert</translation>
        </message>
        <message>
            <location filename="../../view/messages.py" />
            <source>saved on this computer</source>
            <translation>auf diesem Computer gespeichert</translation>
        </message>
        <message>
            <location filename="../../view/messages.py" />
            <source>refused by the server</source>
            <translation>vom Server abgelehnt</translation>
        </message>
        <message>
            <location filename="../../view/messages.py" />
            <location filename="../../view/status.py" />
            <source>Hearing you</source>
            <translation>Hört dich</translation>
        </message>
        <message>
            <location filename="../../view/messages.py" />
            <location filename="../../view/sidebar.py" />
            <source>Conflict</source>
            <translation>Konflikt</translation>
        </message>
        <message>
            <location filename="../../view/messages.py" />
            <source>Not sent: {reason}</source>
            <translation>Nicht gesendet: {reason}</translation>
        </message>
        <message numerus="yes">
            <location filename="../../view/messages.py" />
            <source>{count} attempts</source>
            <translation>
                <numerusform>{count} Versuch</numerusform>
                <numerusform>{count} Versuche</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../view/messages.py" />
            <source>Sending</source>
            <translation>Wird gesendet</translation>
        </message>
        <message>
            <location filename="../../view/messages.py" />
            <location filename="../../view/sidebar.py" />
            <source>Queued</source>
            <translation>In der Warteschlange</translation>
        </message>
        <message>
            <location filename="../../view/messages.py" />
            <source>next try at {time}</source>
            <translation>nächster Versuch um {time}</translation>
        </message>
        <message>
            <location filename="../../view/messages.py" />
            <source>First word after {time}</source>
            <translation>Erstes Wort nach {time}</translation>
        </message>
        <message>
            <location filename="../../view/messages.py" />
            <source>Your note on this conversation</source>
            <translation>Deine Notiz zu diesem Gespräch</translation>
        </message>
        <message>
            <location filename="../../view/messages.py" />
            <source>Why it was not helpful</source>
            <translation>Warum es nicht hilfreich war</translation>
        </message>
        <message>
            <location filename="../../view/messages.py" />
            <source>Your comment</source>
            <translation>Dein Kommentar</translation>
        </message>
        <message>
            <location filename="../../view/messages.py" />
            <source>Comment by Alicia</source>
            <translation>Kommentar von Alicia</translation>
        </message>
        <message>
            <location filename="../../view/messages.py" />
            <source>Comment by a {role}</source>
            <translation>Kommentar von {role}</translation>
        </message>
        <message>
            <location filename="../../view/messages.py" />
            <source>Comment</source>
            <translation>Kommentar</translation>
        </message>
        <message>
            <location filename="../../view/messages.py" />
            <source>{rating} of 5</source>
            <translation>{rating} von 5</translation>
        </message>
        <message numerus="yes">
            <location filename="../../view/messages.py" />
            <source>{count} votes for, {against} against</source>
            <translation>
                <numerusform>{count} Stimme dafür, {against} dagegen</numerusform>
                <numerusform>{count} Stimmen dafür, {against} dagegen</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../view/models.py" />
            <source>{number} billion</source>
            <translation>{number} Milliarden</translation>
        </message>
        <message>
            <location filename="../../view/models.py" />
            <source>{parameters} million</source>
            <translation>{parameters} Millionen</translation>
        </message>
        <message>
            <location filename="../../view/models.py" />
            <source>{needed} GB needed, {free} GB free</source>
            <translation>{needed} GB nötig, {free} GB frei</translation>
        </message>
        <message>
            <location filename="../../view/models.py" />
            <source>{needed} GB needed</source>
            <translation>{needed} GB nötig</translation>
        </message>
        <message>
            <location filename="../../view/models.py" />
            <source>{tokens} of {trained}</source>
            <translation>{tokens} von {trained}</translation>
        </message>
        <message>
            <location filename="../../view/models.py" />
            <source>{architecture}, {size} parameters</source>
            <translation>{architecture}, {size} Parameter</translation>
        </message>
        <message>
            <location filename="../../view/models.py" />
            <source>{done} of {total}</source>
            <translation>{done} von {total}</translation>
        </message>
        <message>
            <location filename="../../view/models.py" />
            <source>{progress}, waiting for more</source>
            <translation>{progress}, wartet auf mehr</translation>
        </message>
        <message>
            <location filename="../../view/models.py" />
            <source>{progress}, {megabytes} MB/s, {time} left</source>
            <translation>{progress}, {megabytes} MB/s, noch {time}</translation>
        </message>
        <message>
            <location filename="../../view/models.py" />
            <source>fits</source>
            <translation>passt</translation>
        </message>
        <message>
            <location filename="../../view/models.py" />
            <source>too large for the free memory</source>
            <translation>zu groß für den freien Speicher</translation>
        </message>
        <message>
            <location filename="../../view/open_target.py" />
            <source>What is to be opened has more than {most} characters.</source>
            <translation>Was geöffnet werden soll, hat mehr als {most} Zeichen.</translation>
        </message>
        <message>
            <location filename="../../view/open_target.py" />
            <source>This link is damaged: {link}</source>
            <translation>Dieser Link ist beschädigt: {link}</translation>
        </message>
        <message>
            <location filename="../../view/open_target.py" />
            <source>Only files of this computer and links that begin with {scheme}: can be opened, not {link}</source>
            <translation>Nur Dateien dieses Computers und Links, die mit {scheme}: beginnen, können geöffnet werden, nicht {link}</translation>
        </message>
        <message>
            <location filename="../../view/open_target.py" />
            <source>The question of this link has more than {most} characters.</source>
            <translation>Die Frage dieses Links hat mehr als {most} Zeichen.</translation>
        </message>
        <message>
            <location filename="../../view/open_target.py" />
            <source>{name} is neither a capture (.alicia-capture) nor a conversation (.json).</source>
            <translation>{name} ist weder ein Mitschnitt (.alicia-capture) noch ein Gespräch (.json).</translation>
        </message>
        <message>
            <location filename="../../view/open_target.py" />
            <source>This link asks for something that this version of Alicia does not know: {link}</source>
            <translation>Dieser Link verlangt etwas, das diese Version von Alicia nicht kennt: {link}</translation>
        </message>
        <message numerus="yes">
            <location filename="../../view/recently_deleted.py" />
            <source>{count} days left</source>
            <translation>
                <numerusform>noch {count} Tag</numerusform>
                <numerusform>noch {count} Tage</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../view/replay.py" />
            <source>No sound of this turn is kept: it goes on by the times.</source>
            <translation>Von dieser Runde ist kein Ton aufbewahrt: Sie läuft nach den Zeiten ab.</translation>
        </message>
        <message>
            <location filename="../../view/replay.py" />
            <source>Your voice was not kept.</source>
            <translation>Deine Stimme wurde nicht aufbewahrt.</translation>
        </message>
        <message>
            <location filename="../../view/replay.py" />
            <source>Alicia’s voice is not kept.</source>
            <translation>Alicias Stimme ist nicht aufbewahrt.</translation>
        </message>
        <message>
            <location filename="../../view/replay.py" />
            <source>Of the sound, the first ten minutes are played.</source>
            <translation>Vom Ton werden die ersten zehn Minuten abgespielt.</translation>
        </message>
        <message>
            <location filename="../../view/replay.py" />
            <source>This computer’s clock was set back in this turn: times are uncertain.</source>
            <translation>Die Uhr dieses Computers wurde in dieser Runde zurückgestellt: Die Zeiten sind unsicher.</translation>
        </message>
        <message>
            <location filename="../../view/replay.py" />
            <source>No times are kept of this turn.</source>
            <translation>Von dieser Runde sind keine Zeiten aufbewahrt.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../view/replay.py" />
            <source>{count} sounds cannot be played.</source>
            <translation>
                <numerusform>{count} Tonstück kann nicht abgespielt werden.</numerusform>
                <numerusform>{count} Tonstücke können nicht abgespielt werden.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>Another user’s memory</source>
            <translation>Erinnerung einer anderen Person</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>Intent</source>
            <translation>Absicht</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>Emotional weight</source>
            <translation>Gefühlsgewicht</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>Tone</source>
            <translation>Tonfall</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>Personal</source>
            <translation>Persönlich</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>Refers to memory</source>
            <translation>Verweist auf Erinnerungen</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>Urgency</source>
            <translation>Dringlichkeit</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>Topics</source>
            <translation>Themen</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>Key terms</source>
            <translation>Schlüsselwörter</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>Keyword density</source>
            <translation>Dichte der Schlüsselwörter</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>Complexity</source>
            <translation>Komplexität</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>analyse</source>
            <translation>zerlegen</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <location filename="../../view/turn_phases.py" />
            <source>words</source>
            <translation>Wörter</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>meaning</source>
            <translation>Bedeutung</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>score</source>
            <translation>Wert</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>read</source>
            <translation>lesen</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>total</source>
            <translation>Summe</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <location filename="../../view/traces.py" />
            <source>no score sent</source>
            <translation>kein Wert gesendet</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <location filename="../../view/traces.py" />
            <source>relevance</source>
            <translation>Relevanz</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>reason not sent</source>
            <translation>Grund nicht gesendet</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>nothing to do with the question</source>
            <translation>hat nichts mit der Frage zu tun</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>below the threshold</source>
            <translation>unter der Schwelle</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>decayed</source>
            <translation>verblasst</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>{reason}, {threshold} for a recently used one</source>
            <translation>{reason}, {threshold} für eine gerade verwendete</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>{reason}, worth {share:.0%} of a recently used one</source>
            <translation>{reason}, wert {share:.0%} einer gerade verwendeten</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>{tokens} tokens</source>
            <translation>{tokens} Token</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>{left} left</source>
            <translation>{left} übrig</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>over the token budget: {numbers}</source>
            <translation>über dem Token-Budget: {numbers}</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>over the limit per answer</source>
            <translation>über der Grenze je Antwort</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>over the limit of {limit:.0f} per answer</source>
            <translation>über der Grenze von {limit:.0f} je Antwort</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>far below the best match</source>
            <translation>weit unter der besten</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>far below the best match: {relevance} against {best}</source>
            <translation>weit unter der besten: {relevance} gegen {best}</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>found, but not read by the model</source>
            <translation>gefunden, aber vom Modell nicht gelesen</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>only says that nothing is known</source>
            <translation>sagt nur, dass nichts bekannt ist</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>belongs to another user</source>
            <translation>gehört einer anderen Person</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>excluded at your request</source>
            <translation>auf deinen Wunsch ausgeschlossen</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>{used} memories used</source>
            <translation>{used} Erinnerungen verwendet</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>{used} used</source>
            <translation>{used} verwendet</translation>
        </message>
        <message numerus="yes">
            <location filename="../../view/retrievals.py" />
            <source>{used} of {count} memories used</source>
            <translation>
                <numerusform>{used} von {count} Erinnerung verwendet</numerusform>
                <numerusform>{used} von {count} Erinnerungen verwendet</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>{used} of {considered} used</source>
            <translation>{used} von {considered} verwendet</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <location filename="../../view/text.py" />
            <source>“{text}”</source>
            <translation>„{text}“</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <location filename="../../view/trace_details.py" />
            <source>Query</source>
            <translation>Anfrage</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>Routed to</source>
            <translation>Geleitet an</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>, then </source>
            <translation>, dann </translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <location filename="../../view/trial_controls.py" />
            <source>Threshold</source>
            <translation>Schwelle</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>{threshold} relevance</source>
            <translation>{threshold} Relevanz</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>Budget</source>
            <translation>Budget</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>{spent} of {total} tokens used</source>
            <translation>{spent} von {total} Token verwendet</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <location filename="../../view/trace_details.py" />
            <source>Encoder</source>
            <translation>Encoder</translation>
        </message>
        <message>
            <location filename="../../view/retrievals.py" />
            <source>Times</source>
            <translation>Zeiten</translation>
        </message>
        <message>
            <location filename="../../view/row_filters.py" />
            <source>Name of the tool</source>
            <translation>Name des Werkzeugs</translation>
        </message>
        <message>
            <location filename="../../view/row_filters.py" />
            <source>How far it is</source>
            <translation>Wie weit es ist</translation>
        </message>
        <message>
            <location filename="../../view/row_filters.py" />
            <source>Time from request to result</source>
            <translation>Zeit von der Anfrage bis zum Ergebnis</translation>
        </message>
        <message>
            <location filename="../../view/row_filters.py" />
            <source>When it was asked for</source>
            <translation>Wann es verlangt wurde</translation>
        </message>
        <message>
            <location filename="../../view/row_filters.py" />
            <source>Where it ran</source>
            <translation>Wo es lief</translation>
        </message>
        <message>
            <location filename="../../view/row_filters.py" />
            <source>What you answered</source>
            <translation>Was du geantwortet hast</translation>
        </message>
        <message>
            <location filename="../../view/row_filters.py" />
            <source>Code and words of its failure</source>
            <translation>Code und Wörter seines Fehlers</translation>
        </message>
        <message>
            <location filename="../../view/row_filters.py" />
            <source>A result without a request</source>
            <translation>Ein Ergebnis ohne Anfrage</translation>
        </message>
        <message>
            <location filename="../../view/row_filters.py" />
            <source>What happened to the memory</source>
            <translation>Was mit der Erinnerung geschah</translation>
        </message>
        <message>
            <location filename="../../view/row_filters.py" />
            <source>Score of its retrieval</source>
            <translation>Wert ihrer Suche</translation>
        </message>
        <message>
            <location filename="../../view/row_filters.py" />
            <source>Place among the retrieved</source>
            <translation>Platz unter den gefundenen</translation>
        </message>
        <message>
            <location filename="../../view/row_filters.py" />
            <source>Whether it was pinned</source>
            <translation>Ob sie angeheftet war</translation>
        </message>
        <message>
            <location filename="../../view/row_filters.py" />
            <source>Id of the memory</source>
            <translation>Id der Erinnerung</translation>
        </message>
        <message>
            <location filename="../../view/row_filters.py" />
            <source>Id of the trace</source>
            <translation>Id der Spur</translation>
        </message>
        <message>
            <location filename="../../view/row_filters.py" />
            <source>When it happened</source>
            <translation>Wann es geschah</translation>
        </message>
        <message>
            <location filename="../../view/row_filters.py" />
            <source>Number of the turn, in the timeline</source>
            <translation>Nummer der Runde in der Zeitleiste</translation>
        </message>
        <message>
            <location filename="../../view/row_filters.py" />
            <source>Kind of step</source>
            <translation>Art des Schritts</translation>
        </message>
        <message>
            <location filename="../../view/row_filters.py" />
            <source>Words beside the step</source>
            <translation>Wörter neben dem Schritt</translation>
        </message>
        <message>
            <location filename="../../view/search.py" />
            <source>Searching by meaning…</source>
            <translation>Sucht nach Bedeutung…</translation>
        </message>
        <message>
            <location filename="../../view/search.py" />
            <source>No results</source>
            <translation>Keine Ergebnisse</translation>
        </message>
        <message>
            <location filename="../../view/search.py" />
            <source>Newest {count} results</source>
            <translation>Neueste {count} Ergebnisse</translation>
        </message>
        <message numerus="yes">
            <location filename="../../view/search.py" />
            <source>{count} results</source>
            <translation>
                <numerusform>{count} Ergebnis</numerusform>
                <numerusform>{count} Ergebnisse</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../view/sidebar.py" />
            <source>Uses and stores no memories</source>
            <translation>Verwendet und speichert keine Erinnerungen</translation>
        </message>
        <message>
            <location filename="../../view/stanza_comparison.py" />
            <source>Only the bytes that are stored are compared.</source>
            <translation>Nur die gespeicherten Bytes werden verglichen.</translation>
        </message>
        <message>
            <location filename="../../view/stanza_comparison.py" />
            <source>Of each the first {most} values are compared.</source>
            <translation>Von jeder werden die ersten {most} Werte verglichen.</translation>
        </message>
        <message>
            <location filename="../../view/stanza_details.py" />
            <source>This stanza is not kept any more: it was deleted after the time in Settings, or with its conversation.</source>
            <translation>Diese Stanza wird nicht mehr aufbewahrt: Sie wurde nach der Frist in den Einstellungen oder mit ihrem Gespräch gelöscht.</translation>
        </message>
        <message>
            <location filename="../../view/stanza_details.py" />
            <source>from {sender}</source>
            <translation>von {sender}</translation>
        </message>
        <message>
            <location filename="../../view/stanza_details.py" />
            <source>Only the first {stored} of {size} bytes are stored.</source>
            <translation>Nur die ersten {stored} von {size} Bytes sind gespeichert.</translation>
        </message>
        <message>
            <location filename="../../view/stanza_details.py" />
            <source>With its files it is {size}; the journal has their names, sizes and digests.</source>
            <translation>Mit ihren Dateien hat sie {size}; das Protokoll hat deren Namen, Größen und Prüfsummen.</translation>
        </message>
        <message>
            <location filename="../../view/stanza_details.py" />
            <source>Sent by {sender}, not by the server. It is stored here and has no effect.</source>
            <translation>Von {sender} gesendet, nicht vom Server. Sie ist hier gespeichert und bewirkt nichts.</translation>
        </message>
        <message>
            <location filename="../../view/stanza_details.py" />
            <source>The tree of fields ends after {most} values; the bytes and copies of them are whole.</source>
            <translation>Der Baum der Felder endet nach {most} Werten; die Bytes und Kopien davon sind vollständig.</translation>
        </message>
        <message>
            <location filename="../../view/stanza_details.py" />
            <source>The first {most} finds of the filter are marked.</source>
            <translation>Die ersten {most} Funde des Filters sind markiert.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../view/stanza_details.py" />
            <source>{count} fields</source>
            <translation>
                <numerusform>{count} Feld</numerusform>
                <numerusform>{count} Felder</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../view/stanza_details.py" />
            <source>{count} items</source>
            <translation>
                <numerusform>{count} Element</numerusform>
                <numerusform>{count} Elemente</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../view/stanza_details.py" />
            <source>{count} more fields not shown</source>
            <translation>
                <numerusform>{count} weiteres Feld nicht gezeigt</numerusform>
                <numerusform>{count} weitere Felder nicht gezeigt</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../view/stanza_details.py" />
            <source>{count} more items not shown</source>
            <translation>
                <numerusform>{count} weiteres Element nicht gezeigt</numerusform>
                <numerusform>{count} weitere Elemente nicht gezeigt</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../view/stanzas.py" />
            <source>Text deleted at your request</source>
            <translation>Text auf deinen Wunsch gelöscht</translation>
        </message>
        <message>
            <location filename="../../view/stanzas.py" />
            <source>Duplicate of an earlier stanza, ignored</source>
            <translation>Wiederholung einer früheren Stanza, nicht beachtet</translation>
        </message>
        <message>
            <location filename="../../view/stanzas.py" />
            <source>fatal</source>
            <translation>endgültig</translation>
        </message>
        <message>
            <location filename="../../view/stanzas.py" />
            <source>sentence {number}</source>
            <translation>Satz {number}</translation>
        </message>
        <message>
            <location filename="../../view/stanzas.py" />
            <location filename="../../view/tools.py" />
            <source>success</source>
            <translation>Erfolg</translation>
        </message>
        <message>
            <location filename="../../view/stanzas.py" />
            <location filename="../../view/tools.py" />
            <source>no reason sent</source>
            <translation>kein Grund gesendet</translation>
        </message>
        <message>
            <location filename="../../view/stanzas.py" />
            <source>of {id}</source>
            <translation>von {id}</translation>
        </message>
        <message>
            <location filename="../../view/stanzas.py" />
            <source>last seen {id}</source>
            <translation>zuletzt gesehen {id}</translation>
        </message>
        <message>
            <location filename="../../view/stanzas.py" />
            <source>final</source>
            <translation>endgültig</translation>
        </message>
        <message>
            <location filename="../../view/stanzas.py" />
            <source>interim</source>
            <translation>vorläufig</translation>
        </message>
        <message>
            <location filename="../../view/stanzas.py" />
            <source>{count} sentences planned</source>
            <translation>{count} Sätze geplant</translation>
        </message>
        <message>
            <location filename="../../view/stanzas.py" />
            <source>action not sent</source>
            <translation>Vorgang nicht gesendet</translation>
        </message>
        <message>
            <location filename="../../view/stanzas.py" />
            <source>{vote} on {target}</source>
            <translation>{vote} zu {target}</translation>
        </message>
        <message>
            <location filename="../../view/stanzas.py" />
            <source>no vote</source>
            <translation>keine Bewertung</translation>
        </message>
        <message>
            <location filename="../../view/stanzas.py" />
            <source>saved</source>
            <translation>gespeichert</translation>
        </message>
        <message>
            <location filename="../../view/stanzas.py" />
            <source>done</source>
            <translation>fertig</translation>
        </message>
        <message>
            <location filename="../../view/stanzas.py" />
            <source>somebody</source>
            <translation>jemand</translation>
        </message>
        <message>
            <location filename="../../view/stanzas.py" />
            <source>Unknown type {type}, stored as raw bytes</source>
            <translation>Unbekannter Typ {type}, als rohe Bytes gespeichert</translation>
        </message>
        <message numerus="yes">
            <location filename="../../view/stanzas.py" />
            <source>{count} features</source>
            <translation>
                <numerusform>{count} Merkmal</numerusform>
                <numerusform>{count} Merkmale</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../view/stanzas.py" />
            <source>{count} tool uses</source>
            <translation>
                <numerusform>{count} Werkzeugaufruf</numerusform>
                <numerusform>{count} Werkzeugaufrufe</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Alicia is muted in the room</source>
            <translation>Alicia ist im Raum stumm</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Try now</source>
            <translation>Jetzt versuchen</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Retry all</source>
            <translation>Alle erneut versuchen</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Discard all</source>
            <translation>Alle verwerfen</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Language model</source>
            <translation>Sprachmodell</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Speech recognition</source>
            <translation>Spracherkennung</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>End of a turn</source>
            <translation>Ende einer Runde</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Search by meaning</source>
            <translation>Suche nach Bedeutung</translation>
        </message>
        <message numerus="yes">
            <location filename="../../view/status.py" />
            <source>{count} tool calls</source>
            <translation>
                <numerusform>{count} Werkzeugaufruf</numerusform>
                <numerusform>{count} Werkzeugaufrufe</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Reconnecting</source>
            <translation>Verbindet neu</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Offline</source>
            <translation>Offline</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Connecting</source>
            <translation>Verbindet</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Speaking</source>
            <translation>Spricht</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>About to speak</source>
            <translation>Spricht gleich</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Thinking</source>
            <translation>Denkt nach</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Getting ready</source>
            <translation>Macht sich bereit</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Writing only</source>
            <translation>Nur schreiben</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Testing sound</source>
            <translation>Prüft den Ton</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Microphone off</source>
            <translation>Mikrofon aus</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Listening</source>
            <translation>Hört zu</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>On {host}</source>
            <translation>Auf {host}</translation>
        </message>
        <message numerus="yes">
            <location filename="../../view/status.py" />
            <location filename="../../view/sync.py" />
            <source>{count} conflicts</source>
            <translation>
                <numerusform>{count} Konflikt</numerusform>
                <numerusform>{count} Konflikte</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Everything can still be read</source>
            <translation>Alles ist weiterhin lesbar</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Memory on</source>
            <translation>Gedächtnis an</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Private on this computer; this server may remember it</source>
            <translation>Privat auf diesem Computer; dieser Server merkt es sich vielleicht</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Private: nothing is remembered</source>
            <translation>Privat: Nichts wird gemerkt</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>{count} waiting</source>
            <translation>{count} warten</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Synced {time}</source>
            <translation>Abgeglichen {time}</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Connected</source>
            <translation>Verbunden</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Offline since {time}</source>
            <translation>Offline seit {time}</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>{count} not sent</source>
            <translation>{count} nicht gesendet</translation>
        </message>
        <message numerus="yes">
            <location filename="../../view/status.py" />
            <source>{count} conflicts with the server to resolve</source>
            <translation>
                <numerusform>{count} Konflikt mit dem Server zu lösen</numerusform>
                <numerusform>{count} Konflikte mit dem Server zu lösen</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../view/status.py" />
            <source>Offline — {count} messages will be sent when the connection returns</source>
            <translation>
                <numerusform>Offline — {count} Nachricht wird gesendet, sobald die Verbindung wieder da ist</numerusform>
                <numerusform>Offline — {count} Nachrichten werden gesendet, sobald die Verbindung wieder da ist</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Offline — {reason}</source>
            <translation>Offline — {reason}</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Offline — you can keep reading and writing</source>
            <translation>Offline — du kannst weiter lesen und schreiben</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>One moment</source>
            <translation>Einen Moment</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Trying again soon</source>
            <translation>Neuer Versuch in Kürze</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Next try in {seconds} s</source>
            <translation>Nächster Versuch in {seconds} s</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Keep talking</source>
            <translation>Sprich weiter</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Talk to interrupt</source>
            <translation>Sprich, um zu unterbrechen</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Press Esc to stop</source>
            <translation>Esc hält an</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Using {tool}</source>
            <translation>Verwendet {tool}</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Waiting for your permission</source>
            <translation>Wartet auf deine Erlaubnis</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Speech is off</source>
            <translation>Sprache ist aus</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Nothing is sent</source>
            <translation>Nichts wird gesendet</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Press to talk</source>
            <translation>Zum Sprechen drücken</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Press M to unmute</source>
            <translation>M hebt die Stummschaltung auf</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Hold F8 to talk</source>
            <translation>Zum Sprechen F8 halten</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>The built-in model can neither see images nor read files. They are stored with the message.</source>
            <translation>Das eingebaute Modell kann weder Bilder sehen noch Dateien lesen. Sie werden mit der Nachricht gespeichert.</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>The model {model} can’t see images. It answers without them.</source>
            <translation>Das Modell {model} kann keine Bilder sehen. Es antwortet ohne sie.</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Your sound</source>
            <translation>Dein Ton</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Alicia’s sound</source>
            <translation>Alicias Ton</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Sound of {person}</source>
            <translation>Ton von {person}</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>track {track}</source>
            <translation>Spur {track}</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>muted</source>
            <translation>stumm</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>open</source>
            <translation>offen</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>Tool servers</source>
            <translation>Werkzeug-Server</translation>
        </message>
        <message>
            <location filename="../../view/status.py" />
            <source>This session</source>
            <translation>Diese Sitzung</translation>
        </message>
        <message>
            <location filename="../../view/sync.py" />
            <source>This message differs here and on the server</source>
            <translation>Diese Nachricht ist hier und auf dem Server verschieden</translation>
        </message>
        <message>
            <location filename="../../view/sync.py" />
            <source>This conversation has two titles</source>
            <translation>Dieses Gespräch hat zwei Titel</translation>
        </message>
        <message>
            <location filename="../../view/sync.py" />
            <source>This conversation is archived on one side only</source>
            <translation>Dieses Gespräch ist nur auf einer Seite archiviert</translation>
        </message>
        <message>
            <location filename="../../view/sync.py" />
            <source>This conversation was deleted on one side only</source>
            <translation>Dieses Gespräch wurde nur auf einer Seite gelöscht</translation>
        </message>
        <message>
            <location filename="../../view/sync.py" />
            <source>No conflicts. A conflict is listed here when both sides changed the same thing.</source>
            <translation>Keine Konflikte. Ein Konflikt steht hier, wenn beide Seiten dasselbe geändert haben.</translation>
        </message>
        <message>
            <location filename="../../view/sync.py" />
            <source>No activity yet. Each step of sync is listed here with its reason.</source>
            <translation>Noch nichts geschehen. Jeder Schritt des Abgleichs steht hier mit seinem Grund.</translation>
        </message>
        <message>
            <location filename="../../view/sync.py" />
            <source>Fetching conversations: {fetched} of {total}</source>
            <translation>Holt Gespräche: {fetched} von {total}</translation>
        </message>
        <message>
            <location filename="../../view/sync.py" />
            <source>Syncing</source>
            <translation>Gleicht ab</translation>
        </message>
        <message>
            <location filename="../../view/sync.py" />
            <source>Not synced: {reason}</source>
            <translation>Nicht abgeglichen: {reason}</translation>
        </message>
        <message>
            <location filename="../../view/sync.py" />
            <source>Up to date</source>
            <translation>Aktuell</translation>
        </message>
        <message>
            <location filename="../../view/sync.py" />
            <source>Not synced yet</source>
            <translation>Noch nicht abgeglichen</translation>
        </message>
        <message>
            <location filename="../../view/sync.py" />
            <source>{count} only on this computer</source>
            <translation>{count} nur auf diesem Computer</translation>
        </message>
        <message>
            <location filename="../../view/sync.py" />
            <source>last synced {time}</source>
            <translation>zuletzt abgeglichen {time}</translation>
        </message>
        <message numerus="yes">
            <location filename="../../view/sync.py" />
            <source>{count} wait for {names}</source>
            <translation>
                <numerusform>{count} wartet auf {names}</numerusform>
                <numerusform>{count} warten auf {names}</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../view/sync.py" />
            <source>{count} messages written as {name} wait until {name} is signed in again.</source>
            <translation>
                <numerusform>{count} als {name} geschriebene Nachricht wartet, bis {name} wieder angemeldet ist.</numerusform>
                <numerusform>{count} als {name} geschriebene Nachrichten warten, bis {name} wieder angemeldet ist.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../view/sync.py" />
            <source>{count} messages written for {server} wait until that server is chosen again.</source>
            <translation>
                <numerusform>{count} für {server} geschriebene Nachricht wartet, bis dieser Server wieder gewählt ist.</numerusform>
                <numerusform>{count} für {server} geschriebene Nachrichten warten, bis dieser Server wieder gewählt ist.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../view/sync.py" />
            <source>Both</source>
            <translation>Beide</translation>
        </message>
        <message>
            <location filename="../../view/sync.py" />
            <source>Edit the merge</source>
            <translation>Zusammenführung bearbeiten</translation>
        </message>
        <message>
            <location filename="../../view/sync.py" />
            <source>Another title</source>
            <translation>Anderer Titel</translation>
        </message>
        <message>
            <location filename="../../view/sync.py" />
            <source>Keep it, also on the server</source>
            <translation>Behalten, auch auf dem Server</translation>
        </message>
        <message>
            <location filename="../../view/sync.py" />
            <source>Delete it here too</source>
            <translation>Hier auch löschen</translation>
        </message>
        <message>
            <location filename="../../view/sync.py" />
            <source>Restore it</source>
            <translation>Wiederherstellen</translation>
        </message>
        <message>
            <location filename="../../view/sync.py" />
            <source>Delete it on the server too</source>
            <translation>Auch auf dem Server löschen</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>Monday</source>
            <translation>Montag</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>Tuesday</source>
            <translation>Dienstag</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>Wednesday</source>
            <translation>Mittwoch</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>Thursday</source>
            <translation>Donnerstag</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>Friday</source>
            <translation>Freitag</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>Saturday</source>
            <translation>Samstag</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>Sunday</source>
            <translation>Sonntag</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>Mon</source>
            <translation>Mo</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>Tue</source>
            <translation>Di</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>Wed</source>
            <translation>Mi</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>Thu</source>
            <translation>Do</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>Fri</source>
            <translation>Fr</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>Sat</source>
            <translation>Sa</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>Sun</source>
            <translation>So</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>January</source>
            <translation>Januar</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>February</source>
            <translation>Februar</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>March</source>
            <translation>März</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>April</source>
            <translation>April</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>May</source>
            <translation>Mai</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>June</source>
            <translation>Juni</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>July</source>
            <translation>Juli</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>August</source>
            <translation>August</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>September</source>
            <translation>September</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>October</source>
            <translation>Oktober</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>November</source>
            <translation>November</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>December</source>
            <translation>Dezember</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>Jan</source>
            <translation>Jan</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>Feb</source>
            <translation>Feb</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>Mar</source>
            <translation>März</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>Apr</source>
            <translation>Apr</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>Jun</source>
            <translation>Juni</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>Jul</source>
            <translation>Juli</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>Aug</source>
            <translation>Aug</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>Sep</source>
            <translation>Sep</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>Oct</source>
            <translation>Okt</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>Nov</source>
            <translation>Nov</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>Dec</source>
            <translation>Dez</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>{day} {month} {year}</source>
            <translation>{day}. {month} {year}</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>{day} {month}</source>
            <translation>{day}. {month}</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>{weekday}, {day} {month}, {time}</source>
            <translation>{weekday}, {day}. {month}, {time}</translation>
        </message>
        <message>
            <location filename="../../view/text.py" />
            <source>less than a day</source>
            <translation>weniger als ein Tag</translation>
        </message>
        <message numerus="yes">
            <location filename="../../view/text.py" />
            <source>{count} years</source>
            <translation>
                <numerusform>{count} Jahr</numerusform>
                <numerusform>{count} Jahre</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../view/text.py" />
            <source>{count} months</source>
            <translation>
                <numerusform>{count} Monat</numerusform>
                <numerusform>{count} Monate</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../view/text.py" />
            <source>{count} weeks</source>
            <translation>
                <numerusform>{count} Woche</numerusform>
                <numerusform>{count} Wochen</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../view/text.py" />
            <source>{count} days</source>
            <translation>
                <numerusform>{count} Tag</numerusform>
                <numerusform>{count} Tage</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../view/text.py" />
            <source>{count} tokens</source>
            <translation>
                <numerusform>{count} Token</numerusform>
                <numerusform>{count} Token</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>pending</source>
            <translation>steht aus</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>running</source>
            <translation>läuft</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>cancelled</source>
            <translation>abgebrochen</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>Always allowed</source>
            <translation>Immer erlaubt</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>Always allowed on {server}</source>
            <translation>Auf {server} immer erlaubt</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>Never allowed</source>
            <translation>Nie erlaubt</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>Never allowed on {server}</source>
            <translation>Auf {server} nie erlaubt</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>Allowed in “{title}”</source>
            <translation>In „{title}“ erlaubt</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>Allowed in “{title}” on {server}</source>
            <translation>In „{title}“ auf {server} erlaubt</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>Allowed once</source>
            <translation>Einmal erlaubt</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>Allowed in this conversation</source>
            <translation>In diesem Gespräch erlaubt</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>Not allowed this time</source>
            <translation>Diesmal nicht erlaubt</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>Runs it here with the same parameters. The result is sent to nobody.</source>
            <translation>Führt es hier mit denselben Parametern aus. Das Ergebnis wird niemandem gesendet.</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>The server runs it with the same parameters. The result is shown here and used for nothing else.</source>
            <translation>Der Server führt es mit denselben Parametern aus. Das Ergebnis wird hier gezeigt und sonst für nichts verwendet.</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>on the server</source>
            <translation>auf dem Server</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>here or on the server</source>
            <translation>hier oder auf dem Server</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>May Alicia read your clipboard?</source>
            <translation>Darf Alicia deine Zwischenablage lesen?</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>May Alicia replace what is on your clipboard?</source>
            <translation>Darf Alicia ersetzen, was in deiner Zwischenablage ist?</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>May Alicia open this address in your browser?</source>
            <translation>Darf Alicia diese Adresse in deinem Browser öffnen?</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>May Alicia list files of yours?</source>
            <translation>Darf Alicia Dateien von dir auflisten?</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>May Alicia read this file?</source>
            <translation>Darf Alicia diese Datei lesen?</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>May Alicia search your files?</source>
            <translation>Darf Alicia deine Dateien durchsuchen?</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>May Alicia see what system this computer runs?</source>
            <translation>Darf Alicia sehen, welches System auf diesem Computer läuft?</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>May Alicia show a notification?</source>
            <translation>Darf Alicia eine Benachrichtigung zeigen?</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>Read the clipboard</source>
            <translation>Die Zwischenablage lesen</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>Replace the clipboard</source>
            <translation>Die Zwischenablage ersetzen</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>Open web addresses</source>
            <translation>Webadressen öffnen</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>List files in allowed folders</source>
            <translation>Dateien in erlaubten Ordnern auflisten</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>Read files in allowed folders</source>
            <translation>Dateien in erlaubten Ordnern lesen</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>Search files in allowed folders</source>
            <translation>Dateien in erlaubten Ordnern durchsuchen</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>See what system this is</source>
            <translation>Sehen, was für ein System das ist</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>Show notifications</source>
            <translation>Benachrichtigungen zeigen</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <location filename="../../view/turn_phases.py" />
            <source>unknown tool</source>
            <translation>unbekanntes Werkzeug</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>Failed: {reason}</source>
            <translation>Fehlgeschlagen: {reason}</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>Waiting for you</source>
            <translation>Wartet auf dich</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>Timed out after {seconds} s</source>
            <translation>Zeit abgelaufen nach {seconds} s</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>{status} in {time}</source>
            <translation>{status} in {time}</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>result without a request</source>
            <translation>Ergebnis ohne Anfrage</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>Its request did not come, so what it was asked with is not known.</source>
            <translation>Seine Anfrage kam nicht an, deshalb ist nicht bekannt, womit es aufgerufen wurde.</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>It ran on the server, which does not offer to run it again.</source>
            <translation>Es lief auf dem Server, der nicht anbietet, es noch einmal auszuführen.</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>It has not ended yet.</source>
            <translation>Es ist noch nicht beendet.</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>May Alicia use {tool} of the MCP server {server}?</source>
            <translation>Darf Alicia {tool} des MCP-Servers {server} verwenden?</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>May Alicia use {tool}?</source>
            <translation>Darf Alicia {tool} verwenden?</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>You run it again. The result is shown in the inspector and sent to nobody.</source>
            <translation>Du führst es noch einmal aus. Das Ergebnis wird im Inspektor gezeigt und niemandem gesendet.</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>Requested by the server {server}. The result is sent there.</source>
            <translation>Vom Server {server} verlangt. Das Ergebnis wird dorthin gesendet.</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>Requested by Alicia on this computer. The result stays here, unless the model runs elsewhere.</source>
            <translation>Von Alicia auf diesem Computer verlangt. Das Ergebnis bleibt hier, außer das Modell läuft anderswo.</translation>
        </message>
        <message>
            <location filename="../../view/tools.py" />
            <source>{tool}, no parameters</source>
            <translation>{tool}, keine Parameter</translation>
        </message>
        <message>
            <location filename="../../view/trace_details.py" />
            <source>Pinned, so no threshold applies</source>
            <translation>Angeheftet, deshalb gilt keine Schwelle</translation>
        </message>
        <message>
            <location filename="../../view/trace_details.py" />
            <source>Included at your request</source>
            <translation>Auf deinen Wunsch einbezogen</translation>
        </message>
        <message>
            <location filename="../../view/trace_details.py" />
            <source>Told in the answer by rule, not in the model’s words</source>
            <translation>In der Antwort nach Regel gesagt, nicht mit den Worten des Modells</translation>
        </message>
        <message>
            <location filename="../../view/trace_details.py" />
            <source>{score} is below the threshold of {threshold}</source>
            <translation>{score} liegt unter der Schwelle von {threshold}</translation>
        </message>
        <message>
            <location filename="../../view/trace_details.py" />
            <source>{score} is above the threshold of {threshold}</source>
            <translation>{score} liegt über der Schwelle von {threshold}</translation>
        </message>
        <message>
            <location filename="../../view/trace_details.py" />
            <source>{score} is above the threshold of {threshold}, unused for {time}</source>
            <translation>{score} liegt über der Schwelle von {threshold}, seit {time} nicht verwendet</translation>
        </message>
        <message numerus="yes">
            <location filename="../../view/trace_details.py" />
            <source>One of {count} memories considered</source>
            <translation>
                <numerusform>Eine von {count} erwogenen Erinnerung</numerusform>
                <numerusform>Eine von {count} erwogenen Erinnerungen</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../view/trace_details.py" />
            <source>Rank {rank:.0f} of {count} memories considered</source>
            <translation>
                <numerusform>Rang {rank:.0f} von {count} erwogenen Erinnerung</numerusform>
                <numerusform>Rang {rank:.0f} von {count} erwogenen Erinnerungen</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../view/trace_details.py" />
            <source>Matched terms: {terms}</source>
            <translation>Passende Wörter: {terms}</translation>
        </message>
        <message>
            <location filename="../../view/trace_details.py" />
            <source>Fits the budget: {tokens}</source>
            <translation>Passt ins Budget: {tokens}</translation>
        </message>
        <message>
            <location filename="../../view/trace_details.py" />
            <source>Fits the budget: {tokens} ({spent} of {total} used)</source>
            <translation>Passt ins Budget: {tokens} ({spent} von {total} verwendet)</translation>
        </message>
        <message>
            <location filename="../../view/trace_details.py" />
            <source>no, over budget</source>
            <translation>nein, über dem Budget</translation>
        </message>
        <message>
            <location filename="../../view/trace_details.py" />
            <source>Action</source>
            <translation>Vorgang</translation>
        </message>
        <message>
            <location filename="../../view/trace_details.py" />
            <source>Read by the model</source>
            <translation>Vom Modell gelesen</translation>
        </message>
        <message>
            <location filename="../../view/trace_details.py" />
            <source>Used before</source>
            <translation>Vorher verwendet</translation>
        </message>
        <message>
            <location filename="../../view/trace_details.py" />
            <source>Before</source>
            <translation>Vorher</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>confidence</source>
            <translation>Sicherheit</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>importance</source>
            <translation>Wichtigkeit</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>similarity</source>
            <translation>Ähnlichkeit</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>Relationships</source>
            <translation>Beziehungen</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>Mind &amp; feelings</source>
            <translation>Denken und Fühlen</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>Health &amp; wellness</source>
            <translation>Gesundheit</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>Work</source>
            <translation>Arbeit</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>Income &amp; debt</source>
            <translation>Einkommen und Schulden</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>Spending</source>
            <translation>Ausgaben</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>Goals</source>
            <translation>Ziele</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>Dreams</source>
            <translation>Träume</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>Tools &amp; tech</source>
            <translation>Werkzeuge und Technik</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>Daily routines</source>
            <translation>Alltag</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>Interests</source>
            <translation>Interessen</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>Words</source>
            <translation>Wörter</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>Meaning</source>
            <translation>Bedeutung</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>Overlap</source>
            <translation>Überschneidung</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>Named</source>
            <translation>Benannt</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>Own</source>
            <translation>Eigenes</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>Stranger</source>
            <translation>Fremd</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>Phrase</source>
            <translation>Wortfolge</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>Linked</source>
            <translation>Verknüpft</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>Needed</source>
            <translation>Gebraucht</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>Beside</source>
            <translation>Am Rande</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>Dated</source>
            <translation>Datiert</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>Facts</source>
            <translation>Fakten</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>Hollow</source>
            <translation>Leer</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>Echo</source>
            <translation>Echo</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>Usage</source>
            <translation>Gebrauch</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>Recency</source>
            <translation>Neuheit</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>How well it matches the words of the question</source>
            <translation>Wie gut sie zu den Wörtern der Frage passt</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>How close it is in meaning to the question</source>
            <translation>Wie nah sie der Frage in der Bedeutung ist</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>Share of words that it has in common with the question</source>
            <translation>Anteil der Wörter, die sie mit der Frage gemeinsam hat</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>It is about someone or something named in the question</source>
            <translation>Sie handelt von jemandem oder etwas, das die Frage nennt</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>It is about you, as the question is</source>
            <translation>Sie handelt von dir, wie die Frage</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>It is about someone whom the question does not ask about</source>
            <translation>Sie handelt von jemandem, nach dem die Frage nicht fragt</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>It has all the words of the question as they stand there</source>
            <translation>Sie hat alle Wörter der Frage, so wie sie dort stehen</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>It speaks of someone or something that one of the best memories names</source>
            <translation>Sie spricht von jemandem oder etwas, das eine der besten Erinnerungen nennt</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>How much it helps with the question, whatever words they share</source>
            <translation>Wie sehr sie bei der Frage hilft, gleich welche Wörter sie teilen</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>It has words of the question and does not help with it</source>
            <translation>Sie hat Wörter der Frage und hilft bei ihr nicht</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>It is from around the time that the question asks about</source>
            <translation>Sie ist aus der Zeit, nach der die Frage fragt</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>How well its category fits the question</source>
            <translation>Wie gut ihre Kategorie zur Frage passt</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>How many facts it states about what is asked</source>
            <translation>Wie viele Fakten sie zu dem nennt, was gefragt ist</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>It is a question itself</source>
            <translation>Sie ist selbst eine Frage</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>It repeats the words of the question without an answer</source>
            <translation>Sie wiederholt die Wörter der Frage ohne eine Antwort</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>It is the same question, asked before</source>
            <translation>Sie ist dieselbe Frage, früher gestellt</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>Its importance</source>
            <translation>Ihre Wichtigkeit</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>How often it was used</source>
            <translation>Wie oft sie verwendet wurde</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>How recently it was stored</source>
            <translation>Vor wie kurzer Zeit sie gespeichert wurde</translation>
        </message>
        <message>
            <location filename="../../view/traces.py" />
            <source>was: {memory}</source>
            <translation>war: {memory}</translation>
        </message>
        <message>
            <location filename="../../view/trial_controls.py" />
            <source>The relevance that a recently used memory needs</source>
            <translation>Die Relevanz, die eine gerade verwendete Erinnerung braucht</translation>
        </message>
        <message>
            <location filename="../../view/trial_controls.py" />
            <source>Token budget</source>
            <translation>Token-Budget</translation>
        </message>
        <message>
            <location filename="../../view/trial_controls.py" />
            <source>The most tokens of all memories together</source>
            <translation>Höchstens so viele Token aller Erinnerungen zusammen</translation>
        </message>
        <message>
            <location filename="../../view/trial_controls.py" />
            <source>threshold {number}</source>
            <translation>Schwelle {number}</translation>
        </message>
        <message>
            <location filename="../../view/trial_controls.py" />
            <source>budget {count} tokens</source>
            <translation>Budget {count} Token</translation>
        </message>
        <message>
            <location filename="../../view/trial_controls.py" />
            <source>weight of {part} {number}</source>
            <translation>Gewicht von {part} {number}</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>Queue at the server</source>
            <translation>Warteschlange am Server</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>Memories learned</source>
            <translation>Erinnerungen gelernt</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>Model chosen</source>
            <translation>Modell gewählt</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>Kind of message</source>
            <translation>Art der Nachricht</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>Reading the prompt</source>
            <translation>Lesen des Prompts</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>Tokens</source>
            <translation>Token</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>On the way here</source>
            <translation>Auf dem Weg hierher</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>Speech to text</source>
            <translation>Sprache zu Text</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>Memory retrieval</source>
            <translation>Suche im Gedächtnis</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>Reasoning, step {number}</source>
            <translation>Überlegung, Schritt {number}</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>question</source>
            <translation>Frage</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>by words</source>
            <translation>nach Wörtern</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>by meaning</source>
            <translation>nach Bedeutung</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>scores</source>
            <translation>Werte</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>reading</source>
            <translation>Lesen</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>Waiting to be sent</source>
            <translation>Wartet auf das Senden</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>Network, to the server</source>
            <translation>Netz, zum Server</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>You speak</source>
            <translation>Du sprichst</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>Final transcript</source>
            <translation>Endgültiger Text</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>End of turn found</source>
            <translation>Ende der Runde erkannt</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>sound</source>
            <translation>Ton</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>{share} finished</source>
            <translation>{share} fertig</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>after {time} of silence</source>
            <translation>nach {time} Stille</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>Server: {phase}</source>
            <translation>Server: {phase}</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>First token</source>
            <translation>Erstes Token</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>Retrieval, {step}</source>
            <translation>Suche, {step}</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>Retrieval, the rest</source>
            <translation>Suche, der Rest</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>tool</source>
            <translation>Werkzeug</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>Memory stored</source>
            <translation>Erinnerung gespeichert</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>First sentence</source>
            <translation>Erster Satz</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>All sentences</source>
            <translation>Alle Sätze</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>Whole answer</source>
            <translation>Ganze Antwort</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>Speech synthesis</source>
            <translation>Sprachsynthese</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>of the first {most} of {count} pieces of sound</source>
            <translation>der ersten {most} von {count} Tonstücken</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>Buffer</source>
            <translation>Puffer</translation>
        </message>
        <message>
            <location filename="../../view/turn_phases.py" />
            <source>Alicia speaks</source>
            <translation>Alicia spricht</translation>
        </message>
        <message>
            <location filename="../../view/turn_statistics.py" />
            <source>To the first word</source>
            <translation>Bis zum ersten Wort</translation>
        </message>
        <message>
            <location filename="../../view/turn_statistics.py" />
            <source>To the first sound</source>
            <translation>Bis zum ersten Ton</translation>
        </message>
        <message>
            <location filename="../../view/turn_statistics.py" />
            <source>by rule</source>
            <translation>nach Regel</translation>
        </message>
        <message>
            <location filename="../../view/turn_statistics.py" />
            <source>by a tool</source>
            <translation>durch ein Werkzeug</translation>
        </message>
        <message>
            <location filename="../../view/turn_statistics.py" />
            <source>in this process</source>
            <translation>in diesem Prozess</translation>
        </message>
        <message>
            <location filename="../../view/turn_statistics.py" />
            <source>Tool: {tool}</source>
            <translation>Werkzeug: {tool}</translation>
        </message>
        <message>
            <location filename="../../view/turn_statistics.py" />
            <source>connection not known</source>
            <translation>Verbindung nicht bekannt</translation>
        </message>
        <message>
            <location filename="../../view/turn_statistics.py" />
            <source>no tool</source>
            <translation>kein Werkzeug</translation>
        </message>
        <message>
            <location filename="../../view/turn_statistics.py" />
            <source>model not told</source>
            <translation>Modell nicht mitgeteilt</translation>
        </message>
        <message>
            <location filename="../../view/turn_statistics.py" />
            <source>{model}, then {composer}</source>
            <translation>{model}, dann {composer}</translation>
        </message>
        <message>
            <location filename="../../view/turn_statistics.py" />
            <source>no model, {composer}</source>
            <translation>kein Modell, {composer}</translation>
        </message>
        <message>
            <location filename="../../view/turns.py" />
            <source>{count} retrieved</source>
            <translation>{count} gefunden</translation>
        </message>
        <message>
            <location filename="../../view/turns.py" />
            <source>{count} updated</source>
            <translation>{count} geändert</translation>
        </message>
        <message>
            <location filename="../../view/turns.py" />
            <source>{count} stored</source>
            <translation>{count} gespeichert</translation>
        </message>
        <message>
            <location filename="../../view/turns.py" />
            <source>The stanzas of this turn are not in the log: they were deleted after the time in Settings, or the turn came without them from the server or a file.</source>
            <translation>Die Stanzas dieser Runde stehen nicht im Protokoll: Sie wurden nach der Frist in den Einstellungen gelöscht, oder die Runde kam ohne sie vom Server oder aus einer Datei.</translation>
        </message>
        <message>
            <location filename="../../view/turns.py" />
            <source>Spoken</source>
            <translation>Gesprochen</translation>
        </message>
        <message>
            <location filename="../../view/turns.py" />
            <source>Typed</source>
            <translation>Getippt</translation>
        </message>
        <message>
            <location filename="../../view/turns.py" />
            <source>Turn {number} of {count}</source>
            <translation>Runde {number} von {count}</translation>
        </message>
        <message>
            <location filename="../../view/turns.py" />
            <source>Of {bars} bars the first {most} are shown.</source>
            <translation>Von {bars} Balken werden die ersten {most} gezeigt.</translation>
        </message>
        <message>
            <location filename="../../view/turns.py" />
            <source>{count} phases of the server are not shown: there were too many.</source>
            <translation>{count} Phasen des Servers werden nicht gezeigt: Es waren zu viele.</translation>
        </message>
        <message>
            <location filename="../../view/turns.py" />
            <source>Of its stanzas the first {most} were read.</source>
            <translation>Von ihren Stanzas wurden die ersten {most} gelesen.</translation>
        </message>
        <message>
            <location filename="../../view/turns.py" />
            <source>asked again</source>
            <translation>neu gefragt</translation>
        </message>
        <message>
            <location filename="../../view/turns.py" />
            <source>end of speech</source>
            <translation>Ende des Sprechens</translation>
        </message>
        <message>
            <location filename="../../view/turns.py" />
            <source>sent</source>
            <translation>gesendet</translation>
        </message>
        <message>
            <location filename="../../view/turns.py" />
            <source>spoken</source>
            <translation>gesprochen</translation>
        </message>
        <message>
            <location filename="../../view/turns.py" />
            <source>typed</source>
            <translation>getippt</translation>
        </message>
        <message numerus="yes">
            <location filename="../../view/turns.py" />
            <source>{count} steps</source>
            <translation>
                <numerusform>{count} Schritt</numerusform>
                <numerusform>{count} Schritte</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../view/turns.py" />
            <source>From {origin}</source>
            <translation>Quelle: {origin}</translation>
        </message>
        <message>
            <location filename="../../view/turns.py" />
            <source>interrupted</source>
            <translation>unterbrochen</translation>
        </message>
        <message>
            <location filename="../../view/turns.py" />
            <source>not interrupted</source>
            <translation>nicht unterbrochen</translation>
        </message>
        <message>
            <location filename="../../view/turns.py" />
            <source>Sentences</source>
            <translation>Sätze</translation>
        </message>
        <message>
            <location filename="../../view/undoable_edits.py" />
            <source>Undone: {action}</source>
            <translation>Rückgängig gemacht: {action}</translation>
        </message>
        <message>
            <location filename="../../view/undoable_edits.py" />
            <source>unpinned</source>
            <translation>gelöst</translation>
        </message>
        <message>
            <location filename="../../view/undoable_edits.py" />
            <source>unarchived</source>
            <translation>aus dem Archiv geholt</translation>
        </message>
        <message>
            <location filename="../../view/undoable_edits.py" />
            <source>deleted</source>
            <translation>gelöscht</translation>
        </message>
        <message>
            <location filename="../../view/undoable_edits.py" />
            <source>moved to {category}</source>
            <translation>nach {category} verschoben</translation>
        </message>
        <message>
            <location filename="../../view/undoable_edits.py" />
            <source>tagged “{tag}”</source>
            <translation>mit „{tag}“ versehen</translation>
        </message>
        <message>
            <location filename="../../view/undoable_edits.py" />
            <source>2 memories merged into one</source>
            <translation>2 Erinnerungen zu einer zusammengeführt</translation>
        </message>
        <message>
            <location filename="../../view/undoable_edits.py" />
            <source>Memory changed</source>
            <translation>Erinnerung geändert</translation>
        </message>
        <message>
            <location filename="../../view/undoable_edits.py" />
            <source>Open a conversation first: memories are changed through it.</source>
            <translation>Öffne zuerst ein Gespräch: Erinnerungen werden durch eines geändert.</translation>
        </message>
        <message>
            <location filename="../../view/waterfall.py" />
            <source>Server, the rest</source>
            <translation>Server, der Rest</translation>
        </message>
        <message>
            <location filename="../../view/waterfall.py" />
            <source>Not told by this server</source>
            <translation>Von diesem Server nicht mitgeteilt</translation>
        </message>
        <message>
            <location filename="../../view/waterfall.py" />
            <source>server’s clock not aligned</source>
            <translation>Uhr des Servers nicht abgestimmt</translation>
        </message>
        <message>
            <location filename="../../view/waterfall.py" />
            <source>server’s clock ± {time}</source>
            <translation>Uhr des Servers ± {time}</translation>
        </message>
        <message>
            <location filename="../../view/waterfall.py" />
            <source>to the first sound</source>
            <translation>bis zum ersten Ton</translation>
        </message>
        <message>
            <location filename="../../view/waterfall.py" />
            <source>transcript</source>
            <translation>Text</translation>
        </message>
        <message>
            <location filename="../../view/waterfall.py" />
            <source>retrieval</source>
            <translation>Suche</translation>
        </message>
        <message>
            <location filename="../../view/what_if.py" />
            <source>No memories are searched in a private conversation.</source>
            <translation>In einem privaten Gespräch werden keine Erinnerungen gesucht.</translation>
        </message>
        <message>
            <location filename="../../view/what_if.py" />
            <source>This answer listed what is known; nothing was weighed.</source>
            <translation>Diese Antwort zählte auf, was bekannt ist; nichts wurde gewogen.</translation>
        </message>
        <message>
            <location filename="../../view/what_if.py" />
            <source>came in</source>
            <translation>kam hinein</translation>
        </message>
        <message>
            <location filename="../../view/what_if.py" />
            <source>fell out</source>
            <translation>fiel heraus</translation>
        </message>
        <message>
            <location filename="../../view/what_if.py" />
            <source>moved</source>
            <translation>bewegt</translation>
        </message>
        <message>
            <location filename="../../view/what_if.py" />
            <source>as it was</source>
            <translation>wie sie war</translation>
        </message>
        <message>
            <location filename="../../view/what_if.py" />
            <source>the first {most} of {count} are listed</source>
            <translation>die ersten {most} von {count} sind aufgeführt</translation>
        </message>
        <message>
            <location filename="../../view/what_if.py" />
            <source>deleted, archived or far behind by now</source>
            <translation>inzwischen gelöscht, archiviert oder weit hinten</translation>
        </message>
        <message>
            <location filename="../../view/what_if.py" />
            <source>included at your request</source>
            <translation>auf deinen Wunsch einbezogen</translation>
        </message>
        <message>
            <location filename="../../view/what_if.py" />
            <source>was {rank}</source>
            <translation>war {rank}</translation>
        </message>
        <message>
            <location filename="../../view/what_if.py" />
            <source>It was found, but the model has no room for it: a model that reads more would get it.</source>
            <translation>Sie wurde gefunden, aber das Modell hat keinen Platz für sie: Ein Modell, das mehr liest, bekäme sie.</translation>
        </message>
        <message>
            <location filename="../../view/what_if.py" />
            <source>It would be looked at again if the question were not asked without it.</source>
            <translation>Sie würde wieder betrachtet, wenn die Frage nicht ohne sie gestellt würde.</translation>
        </message>
        <message>
            <location filename="../../view/what_if.py" />
            <source>No weight, threshold or budget would change that: {reason}.</source>
            <translation>Kein Gewicht, keine Schwelle und kein Budget würde das ändern: {reason}.</translation>
        </message>
        <message>
            <location filename="../../view/what_if.py" />
            <source>It has nothing to do with the question: no threshold would let it in.</source>
            <translation>Sie hat nichts mit der Frage zu tun: Keine Schwelle ließe sie hinein.</translation>
        </message>
        <message>
            <location filename="../../view/what_if.py" />
            <source>A threshold of {threshold} is not enough: it is also far below the best one ({best}).</source>
            <translation>Eine Schwelle von {threshold} reicht nicht: Sie liegt auch weit unter der besten ({best}).</translation>
        </message>
        <message>
            <location filename="../../view/what_if.py" />
            <source>A threshold of {threshold} would let it in.</source>
            <translation>Eine Schwelle von {threshold} ließe sie hinein.</translation>
        </message>
        <message>
            <location filename="../../view/what_if.py" />
            <source>A threshold of {threshold} would let it in; so would about {weight} as the weight of {part}.</source>
            <translation>Eine Schwelle von {threshold} ließe sie hinein; ebenso etwa {weight} als Gewicht von {part}.</translation>
        </message>
        <message>
            <location filename="../../view/what_if.py" />
            <source>It is far below the best one.</source>
            <translation>Sie liegt weit unter der besten.</translation>
        </message>
        <message>
            <location filename="../../view/what_if.py" />
            <source>It would need a relevance of {relevance}, {share:.0%} of the best one’s.</source>
            <translation>Sie bräuchte eine Relevanz von {relevance}, {share:.0%} der besten.</translation>
        </message>
        <message>
            <location filename="../../view/what_if.py" />
            <source>A larger token budget would let it in.</source>
            <translation>Ein größeres Token-Budget ließe sie hinein.</translation>
        </message>
        <message>
            <location filename="../../view/what_if.py" />
            <source>A token budget of {tokens} would let it in.</source>
            <translation>Ein Token-Budget von {tokens} ließe sie hinein.</translation>
        </message>
    </context>
</TS>
