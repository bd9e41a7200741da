"""Normalise a sentence: contractions written out, dictated words spelled, what only announces or excuses left out.

Then every clause has one shape: "wife's from Bahia, btw" is "my wife is from Bahia".
"""

import re
from typing import Final

from alicia_desktop.extraction.clause import parse_clause
from alicia_desktop.extraction.subjects import head_at, is_adverb, tokenize
from alicia_desktop.memory.segmentation import without_hesitation
from alicia_desktop.memory.slips import SLIPS
from alicia_desktop.memory.vocabulary import AUXILIARIES, KIN, known_words, listed, verb_form

_CONTRACTIONS: Final = (
    "im:I am|ive:I have|dont:don't|doesnt:doesn't|didnt:didn't|cant:can't|isnt:isn't|arent:aren't|wasnt:w"
    "asn't|werent:weren't|havent:haven't|hasnt:hasn't|hadnt:hadn't|couldnt:couldn't|wouldnt:wouldn't|shou"
    "ldnt:shouldn't|wont:won't|thats:that is|whats:what is|hes:he is|shes:she is|theyre:they are|weve:we "
    "have|youre:you are|theyve:they have|theres:there is|whos:who is|i:I|gonna:going to|wanna:want to|got"
    "ta:have to|cos:because|cuz:because|coz:because|'cause:because"
)
_SPELLED: Final = SLIPS | {short: long for short, _, long in (pair.partition(":") for pair in _CONTRACTIONS.split("|"))}
"""Dictated and mistyped words with their spelling."""
_DICTATED: Final = re.compile(
    rf"(?<![\w'’.])(?:{'|'.join(sorted(_SPELLED, key=len, reverse=True))})(?![\w'’]|\.\w)", re.IGNORECASE
)
_BARE_KIN: Final = "|".join(sorted(listed("people.bare"), key=len, reverse=True))
_DONE: Final = (
    r"(?:got|been|had|gone|come|become|moved|left|started|passed|retired|died|quit|lost|grown|taken|decided|asked|bought"
    r"|found|sold|turned)"
)
_GOING_ON: Final = (
    r"(?!(?:wedding|christening|painting|building|clothing|thing|evening|morning|hearing|training|drawing"
    r"|recording|writing"
    r"|meeting|housewarming|reading|swimming|snoring|earring|darling|sibling|spelling|handwriting)\b)\w{2,}ing\b"
)
"""What follows somebody's "'s" where it is "is"."""
_OF_ONE: Final = (
    r"(?:birthday|names?|surname|nickname|anniversary|number|phone|address|favou?rite|shoe|dress|size|school|job|car"
    r"|passport)"
)
"""What somebody has, behind their "s" without an apostrophe: "my wifes birthday"."""
_FREE: Final = r"(?<!about )(?<!with )(?<!for )(?<!to )(?<!from )(?<!of )"
"""No preposition before: "… about my mother she has …" goes on with another clause."""
_EXPANSIONS: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), expansion)
    for pattern, expansion in (
        (rf"(?<![\w'])({_BARE_KIN})s (?=\w)", r"\1's "),
        (r"(?<![\w'-])([\w-]+)'s got (?=\w)", r"\1 has got "),
        (rf"\b((?:my|our) (?:\w+ )?(?:wife|(?:{KIN})(?=s {_OF_ONE}\b)))s (?=\w)", r"\1's "),
        (r"\b(sister|brother|mother|father|son|daughter|parent)(s?) in law\b", r"\1\2-in-law"),
        (r"\b(name|names|surname|husband|wife|birthday|job)'s (?=(?-i:[A-Z])\w+(?:[ ,.]|$))", r"\1 is "),
        (r"^(?P<lead>(?:hi|hiya|hey|hello|so|well)?,? ?)(?:the )?name(?:'s| is) (?=[A-Z])", r"\g<lead>my name is "),
        (r"\bmy names (?=\w)", "my name is "),
        (r"\b((?:my|our|his|her|their|'s) (?:\w+ )?(?:name|surname|nickname))'s\b", r"\1 is"),
        (
            rf"{_FREE}\b((?:my|our) (?:\w+ )?(?:{KIN})(?: (?-i:[A-Z]\w+))?) (?:she|he|they)(?:'s|'re)(?= )",
            r"\1 is",
        ),
        (
            (
                rf"{_FREE}\b((?:my|our) (?:\w+ )?(?:{KIN})(?: (?-i:[A-Z]\w+))?) (?:she|he|they)"
                r"(?= (?:is|has|are|was|had|[a-z]+s|[a-z]+ed) )"
            ),
            r"\1",
        ),
        (r"^(?:about )?me: (?=\w)", "I am "),
        (r"^(?:(?:so )?sorry|thanks|thank you|apologies) (?:about|for) [^,.;]{1,40}, (?=(?:I|my|we|our)\b)", ""),
        (r"\bI'm\b", "I am"),
        (r"\b(I|you|we|they|who)'ve\b", r"\1 have"),
        (r"\b(you|we|they)'re\b", r"\1 are"),
        (r"\b(I|you|we|they|he|she|it|that|there)'ll\b", r"\1 will"),
        (r"\b(I|you|we|they|he|she|it)'d (?=(?:better|been|had|never been|just|already)\b)", r"\1 had "),
        (r"\b(I|you|we|they|he|she|it)'d\b", r"\1 would"),
        (
            (
                r"^(?P<lead>(?:(?:so|and|well|yeah|because|now|next \w+) )*)were (?!you\b|i\b|they\b|we\b|there\b"
                r"|the\b|my\b)"
            ),
            r"\g<lead>we are ",
        ),
        (r"\bill (?=(?:be|have|start|move|go|get|take|need)\b)", "I will "),
        (
            r"\bid (?=(?:(?:really|just|also|much|definitely|always|never) )?(?:like|love|rather|prefer|have|be)\b)",
            "I would ",
        ),
        (
            r"\bits (?=\d|(?:a|an|the|called|named|my|in|on|at|not|been|so|just|really|very|me|only|got|about|from)\b)",
            "it is ",
        ),
        (rf"\b(he|she|it)'s (?=(?:\w+ )?{_DONE}\b)", r"\1 has "),
        (r"\b(he|she|it|that|there|what|who|where|when|how|everyone|everybody|here)'s\b", r"\1 is"),
        (rf"(?<![\w-])([\w-]+)'s (?=(?:just |finally |recently |also )?{_DONE}\b)", r"\1 has "),
        (r"\b((?:some|any|every)(?:one|body))'s (?=(?:just )?[a-z]+ed (?:my|our|the|his|her|their|an?)\b)", r"\1 has "),
        (
            (
                r"(?<!\bat )(?<!\bto )(?<!\bfrom )(?<!\b[Ss]t )(?<!\b[Ss]t\. )(?<![\w-])([\w-]+)'s (?=(?:a|an|the|in"
                r"|on|at|out|off"
                r"|not|called|named|from|still|just|always|so|very|really|only|also|now|about|too|back|with|up|down"
                r"|over|into|half"
                r"|away|abroad|here|there|nearly|almost|my|our|due|born|dead|\w+ed|\w+(?<!th|br|tr|pr)ing(?= (?:to|a"
                r"|an|the|in|at|for|on|up|my|her|his|as|with)\b)|allergic"
                r"|pregnant|diabetic|autistic|dyslexic|vegan|vegetarian|\w{5,}less|keen|mad|ill|sick|afraid|selling"
                r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day(?=[,.!?]|$| (?:at|and)\b)|\d+(?! ?(?:th|st|nd|rd))"
                r"|two|three|four|five|six|seven|eight|nine|ten|\w+teen)\b)"
            ),
            r"\1 is ",
        ),
        (rf"\b((?:my|our) (?:\w+ )?(?:{KIN}|landlord|landlady))'s (?={_GOING_ON})", r"\1 is "),
        (r"\b(?:cannot|can not)\b", "can't"),
        (r"\b(is|are|was|were|do|does|did|has|have|had|could|would|should) not\b", r"\1n't"),
        (r"\bwill not\b", "won't"),
    )
)
_SHOUTED_WORDS: Final = 3
"""Words in capitals that are a sentence and no abbreviation."""
_ANNOUNCING: Final = re.compile(
    r"^(?:(?:oh )?my (?:days|goodness|god|gosh|word)|between (?:you and me|us|ourselves)|as you (?:know|can see"
    r"|may (?:know|remember))|(?:like|as) I (?:said|told you|mentioned)(?: before)?|(?:just )?to (?:be clear|clarify)"
    r"|I (?:must|have to) (?:say|admit|confess)|heads up|full disclosure|fun fact"
    r"|(?:a bit of |some |quick )?(?:context|background|update|news|correction)|(?:the )?(?:good|bad|big"
    r"|great) news(?: is)?)"
    r"\s*(?:[:,–-]+ ?|(?:but |that |and )?)(?=(?:I|my|we|our|it is|the)\b)",
    re.IGNORECASE,
)
_BY_THE_WAY: Final = re.compile(
    r"(?:,? (?:in case (?:that|it|you) [\w ]{0,25}|if (?:that|it) (?:helps|matters|is relevant"
    r"|makes a difference)|just so you"
    r" know|so you know|believe it or not|by the way|to be honest|for the record|as you know|nice to meet you"
    r"|pleased to meet you|sadly|luckily|lol|haha+|lmao|ugh|sigh|btw|tbh|fwiw|imo))+(?P<end>[.!]*)$",
    re.IGNORECASE,
)
_CORRECTED: Final = re.compile(
    r"^you (?:have |had )?(?:got|spelled|spelt|wrote|have) (?P<what>(?:my|our) [\w' -]+?) wrong[,;:.]? it is"
    r" (?P<right>.+)$",
    re.IGNORECASE,
)
_TOLD_ME: Final = re.compile(
    r"^(?:(?:my|our|the) [\w' -]{2,30}?|they|he|she) (?:just |has |have )*(?:told|informed) (?:me|us)(?: that)?"
    r" (?=(?:I|we|my|our)\b)",
    re.IGNORECASE,
)
"""What others told the person of themselves is so: "my boss told me I'm getting the promotion"."""
_TAGGED: Final = re.compile(
    r"^(?:(?:and |so )*you (?:do |already |still )?(?:know|remember)(?: that)? )?(?P<told>(?:I|my|we|our)\b[^,?]*)"
    r"(?:, ?(?:right|yeah|yes|no|remember|correct|innit|don't I|am I not|haven't I|isn't (?:it|he|she))| right"
    r"| remember)\?$",
    re.IGNORECASE,
)
"""A statement that is only asked to be confirmed: "you know I'm left-handed, right?"."""
_NAME: Final = r"(?-i:[A-ZÀ-ÖØ-Þ][\w'-]+(?: [A-ZÀ-ÖØ-Þ][\w'-]+)?)"
_NAME_THEN_KIN: Final = re.compile(
    r"\b(?!(?:erm|um|uh|well|ok|okay|hi|hey|yes|no|so|oh|ah|anyway|right|sorry|thanks|hello|sure|yeah|also|and|but)\b)"
    rf"(?<!\bin )(?<!\bfrom )(?<!\bto )(?<!\bat )(?<!\bnear )\b(?P<name>{_NAME})(?:,| ?\(| [–—-]) ?(?:that is "
    rf"|who is |he is"
    rf" |she is |also )?(?P<whose>my|our) (?P<kin>(?:(?!and\b)[\w-]+ ){{0,2}}?(?:{KIN}))(?:,|\)| [–—-])(?= )",
    re.IGNORECASE,
)
"""Who somebody is, behind a name: "Paolo – that's my husband – has"."""
_NAME_IN_MARKS: Final = re.compile(
    rf"\b(?P<whose>my|our) (?P<kin>(?:[\w-]+ ){{0,2}}?(?:{KIN})) (?:\(|[–—-] )(?P<name>{_NAME})(?:\)| [–—-])(?= |$)",
    re.IGNORECASE,
)
_BARE_OWN: Final = re.compile(
    rf"(?P<before>^|[,;:] |\b(?:and|but|because|so|as|since"
    rf"|that) )(?P<kin>{'|'.join(sorted(listed('people.bare_own'), key=len, reverse=True))})"
    r"(?P<is>'s)? (?=(?P<next>[\w'-]+)(?: (?P<then>[\w'-]+))?)",
    re.IGNORECASE,
)
_THE_ONE: Final = re.compile(
    rf"\b(?P<who>(?:my|our) (?:[\w-]+ ){{0,2}}?(?:{KIN})(?: {_NAME})?), the one (?P<how>who|that|in|at|from)\b",
    re.IGNORECASE,
)
_PARTNERS: Final = {
    "girl": "girlfriend",
    "woman": "girlfriend",
    "guy": "boyfriend",
    "man": "boyfriend",
    "boy": "boyfriend",
}
_SEEING: Final = re.compile(
    rf"\bthe (?P<who>{'|'.join(_PARTNERS)}) (?:that |who )?I (?:am|have been) (?:seeing|dating|with|engaged to"
    rf"|going out with)\b",
    re.IGNORECASE,
)
_UNDER: Final = re.compile(
    r"^(?:since|because|as|now(?: that)?|given(?: that| the fact that)?|seeing (?:that|as|how)|considering(?: that)?"
    r"|although|though|even though|while|as long as|in case|knowing(?: that)?|thing is|the thing is|so)\s+"
    r"(?=(?:i|my|we|our|he|she|both)\b)",
    re.IGNORECASE,
)
_COURTESY: Final = re.compile(
    r"(?:,| [–—-])? (?:but )?(?:sorry (?:for|about|if)|thanks|thank you|cheers|lol|haha+|send help"
    r"|don't tell (?:my|our)\b|bless (?:her|him|them|it)"
    r"|hehe)\b.*$",
    re.IGNORECASE,
)
_OPINION: Final = re.compile(
    r"^(?:i|we) (?:also |really |just |honestly |still |always )*(?:think|guess|suppose|believe|reckon|imagine|was told"
    r"|have been told)\b(?: that)?,? (?=(?:i|my|we|our)\b)",
    re.IGNORECASE,
)
_CLEFT: Final = re.compile(
    r"^(?P<before>(?:and |but |so |well,? )*)what (?P<who>I|we|(?:my|our) \w+)"
    r" (?P<verb>(?:really |most )?(?:(?:love|like|hate|enjoy|adore|dislike|prefer|miss|want|need|fear)s?"
    r"|can't (?:stand|bear)))(?P<most> (?:most|best|least|more than anything))?(?:, [^,]+,)? (?:is|are)"
    r" (?P<what>[^?]+?)(?P<end>[.!]*)$",
    re.IGNORECASE,
)
"""What is told in the order of a question: "what I love most is hiking"."""
_DISLOCATED: Final = re.compile(
    rf"^(?P<who>(?:my|our) (?:[\w'-]+ ){{0,3}}?[\w-]+)(?:,(?: (?P<name>(?:(?:Mrs?|Ms|Dr)\.? )?{_NAME}),)?"
    r" (?:he|she|they|it)| it(?= is\b)) (?=\w)",
    re.IGNORECASE,
)
"""A subject that a pronoun repeats: "my boss, Mrs Hill, she wants", "my wife's birthday it is in May"."""
_BARE_THING: Final = re.compile(
    r"^(?P<thing>[a-z]+ [a-z]+) (?=(?:is|are) (?:in|on|at|under|with|behind|by|next|inside|near|beside|above|below)\b)",
    re.IGNORECASE,
)
"""A thing without an article, as people write notes: "spare key is with Jo"."""
_SMALL_NAME: Final = re.compile(
    r"^(?P<lead>(?:(?:hi|hiya|hey|hello|good (?:morning|afternoon|evening))(?: there| alicia)?[,.!]* )"
    r"(?:I am|(?P<here>it['’]?s|it is|this is)) |(?P<called>(?:(?:hi|hiya|hey|hello)[,.!]* )?my (?:first )?name is ))"
    r"(?P<name>[a-zß-öø-þ]{2,})(?=[.!,]* *$|[,.!] )",
    re.IGNORECASE,
)
"""A name that is typed without a capital: "hi im tom"."""
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_OWN: Final = re.compile(r"\b(?:I['’](?:m|ve|d|ll)\b|(?:I|my|we|our) (?P<next>\w+))", re.IGNORECASE)
_MIN_FOREIGN_WORDS: Final = 3
_KNOWN_SHARE: Final = 0.3
"""Of the words of an English sentence more than these are known, however rare the others are."""


