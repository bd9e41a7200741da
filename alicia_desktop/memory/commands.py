"""Parse what a user asks of the memory itself: remember this, forget that, keep this private.

A request for privacy covers what follows it, and what came just before when it stands alone at the end ("…. Don't save
that."): where it is not clear how far it reaches, it reaches further.
"""

import re
from collections.abc import Sequence
from typing import Final

_POLITE: Final = (
    r"(?:(?:please|pls|ok|okay|hey|so|and|also|actually|no|oh|can you|could you|would you"
    r"|will you|might you|(?:could|would) you be so kind (?:as to|and)|if (?:it|that)(?: is|['’]s)(?: not|n['’]t)"
    r"[\w ]{0,25}|i want you to|i need you to|i would like you to|i['’]d like you to"
    r"|you should|you can|you must|would you kindly|kindly|just|always|alicia|now)[, ]+)*"
)
_STORE_VERBS: Final = r"(?:remember|store|save|keep|memori[sz]e|write|record|log|note|hold on to)"
_NEGATION: Final = (
    r"(?:don['’]?t|do not|never|must not|mustn['’]?t|shouldn['’]?t|should not|not to|no need to|without|please not)"
)
_PRIVACY_REQUEST: Final = re.compile(
    rf"\b{_NEGATION} (?:(?:want|like|wish) (?:you )?to |have to |you |ever |please |go and )*"
    rf"{_STORE_VERBS}(?:ing)?(?: down)?"
    r"(?= (?:this|that|it|any|anything|any of|the following|what i|them|these|those"
    r"|my (?!time|cool|balance|mind))\b|\s*[.,:;!?–—-]|\s*$)"
    r"(?! (?:any (?:pets|animals|alcohol|longer|more|meat|food|sweets)|my (?:question|answer))\b)"
    r"|\boff the record\b|\b(?:this|that|it)(?:['’]s| is| stays| should stay| must stay"
    r"| has to stay) (?:just |strictly |completely )?(?:private|confidential|secret"
    r"|between (?:us|you and me))\b"
    r"|\b(?:keep|treat) (?:this|that|it|the following"
    r"|all of this)(?: as)? (?:\w+ )?(?:private|confidential|secret|between (?:us"
    r"|you and me)|to yourself|quiet|out of your (?:memory|notes|records))\b"
    r"|\bbetween (?:you and me|us two|the two of us|you, me|ourselves)\b"
    r"|\bjust between us\b|\bbetween us[,:]|\bin (?:strict )?(?:confidence|secret)\b"
    r"|\bconfidentially\b|\bprivately[,:]"
    r"|\bnot for (?:your |the )?(?:memory|record|records|notes|storage|saving|keeping)\b"
    r"|\bnot to be (?:stored|saved|kept|remembered|recorded|repeated)\b|\bno (?:notes"
    r"|saving|recording)\b"
    r"|\b(?:nobody|no one|no-one) (?:else )?(?:must|should|may|can) (?:ever )?(?:know"
    r"|find out|hear)\b|\bdon['’]?t (?:tell|mention (?:this|that|it) to) (?:any ?one"
    r"|anybody|a soul)\b|\bforget (?:i|that i) (?:ever )?(?:said|mentioned|told you|asked"
    r"|wrote)\b"
    r"|\bprivate (?:note|matter|question|thing)\b|\b(?:you (?:can|should"
    r"|may) )?forget (?:this|it|that) (?:afterwards?|after|again|straight away|right away"
    r"|immediately)\b|\bleave (?:this|that|it) out of (?:your|the) (?:memory|notes"
    r"|records)\b",
    re.IGNORECASE,
)
_BACKWARDS: Final = re.compile(
    r"\b(?:that|it|any of (?:that|this)|what i (?:just )?said|anywhere"
    r"|this)\b[\s,.!?]*(?:please|ok|okay|anywhere|though|alicia|private|confidential"
    r"|between us)?[\s.,!?]*$",
    re.IGNORECASE,
)
_FORWARDS: Final = re.compile(
    r"[:–—-]\s*$|\b(?:this bit|this part|this next|the following|what i(?:['’]m"
    r"| am) (?:about|going) to|(?:this|following) (?:is|one))\b",
    re.IGNORECASE,
)
_OPENING: Final = re.compile(
    r"^(?:and |but |so |also |ok |okay |well )*(?:this (?:bit|part|one|is)|off the record"
    r"|between|in confidence|confidentially|don['’]t (?:remember|save|store|keep) (?:this"
    r"|the following)|keep this|not for)\b",
    re.IGNORECASE,
)

