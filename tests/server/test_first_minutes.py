"""The first ten minutes with the built-in model, whose words here are the worst that it says."""

import pytest

from alicia_desktop.protocol.messages import AssistantSentence, MemoryTrace, StartAnswer
from alicia_desktop.server.dialogue.reply_table import OWN_MATTER, TOLD_BEFORE, reply_table
from tests.support.participant import Participant
from tests.support.scripted_model import Script

NOT_TOLD = reply_table()[OWN_MATTER].replies[0]
LEAK = "Your sister Ann plays chess on Sundays."


def answers(person):
    """Return the answers so far, in their order."""
    return [
        "".join(one.text for one in person.of(AssistantSentence) if one.previous_id == begun.id)
        for begun in person.of(StartAnswer)
    ]


async def ask(person, text):
    await person.ask(text)
    return answers(person)[-1]


def is_from(answer, act):
    row = reply_table()[act]
    about = [one.partition("{topic}")[0] for one in row.about]
    return any(answer.startswith(one.strip()) for one in (*row.replies, *row.private, *about))


@pytest.mark.parametrize(
    ("message", "act"),
    [
        ("hello", "greeting"),
        ("who are you", "who"),
        ("what can you do", "abilities"),
        ("thank you so much", "thanks"),
        ("goodbye", "farewell"),
        ("how are you", "how_are_you"),
        ("tell me a joke", "joke"),
        ("I'm so sad", "sad"),
        ("what is the weather like today", "weather"),
        ("set a timer for five minutes", "timer"),
        ("tell me the news", "news"),
        ("where is my data stored", "privacy_where"),
        ("are you listening to me", "privacy_listen"),
        ("why?", "followup"),
        ("asdfasdf", "nonsense"),
        ("What do you know about me?", "about_me"),
    ],
)
async def test_the_first_message_is_understood_and_the_model_not_asked(person, scripted, message, act):
    await person.join()
    assert is_from(await ask(person, message), act)
    assert scripted.requests == []


async def test_what_is_possible_comes_with_three_examples(person):
    await person.join()
    assert (await ask(person, "what can you do")).count("\n- ") == 3


async def test_who_lost_a_dog_is_met_first_and_never_told_that_it_is_stored(person):
    await person.join()
    answer = await ask(person, "my dog died")
    assert is_from(answer, "bereaved")
    assert "I will remember that your dog died" not in answer


async def test_the_death_of_somebody_known_by_name_is_met_as_one(person):
    await person.join()
    await person.ask("My dog is called Hazel.")
    assert is_from(await ask(person, "Hazel died yesterday"), "bereaved")


async def test_what_was_told_in_passing_is_said_back_and_found_again_in_the_conversation(person):
    await person.join()
    assert "ou had porridge for breakfast" in await ask(person, "I had porridge for breakfast")
    answer = await ask(person, "What did I have for breakfast?")
    assert answer == 'In this conversation you told me: "I had porridge for breakfast"'


async def test_a_name_typed_small_is_kept(person):
    await person.join()
    assert "Nice to meet you, Tom!" in await ask(person, "hi im tom")
    assert await ask(person, "whats my name") == "You are Tom."


@pytest.mark.parametrize("message", ["my neighbour Sue has a cat called Tiger", "Arjun works at Infosys"])
async def test_a_plain_statement_is_kept_and_neither_pitied_nor_refused(person, message):
    await person.join()
    assert (await ask(person, message)).startswith("I will remember that ")


async def test_a_question_for_ones_own_reasons_is_no_sorrow(person):
    await person.join()
    await person.ask("I used to play tennis until I hurt my knee")
    assert "until you hurt your knee" in await ask(person, "why did I stop playing tennis?")