def expand(sentence: str) -> str:
    """Write contractions in full, and dictated words as they are spelled."""
    text = without_hesitation(sentence.replace("’", "'"))
    if text.isupper() and len(text.split()) >= _SHOUTED_WORDS:
        text = text.lower()
    text = _DICTATED.sub(lambda match: _SPELLED[match.group().lower()], text)
    for pattern, expansion in _EXPANSIONS:
        text = pattern.sub(expansion, text)
    return _SMALL_NAME.sub(_capitalised, " ".join(text.split()))


def _capitalised(match: re.Match[str]) -> str:
    """Return what somebody says they are called with a capital, where it is no word that says how they are."""
    name = match["name"]
    said_to_be_name = match["called"] is not None
    is_word = name in known_words() or name in listed("people.states") or verb_form(name) is not None
    if is_word and not said_to_be_name:
        return match[0]
    lead = match["lead"] if match["here"] is None else match["lead"].removesuffix(f"{match['here']} ") + "I am "
    return f"{lead}{name[0].upper()}{name[1:]}"


def reword(sentence: str) -> str:
    """Write a sentence as plain clauses: who is meant by a name beside it, whose "wife" it is, nothing announced."""
    text = _TAGGED.sub(r"\g<told>.", _BY_THE_WAY.sub(r"\g<end>", _ANNOUNCING.sub("", sentence)))
    text = _CORRECTED.sub(r"\g<what> is \g<right>", text)
    text = _CLEFT.sub(_uncleft, text)
    text = _DISLOCATED.sub(_subject_once, text)
    text = _BARE_THING.sub(_with_article, text)
    text = _NAME_THEN_KIN.sub(lambda match: f"{match['whose'].lower()} {match['kin']}, {match['name']},", text)
    text = _THE_ONE.sub(
        lambda match: f"{match['who']}, who{'' if match['how'] in {'who', 'that'} else ' is ' + match['how']}", text
    )
    text = _SEEING.sub(lambda match: f"my {_PARTNERS[match['who'].lower()]}", text)
    return _BARE_OWN.sub(_owned, _NAME_IN_MARKS.sub(r"\g<whose> \g<kin>, \g<name>,", text))