REMEMBER: Final = re.compile(
    r"^(?:(?:small|little|quick|one|another|a)? ?(?:note|reminder|thing) (?:for"
    r"|to) (?:later|yourself|you|the future|remember|next time|your memory)|note to self"
    r"|for the record|for your (?:memory|notes|records|information)"
    rf"|{_POLITE}(?:(?:try to |do )?remember|remind yourself|remind me(?= that\b|:)"
    r"|what i (?:do|did) want you to (?:know|remember) is"
    rf"|note|take note|keep (?:it )?in mind"
    r"|bear in mind|don['’]?t (?:you )?(?:ever )?forget|do not forget|never forget"
    r"|make (?:yourself )?(?:a|an) (?:\w+ )?note|make sure (?:you|to) remember|memori[sz]e"
    r"|save|store|write down|jot down|put down(?= that)|put on record|add to your memory|i want you to know)"
    r"(?: (?:this|that|down|the fact|it|for (?:me|later|next time|the future|good)|of"
    r"|please|in your memory|somewhere|about me))*)[\s,:–-]+(?=\S)",
    re.IGNORECASE,
)
_NOTHING: Final = re.compile(
    r"(?:things|stuff|anything|everything|something|facts|what i (?:say|tell you))\W*", re.IGNORECASE
)
"""What names nothing to remember: "can you remember things"."""
_NOT_A_STATEMENT: Final = re.compile(
    r"^(?:(?:i|we) (?:told|said|mentioned|asked)|to|me|when|what|who|where|how|why|which|if|whether|all|everything"
    r"|as|a copy"
    r"|the (?:file|date|above|last|following|conversation))\b",
    re.IGNORECASE,
)
_KEEP_THAT: Final = (
    r"(?:remember|note|save|store|memori[sz]e|don['’]?t forget|(?:make|keep|take) a note of|keep (?:track )?of)"
)
_FOR_LATER: Final = r"(?: (?:down|in mind|please|thanks|for me|for later|for next time))*"
_TAIL: Final = re.compile(
    r"^(?P<told>.*\S)[,.;–-]{1,3}\s*(?:(?:please|and|so|(?:can|could|will|would) you|you can) )*"
    rf"(?:{_KEEP_THAT}|keep in mind)(?: (?:this|that|it|down|them|those|these))*{_FOR_LATER}[.!?]*$",
    re.IGNORECASE,
)
_TAIL_ONLY: Final = re.compile(
    r"^(?:(?:yes|yeah|yep|ok|okay|sure|do),? |please,? |(?:can|could|will|would) you |and |so |you (?:can|should) )*"
    rf"(?:{_KEEP_THAT}|keep)(?: (?:this|that|it|them|those|these)| all (?:of )?(?:this|that|it))"
    rf"(?: in your memory)?{_FOR_LATER}[.!?]*$",
    re.IGNORECASE,
)

