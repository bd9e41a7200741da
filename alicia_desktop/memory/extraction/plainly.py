"""More of what is left out or turned round, as plain clauses: one of several, what all call somebody, whose plan it is.

"My sister, the one who's a vet, …" becomes "my sister, who is a vet, …"; "the plan is to move" is the person's plan;
"two sugars, that's how I take it" tells how they take it. No word is added that says more than the sentence does.
"""

import re
from typing import Final

from alicia_desktop.memory.extraction.refining import KIN

NAME: Final = r"(?-i:[A-ZÀ-ÖØ-Þ][\w'-]+(?: [A-ZÀ-ÖØ-Þ][\w'-]+)?)"
_OPENED: Final = re.compile(
    r"^(?:(?:oh )?my (?:days|goodness|god|gosh|word)|between (?:you and me|us|ourselves)|as you (?:know|can see"
    r"|may (?:know|remember))|(?:like|as) I (?:said|told you|mentioned)(?: before)?"
    r"|not to brag|let me tell you|I (?:am not|won't) (?:going to )?lie|I must admit|I have to (?:say|admit"
    r"|confess)|I (?:confess|admit)"
    r"|(?:just )?to (?:correct you|be clear|clarify|give you (?:some|a bit of) (?:context|background))|heads up"
    r"|full disclosure|fun fact"
    r"|(?:a bit of |some |quick |small |tiny )?(?:context|background|update|news|correction)|(?:the )?(?:good"
    r"|bad|big|great) news(?: is)?)"
    r"\s*(?:[:,–-]+ ?|(?:but |that |and )?)(?=(?:I|my|we|our|it is|the)\b)",
    re.IGNORECASE,
)
_SEEING: Final = re.compile(
    r"\bthe (?P<who>girl|guy|man|woman|boy|person|lad|bloke) (?:that |who )?I (?:am|have been) (?:seeing|dating"
    r"|with|engaged to|going out with)\b",
    re.IGNORECASE,
)
_BELOVED: Final = {
    "girl": "girlfriend",
    "woman": "girlfriend",
    "guy": "boyfriend",
    "man": "boyfriend",
    "boy": "boyfriend",
    "lad": "boyfriend",
    "bloke": "boyfriend",
}
_THE_ONE: Final = re.compile(
    rf"\b(?P<who>(?:my|our) (?:[\w-]+ ){{0,2}}?(?:{KIN})(?: {NAME})?), the one (?P<how>who|that|in|at|from|with)\b",
    re.IGNORECASE,
)
_ALL_OF_US: Final = re.compile(
    r"(?P<before>^|, |\b(?:and|but|so|because) )(?:the (?:whole lot|whole family|lot|two|three|four|five|six"
    r"|seven|eight|rest|pair)"
    r" of us|all (?:\w+ )?of us|both of us)(?= (?:are|were|have|will|go|live|work|share|sleep|eat|[a-z]+ed)\b)",
    re.IGNORECASE,
)
_GOING_ON: Final = re.compile(r"(?<=, )been (?=(?!(?:wondering|thinking|looking|meaning)\b)\w+ing\b)", re.IGNORECASE)
_OURS_CALLED: Final = re.compile(
    r"(?P<before>^|, |\b(?:and|but|so) )the (?P<what>(?:new )?(?:band|dog|puppy|pup|kitten|cat|boat|shop"
    r"|company|caf[eé]|bakery"
    r"|horse|business|choir|school|club|farm|startup|salon|hamster|rabbit|pony)) (?=is (?:called|named) )",
    re.IGNORECASE,
)
_ABOUT: Final = re.compile(
    r"^(?:(?:so|it is|ok|okay|right|and) )*about (?:the|my|our) (?P<what>[a-z]+), (?=(?:it|its|they) (?:is|has"
    r"|are|have)\b|its\b)"
    r"(?:it is|its) ",
    re.IGNORECASE,
)
_THE_PLAN: Final = re.compile(
    r"^(?:so )?the (?P<what>(?:current |new |long-term |big )?(?:plan|dream)) (?=is (?:to|that) )", re.IGNORECASE
)
_CALLED_SO: Final = re.compile(
    r"\b(?P<am>I am|(?:my|our) [\w-]+ is) what (?:you|people|they|some|one) (?:would|could|might|may)?(?: "
    r"|$)call (?=an?\b|the\b)",
    re.IGNORECASE,
)
_ALWAYS: Final = re.compile(
    r"^(?P<what>(?!(?:I|my|we|our|as|the|this|that|not|here|and|but|so|yes"
    r"|no)\b)[\w'-]+(?: [\w'-]+){0,4}), always(?=[,.!]|$)",
    re.IGNORECASE,
)
_AGAIN: Final = re.compile(
    r"^(?:hi|hey|hello|morning|evening|afternoon)?,? ?(?:it is|its) (?P<name>(?!(?:me|it|on|off|here|happening"
    r"|cold|hot|raining|broken|back)\b)[a-z]+)"
    r" (?:again|here)(?=,|\.|$)",
    re.IGNORECASE,
)
_CALLED_BY_ALL: Final = re.compile(
    rf"\b(?:everybody|everyone|we all|we|i|people|they|friends|(?:the|my|our) [\w-]+)(?: in the family)?"
    rf" (?:have |has )?(?:just |always |only |mostly )?(?:call(?:s|ed)?|named?|christened) (?P<whom>her|him|it)"
    rf" (?P<name>{NAME})(?=[,.!]|$| and | but )",
    re.IGNORECASE,
)
_THAT_IS: Final = re.compile(
    r"^(?P<what>(?!(?:I|my|we|our)\b)[^,;:?]{3,60}), that is (?:(?:how|what|where|when) (?P<how>(?:I|we) .+)"
    r"|(?P<mine>(?:my|our) [\w' -]+))$",
    re.IGNORECASE,
)
_BOTH_ARE: Final = re.compile(
    rf"^(?:both|all three|all) (?:of )?(?:my |our |the )?(?P<who>{KIN}) (?=(?:allergic|vegetarian|vegan"
    rf"|autistic|dyslexic|at school|in|born"
    r"|adopted|married|away)\b)",
    re.IGNORECASE,
)
_BEING: Final = re.compile(
    r"^being (?P<what>(?:an?|the|my) [^,?]+?) (?P<then>(?:is|isn't|means|makes|has|can be|does|doesn't|helps"
    r"|feels|comes)\b.*)$",
    re.IGNORECASE,
)

