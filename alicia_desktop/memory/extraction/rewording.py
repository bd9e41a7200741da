"""A sentence in a form that the rules read: what is left out, inverted or hung on is written as a clause of its own.

"Paolo – that's my husband – has …" becomes "my husband Paolo has …", "wife's from Bahia" becomes "my wife is from
Bahia", "having grown up in a pub, I …" tells that the person has grown up in a pub. No word is added that says more
than the sentence does.
"""

import re
from typing import Final

from alicia_desktop.memory.extraction.plainly import NAME, plainly, without_announcing
from alicia_desktop.memory.extraction.refining import KIN
from alicia_desktop.memory.extraction.subjects import is_adverb
from alicia_desktop.memory.vocabulary import AUXILIARIES, listed, verb_form

_HUNG_ON: Final = re.compile(
    rf"\b(?!(?:erm|um|uh|well|ok|okay|hi|hey|yes|no|so|oh|ah|anyway|right|sorry|thanks|hello|sure|yeah|also|and"
    rf"|but)\b)(?<!\bin )(?<!\bfrom )(?<!\bto )(?<!\bat )(?<!\bnear )\b(?P<name>{NAME})(?:,| ?\(| [–—-]) ?"
    r"(?:that is |that's |who is |he is |she is |they are |also )?(?P<whose>my|our) "
    rf"(?P<kin>(?:(?!and\b)[\w-]+ ){{0,2}}?(?:{KIN}))(?:,|\)| [–—-])(?= )",
    re.IGNORECASE,
)
"""Who somebody is, behind a name: "Paolo – that's my husband – has"."""
_NAME_IN_MARKS: Final = re.compile(
    rf"\b(?P<whose>my|our) (?P<kin>(?:[\w-]+ ){{0,2}}?(?:{KIN})) (?:\(|[–—-] )(?P<name>{NAME})(?:\)| [–—-])(?= |$)",
    re.IGNORECASE,
)
_BARE: Final = "|".join(sorted(listed("people.bare_own"), key=len, reverse=True))
_BARE_OWN: Final = re.compile(
    rf"(?P<before>^|[,;:] |\b(?:and|but|because|so|as|since|that) )(?P<kin>{_BARE})(?P<is>'s)?"
    r" (?=(?P<next>[\w'-]+)(?: (?P<then>[\w'-]+))?)",
    re.IGNORECASE,
)
_MEETING: Final = "|".join(sorted(listed("things.appointments") - {"dinner", "lunch", "brunch", "evening", "move"}))
_BARE_MEETING: Final = re.compile(
    rf"^(?P<what>(?:(?!(?:my|our|the|a|an|his|her|your|this|that|no|every|is|what|when)\b)[\w-]+ ){{0,2}}?"
    rf"(?:{_MEETING}))(?:'s| is| are| was| starts| leaves| got| has been| ends| begins)(?= (?:\w+ ){{0,4}}?"
    r"(?:on|at|in|next|this|tomorrow|by|until|moved|pushed|brought|put|cancelled|booked|\d"
    r"|monday|tuesday|wednesday|thursday"
    r"|friday|saturday|sunday)\b)",
    re.IGNORECASE,
)
_OWNERS: Final = re.compile(r"^(?:mine|ours)(?P<is>'s| is| are| was| has| had| have| does| need\w*)\b", re.IGNORECASE)
_WE_ARE: Final = re.compile(
    r"^(?P<lead>(?:in|on|at|this|next|from|every|after|over|by) (?:the )?(?:\w+ ){1,3}?)were (?=\w+ing\b|not\b"
    r"|off\b)",
    re.IGNORECASE,
)
_WHICH_I: Final = re.compile(
    r",? which (?P<who>i|we) (?P<verb>(?:[\w']+ ){1,3}?)(?P<rest>(?:together|by|in|at|on"
    r"|with|for|every|from|to|as|of|up)\b"
    r"(?: [\w'-]+)+)(?=[.!?]*$|, (?:and|but|so|i|we|my)\b)",
    re.IGNORECASE,
)
_WHICH_IS: Final = re.compile(
    r"\b(?P<what>(?P<whose>(?:my|our|his|her|their) (?:[\w-]+ ){0,3}?)?[\w-]+),? which (?P<told>(?:is|are"
    r"|was|has|have|costs|needs|runs"
    r"|lives|goes|comes|starts|ends) (?!why|where|when|how|what|because)[^,;?]+)",
    re.IGNORECASE,
)
_TITLE: Final = re.compile(
    rf"^it is (?P<name>(?:(?-i:Dr|Mr|Mrs|Ms|Prof|Professor|Sir|Rev)\.? {NAME})|{NAME})(?: "
    rf"now| these days|, not {NAME}"
    rf"| not {NAME}| with an? [\w ]+)(?=[,.!]|$)",
    re.IGNORECASE,
)
_BY_THE_WAY: Final = re.compile(
    r"(?:,? (?:in case (?:that|it|you) [\w ]{0,25}|if (?:that|it) (?:helps|matters|is relevant"
    r"|makes a difference|is of any use)"
    r"|for what it is worth|just so you know|so you know|believe it or not|as it happens"
    r"|by the way|i am afraid|to be honest"
    r"|to be fair|truth be told|for the record|as you know|oddly enough|thank god|thank "
    r"goodness|touch wood|knock on wood|for my sins"
    r"|nice to meet you|pleased to meet you|you could not make it up|you couldn't make it "
    r"up|go figure|if you can believe it|can you believe it|if you must know|sadly|luckily"
    r"|lol|haha+|lmao|ugh|sigh|btw|tbh|fwiw|imo))+(?P<end>[.!]*)$",
    re.IGNORECASE,
)
_LEADING: Final = re.compile(
    r"^(?:and |but |so )*(?P<not>not )?(?P<verb>\w+ing)(?P<rest> (?!(?:to|about|it|that|this"
    r"|is|was|can|does|for granted)\b|up,)[^,?]+), "
    r"(?P<then>(?:i|we|my|our|how|what|where|when|which|who|why|is|are|do|does|can|could"
    r"|should|would|will|it|there)\b.+)$",
    re.IGNORECASE,
)


