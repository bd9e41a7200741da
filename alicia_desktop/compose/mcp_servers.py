"""The MCP servers that the user added: checked, stored, read for a run, and tried out.

    settings = store_server(paths, settings, credentials, McpServer(name="files", command=("npx", "…")))
    servers = configured_servers(settings, credentials)     # may ask the keyring
    state = await try_server(servers[0], clock=clock)

Names, commands and addresses stand in the settings. The values of variables and headers do not, whatever they are: all
of them are one secret.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import urlsplit

import msgspec

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.translation import translate
from alicia_desktop.base.unencrypted_hosts import refuse_unencrypted
from alicia_desktop.config import McpServerSettings, Settings, save_settings
from alicia_desktop.credentials import Credentials
from alicia_desktop.paths import Paths
from alicia_desktop.session.tools.mcp.connection import McpConnection, McpServer, McpState
from alicia_desktop.session.tools.mcp.servers import MAX_SERVERS

MAX_VALUE_CHARACTERS: Final = 8_192
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,23}")
_VARIABLE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_HEADER: Final = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")
Variables = dict[str, dict[str, str]]
"""By server, then by name."""


def configured_servers(settings: Settings, credentials: Credentials) -> list[McpServer]:
    """Return the servers of the settings with their variables. The keyring may take seconds."""
    if not settings.mcp.servers:
        return []
    variables = _variables(credentials)
    return [
        McpServer(name=one.name, command=tuple(one.command), url=one.url, variables=variables.get(one.name, {}))
        for one in settings.mcp.servers
    ]


def store_server(
    paths: Paths,
    settings: Settings,
    credentials: Credentials,
    server: McpServer,
    *,
    agreed: Sequence[str] | None = None,
    file_agreed: bool = False,
) -> Settings:
    """Add a server, or replace the one of its name, and return the settings with it. The keyring may take seconds.

    Args:
        agreed: Computers to which headers may go without encryption; by default those of the settings.

    Raises:
        WorldError: as `check_server`, `Credentials.put` and `save_settings`; nothing is changed then.
    """
    check_server(server, settings, agreed=settings.privacy.unencrypted if agreed is None else agreed)
    entry = McpServerSettings(name=server.name, command=list(server.command), url=server.url)
    known = settings.mcp.servers
    entries = [entry if one.name == server.name else one for one in known]
    if entry not in entries:
        entries.append(entry)
    changed = (server.name, dict(server.variables))
    return _store(paths, settings, entries, credentials, changed=changed, file_agreed=file_agreed)


def remove_server(
    paths: Paths, settings: Settings, credentials: Credentials, name: str, *, file_agreed: bool = True
) -> Settings:
    """Remove a server with its variables, and return the settings without it. The keyring may take seconds.

    Raises:
        WorldError: `mcp_unknown`; as `Credentials.put` and `save_settings`.
    """
    entries = [one for one in settings.mcp.servers if one.name != name]
    if len(entries) == len(settings.mcp.servers):
        raise WorldError(sentence=no_such_server(name, settings), code="mcp_unknown")
    return _store(paths, settings, entries, credentials, changed=(name, {}), file_agreed=file_agreed)


def no_such_server(name: str, settings: Settings) -> str:
    """Return the sentence that names the servers there are."""
    names = ", ".join(one.name for one in settings.mcp.servers)
    said = translate("There is no MCP server {name}. There are: {names}.")
    if not names:
        said = translate("There is no MCP server {name}. None was added.")
    return said.format(name=name, names=names)


def check_server(server: McpServer, settings: Settings, *, agreed: Sequence[str]) -> None:
    """Refuse a server that could never work, or to which a secret would go unencrypted.

    Raises:
        WorldError: `mcp_wrong`, `unencrypted`.
    """
    if sentence := _problem(server):
        raise WorldError(sentence=sentence, code="mcp_wrong")
    others = [one for one in settings.mcp.servers if one.name != server.name]
    if len(others) >= MAX_SERVERS:
        raise WorldError(
            sentence=translate("There are {most} MCP servers already. Remove one.").format(most=MAX_SERVERS),
            code="mcp_wrong",
        )
    if server.variables and server.url:
        refuse_unencrypted(server.url, agreed=list(agreed))


async def try_server(server: McpServer, *, clock: Clock) -> McpState:
    """Connect to a server, list its tools and disconnect; return how it was."""
    connection = McpConnection(server, clock=clock)
    connection.start()
    try:
        return await connection.settled()
    finally:
        await connection.close()


def _store(
    paths: Paths,
    settings: Settings,
    entries: list[McpServerSettings],
    credentials: Credentials,
    *,
    changed: tuple[str, dict[str, str]],
    file_agreed: bool,
) -> Settings:
    """Store the servers together with the variables of the one that was changed, and return the settings with them."""
    name, values = changed
    result = msgspec.structs.replace(settings, mcp=msgspec.structs.replace(settings.mcp, servers=entries))
    before = credentials.get("mcp_variables")
    variables = _variables(credentials)
    variables.pop(name, None)
    if values:
        variables[name] = values
    credentials.put("mcp_variables", _encoded(variables), file_agreed=file_agreed)
    try:
        save_settings(paths.settings, result, before=settings)
    except WorldError:
        credentials.put("mcp_variables", before, file_agreed=file_agreed)
        raise
    return result


def _encoded(variables: Variables) -> str:
    return msgspec.json.encode(variables).decode() if variables else ""


def _variables(credentials: Credentials) -> Variables:
    """Return what is stored; where that cannot be read, nothing."""
    try:
        return decode_json((credentials.get("mcp_variables") or "{}").encode(), Variables)
    except ValueError:
        return {}


def _problem(server: McpServer) -> str:
    if _NAME.fullmatch(server.name) is None:
        return translate("A name is up to 24 small letters of a to z, digits and hyphens, such as files.")
    if bool(server.url) == bool(server.command):
        return translate("Give either a command that starts the server, or its address.")
    if any("\0" in part for part in server.command) or (server.command and not server.command[0].strip()):
        return translate("That is no command.")
    if server.url and (sentence := _address_problem(server.url)):
        return sentence
    return _variables_problem(server.variables, _HEADER if server.url else _VARIABLE)


def _address_problem(url: str) -> str:
    try:
        parts = urlsplit(url)
        known = parts.scheme in {"http", "https"} and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        known, parts = False, urlsplit("")
    if not known or _CONTROL.search(url) or " " in url:
        return translate("An address begins with http:// or https:// and names a computer.")
    if parts.username is not None or parts.password is not None:
        return translate("Leave user and password out of the address; give them as a header.")
    return ""


def _variables_problem(variables: Mapping[str, str], name: re.Pattern[str]) -> str:
    for key, value in variables.items():
        if name.fullmatch(key) is None:
            return translate("That is no name of a variable or header.")
        if not value or len(value) > MAX_VALUE_CHARACTERS or _CONTROL.search(value):
            return translate("The value of {name} is empty, too long or holds a line end.").format(name=key)
    return ""