async def test_what_do_you_know_about_me_is_a_kind_list_with_its_sources(server, person):
    await person.join()
    await person.ask("My daughter Emma plays the cello. I live in Leeds.")
    other = Participant(server)
    await other.join()
    answer = await ask(other, "What do you know about me?")
    assert "- Your daughter Emma plays the cello." in answer
    assert "Leeds" in answer
    used = [one for one in other.of(MemoryTrace) if one.action == "retrieved"]
    assert len(used) == answer.count("\n- ") == 2
    told = [(one.metadata or {}, one.confidence or 0.0) for one in used]
    assert [(meta["scoreMeaning"], "scoreParts" in meta, score > 0) for meta, score in told] == [
        ("importance", False, True)
    ] * 2
    await other.leave()


async def test_what_was_said_here_and_not_kept_is_told_to_who_asks_what_is_known_of_them(person):
    await person.join()
    await person.ask("Hello there!")
    await person.ask("my feet are cold")
    answer = await ask(person, "What do you know about me?")
    assert answer.endswith("\n\n- Your feet are cold.")


async def test_who_lost_a_dog_is_not_told_of_it_as_if_it_lived(person):
    await person.join()
    await person.ask("My dog is called Rex.")
    await person.ask("I have a cat, Minka, too.")
    assert await ask(person, "How many pets do I have?") == (
        "I know of two. Your dog is called Rex. You have a cat, Minka, too."
    )
    await person.ask("my dog died")
    assert await ask(person, "What is my dog called?") == "Your dog was called Rex. Your dog died."
    assert await ask(person, "How many pets do I have?") == "I know of one. You have a cat, Minka, too. Your dog died."


async def test_who_introduces_themselves_is_welcomed_and_known_by_name(person):
    await person.join()
    assert await ask(person, "Do you know my name?") == NOT_TOLD
    await person.ask("My dog is called Biscuit.")
    assert await ask(person, "Do you know my name?") == NOT_TOLD
    assert "Nice to meet you, Daniel!" in await ask(person, "Hi, I'm Daniel")
    assert await ask(person, "Do you know my name?") == "You're Daniel."


@pytest.mark.parametrize(
    ("told", "question", "answer"),
    [
        (
            ("My sister's name is Clara.", "Clara lives in Porto."),
            "Where does my sister live?",
            "Your sister's name is Clara. Clara lives in Porto.",
        ),
        (
            ("My daughter Mia goes to Greenfield School.", "Greenfield School starts at 8:15."),
            "When does my daughter's school start?",
            "Your daughter Mia goes to Greenfield School. Greenfield School starts at 8:15.",
        ),
        (
            ("My husband works at the Blue Lobster.", "the Blue Lobster is in Brighton"),
            "where is the restaurant my husband works at?",
            "Your husband works at the Blue Lobster. The Blue Lobster is in Brighton.",
        ),
        (
            ("My boss is called Marek.", "Marek's wife is Olga."),
            "What is my boss's wife called?",
            "Your boss is called Marek. Marek's wife is Olga.",
        ),
    ],
)
async def test_what_one_memory_names_another_tells_and_both_are_used(person, told, question, answer):
    await person.join()
    for one in told:
        await person.ask(one)
    assert await ask(person, question) == answer
    assert len([one for one in person.of(MemoryTrace) if one.action == "retrieved"]) == 2


@pytest.mark.parametrize(
    ("told", "said", "answer"),
    [
        ("I'm allergic to shellfish.", "i forgot what i'm allergic to", "You're allergic to shellfish."),
        ("My marathon is in April.", "I forgot when my marathon is", "Your marathon is in April."),
        (
            "My dentist is called Dr. Patel.",
            "I can't remember what my dentist is called",
            "Your dentist is called Dr. Patel.",
        ),
    ],
)
async def test_who_says_that_they_forgot_something_is_told_it(person, told, said, answer):
    await person.join()
    await person.ask(told)
    assert await ask(person, said) == answer


@pytest.mark.parametrize(
    "asked", ["should I call my boss?", "do you think my boss is angry?", "any ideas for my boss?"]
)
async def test_a_memory_is_no_answer_to_who_asks_for_an_opinion(person, asked):
    await person.join()
    told = "Your boss wants the report by Friday."
    await person.ask("My boss wants the report by Friday.")
    assert await ask(person, "What does my boss want?") == told
    assert await ask(person, asked) != told