_IT_IS_MINE: Final = re.compile(
    r"^it is (?P<what>(?:my|our) (?:\w+'s )?(?:[\w-]+ ){0,2}?[\w'-]+) (?P<when>(?:(?:in|at"
    r"|on|next|this) (?!all\b|last\b|least\b)|tomorrow\b).+)$",
    re.IGNORECASE,
)
_WHERE_I: Final = re.compile(
    r"^where (?:i|we) (?:work|live|come from|grew up|am from|am),? (?=(?:i|we|my|our|it|the|there|people)\b)",
    re.IGNORECASE,
)
_LIKED: Final = re.compile(
    r"^what (?P<who>i|we) (?P<how>(?:really |absolutely |always )?(?:love|hate|enjoy|like"
    r"|miss|fear|dread|prefer|collect|play|study|teach"
    r"|can't stand|crave|avoid|struggle with))(?: (?:the )?(?:most|best|least))?(?: of all"
    r"| about [\w ]+?)? (?:is|are) (?P<what>.+)$",
    re.IGNORECASE,
)
_BELIEVE: Final = re.compile(
    r"^(?:would you believe|can you believe|did you know|do you know|guess what|you will "
    r"not believe(?: it)?)(?: that)?[, :]+"
    r"(?P<told>(?:i|my|we|our)\b[^?]*?)\??$",
    re.IGNORECASE,
)


_SOMEBODY: Final = re.compile(
    rf"^(?P<who>an? (?:new |good |close |old |dear |former )?(?:{KIN})(?: of mine"
    rf"| at work)?), (?P<name>{NAME}),(?= )",
    re.IGNORECASE,
)
_SINCE: Final = re.compile(
    r"^it (?:has been|is|will be) (?P<long>(?:(?:about|nearly|almost|over|exactly|just) "
    r")?[\w-]+ (?:[\w-]+ )?(?:days|weeks|months|years|a year|year))"
    r" (?:now )?since (?P<what>(?:i|we|my|our)\b[^.!?]+)(?P<end>[.!]*)$",
    re.IGNORECASE,
)
_WHAT_HELPS: Final = re.compile(
    r"^what (?:really |always |usually )?(?P<does>[a-z]+s) (?P<me>me|us|my [\w ]+?)(?P<rest> "
    r"[^.!?,]*?)? is (?P<what>(?!that\b|how\b|why\b)[^.!?]+)",
    re.IGNORECASE,
)
_NOTHING_MORE: Final = re.compile(
    r"^there is (?:nothing|no \w+) (?P<who>i|we) (?P<how>hate|love|like|dislike|fear|enjoy"
    r"|dread) more than (?P<what>[^.!?]+)",
    re.IGNORECASE,
)
_THIS_IS: Final = re.compile(
    rf"^(?:this is (?P<name>{NAME}))(?: here| speaking| again)?(?=[,.!]|$| from\b)(?!'s)", re.IGNORECASE
)
_FIRST_THING: Final = re.compile(
    r"^the (?P<which>first|last|only|main|one) thing (?P<who>i|we) (?:do|eat|drink|have) "
    r"(?P<when>[\w ]+?) is (?:to )?(?P<what>[^.!?]+)(?P<end>[.!]*)$",
    re.IGNORECASE,
)
_THAT_IS_ME: Final = re.compile(r"[:,;–-] ?that is me at (?P<age>[1-9]\d)\b", re.IGNORECASE)
_CLEFT: Final = re.compile(
    r"^it (?:is|was) (?P<who>(?:my|our) [\w' -]{2,40}?) (?:who|that) (?P<what>(?!I\b)\w+ .+)$", re.IGNORECASE
)
"""Stressed by its place: "it was my brother who moved"."""
_AS_FAR: Final = re.compile(
    r"^(?:as far as|when it comes to|in terms of) (?P<what>[\w ]{2,30}?)(?: goes| is concerned"
    r"| are concerned|,),? ?(?=(?:i|my|we|our)\b)",
    re.IGNORECASE,
)


