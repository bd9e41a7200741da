"""The short forms and the commonest slips of typing, which are read as the words that are meant."""

from typing import Final

SLIPS: Final = {
    "u": "you", "ur": "your", "pls": "please", "plz": "please", "thx": "thanks", "teh": "the", "hte": "the",
    "adn": "and", "wiht": "with", "tomorow": "tomorrow", "tommorow": "tomorrow", "tommorrow": "tomorrow",
    "remeber": "remember", "rember": "remember", "wat": "what", "wats": "what's", "abt": "about", "bday": "birthday",
    "tmrw": "tomorrow", "tho": "though", "recieve": "receive", "becuase": "because", "freind": "friend",
    "brithday": "birthday", "weahter": "weather",
}  # fmt: skip