async def test_what_is_not_known_of_somebody_who_is_known_brings_nothing_else_of_them(person, scripted):
    await person.join()
    await person.ask("My sister Clara lives in Porto and plays the harp.")
    for question in ("How old is Clara?", "Does Clara have kids?", "What does my sister's husband do?"):
        assert await ask(person, question) == NOT_TOLD
    assert [one.content for one in person.of(MemoryTrace) if one.action == "retrieved"] == []
    assert scripted.requests == []


async def test_what_only_the_person_can_know_is_not_taken_for_knowledge_of_the_world(person, scripted):
    await person.join()
    assert await ask(person, "Where is the spare key?") == NOT_TOLD
    assert await ask(person, "have I told you where the spare key is?") == reply_table()[TOLD_BEFORE].replies[0]
    assert scripted.requests == []
    await person.ask("The spare key is under the blue flowerpot.")
    told = "The spare key is under the blue flowerpot."
    assert await ask(person, "Where is the spare key?") == told
    assert await ask(person, "have I told you where the spare key is?") == told


async def test_a_plain_habit_is_kept_and_found(person):
    await person.join()
    assert await ask(person, "I nap after lunch.") == "I will remember that you nap after lunch."
    assert await ask(person, "When do I nap?") == "You nap after lunch."


async def test_a_password_that_was_forgotten_is_looked_up_and_an_umbrella_is_not(person):
    await person.join()
    assert await ask(person, "I forgot my wifi password") == NOT_TOLD
    await person.ask("the wifi password is otter-42")
    assert await ask(person, "I forgot my wifi password") == "The wifi password is otter-42."
    assert is_from(await ask(person, "I forgot my umbrella"), "news_nuisance")


async def test_when_something_is_due_is_told_by_the_day_that_was_named_for_it(person):
    await person.join()
    await person.ask("My boss wants the report by Friday")
    assert await ask(person, "when is the report due?") == "Your boss wants the report by Friday."


async def test_two_births_in_one_sentence_are_two(person):
    await person.join()
    await person.ask("Zoe was born on 3 May and Max on 12 August.")
    assert await ask(person, "when was Zoe born?") == "Zoe was born on 3 May."


async def test_a_question_of_knowledge_is_no_wish_for_news(person, scripted):
    await person.join()
    scripted.say(Script(pieces=("Spain", " won."), doubt=0.7))
    assert is_from(await ask(person, "who won the world cup in 2010?"), "unknown")


@pytest.mark.parametrize("said", ["I left my keys at work", "I am afraid of dogs"])
async def test_what_is_no_sorrow_is_simply_kept(person, said):
    await person.join()
    assert (await ask(person, said)).startswith("I will remember that you")


async def test_praise_is_no_question_for_abilities(person):
    await person.join()
    assert is_from(await ask(person, "you're actually pretty useful"), "compliment")


@pytest.mark.parametrize("wish", ["Remember that.", "yes, remember it", "Yes please keep that"])
async def test_what_was_said_last_is_kept_when_that_is_asked_for(person, wish):
    await person.join()
    await person.ask("I had porridge for breakfast.")
    assert [one for one in person.of(MemoryTrace) if one.action == "stored"] == []
    assert await ask(person, wish) == "I will remember that you had porridge for breakfast."
    stored = [one.content for one in person.of(MemoryTrace) if one.action == "stored"]
    assert stored == ["User had porridge for breakfast."]


@pytest.mark.parametrize(
    ("messages", "kept"), [(["I had porridge for breakfast.\n\nThanks!"], True), (["I nap.", "Hello."], False)]
)
async def test_that_is_the_whole_message_before_and_nothing_of_those_before_it(person, messages, kept):
    await person.join()
    for said in (*messages, "Remember that."):
        await person.ask(said)
    stored = " ".join(one.content for one in person.of(MemoryTrace) if one.action == "stored")
    assert ("nap" in stored or "porridge" in stored) is kept


