"""Why a small model's turn went the way it did, in sentences: the steps that are decided for it (`composing`).

They are shown folded under the answer, so each says one decision and what it followed from.
"""

from typing import Final

BY_RECAP: Final = "The question asks what we talked about, so the answer is put together from the conversation itself."
NOT_TOLD: Final = "Only you can have told me this, and my memory has nothing of it; a guess would be made up."
BY_FACT: Final = "My memory holds the fact that was asked for, and the model's sentence gives it."
MISSED_FACT: Final = "The model's sentence did not give the fact that my memory holds, so my memory answers."
NO_MODEL: Final = "The language model did not answer, so my memory answers without it."


def by_tool(name: str) -> str:
    """Return why the tool `name` is used."""
    return f"The question is one for the tool {name}, which is exact where a small model guesses."