_SO_IS: Final = re.compile(
    r"^(?P<mine>I am|we are) (?P<what>[^,;]+?),? and so (?P<be>is|are) (?P<other>(?:my"
    r"|our) [\w' -]+)(?=[.!]*$)",
    re.IGNORECASE,
)
_WRONG: Final = re.compile(
    r"^you (?:have |had )?(?:got|spelled|spelt|wrote|have) (?P<what>(?:my"
    r"|our) [\w' -]+?) wrong[,;:.]? it is (?P<right>.+)$",
    re.IGNORECASE,
)
"""A correction: "you've got my name wrong, it's Maarten"."""
_TAGGED: Final = re.compile(
    r"^(?:(?:and |so )*you (?:do |already |still )?(?:know|remember)(?: that)? )?(?P<told>(?:I|my|we|our)\b[^,?]*)"
    r"(?:, ?(?:right|yeah|yes|no|remember|correct|innit|don't I|am I not|haven't I|isn't (?:it|he|she))| right"
    r"| remember)\?$",
    re.IGNORECASE,
)
"""A statement that is only asked to be confirmed: "you know I'm left-handed, right?"."""
_WHO: Final = {"her": "she", "him": "he", "it": "it"}


def without_announcing(sentence: str) -> str:
    """Return a sentence without what only announces it: "bad news: …", "between you and me …"."""
    return _OPENED.sub("", sentence)


def plainly(text: str) -> str:
    """Return a sentence with its contents as plain clauses."""
    text = _TAGGED.sub(r"\g<told>.", text)
    text = _WRONG.sub(r"\g<what> is \g<right>", _SO_IS.sub(r"\g<mine> \g<what>; \g<other> \g<be> \g<what>", text))
    text = _SEEING.sub(lambda match: f"my {_BELOVED.get(match['who'].lower(), 'partner')}", text)
    text = _THE_ONE.sub(_one_of_them, _GOING_ON.sub("I have been ", text))
    text = _ALL_OF_US.sub(r"\g<before>we", text)
    text = _CALLED_SO.sub(r"\g<am> ", _THE_PLAN.sub(r"my \g<what> ", _ABOUT.sub(r"my \g<what> is ", text)))
    if not text.endswith("?"):
        text = _OURS_CALLED.sub(r"\g<before>my \g<what> ", text)
    text = _AGAIN.sub(r"I am \g<name>", _ALWAYS.sub(r"I always prefer \g<what>", text))
    text = _CALLED_BY_ALL.sub(lambda match: f"; {_WHO[match['whom'].lower()]} is called {match['name']}", text)
    if (match := _THAT_IS.match(text.rstrip(".! "))) is not None:
        text = f"{match['how']}, namely {match['what']}" if match["how"] else f"{match['mine']} is {match['what']}"
    text = _BOTH_ARE.sub(r"both my \g<who> are ", text)
    return _BEING.sub(r"I am \g<what>; \g<then>", text)


def _one_of_them(match: re.Match[str]) -> str:
    how = match["how"].lower()
    return f"{match['who']}, who{'' if how in {'who', 'that'} else ' has' if how == 'with' else ' is ' + how}"
