"""What a question needs reaches the prompt, and is shown, also where no word is shared."""

from alicia_desktop.memory.retrieval.encoders import load_encoder
from alicia_desktop.protocol.messages import AssistantSentence, MemoryTrace
from tests.support.participant import Participant

TOLD = "I live in New York and I prefer Italian food."
ASKED = "What restaurants should I visit?"


async def test_where_i_live_and_what_i_eat_are_retrieved_shown_and_used(open_server, scripted):
    async with open_server(small=False, encoder=load_encoder) as server:
        person = Participant(server)
        await person.join()
        await person.ask(TOLD)
        stored = {trace.memory_id: trace.content for trace in person.of(MemoryTrace) if trace.action == "stored"}
        await person.leave()
        other = Participant(server)
        await other.join()
        question = await other.ask(ASKED)
        found = [trace for trace in other.of(MemoryTrace) if trace.action == "retrieved"]
        await other.leave()
    assert {trace.memory_id for trace in found} == set(stored)
    assert {trace.previous_id for trace in found} == {question}
    assert set(stored.values()) == {"User lives in New York.", "User prefers Italian food."}
    read = str([request["messages"] for request in scripted.requests if request.get("tools")][-1])
    assert "You live in New York." in read
    assert "You prefer Italian food." in read
    assert all(trace.metadata and "needed" in trace.metadata["scoreParts"] for trace in found)


async def test_the_built_in_model_names_both_too(open_server):
    async with open_server(encoder=load_encoder) as server:
        person = Participant(server)
        await person.join()
        await person.ask(TOLD)
        await person.leave()
        other = Participant(server)
        await other.join()
        await other.ask(ASKED)
        found = {trace.content for trace in other.of(MemoryTrace) if trace.action == "retrieved"}
        said = " ".join(sentence.text for sentence in other.of(AssistantSentence))
        await other.leave()
    assert found == {"User lives in New York.", "User prefers Italian food."}
    assert "You prefer Italian food. You live in New York." in said


async def test_what_advice_needs_is_said_shown_and_used_beside_that_she_is_no_adviser(open_server):
    async with open_server(encoder=load_encoder) as server:
        person = Participant(server)
        await person.join()
        await person.ask("I'm allergic to peanuts.")
        await person.leave()
        other = Participant(server)
        await other.join()
        cooking = await _answer(other, "What should I cook tonight?")
        found = [trace.content for trace in other.of(MemoryTrace) if trace.action == "retrieved"]
        lost = await _answer(other, "I feel lost. What should I do?")
        await other.leave()
    assert "You're allergic to peanuts." in cooking
    assert found == ["User is allergic to peanuts."]
    assert "peanuts" not in lost


async def test_a_wish_that_is_beyond_her_brings_what_was_told_about_it(open_server):
    told = ("My partner Joana is vegetarian.", "My mom loves gardening.")
    beyond_her = {
        "can you recommend a restaurant for us?": "vegetarian",
        "write a birthday card for Joana": "vegetarian",
        "i need a gift for my mom": "gardening",
        "translate hello to french": "",
    }
    async with open_server(encoder=load_encoder) as server:
        person = Participant(server)
        await person.join()
        for fact in told:
            await person.ask(fact)
        answers = {wish: await _answer(person, wish) for wish in beyond_her}
        used = {trace.content for trace in person.of(MemoryTrace) if trace.action == "retrieved"}
        await person.leave()
    for wish, word in beyond_her.items():
        assert word in answers[wish]
        assert ("What you told me about it" in answers[wish]) == bool(word)
    assert used == {"User's partner Joana is vegetarian.", "User's mom loves gardening."}


async def test_who_asks_for_all_of_a_subject_hears_what_has_no_word_of_it(open_server):
    told = ("My wife Clara plays the cello.", "My son Leo is afraid of dogs.", "I have a bad knee.", "I'm a nurse.")
    async with open_server(encoder=load_encoder) as server:
        person = Participant(server)
        await person.join()
        for fact in told:
            await person.ask(fact)
        health = await _answer(person, "What do you know about my health?")
        family = await _answer(person, "Tell me about my family.")
        wife = await _answer(person, "Tell me about my wife.")
        await person.leave()
    assert "You have a bad knee." in health
    assert "nurse" not in health
    assert {name for name in ("Clara", "Leo") if name in family} == {"Clara", "Leo"}
    assert ("Clara" in wife, "Leo" in wife) == (True, False)


async def test_what_was_told_in_passing_is_found_by_what_it_is(open_server):
    """A value has none of the words that ask for it: red is a colour, nine an age, coriander a herb."""
    told = (
        "My car is red.",
        "My dog is called Rex.",
        "Your dog is called Rex. Rex is nine.",
        "I can't stand coriander.",
    )
    asked = {
        "What colour is my car?": "Your car is red.",
        "How old is my dog?": "Your dog is called Rex. Rex is nine.",
        "Which herb do I hate?": "You can't stand coriander.",
    }
    async with open_server(encoder=load_encoder) as server:
        person = Participant(server)
        await person.join()
        for fact in told:
            await person.ask(fact)
        await person.leave()
        other = Participant(server)
        await other.join()
        answers = {question: await _answer(other, question) for question in (*asked, "What am I called?")}
        await other.leave()
    assert {question: answers[question] for question in asked} == asked
    assert "Rex" not in answers["What am I called?"]


async def test_the_name_of_the_dog_is_neither_shown_nor_read_where_the_own_name_is_asked_for(open_server, scripted):
    async with open_server(small=False, encoder=load_encoder) as server:
        person = Participant(server)
        await person.join()
        await person.ask("My dog is called Rex.")
        await person.leave()
        other = Participant(server)
        await other.join()
        await other.ask("What am I called?")
        found = [trace for trace in other.of(MemoryTrace) if trace.action == "retrieved"]
        await other.leave()
    read = str([request["messages"] for request in scripted.requests if request.get("tools")][-1])
    assert "What am I called?" in read
    assert (found, "Rex" in read) == ([], False)


async def _answer(person: Participant, question: str) -> str:
    before = len(person.of(AssistantSentence))
    await person.ask(question)
    return "".join(sentence.text for sentence in person.of(AssistantSentence)[before:])


CHILDREN = {"Anna": "daughter", "Ben": "son", "Cleo": "daughter", "Dan": "son", "Eve": "daughter", "Fritz": "son"}


async def test_children_told_of_one_by_one_are_all_named(open_server):
    """Each of their names answers "called", whatever else was told with it; nobody else's wife is one's own."""
    async with open_server(encoder=load_encoder) as server:
        person = Participant(server)
        await person.join()
        await person.ask(" ".join(f"My {kin} {name} is {age}." for age, (name, kin) in enumerate(CHILDREN.items(), 3)))
        await person.ask("My boss's wife is called Ada.")
        await person.leave()
        other = Participant(server)
        await other.join()
        said = []
        for question in ("What are my children called?", "What is my wife called?"):
            before = len(other.of(AssistantSentence))
            await other.ask(question)
            said.append(" ".join(one.text for one in other.of(AssistantSentence)[before:]))
        await other.leave()
    assert [name for name in CHILDREN if name not in said[0]] == []
    assert "Ada" not in said[1]
