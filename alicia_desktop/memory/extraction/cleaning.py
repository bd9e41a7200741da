"""A turn made ready to be read: nobody's words but the person's own, and dictated words written as they are spelled.

What is quoted, code, or given to be translated is not told by the person, so it is blanked, sign by sign: what is left
stands where it stood. Contractions are written out, because then every clause has one shape.
"""

import re
from typing import Final

from alicia_desktop.memory.vocabulary import listed, verb_form

_QUOTED: Final = re.compile(
    r"\"[^\"\n]{6,}\"|“[^”\n]{6,}”|„[^“”\n]{6,}[“”]|«[^»\n]{6,}»"
    r"|(?<![\w])['\u2018](?=\S{1,80}\s{1,9}\S)(?:[^'’\n]|(?<=\w)['’](?=\w)){6,}['’](?!\w)"
)
_NAMING: Final = re.compile(r"\b(?:is|are|as|called|named|titled) $", re.IGNORECASE)
_SPEAKING: Final = re.compile(r"\b(?:i|my|me|we|our|you|your)\b", re.IGNORECASE)
_LONGEST_NAME: Final = 6
"""Words of a title or a password in quotation marks; more is what somebody said."""
_FENCED: Final = re.compile(r"```.*?(?:```|\Z)|`[^`\n]+`", re.DOTALL)
_CODE: Final = re.compile(
    r"^\s*(?:(?-i:def|class|return|import|from \w+ import|for \w+ in|while|elif|else:"
    r"|function|const|let|var|public|private|#include|print"
    r"|select|SELECT|insert into|INSERT INTO|UPDATE|CREATE TABLE|update \w+ set"
    r"|create table)\b.*[(){}=;:<>*]|[\w.]+\s*[+*/-]?=\s*\S|[\w.]+\(.*\)\s*;?\s*$"
    r"|[<{}].*[>{}]\s*$|>>> |\$ )"
    r"|[;{}]\s*$|^\s{2,}\S.*[=()]|\b\w+\([^)\s]*\)\.|^\s*(?:select|SELECT) .+ (?:from|FROM) ",
    re.IGNORECASE,
)
"""Of one line."""
_GIVEN: Final = re.compile(
    r"(?:^|(?<=[.!?,;\n]) *|\b(?:please|you|and|to|me|just) +)(?:translate|correct"
    r"|proofread|proof-read|rewrite|rephrase|reword|paraphrase|summari[sz]e|shorten"
    r"|improve|fix|edit|spellcheck|check"
    r"|how (?:do|would) (?:you|i|we) say|what(?:'s| is| does)|reply to|respond to)\b[^.!?\n:]{0,80}:\s*\S.*",
    re.IGNORECASE | re.DOTALL,
)
"""What is given to be worked on, to the end of the turn."""
_TRANSLATE: Final = re.compile(
    r"\b(?:how (?:do|would) (?:you|i|we) say|translate) .{0,400}?\b(?:in|into"
    r"|to) [a-z]+\b.*",
    re.IGNORECASE | re.DOTALL,
)