def trim(clause: str) -> str:
    """Return a clause without the conjunction, the courtesy and the "I think that" around it."""
    under = _UNDER.match(clause)
    hangs = under is not None and head_at(tokenize(clause[under.end() :]), 0) is not None
    text = clause[under.end() :] if under is not None and hangs else clause
    text = _TOLD_ME.sub("", _OPINION.sub("", _COURTESY.sub("", text)))
    text = re.sub(r" so \w+ that$", "", text)
    text = re.sub(r",? so (?:(?!\b(?:i|we|my)\b).)*\bplease\b.*$", "", text, flags=re.IGNORECASE)
    aside = re.match(r"^(?P<told>[^,]*(?:,[^,]*)*?), (?:[^,]*\b(?:you|your)\b.*)$", text)
    return aside["told"] if aside is not None and not re.search(r"\byou\b", aside["told"]) else text


def is_foreign(sentence: str, known: frozenset[str]) -> bool:
    """Return whether hardly a word of a sentence is English; a sentence of two words is never held to be foreign."""
    if _SMALL_NAME.match(expand(sentence)) is not None:  # "hi im tom" has no word that a list knows
        return False
    if any(own["next"] is None or own["next"].lower() in known for own in _OWN.finditer(sentence)):
        return False
    words = [
        match.group().lower()
        for match in _WORD.finditer(sentence)
        if match.group().islower() or not sentence[: match.start()].strip() or sentence.isupper()
    ]
    return len(words) >= _MIN_FOREIGN_WORDS and sum(word in known for word in words) < _KNOWN_SHARE * len(words)


