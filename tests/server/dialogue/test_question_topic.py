"""A question as the clause that an answer names."""

import pytest

from alicia_desktop.server.dialogue.question_topic import indirect_question


@pytest.mark.parametrize(
    ("question", "clause"),
    [
        ("What's the capital of Mongolia?", "what the capital of Mongolia is"),
        ("do you know how to get red wine out of a carpet", "how to get red wine out of a carpet"),
        ("how do I get chewing gum out of a jumper?", "how to get chewing gum out of a jumper"),
        ("who won the world cup in 1998", "who won the world cup in 1998"),
        ("what should I have for lunch", "what you should have for lunch"),
        ("should I take my dog to the vet?", "whether you should take your dog to the vet"),
        ("where do I put my bins?", "where to put your bins"),
        ("how long do you boil an egg", "how long to boil an egg"),
        ("do you know what time the shops close", "what time the shops close"),
    ],
)
def test_a_question_becomes_a_clause(question, clause):
    assert indirect_question(question) == clause


@pytest.mark.parametrize(
    "question",
    [
        "Is a tomato a fruit?",
        "why is the sky blue",
        "what would you do if your friend lied to you?",
        "how many people can you remember?",
        "What is the film that I saw?",
        "what is 2 + 2, and who are you",
        "I like cake",
        "",
    ],
)
def test_what_may_come_out_wrong_is_no_clause(question):
    assert indirect_question(question) is None
