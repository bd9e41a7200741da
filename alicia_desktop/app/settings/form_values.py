"""Settings → what the dialog's form shows, and back."""

from collections.abc import Mapping

import msgspec

from alicia_desktop.config import LocalSettings, Settings
from alicia_desktop.credentials import Name
from alicia_desktop.ui.settings.form import Place, SettingsForm


def place_of(settings: Settings) -> Place:
    """Return where Alicia runs."""
    return "server" if settings.server.place == "remote" else "local"


def form_of(settings: Settings, secrets: Mapping[Name, str]) -> SettingsForm:
    """Return the form that shows the settings."""
    return SettingsForm(
        theme=settings.look.theme,
        reduced_motion=settings.look.reduced_motion,
        text_size=settings.look.text_size,
        tray=settings.look.tray,
        keep_running=settings.look.keep_running,
        spelling=settings.writing.spelling,
        spelling_language=settings.writing.language,
        own_words=tuple(settings.writing.words),
        input_device=settings.voice.input,
        output_device=settings.voice.output,
        threshold=settings.voice.threshold,
        patience=settings.voice.patience,
        global_key=settings.voice.global_key,
        voice=settings.voice.voice,
        speed=settings.voice.speed,
        volume=settings.voice.volume,
        bridges=settings.voice.bridges,
        keep_speech=settings.voice.keep_speech,
        journal_days=settings.privacy.journal_days,
        place=place_of(settings),
        server_address=settings.server.address,
        certificate=settings.server.certificate,
        user="" if settings.server.user == "user" else settings.server.user,
        token=secrets["server_token"],
        livekit_address=settings.server.livekit_address,
        model_address=settings.local.model_url,
        model_key=secrets["model_key"],
        model_name=settings.local.model_name,
        model_file=settings.local.model_file,
        local_livekit_address=settings.local.livekit_url,
        local_livekit_key=settings.local.livekit_key,
        local_livekit_secret=secrets["livekit_secret"],
        livekit_here=settings.local.livekit_here,
        memory_tokens=_memory_tokens_text(settings.local.memory_tokens),
        speech_model=settings.local.speech_model,
        speech_language=settings.local.speech_language,
        folders=tuple(settings.tools.folders),
    )


def settings_of(old: Settings, form: SettingsForm) -> Settings:
    """Return the settings that the form describes."""
    replace = msgspec.structs.replace
    return replace(
        old,
        look=replace(
            old.look,
            theme=form.theme,
            reduced_motion=form.reduced_motion,
            text_size=form.text_size,
            tray=form.tray,
            keep_running=form.keep_running,
        ),
        writing=replace(
            old.writing,
            spelling=form.spelling,
            language=form.spelling_language,
            words=list(form.own_words),
        ),
        voice=replace(
            old.voice,
            input=form.input_device,
            output=form.output_device,
            threshold=form.threshold,
            patience=form.patience,
            global_key=form.global_key,
            voice=form.voice,
            speed=form.speed,
            volume=form.volume,
            bridges=form.bridges,
            keep_speech=form.keep_speech,
        ),
        privacy=replace(old.privacy, journal_days=form.journal_days),
        server=replace(
            old.server,
            place="remote" if form.place == "server" else "local",
            address=form.server_address,
            certificate=form.certificate,
            user=form.user or "user",
            livekit_address=form.livekit_address,
        ),
        local=replace(
            old.local,
            livekit_url=form.local_livekit_address,
            livekit_key=form.local_livekit_key,
            livekit_here=form.livekit_here,
            memory_tokens=int(form.memory_tokens) if form.memory_tokens else LocalSettings().memory_tokens,
            speech_model=form.speech_model,
            speech_language=form.speech_language,
        ),
        tools=replace(old.tools, folders=list(form.folders)),
    )


def _memory_tokens_text(memory_tokens: int) -> str:
    return "" if memory_tokens == LocalSettings().memory_tokens else str(memory_tokens)