@pytest.mark.parametrize(
    ("message", "reply"),
    [
        (
            "I have arthritis and take methotrexate on Mondays. Could you keep a note of that for me?",
            "I will remember that you have arthritis and that you take methotrexate on Mondays.",
        ),
        (
            "I put the spare key in the blue flowerpot, can you remember that",
            "I will remember that you put the spare key in the blue flowerpot.",
        ),
        (
            "Two things: 1) what boils at 78 degrees, 2) can you remember that I park on level 3, bay 41",
            "I will remember that you park on level 3, bay 41.",
        ),
        (
            "so you remember things right? my locker combo is 14 32 8",
            "I will remember that your locker combo is 14 32 8.",
        ),
        ("prefer to be called Bill", "Nice to meet you, Bill!"),
        ("I teach year 4. I need three ideas for a rainy lunchtime.", "I will remember that you teach year 4."),
    ],
)
async def test_what_is_to_be_remembered_is_taken_up_wherever_that_is_asked(person, message, reply):
    await person.join()
    assert reply in await ask(person, message)


async def test_a_question_beside_a_sorrow_is_not_passed_over(person, scripted):
    await person.join()
    answer = await ask(person, "I feel sick and my stomach hurts since last night, should I go to hospital?")
    assert answer.startswith(reply_table()["unwell"].replies)
    assert reply_table()["see_a_doctor"].replies[0] in answer
    assert reply_table()["see_a_doctor"].replies[0] not in await ask(person, "I feel sick and my stomach hurts.")
    assert scripted.requests == []


async def test_a_wish_for_ideas_behind_what_is_told_is_not_passed_over(person):
    await person.join()
    answer = await ask(person, "I teach year 4. I need three ideas for a rainy lunchtime.")
    assert any(is_from(answer, act) for act in ("advice", "cannot", "write"))


async def test_slips_of_typing_are_read_over(person):
    await person.join()
    assert is_from(await ask(person, "alica whats teh weather like tomorow in cork"), "weather")


async def test_nothing_is_kept_where_nothing_was_stated_before(person):
    await person.join()
    for said in ("Where is my phone?", "Remember that.", "Hello", "remember that please"):
        await person.ask(said)
    assert [one.content for one in person.of(MemoryTrace) if one.action == "stored"] == []


async def test_a_wish_for_a_poem_is_no_statement_and_a_grave_illness_no_note(person, scripted):
    await person.join()
    assert await ask(person, "I should like a short poem about autumn, please.") not in {"", NOT_TOLD}
    assert answers(person)[-1].startswith(reply_table()["write"].replies)
    assert (await ask(person, "I have been diagnosed with Parkinson's.")).startswith(reply_table()["worried"].replies)
    assert scripted.requests == []


async def test_who_says_how_they_want_to_be_called_is_welcomed_by_that_name(person):
    await person.join()
    assert "Nice to meet you, Sheldon!" in await ask(person, "I want you to call me Sheldon")
    assert (await ask(person, "What do you know about me?")).count("\n- ") == 1


async def test_in_a_private_conversation_nothing_is_listed(server, person):
    await person.join()
    await person.ask("My daughter Emma plays the cello.")
    secret = Participant(server)
    made = await secret.call("POST", "conversations", json={"title": "", "preferences": {"private": True}})
    secret.conversation_id = made["id"]
    await secret.join()
    assert "Emma" not in await ask(secret, "What do you know about me?")
    assert secret.of(MemoryTrace) == []
    await secret.leave()


@pytest.mark.parametrize("private", [False, True])
@pytest.mark.parametrize("message", ["What about chess?", "I like chess.", "Who plays chess on Sundays?", "Please go"])
async def test_no_example_of_a_prompt_comes_out(server, scripted, private, message):
    scripted.say(LEAK)
    person = Participant(server)
    made = await person.call("POST", "conversations", json={"title": "", "preferences": {"private": private}})
    person.conversation_id = made["id"]
    await person.join()
    answer = await ask(person, message)
    assert "Ann" not in answer
    assert "sister" not in answer
    await person.leave()