def reworded(sentence: str) -> str:
    """Return a sentence with its contents in the order and the words of plain clauses."""
    text = plainly(_BY_THE_WAY.sub(r"\g<end>", without_announcing(sentence)))
    text = _HUNG_ON.sub(_hung_on, text)
    text = _NAME_IN_MARKS.sub(r"\g<whose> \g<kin>, \g<name>,", text)
    text = _BARE_OWN.sub(_owned, text)
    if not text.endswith("?"):
        text = _BARE_MEETING.sub(
            lambda match: f"my {match.group()[:1].lower()}{match.group()[1:]}".replace("'s", " is"), text
        )
    text = _WE_ARE.sub(r"\g<lead>we are ", text)
    text = _TITLE.sub(r"I am called \g<name>", text)
    text = _CLEFT.sub(r"\g<who> \g<what>", text)
    text = _AS_FAR.sub("", _SOMEBODY.sub(r"\g<who> \g<name>", text))
    text = _WHAT_HELPS.sub(r"\g<what> \g<does> \g<me>\g<rest>", text)
    text = _NOTHING_MORE.sub(r"\g<who> \g<how> \g<what>", text)
    text = _THIS_IS.sub(r"I am \g<name>", text)
    text = _FIRST_THING.sub(r"\g<who> \g<what> \g<which> \g<when>\g<end>", text)
    text = _THAT_IS_ME.sub(r"; I am \g<age>", text)
    text = _SINCE.sub(r"\g<what> \g<long> ago\g<end>", text)
    text = _IT_IS_MINE.sub(r"\g<what> is \g<when>", text)
    text = _LIKED.sub(r"\g<who> \g<how> \g<what>", text)
    text = _BELIEVE.sub(r"\g<told>.", text)
    if not text.endswith("?"):
        text = _WHERE_I.sub("", text)
    return _WHICH_I.sub(_which_i, text)


def led_by(sentence: str) -> tuple[str, str]:
    """Return "I have grown up in a pub" and the rest of "Having grown up in a pub, …", else two empty texts."""
    match = _LEADING.match(sentence)
    if match is None or match["verb"].lower() in listed("forms.idle_leads"):
        return "", ""
    form = verb_form(match["verb"].lower())
    if form is None or form.form != "ing":
        return "", ""
    denied, rest = match["not"] or "", match["rest"]
    if form.lemma == "have":
        perfect = (verb := verb_form(rest.split()[0].lower())) is not None and verb.form in {"past", "participle"}
        return f"I {'have ' + denied if perfect or not denied else 'don' + chr(39) + 't have '}{rest.strip()}", match[
            "then"
        ]
    if form.lemma in {"grow", "come"}:
        return f"I {'grew' if form.lemma == 'grow' else 'come'}{rest}", match["then"]
    return f"I am {denied}{match['verb'].lower()}{rest}", match["then"]


def whichs(sentence: str) -> list[str]:
    """Return "my bike is a Trek" of "… my bike, which is a Trek": only of what is the person's own."""
    return [
        f"{match['what']} {match['told'].strip(' .!')}"
        for match in _WHICH_IS.finditer(sentence)
        if (match["whose"] or match["what"].lower() in listed("things.appointments")) and not sentence.endswith("?")
    ]


def owned_by_speaker(piece: str, thing: str) -> str:
    """Return "my fig tree is …" for "ours is …", where `thing` is what was spoken of."""
    return _OWNERS.sub(lambda match: f"my {thing}{match['is']}".replace("'s", " is"), piece) if thing else piece


def _hung_on(match: re.Match[str]) -> str:
    return f"{match['whose'].lower()} {match['kin']}, {match['name']},"


def _owned(match: re.Match[str]) -> str:
    """Return "my wife is" for "wife's" before what somebody is, "my wife's" before a thing of hers."""
    after, then = match["next"].lower(), (match["then"] or "").lower()
    if match["is"]:
        plain = verb_form(then) is not None or then in AUXILIARIES
        held = f"{match['kin'].lower()}'s " if plain and verb_form(after) is None else f"{match['kin'].lower()} is "
        return f"{match['before']}my {held}"
    form = verb_form(after)
    named = match["next"][:1].isupper()
    acts = after in AUXILIARIES or (form is not None and form.form in {"s", "past"}) or is_adverb(after)
    if not acts and not (named and (then in AUXILIARIES or verb_form(then) is not None)) and after != "and":
        return match.group()
    if after == "and" and then not in {"i", "me"}:
        return match.group()
    return f"{match['before']}my {match['kin'].lower()} "


def _which_i(match: re.Match[str]) -> str:
    return f"; {match['who']} {match['verb']}it {match['rest']}"