_SHORT: Final = {
    "im": "I am",
    "ive": "I have",
    "dont": "don't",
    "doesnt": "doesn't",
    "didnt": "didn't",
    "cant": "can't",
    "isnt": "isn't",
    "arent": "aren't",
    "wasnt": "wasn't",
    "werent": "weren't",
    "havent": "haven't",
    "hasnt": "hasn't",
    "hadnt": "hadn't",
    "couldnt": "couldn't",
    "wouldnt": "wouldn't",
    "shouldnt": "shouldn't",
    "wont": "won't",
    "thats": "that is",
    "whats": "what is",
    "hes": "he is",
    "shes": "she is",
    "theyre": "they are",
    "weve": "we have",
    "youre": "you are",
    "theyve": "they have",
    "theres": "there is",
    "whos": "who is",
    "i": "I",
    "gonna": "going to",
    "wanna": "want to",
    "gotta": "have to",
    "cos": "because",
    "cuz": "because",
    "coz": "because",
    "'cause": "because",
    "u": "you",
    "pls": "please",
    "plz": "please",
    "ur": "your",
    "tho": "though",
}
_DICTATED: Final = re.compile(
    rf"(?<![\w'’.])(?:{'|'.join(sorted(_SHORT, key=len, reverse=True))})(?![\w'’]|\.\w)", re.IGNORECASE
)
_KIN: Final = "|".join(sorted(listed("people.bare"), key=len, reverse=True))
_OF_KIN: Final = "|".join(sorted(listed("people.kin") | listed("people.others"), key=len, reverse=True))
_OWNED: Final = (
    "name|names|birthday|wedding|party|house|flat|school|job|car|phone|number|email"
    "|address|surgery|operation|graduation|wife|husband|dog|cat|exam"
    r"|exams|teacher|boyfriend|girlfriend|room|favou?rite|allergy|\d+(?:st|nd|rd|th)"
)
_FREE: Final = r"(?<!about )(?<!with )(?<!for )(?<!to )(?<!from )(?<!of )"
"""No preposition before: "… about my mother she has …" goes on with another clause."""
_DONE: Final = (
    r"(?!(?:red|bed|even|open|often|ten|seven|keen)\b)(?:\w+ed|\w+en|had|got|lost|sold|bought|left|gone|come|become"
    r"|begun|found|quit)"
)
"""What follows "just" where "'s" is "has"."""
_CONTRACTED: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), long)
    for pattern, long in (
        (rf"(?<![\w'])({_KIN})s (?=\w)", r"\1's "),
        (rf"(?<![\w'])((?:my|our|his|her) (?:\w+ )?(?:{_OF_KIN}))s (?={_OWNED}\b)", r"\1's "),
        (r",? (?:and )?by the way,? (?=(?:i|my|we|our)\b)", ", "),
        (r"\b(name|names|surname|husband|wife|birthday|job)'s (?=(?-i:[A-Z])\w+[ ,.]|(?-i:[A-Z])\w+$)", r"\1 is "),
        (r"(?<![\w'-])([\w-]+)'s got (?=an?\b|the\b|no\b|two\b|three\b|\w+)", r"\1 has got "),
        (r"\b(sister|brother|mother|father|son|daughter|parent)(s?) in law\b", r"\1\2-in-law"),
        (
            (
                r"((?:^|, |\b(?:and|but|so|because) )(?:my|our) (?:\w+ )?\w+)'s (?=(?-i:[A-Z])\w+(?:[,.!?]|$| (?:and"
                r"|but|so)\b))"
            ),
            r"\1 is ",
        ),
        (
            (
                r"(?<![\w-])([\w-]+)'s (?=(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?:[,.!?]|$| (?:at|and|but|so"
                r"|nights?|mornings?|evenings?|afternoons?)\b))"
            ),
            r"\1 is ",
        ),
        (r"\b(so|and|but|because) its (?=(?-i:[A-Z])\w)", r"\1 it is "),
        (r"\bmy names (?=\w)", "my name is "),
        (r"^(?:about )?me: (?=\w)", ""),
        (r"^(?P<lead>(?:hi|hiya|hey|hello|so|well)?,? ?)(?:the )?name(?:'s| is) (?=[A-Z])", r"\g<lead>my name is "),
        (r"\b((?:my|our|his|her|their|'s) (?:\w+ )?(?:name|surname|nickname))'s\b", r"\1 is"),
        (
            (
                r"((?:^|, |\b(?:and|but|so|because) )(?:my|our) (?:\w+ )?\w+)'s"
                r" (?=(?:\w+(?:ed|ic|ish|ing|al|ous|less)|six|seven|eight|nine|ten|\w+een|old|new"
                r"|small|big|blue|red|green|black|white|grey)(?:[,.!?]|$| out\b| up\b| down\b| apart\b"
                r"| and | but | so | with | at "
                r"| from | of ))"
            ),
            r"\1 is ",
        ),
        (r"\b((?:my|our|the|mum|dad) ?(?:\w+)?)'s (?=(?:just |finally |recently |also )?been\b)", r"\1 has "),
        (
            (
                r"(?<![\w-])([\w-]+)'s (?=(?:gone|come|become|moved|left|started|passed|retired|died|had|quit|lost"
                r"|grown|taken|decided|asked|bought|found|sold)\b)"
            ),
            r"\1 has ",
        ),
        (
            (
                rf"\b((?:my|our) (?:\w+ )?(?:{_OF_KIN}))'s (?=(?!(?:wedding|christening|painting|building|clothing"
                rf"|thing|evening|morning|hearing"
                r"|training|drawing|recording|cooking|driving|writing|upbringing|ceiling|meeting|housewarming"
                r"|reading|living|swimming|snoring"
                r"|earring|darling|sibling|spelling|handwriting)\b)\w{2,}ing\b)"
            ),
            r"\1 is ",
        ),
        (r"\b(my|our) little one\b", r"\1 child"),
        (
            (
                rf"{_FREE}\b((?:my|our) (?:\w+ )?(?:{_OF_KIN}|dog|cat|puppy|kitten|horse|rabbit|parrot|hamster)(?: "
                rf"(?-i:[A-Z]\w+))?) (?:she|he|they)(?:'s|'re)(?= )"
            ),
            r"\1 is",
        ),
        (
            (
                rf"{_FREE}\b((?:my|our) (?:\w+ )?(?:{_OF_KIN})(?: (?-i:[A-Z]\w+))?) (?:she|he|they)(?= (?:is"
                r"|has|are|was|had|[a-z]+s|[a-z]+ed) )"
            ),
            r"\1",
        ),
        (
            (
                rf"\b((?:my|our) (?:\w+ )?(?:{_OF_KIN}))s"
                r" (?=(?:allergic|diabetic|vegan|vegetarian|pregnant|getting|turning|moving|coming|autistic"
                r"|called)\b)"
            ),
            r"\1 is ",
        ),
        (r"\bI'm\b", "I am"),
        (r"\b(I|you|we|they|who)'ve\b", r"\1 have"),
        (r"\b(you|we|they)'re\b", r"\1 are"),
        (r"\b(I|you|we|they|he|she|it|that|there)'ll\b", r"\1 will"),
        (r"\b(I|you|we|they|he|she|it)'d (?=(?:better|been|had|never been|just|already)\b)", r"\1 had "),
        (r"\b(I|you|we|they|he|she|it)'d\b", r"\1 would"),
        (
            (
                r"^(?P<lead>(?:(?:so|and|well|yeah|because|now|next \w+) )*)were (?!you\b|i\b|they\b"
                r"|we\b|there\b|the\b|my\b)"
            ),
            r"\g<lead>we are ",
        ),
        (r"\bill (?=(?:be|have|start|move|go|get|take|need)\b)", "I will "),
        (
            (
                r"\bid (?=(?:really|just|also|much|rather|definitely|always|never) (?:like|love|rather"
                r"|prefer|have|eat|go))"
            ),
            "I would ",
        ),
        (r"\bid (?=(?:like|love|rather|prefer|say|be)\b)", "I would "),
        (
            (
                r"\bits (?=\d|(?:a|an|the|called|named|my|in|on|at|not|been|so|just|really|very|me|only"
                r"|got|about|from)\b)"
            ),
            "it is ",
        ),
        (r"\b(thinks?|says?|said|guess|hopes?|believes?|reckons?|sure|bet|suspects?) its\b", r"\1 it is"),
        (rf"(?<![\w'-])([\w-]+)'s (?=(?:only )?just {_DONE}\b)", r"\1 has "),
        (
            (
                r"\b(he|she|it)'s (?=(?:\w+ )?(?:got|been|had|gone|become|lost|started|moved|left"
                r"|turned|passed)\b)"
            ),
            r"\1 has ",
        ),
        (r"\b(he|she|it|that|there|what|who|where|when|how|everyone|everybody|here)'s\b", r"\1 is"),
        (
            (
                r"(?<!\bat )(?<!\bto )(?<!\bfrom )(?<!\b[Ss]t )(?<!\b[Ss]t\. )"
                r"(?<![\w-])([\w-]+)'s (?=(?:a|an|the|in|on|at|out|off"
                r"|not|called|named|from|still"
                r"|just|always|so|very|really|only|also|now|about|too|been|got|going|getting|back"
                r"|allergic|pregnant|diabetic|vegan|vegetarian|autistic|dyslexic|blind|deaf|ill|sick"
                r"|intolerant|coeliac|celiac|asthmatic|mad|keen|crazy|obsessed|hooked|terrified|studying|training|teaching|keeping|running"
                r"|expecting|trying|looking|dead|born|due|away|abroad|there|here|with|up|down|over|under|into"
                r"|back|half|afraid|scared|married|divorced|retired|staying"
                r"|coming|moving|turning|working|living|learning|starting|having|taking|doing|my|our"
                r"|nearly|almost|\d+(?! ?(?:th|st|nd|rd))|two|three|four|five|six|seven|eight|nine|ten|\w+teen)\b)"
            ),
            r"\1 is ",
        ),
        (r"\bcannot\b", "can't"),
        (r"\b(is|are|was|were|do|does|did|has|have|had|could|would|should) not\b", r"\1n't"),
        (r"\bwill not\b", "won't"),
        (r"\bcan not\b", "can't"),
    )
)