@pytest.mark.parametrize(
    "said",
    [
        "You are enjoying your vacation in Rome.",
        "Your wife is a nurse.",
        "A: It is a question.",
        "Why is the sky blue?",
        "I'm a language tutor.",
        "It is blue, it is blue, it is blue.",
    ],
)
async def test_what_a_small_model_makes_up_is_not_said_but_that_she_does_not_know(person, scripted, said):
    scripted.say(said)
    await person.join()
    assert is_from(await ask(person, "Why is the sky blue?"), "unknown")


async def test_a_larger_model_is_mentioned_once(person, scripted):
    scripted.say("You are right.")
    await person.join()
    larger = reply_table()["larger_model"].replies[0]
    first, second = [await ask(person, "Why is the sky blue?") for _ in range(2)]
    assert larger in first
    assert larger not in second
    assert first.split(".")[0] != second.split(".")[0]


async def test_the_model_speaks_where_it_is_sure_and_is_asked_once(person, scripted):
    scripted.say("The capital of France is Paris.")
    await person.join()
    assert await ask(person, "What is the capital of France?") == "The capital of France is Paris."
    assert len(scripted.requests) == 1


async def test_where_it_is_unsure_she_says_that_she_does_not_know(person, scripted):
    scripted.say(Script(pieces=("The capital of Brazil", " is São Paulo."), doubt=0.7))
    await person.join()
    assert is_from(await ask(person, "What is the capital of Brazil?"), "unknown")


@pytest.mark.parametrize(
    ("message", "opening", "act"),
    [
        ("Hi, who are you?", "Hello!", "who"),
        ("Good morning. What can you do for me?", "Good morning!", "abilities"),
        ("hello there alicia, tell me a joke please", "Hello!", "joke"),
    ],
)
async def test_a_greeting_before_a_request_is_given_back(person, message, opening, act):
    await person.join()
    answer = await ask(person, message)
    assert answer.startswith(f"{opening} ")
    assert is_from(answer.removeprefix(f"{opening} "), act)


async def test_a_greeting_before_what_is_told_is_given_back_too(person):
    await person.join()
    answer = await ask(person, "Good evening! My name is Yusuf and I can't eat nuts.")
    assert answer.startswith("Good evening! Nice to meet you, Yusuf! I will remember that")


@pytest.mark.parametrize(
    ("message", "act"),
    [
        ("haha", "laughter"),
        ("my back is killing me", "unwell"),
        ("My dad has been diagnosed with Parkinson's and I don't know what to do.", "worried"),
        ("my nan passed away on Saturday", "bereaved"),
        ("What's your favourite song?", "tastes"),
        ("Do you get bored?", "own_feelings"),
        ("are you conscious", "mind"),
        ("Make me laugh", "joke"),
        ("just having a cup of tea", "news_pleasure"),
        ("I need you to write a letter to my landlord", "write"),
        ("My mother is 84 and lives alone. I worry about her all the time.", "worried"),
        ("my chest hurts, what should I do", "emergency"),
        ("knock knock", "knock_knock"),
    ],
)
async def test_the_person_and_what_they_want_come_before_what_is_stored(person, message, act):
    await person.join()
    answer = await ask(person, message)
    assert is_from(answer, act)
    assert "I will remember that" not in answer


async def test_a_question_about_her_after_an_introduction_gets_both(person):
    await person.join()
    answer = await ask(person, "My name is Ada and I drive a bus in Hull. Are you a real person?")
    assert answer.startswith("Nice to meet you, Ada! I will remember that your name is Ada")
    assert any(reply in answer for act in ("who", "body", "mind") for reply in reply_table()[act].replies)


async def test_a_plan_is_kept_and_no_wish(person):
    await person.join()
    assert await ask(person, "I want to learn Portuguese") == "I will remember that you want to learn Portuguese."


