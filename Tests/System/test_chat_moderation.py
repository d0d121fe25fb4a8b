"""martlet chat: groups and moderation, from the terminals of the people in a group."""

import re

import pytest


def is_told(screen, *texts):
    """Waits until the screen has all texts. Sentences are longer than lines."""
    return screen.until(lambda screen: all(text in " ".join(screen.text.split()) for text in texts))


def is_in(screen, title="Garden party"):
    return screen.until(lambda screen: title in screen.lines[0])


@pytest.fixture
def group(server, chat):
    """The terminals of the owner and the other member of a group: ann and bob."""
    ann, bob = (chat(server, name=name, columns=120, lines=30).ready(name) for name in ("ann", "bob"))
    bob.send("hello")
    bob.delivered("hello")
    ann.until("hello")
    ann.send("/group Garden party")
    is_in(ann)
    ann.send("/invite bob")
    bob.until("Garden party").type("\x0e")
    is_in(bob)
    bob.send("/join")
    ann.until("bob joined")
    bob.until("You joined").send("good morning")
    bob.delivered("good morning")
    ann.until("good morning")
    return ann, bob


def test_a_mute_has_an_end_and_a_reason(group):
    ann, bob = group
    ann.send("/mute bob 10")
    is_told(ann, "10 has no unit")
    ann.send("\x15/mute bob 10m too loud")
    is_told(ann, "Mute bob until").type("y")
    bob.until("too loud")
    bob.send("still here")
    is_told(bob, "You may not write in this room for another")
    bob.send("\x15/who")
    bob.until("muted until")
    bob.type("q")
    ann.send("/unmute bob")
    bob.until("unmuted you")
    bob.send("back again")
    ann.until("back again")
    assert "still here" not in ann.text


def test_members_are_refused_with_a_reason(group):
    ann, bob = group
    for command, reason in [("/pin", "Only moderators"), ("/kick ann", "Only"), ("/reports", "Only moderators"), ("/role ann member", "Only owners")]:
        bob.send(f"\x15{command}")
        is_told(bob, reason)
        bob.until(f"> {command}")
    # Only the server knows that nobody of this name is here.
    ann.send("/unban zoe")
    is_told(ann, "Nobody called zoe is known here.")


def test_reports_are_decided(group):
    ann, bob = group
    for text in ("buy this", "and that"):
        ann.send(text)
        bob.until(text)
        bob.send("/report")
        is_told(bob, "Why do you report this message of ann?").type("1")
        is_told(bob, "in your own words").send("again")
        is_told(bob, "can see your report")
    # Moderators don't decide about the messages of an owner.
    ann.send("/role bob owner")
    is_told(ann, "Make bob an owner?").type("y")
    bob.until("made you an owner").send("/role ann moderator")
    ann.until("made you a moderator")
    # The reports have arrived: a client's requests are answered in order.
    bob.send("/reports")
    is_told(bob, "1 report: Spam. ann: buy this “again”").type("d")
    bob.until("Decided.")
    is_told(bob, "1 report: Spam. ann: and that “again”").type("\x1b[B")
    bob.until("x delete").type("x")
    is_told(bob, "There are no reports or held messages to decide.").type("q")
    bob.send("/log")
    is_told(bob, "bob dismissed the reports of message", "bob accepted the reports of message", "Reported: spam", "ann made bob an owner")
    ann.until("deleted this message")
    # Nobody is told of reports of their own messages.
    ann.send("/log")
    is_told(ann, "bob deleted message")
    assert "buy this" not in ann.text and "dismissed" not in ann.text


def test_messages_are_pinned_and_unpinned(group):
    ann, bob = group
    ann.send("/pin")
    bob.until("pinned")
    bob.send("/pins")
    is_told(bob, "Pinned in Garden party", "bob: good morning")
    ann.send("/pins")
    ann.until("u unpin").type("u")
    # The list is closed then: it covers the room.
    ann.until("You unpinned a message")
    ann.send("/pins")
    ann.until("No message is pinned here.")


def test_blocked_people_are_folded_away(group):
    ann, bob = group
    ann.send("/block bob")
    ann.until("Message from a person you blocked.").without("good morning")
    bob.send("can you hear me?")
    ann.send("/unblock")
    ann.until("People whom you block").type("u")
    ann.until("good morning").until("can you hear me?")


def test_a_link_leads_into_the_group(group, server, chat):
    ann, bob = group
    ann.send("/invite")
    is_told(ann, "Everyone who has this link can join the group.", "It works until")
    link = re.search(rb"http://[^\x07\x1b ]+#join=[0-9a-z]{52}", ann.raw)[0].decode()
    ann.type("q")
    cleo = chat(server, name="cleo", columns=120).ready("cleo")
    cleo.send(f"/join {link}")
    ann.until("cleo joined")
    is_in(cleo)
    ann.send("/links")
    is_told(ann, "Your link Used by 1 person · expires").type("x")
    ann.without("Your link")
    ann.send("/kick cleo enough")
    is_told(ann, "Remove cleo from the group, because “enough”?").type("y")
    cleo.until("removed you: enough")
    cleo.send(f"/join {link}")
    is_told(cleo, "This invite link is not valid, or not any more.")


def test_a_user_who_may_not_leave_stays_and_a_user_who_leaves_is_asked(group):
    ann, bob = group
    # Only the server knows how many people there are.
    ann.send("/leave")
    is_told(ann, "Leave Garden party?").type("y")
    is_told(ann, "You are the only owner: make somebody else an owner first.")
    ann.send("still here")
    bob.until("still here").send("/leave")
    is_told(bob, "Leave Garden party?").type("y")
    bob.without("Garden party")
    is_told(ann, "bob left")