_SHOUTED: Final = 3
"""Words in capitals that are a sentence and no abbreviation."""


def own_words(text: str) -> str:
    """Return a turn of the same length with spaces for quotations, code and what is given to be worked on."""
    straight = text.replace("’", "'")
    for pattern in (_FENCED, _GIVEN):
        straight = pattern.sub(_blank, straight)
    straight = _QUOTED.sub(_without_speech, straight)
    if _TRANSLATE.search(straight):
        straight = _TRANSLATE.sub(_blank, straight)
    lines = straight.split("\n")
    return "\n".join(" " * len(line) if len(lines) and _is_code(line) else line for line in lines)


def written_out(sentence: str) -> str:
    """Return a sentence with contractions in full and with the marks that dictation leaves out."""
    said = sentence.lower() if sentence.isupper() and len(sentence.split()) >= _SHOUTED else sentence
    text = _DICTATED.sub(lambda match: _SHORT[match.group().lower()], said)
    for pattern, long in _CONTRACTED:
        text = pattern.sub(long, text)
    return " ".join(text.split())


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match.group())


def _without_speech(match: re.Match[str]) -> str:
    """Blank what is quoted, but for a name: "my band is called 'The Quiet Ones'"."""
    said = match.group()
    named = _NAMING.search(match.string[max(0, match.start() - 8) : match.start()])
    is_name = named and len(said.split()) <= _LONGEST_NAME and not _SPEAKING.search(said)
    return said if is_name else _blank(match)


def _is_code(line: str) -> bool:
    return _CODE.search(line) is not None and verb_form(line.strip().split(" ")[0].lower()) is None