async def test_a_bill_that_is_split_is_worked_out(person):
    await person.join()
    assert "= 24" in await ask(person, "split a bill of 80 with 20 % tip among 4")


async def test_another_language_is_answered_in_it(person, scripted):
    await person.join()
    assert (await ask(person, "Hola, ¿hablas español?")).startswith("¡Hola!")
    assert scripted.requests == []


async def test_who_says_their_name_is_welcomed_by_it(person):
    await person.join()
    assert (await ask(person, "My name is Yusuf.")).startswith("Nice to meet you, Yusuf! I will remember")


async def test_a_question_to_the_memory_goes_its_old_way(person):
    await person.join()
    await person.ask("My daughter Emma has a piano recital on Friday.")
    assert "Friday" in await ask(person, "When is Emma's recital?")
    assert "brother" not in await ask(person, "What is my brother called?")


@pytest.mark.parametrize(
    ("message", "act"),
    [
        ("Write that down.", "note_that"),
        ("please keep your answers short", "manner"),
        ("I tell you things and you remember them, is that how it works", "can_remember"),
        ("will you tell my wife", "privacy_share"),
        ("can you tell us apart", "shared_use"),
        ("I don't trust AI", "distrust"),
        ("bet you can't guess my name", "guess"),
        ("how do I get a girl to reply", "advice"),
        ("is there a way to make the text bigger", "program_use"),
        ("shall I tell you about myself", "ask_me"),
    ],
)
async def test_what_new_people_ask_is_answered_as_what_it_is(person, message, act):
    await person.join()
    assert is_from(await ask(person, message), act)


async def test_a_question_behind_a_long_introduction_is_found(person):
    await person.join()
    message = "my name is dan i lay bricks in hull and i talk to you and you remember it is that how it works"
    answer = await ask(person, message)
    assert any(reply in answer for reply in reply_table()["can_remember"].replies)


async def test_words_of_no_language_that_she_knows_are_not_answered_as_if_she_did(person):
    await person.join()
    assert is_from(await ask(person, "Sanibonani bangani bami, ninjani namuhla?"), "unread")


async def test_in_a_private_conversation_nothing_is_promised(server):
    secret = Participant(server)
    made = await secret.call("POST", "conversations", json={"title": "", "preferences": {"private": True}})
    secret.conversation_id = made["id"]
    await secret.join()
    assert is_from(await ask(secret, "Remember that my locker is number 214."), "note_that")
    assert "I will remember" not in await ask(secret, "What is my locker number?")
    await secret.leave()


async def test_what_was_stopped_comes_of_the_turn_before_and_is_not_kept_without_one(person):
    await person.join()
    await person.ask("I stopped in 2019.")
    assert person.of(MemoryTrace) == []
    await person.ask("I used to smoke a lot.")
    await person.ask("I stopped in 2019.")
    assert await ask(person, "When did I stop smoking?") == "You stopped smoking in 2019."


async def test_a_correction_two_turns_later_changes_where_the_sister_lives(person):
    await person.join()
    for said in ("My sister Ana lives in Berlin.", "What's the weather like?", "I like my coffee black."):
        await person.ask(said)
    await person.ask("No, she lives in Porto now.")
    assert person.of(MemoryTrace)[-1].action == "updated"
    assert await ask(person, "Where does my sister live?") == "Your sister Ana lives in Porto now."


async def test_who_has_moved_lives_there_and_with_whom_they_lived_is_not_lost(person):
    await person.join()
    await person.ask("I live in Dublin with my girlfriend Aoife.")
    await person.ask("I've moved to Cork.")
    assert await ask(person, "Where do I live?") == "You have moved to Cork."
    assert "girlfriend Aoife" in await ask(person, "What is my girlfriend called?")


async def test_a_question_about_the_world_beside_somebody_of_ones_own_is_none_about_them(person):
    await person.join()
    assert await ask(person, "What's the capital of Burkina Faso? My son swears it's Bamako.") != NOT_TOLD