FORGET: Final = re.compile(
    rf"^{_POLITE}(?:(?:i (?:want|would like|['’]d like) you to )?(?:forget|unlearn|delete"
    r"|erase|remove|wipe|scratch|drop|clear|strike|discard|get rid of|stop remembering)\b"
    r"|(?:you (?:can|should|may|must) (?:now )?)(?:forget|delete|erase)\b|(?:don['’]?t"
    r"|do not) (?:remember|keep) (?=(?:anything|what|everything|that) (?:i |about|we ))"
    r"|stop remembering)"
    r"(?:[ ,]*\b(?:about|that|the fact|facts?|what (?:you|she) (?:know|remember|have)"
    r"|what(?:ever)? (?:i|we) (?:just |have |ever "
    r"|['’]ve )*(?:said|told you|mentioned|wrote|shared|talked)|everything|anything|all"
    r"|you (?:know|remember|have|saved|stored)|from (?:your|the) (?:memory|memories"
    r"|records|notes)|your memor(?:y|ies) (?:of|about|that)|the (?:memory|memories|entry"
    r"|note|thing|part|bit) (?:of|about|that|where|with)|i (?:said|told you"
    r"|mentioned)(?: (?:that|about|earlier|before|just now|yesterday))*|it|this|of|to you"
    r"|on|concerning|regarding|earlier|just now|again|please|a moment ago|right now"
    r"|immediately|for good|forever)\b)*[\s,:]*(?P<what>.*?)[.!?\s]*$",
    re.IGNORECASE,
)
_NOT_FORGETTING: Final = re.compile(
    r"^(?:to\b|the (?:\w+ )?(?:file|line|row|column|comma|paragraph|sentence|word|first"
    r"|second|last|duplicate|spaces|formatting|text|question|bullet|table|image|comment"
    r"|rest)|all (?:the )?(?:files|rows|commas|spaces|lines)|commas"
    r"|my (?:last )?(?:question|request|message)|(?:these|those|the) \w+ from (?:the|this)"
    r"|half\b|everything (?:over|under|after|before|above|below|that (?:is|costs))"
    r"|over \d)",
    re.IGNORECASE,
)
_EVERYTHING: Final = re.compile(
    rf"^{_POLITE}(?:forget|delete|erase|wipe)\b (?:absolutely "
    r"|really )?(?:(?P<all>(?:everything|all|anything) you(?: have|'ve) (?:stored|saved"
    r"|learned|noted|kept|got) (?:about|on|of) me|(?:everything|all"
    r"|anything)(?: that)?(?: you (?:know|remember"
    r"|have|stored|saved|learned|learnt)| (?:ever )?stored| known)?(?: of| about"
    r"| on)? (?:me|myself)"
    r"|(?:everything|all|anything)(?: that)? you (?:know|remember|have|stored|saved"
    r"|ever learned|learned)|all (?:of )?(?:my|your) memor(?:y|ies)(?: of me| about me)?"
    r"|me(?: completely| entirely)?|your (?:whole |entire )?memory(?: of me)?)"
    r"|(?:everything|all|anything)(?: (?:that )?(?:i|we) (?:said|told you|talked about"
    r"|mentioned|wrote|have told you)(?: (?:here|today|in this conversation|so far"
    r"|just now))*| (?:from|of|in) this (?:chat|conversation))?)\W*$",
    re.IGNORECASE,
)
_TRAILING_FILLER: Final = re.compile(
    r"(?<![ ,])[ ,]+(?:please|ok|okay|alicia|from (?:your|the) (?:memory|memories|records|notes)"
    r"|for good|forever|now|right now|immediately|again|at once|would you|will you|thanks"
    r"|thank you|completely|entirely|from now on)$",
    re.IGNORECASE,
)
_LAST_TOLD: Final = frozenset(
    [
        "it", "that", "this", "i said", "one", "all that", "what i said", "what i just said", "the last thing",
        "last thing", "the last one", "me",
    ]
)  # fmt: skip
"""What is to be forgotten, in the words for what was told last."""
MIN_TOLD_WORDS: Final = 3
"""Words that a question asks to remember; with fewer it asks about remembering: "Can you remember things?"."""
FORGET_ALL: Final = "*"
"""What is to be forgotten, where it is everything that is known of the user."""
FORGET_CONVERSATION: Final = "*here"
"""What is to be forgotten, where it is everything that was stored from this conversation."""


