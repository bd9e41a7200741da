"""Keys of `alicia_meta` for the moments that only this computer's clock knows, as RFC 3339 text.

No stanza carries them: when the person began and ended to speak, when a question left, when her sound began and
ended. The waterfall of a turn is drawn from them, live and long afterwards.
"""

from typing import Final

SENT_AT: Final = "client.sent_at"
SPEECH_STARTED_AT: Final = "client.speech_started_at"
SPEECH_ENDED_AT: Final = "client.speech_ended_at"
SOUND_STARTED_AT: Final = "client.sound_started_at"
SOUND_ENDED_AT: Final = "client.sound_ended_at"
