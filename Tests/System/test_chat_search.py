"""martlet chat: /search."""

from test_chat_moderation import is_told
from v1 import V1


def test_a_message_far_back_is_found_and_shown(server, chat):
    with V1(server, "bob") as bob:
        bob.send("the teapot leaks")
        for number in range(300):
            bob.send(f"line {number}")
        ann = chat(server, name="ann", columns=100, lines=24).ready("ann")
        ann.until("line 299").send("/search LEA tea")
        is_told(ann, "Messages with “LEA tea”", "bob: the teapot leaks").type("\r")
        ann.until(lambda screen: "line 0" in screen.text and "the teapot leaks" in screen.text)
        ann.send("/search nothing like it")
        is_told(ann, "There is no such message.").type("q")
        ann.send("/search !?")
        is_told(ann, "The search has no word.")