def parse_forget_command(sentence: str) -> str | None:
    """Return what is to be forgotten, in the user's words; empty for what was stored last; None for no such command."""
    match = FORGET.match(sentence)
    if match is None:
        return None
    if (reach := _EVERYTHING.match(sentence)) is not None:
        return FORGET_ALL if reach["all"] else FORGET_CONVERSATION
    what = match["what"].strip(" ,.!?'\"")
    while (shorter := _TRAILING_FILLER.sub("", f" {what}").strip(" ,")) != what:
        what = shorter
    spoken_of = sentence[: match.start("what")].lower()
    if re.match(r"(?:the )?last thing\b", what, re.IGNORECASE):
        return ""
    if _NOT_FORGETTING.match(what) or (
        re.match(r"\W*(?:\w+\W+)*?(?:remove|wipe|scratch|drop|clear|strike|discard|delete|erase)\b", spoken_of)
        and not _about_memory(sentence)
    ):
        return None
    return "" if what.lower() in _LAST_TOLD else what


def _about_memory(sentence: str) -> bool:
    return (
        re.search(
            r"\b(?:memor(?:y|ies)|remember|i (?:said|told|mentioned)|what you know|that (?:i|my|we"
            r"|our)|about (?:me|my|our)|told you|my)\b|\b(?:delete|erase|scratch|strike) (?:that"
            r"|it|this)\W*$",
            sentence,
            re.IGNORECASE,
        )
        is not None
    )


def parse_remember_command(sentence: str) -> str | None:
    """Return what is to be remembered; None for no such command."""
    match = REMEMBER.match(sentence)
    if match is not None:
        rest = sentence[match.end() :].strip()
        return None if _NOT_A_STATEMENT.match(rest) or _NOTHING.fullmatch(rest) else rest.rstrip("?")
    tail = _TAIL.match(sentence)
    return tail["told"] if tail else None


def asks_to_remember(sentence: str) -> bool:
    """Return whether a sentence asks to remember what it says, or what was said just before."""
    told = parse_remember_command(sentence)
    is_question = told is not None and sentence.endswith("?") and len(told.split()) < MIN_TOLD_WORDS
    return is_remember_previous(sentence) or (told is not None and not is_question)


def is_remember_previous(sentence: str) -> bool:
    """Return whether a sentence only asks to remember what was said just before."""
    return _TAIL_ONLY.match(sentence) is not None


def is_private(text: str) -> bool:
    """Return whether `text` asks somewhere not to be stored."""
    return _find_privacy_request(text) is not None


def _find_privacy_request(text: str) -> re.Match[str] | None:
    """Return the request; "I never keep track" is none, because it is the user who does it."""
    for match in _PRIVACY_REQUEST.finditer(text):
        own = re.search(r"\b(?:i|we|he|she|they)(?: \w+)?\s*$", text[: match.start()], re.IGNORECASE)
        if own is None or re.search(r"\byou\b|record|private|secret|between", match.group(), re.IGNORECASE):
            return match
    return None


def private_sentences(sentences: Sequence[str]) -> frozenset[int]:
    """Return the indexes of the sentences of a turn that are not to be stored."""
    hidden: set[int] = set()
    for place, sentence in enumerate(sentences):
        if not is_private(sentence) or FORGET.match(sentence):
            continue
        bare = _is_bare(sentence)
        if (
            bare
            and place
            and not _FORWARDS.search(sentence)
            and (_BACKWARDS.search(sentence) or place == len(sentences) - 1)
            and not _OPENING.match(sentence)
        ):
            hidden |= set(range(place))
        hidden |= set(range(place, len(sentences)))
    return frozenset(hidden)


def _is_bare(sentence: str) -> bool:
    """Return whether a sentence says nothing beside its privacy request."""
    match = _find_privacy_request(sentence)
    assert match is not None
    left = re.findall(r"\w+", sentence[: match.start()] + " " + sentence[match.end() :])
    return len(left) <= 5