def _uncleft(match: re.Match[str]) -> str:
    """Return "I love hiking most" for "what I love most is hiking"."""
    return f"{match['before']}{match['who']} {match['verb']} {match['what']}{match['most'] or ''}{match['end']}"


def _subject_once(match: re.Match[str]) -> str:
    """Return "my boss Mrs Hill wants" for "my boss, Mrs Hill, she wants"; "my mum told me, she …" is as it stands."""
    if parse_clause(match["who"]) is not None:
        return match.group()
    return f"{match['who']} {match['name']} " if match["name"] else f"{match['who']} "


def _with_article(match: re.Match[str]) -> str:
    """Return "the spare key" for "spare key" where nothing else makes a subject of it."""
    if parse_clause(match.string) is not None:
        return match.group()
    return f"the {match['thing'][:1].lower()}{match['thing'][1:]} "


def _owned(match: re.Match[str]) -> str:
    """Return "my wife is" for "wife's" before what somebody is, "my wife's" before a thing of hers."""
    after, then, kin = match["next"].lower(), (match["then"] or "").lower(), match["kin"].lower()
    form = verb_form(after)
    if match["is"]:
        owns = (verb_form(then) is not None or then in AUXILIARIES) and form is None
        return f"{match['before']}my {kin}'s " if owns else f"{match['before']}my {kin} is "
    named = match["next"][:1].isupper() and (then in AUXILIARIES or verb_form(then) is not None)
    acts = after in AUXILIARIES or (form is not None and form.form in {"s", "past"}) or is_adverb(after)
    joined = after == "and" and then in {"i", "me"}
    return f"{match['before']}my {kin} " if (acts and after != "and") or named or joined else match.group()
