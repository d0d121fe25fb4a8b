"""martlet chat: the real binary in a real terminal, whose screen pyte reads."""

import json
import os
import re
import shutil
import signal
import stat
import subprocess
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socket import gethostname
from threading import Thread
from types import SimpleNamespace

import pytest

from accounts import ask, command, register, sign_in
from deadline import eventually
from flushes import flushes, listed_flushes  # noqa: F401
from lines import Terminal
from martlet_server import BINARY, clean_environment, run
from screen import ChatScreen, ScreenProgram
from slow_way import SlowWay
from v1 import V1

FAMILY = "👩‍👩‍👧‍👦"


def journal_folder(tmp_path):
    return next((tmp_path / "state" / "martlet").iterdir())


def send(server, text, name="bob"):
    assert run("send", "lobby", text, "--name", name, "--server", server.url).returncode == 0


def tail(server, *arguments):
    return Terminal(BINARY, "tail", "lobby", *arguments, "--server", server.url, env=clean_environment())


def test_two_people_write_to_each_other(server, chat):
    send(server, "hello from a script")
    screen = chat(server).ready().until("hello from a script")
    with tail(server, "--last", "1") as watcher:
        watcher.until(b"bob:hello from a script\n")
        screen.send("hi bob")
        watcher.until(b"ann:hi bob\n")
        screen.until("hi bob")
        send(server, "good to see you")
        screen.until("good to see you")
        assert screen.line("hi bob") < screen.line("good to see you")


def test_wide_characters_are_aligned(server, chat):
    with V1(server, "bob") as bob:
        screen = chat(server, columns=100).ready()
        for text in ("你好世界 |", f"{FAMILY} |", "🇩🇪👍🏽 |", "plain |"):
            bob.send(text)
            screen.until(lambda screen: text.split()[0][0] in screen.text)
        bob.send("the end")
        screen.until("the end")
        # The column of the rooms ends in one column on all lines, and so does every bar behind two
        # wide characters.
        side = {screen.display.buffer[y][24].data for y in range(screen.display.lines - 1)}
        assert side == {"│"}, side
        columns = {}
        for number in range(screen.display.lines):
            row = [screen.display.buffer[number][x].data for x in range(screen.display.columns)]
            if "|" in row:
                columns[number] = row.index("|")
        # Texts of 2, 4, 5 and 8 cells and a space.
        first = min(columns.values())
        assert sorted(column - first for column in columns.values()) == [0, 2, 3, 6], columns


def test_a_window_changes_its_size(server, chat):
    with V1(server, "bob") as bob:
        screen = chat(server, columns=120, lines=40).ready()
        bob.send("a message of some length that has to be wrapped when there is less room for it")
        screen.until("when there is less room")
        screen.resize(60, 15)
        screen.until(lambda screen: "F1 help" in screen.lines[14] and "ann on" in screen.lines[14] and "room for it" in screen.text)
        assert "when there is less room" not in screen.text
        screen.resize(30, 8)
        screen.until("needs a window of")
        screen.resize(100, 30)
        screen.until(lambda screen: "F1 help" in screen.lines[29] and "that has to be wrapped" in screen.text)
        # A window larger than the limits is not filled.
        screen.resize(1_100, 310)
        screen.until(lambda screen: screen.lines[299].endswith("F1 help"))
        assert len(screen.lines[299]) < 1_000


def test_a_paste_is_one_message(server, chat):
    with V1(server, "bob") as bob:
        screen = chat(server).ready()
        screen.paste("first\r\nsecond\rthird")
        screen.until("third")
        bob.send("still nothing")
        screen.until("still nothing")
        screen.type("\r")
        assert bob.event(name="ann")["text"] == "first\nsecond\nthird"


def test_commands_are_completed(server, chat):
    screen = chat(server).ready()
    screen.type("/jo\t")
    screen.until("> /join")
    screen.type("garden\r")
    screen.until(lambda screen: "garden" in screen.lines[0] and "only you" in screen.lines[0])
    screen.type("/jion x\r")
    screen.until("There is no command /jion")
    assert "> /jion x" in screen.text
    screen.type("\x15hello there\r")
    screen.delivered("hello there")
    with V1(server, join=["garden"]) as v1:
        assert [event["text"] for event in v1.history("garden")] == ["hello there"]


def test_replies_edits_reactions_and_deletions(server, chat):
    with V1(server, "bob") as bob:
        screen = chat(server).ready()
        bob.send("what do you think?")
        screen.until("what do you think?")
        screen.type("\x12")
        screen.until("r reply").type("r")
        screen.until("Reply to bob").type("good\r")
        assert bob.event(text="good")["reply"] == 1
        screen.delivered("┌ bob: what do you think?")
        screen.type("\x1b[A")
        screen.until("edit> good").type("\x15very good\r")
        screen.until("very good (edited)")
        screen.type("/react 👍\r")
        screen.until(lambda screen: any("1" in line and "👍" in line for line in screen.lines))
        screen.type("/delete\r")
        screen.until("Delete this message?").type("y")
        screen.until("This message was deleted.")
        assert bob.event(kind="deletion")["of"] == 2


def test_what_is_written_offline_is_sent_once(serve, chat, tmp_path):
    server = serve()
    server.keep_ports()
    screen = chat(server).ready()
    screen.send("before")
    screen.delivered("before")
    server.stop()
    screen.until(f"127.0.0.1:{server.port} refused the connection. Trying again.")
    screen.send("written offline")
    screen.until("written offline … waiting")
    screen.until("1 message waits")
    screen.kill().end()
    again = chat(server)
    again.until("written offline … waiting")
    server.start()
    again.ready().delivered("written offline")
    with V1(server) as v1:
        history = v1.history()
        assert [event["text"] for event in history] == ["before", "written offline"]
        # The identity is in the folder: the guest is the same user after the restart.
        assert len({event["user"] for event in history}) == 1
    folder = journal_folder(tmp_path)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir() if file.is_file()} == {0o600}


def test_the_folders_of_the_journal_outlive_a_power_cut(server, chat, tmp_path, listed_flushes):
    chat(server, env=listed_flushes.environment).ready().send("kept")
    folder = journal_folder(tmp_path)
    # Each folder that was made has its name in the one above it.
    assert {str(one) for one in (folder, folder.parent, folder.parent.parent, tmp_path)} <= set(listed_flushes.list)


def test_one_folder_is_for_one_process(server, chat):
    chat(server).ready()
    other = chat(server)
    assert other.end() == 1
    said = "".join(other.text.split())
    assert "anotherclienthasthisaccountopen" in said and "--outbox" in said
    assert other.is_as_before()


@pytest.mark.parametrize("end, status", [("\x03", 0), ("\x04", 0), ("/quit\r", 0), (signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 0)])
def test_the_terminal_is_as_it_was(server, chat, end, status):
    screen = chat(server).ready()
    assert screen.display.in_alternate and not screen.is_as_before()
    # The modes that must not stay: a shell would get the mouse and the focus as text.
    assert all(screen.has_mode(number) for number in (1000, 1004, 1006, 2004)) and not screen.has_mode(7)
    if isinstance(end, str):
        screen.type(end)
    else:
        screen.kill(end)
    assert screen.end() == status
    assert screen.is_as_before()


@pytest.mark.parametrize("crash", [signal.SIGILL, signal.SIGSEGV, signal.SIGABRT])
def test_a_crash_gives_the_terminal_back(server, chat, crash):
    screen = chat(server, env={"SWIFT_BACKTRACE": "enable=no"}).ready()
    screen.kill(crash)
    assert screen.end() == -crash
    assert screen.is_as_before()


SHELL = ("/bin/sh", "-c", 'set -m; "$@"; echo it was stopped; read line; fg', "sh")


def test_a_stopped_client_goes_on(server, chat):
    with V1(server, "bob") as bob:
        screen = chat(server, through=SHELL).ready()
        screen.type("half a sent\x1a")
        screen.until("it was stopped")
        assert screen.is_as_before()
        screen.type("\r")
        screen.until("> half a sent")
        bob.send("welcome back")
        screen.until("welcome back")
        screen.type("\x03")
        assert screen.end() == 0


def test_a_client_without_a_shell_is_not_stopped(server, chat):
    with V1(server, "bob") as bob:
        screen = chat(server).ready()
        screen.type("half a sent\x1a")
        screen.until("it was not started directly by a shell")
        screen.kill(signal.SIGTSTP)
        bob.send("still there")
        screen.until("still there")
        screen.type("ence\r")
        assert bob.event(name="ann")["text"] == "half a sentence"


def test_what_others_write_does_not_control_the_terminal(server, chat):
    with V1(server, "bob") as bob:
        screen = chat(server).ready()
        # A server refuses control characters in texts. Direction, invisible characters and long
        # runs of marks it does not.
        bob.send("ab\u202ecd\u2066ef end")
        screen.until("ab\ufffdcd\ufffdef end")
        bob.send("x\u200b\u200d\ufeffy |" + "z\u0301\u0301\u0301")
        # pyte composes the z and its first mark.
        screen.until("|\u017a")
        assert screen.display.titles == []
        assert "\x07" not in screen.raw.decode()


def test_older_messages_come_with_page_up(server, chat):
    with V1(server, "bob") as bob:
        for number in range(1, 251):
            bob.send(f"text {number}")
        screen = chat(server, lines=24).ready().until("text 250")
        while "text 1\n" not in screen.text + "\n":
            before = screen.text
            screen.type("\x1b[5~")
            screen.until(lambda screen: screen.text != before)
        screen.until("The beginning of lobby")
        screen.type("\x1b[F")
        screen.until("text 250")


def test_home_goes_to_the_first_message(server, chat):
    with V1(server, "bob") as bob:
        for number in range(1, 401):
            bob.send(f"text {number}")
        screen = chat(server, lines=40).ready().until("text 400")
        screen.type("\x1b[H")
        screen.until("The beginning of lobby").until(lambda screen: any(line.endswith(" text 1") for line in screen.lines))
        screen.type("\x1b[F")
        screen.until("text 400").without("The beginning of lobby").type("half\x1b[1;5H")
        screen.until("The beginning of lobby").type("\x1b[1;5F")
        screen.until("text 400").until("> half")


def shows(screen, title):
    """Waits until a room is on the screen, as its header says."""
    return screen.until(lambda screen: f"# {title}" in screen.lines[0].partition("│")[2])


def test_rooms_are_opened_by_their_number_and_what_was_sent_comes_back(server, chat):
    screen = chat(server).ready()
    screen.send("in the lobby")
    screen.delivered("in the lobby")
    screen.send("/join garden")
    shows(screen, "garden").send("in the garden")
    screen.delivered("in the garden")

    def number(title):
        return next(line[0] for line in screen.lines if line[1:].startswith(f"# {title}"))

    assert {number("lobby"), number("garden")} == {"1", "2"}
    screen.type("half a text")
    screen.until("> half a text").type(f"\x1b{number('lobby')}")
    shows(screen, "lobby").type("\x1b[1;5A")
    screen.until("> /join garden").type("\x1b[1;5A")
    screen.until("> in the lobby").type("\x1b[1;5A")
    screen.until("There is nothing older that you have sent here.").type("\x1b[1;5B")
    screen.until("> /join garden").type(f"\x1b{number('garden')}")
    shows(screen, "garden").until("> half a text").type("\x1bp")
    screen.until("> in the garden").type("!\r")
    # What was being written is there again.
    screen.delivered("in the garden!").until("> half a text").type("\x1b9")
    screen.until("There are only 2 rooms in your list.").type("\r")
    screen.delivered("half a text")
    with V1(server, join=["lobby", "garden"]) as v1:
        assert [event["text"] for event in v1.history("lobby")] == ["in the lobby"]
        assert [event["text"] for event in v1.history("garden")] == ["in the garden", "in the garden!", "half a text"]


def test_a_long_paste_says_how_many_lines_it_has(server, chat):
    screen = chat(server, columns=60, lines=15).ready()
    screen.paste("\n".join(f"line {number}." for number in range(1, 13)))
    screen.until("12 lines   F1 help").until("line 12.")
    assert "line 7." not in screen.text
    screen.type("\x1b[A" * 11)
    screen.until("> line 1.").until("line 5.").without("line 6.")


def test_a_server_that_is_no_chat_server_is_said(chat):
    class Busy(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_error(502)

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Busy) as proxy:
        Thread(target=proxy.serve_forever, daemon=True).start()
        screen = chat(SimpleNamespace(url=f"http://127.0.0.1:{proxy.server_port}"))
        screen.until(f"127.0.0.1:{proxy.server_port} answered with HTTP status 502. Trying again.")
        proxy.shutdown()
    screen.type("\x0c")
    screen.until("refused the connection. Trying again.")


def test_a_file_is_sent_and_shown_with_its_address(server, chat, tmp_path):
    note = tmp_path / "a note.txt"
    note.write_text("hello")
    with V1(server, "bob") as bob:
        screen = chat(server, columns=120).ready()
        screen.send(f"/file {note}")
        attachment = bob.event(name="ann")["attachment"]
        address = f"{server.url}/v1/files/{attachment['id']}"
        screen.until(f"a note.txt, 5 bytes").until(address)
        assert f"\x1b]8;;{address}\x1b\\" in screen.raw.decode()
        screen.send("/file /nowhere/x.txt")
        screen.until("There is no file /nowhere/x.txt.")


def test_an_upload_says_how_far_it_is_and_can_be_cancelled(server, chat, tmp_path):
    large, small = tmp_path / "large.bin", tmp_path / "small.txt"
    large.write_bytes(bytes(20_000_000))
    small.write_text("hello")
    with SlowWay(server) as way, V1(server, "bob") as bob:
        screen = chat(way, columns=120).ready()
        way.stop_after(100_000)
        screen.send(f"/file {large}")
        screen.until(lambda screen: re.search(r"large\.bin, \d+ % of [\d.]+ MB sent", screen.text))
        # A text does not wait for it.
        screen.send("meanwhile")
        assert bob.event(name="ann")["text"] == "meanwhile"
        # What is not sent stands below what is.
        rows = r"(?s)meanwhile *\n.*large\.bin, "
        screen.until(lambda screen: re.search(rows, screen.text)).type("\x12")
        screen.until("x discard").type("x")
        screen.without("large.bin,")
        way.stop_after(None)
        screen.send(f"/file {small}")
        assert bob.event(name="ann")["text"] == "small.txt"
        screen.delivered("small.txt")
        assert [event["text"] for event in bob.history()] == ["meanwhile", "small.txt"]


def test_the_mouse_opens_a_room_and_scrolls(server, chat):
    with V1(server, "bob") as bob:
        for number in range(1, 81):
            bob.send(f"line {number}.")
        screen = chat(server, columns=100).ready().until("line 80.")
        screen.send("/join garden")
        screen.until(lambda screen: "# garden" in screen.lines[0][25:])
        # The list has its new order: a click is on what stands there.
        screen.until(lambda screen: "# garden" in screen.lines[0][:25])
        row = next(y for y, line in enumerate(screen.lines) if "# lobby" in line[:25])
        screen.click(5, row)
        screen.until(lambda screen: "# lobby" in screen.lines[0][25:]).until("line 80.")
        for _ in range(4):
            screen.click(50, 10, button=64)
        screen.without("line 80.").until("Older messages.")
        for _ in range(4):
            screen.click(50, 10, button=65)
        screen.until("line 80.").without("Older messages.")
        # A click beside the rooms does nothing, and is no text.
        screen.click(50, 10)
        screen.send("typed")
        assert bob.event(name="ann")["text"] == "typed"


def test_the_rooms_of_a_narrow_window_are_a_list(server, chat):
    screen = chat(server, columns=60, lines=15).ready().until("F2 rooms")
    screen.send("/join garden")
    screen.until(lambda screen: "# garden" in screen.lines[0])
    screen.type("\x1bOQ")
    screen.until("Your rooms").until("# lobby")
    row = lambda room: max((y for y, line in enumerate(screen.lines) if f"# {room}" in line), default=0)
    screen.until(lambda screen: 0 < row("garden") < row("lobby"))  # the room entered last comes first
    screen.type("\x1b[B\r")
    screen.until(lambda screen: "# lobby" in screen.lines[0]).without("Your rooms")


def test_a_file_that_is_not_there_is_no_failing_disk(server, chat, tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    (home / "note.txt").write_text("hello")
    screen = chat(server, columns=160, env={"HOME": str(home)}).ready()
    screen.send("/file nope.png")
    screen.until("There is no file nope.png.").until("> /file nope.png")
    screen.type("\x15")
    screen.send("/file ~")
    screen.until("home is a folder.").until("> /file ~")
    screen.type("\x15")
    screen.send("/file ~/note.txt")
    screen.until("note.txt, 5 bytes")


def test_a_name_that_is_taken_leaves_the_former_one(server, chat):
    with V1(server, "bob") as bob:
        screen = chat(server).ready()
        screen.send("/name bob")
        screen.until("You keep your former name.")
        screen.send("still ann")
        screen.delivered("still ann")
        assert bob.event(kind="message")["name"] == "ann"
        screen.send("/name anna")
        screen.until("anna on 127.0.0.1")


def test_an_emoji_of_several_characters_is_a_reaction(server, chat):
    with V1(server, "bob") as bob:
        screen = chat(server).ready()
        bob.send("look")
        screen.until("look")
        screen.type("\x12+")
        screen.until("React:").type(FAMILY)
        assert bob.event(kind="reaction")["emoji"] == FAMILY
        screen.send("words")
        screen.delivered("words")
        assert [bob.event(kind="message")["text"] for _ in range(2)] == ["look", "words"]


def test_an_editor_writes_the_message(server, chat, tmp_path):
    editor = tmp_path / "editor"
    editor.write_text("#!/bin/sh\ntest -t 0 && printf ' and more\\nsecond line\\n' >> \"$1\"\n")
    editor.chmod(0o755)
    with V1(server, "bob") as bob:
        screen = chat(server, env={"EDITOR": str(editor)}).ready()
        screen.type("begun\x18\x05")
        screen.until("second line")
        screen.type("\r")
        assert bob.event(name="ann")["text"] == "begun\n and more\nsecond line"


def write_program(path, text):
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def process_state(pid):
    """The letter of a process's state: T if it is stopped."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def written_pid(file):
    """The process id that a program writes into a file."""
    eventually(lambda: file.exists() and file.read_text().endswith("\n"), "the program runs")
    return int(file.read_text())


def test_keys_of_the_editor_are_not_for_the_client(server, chat, tmp_path):
    editor = tmp_path / "editor"
    with V1(server, "bob") as bob:
        screen = chat(server, env={"EDITOR": str(editor)}).ready()
        client = screen.process.pid
        write_program(editor, f"kill -INT {client}; kill -QUIT {client}; kill -TSTP {client}\nprintf 'and more' >> \"$1\"")
        screen.type("begun\x18\x05")
        screen.until("and more")
        screen.type("\r")
        assert bob.event(name="ann")["text"] == "begun\nand more"
        assert screen.process.poll() is None


def test_a_terminal_that_goes_away_while_the_editor_is_open_ends_the_client(server, chat, tmp_path):
    begun = tmp_path / "begun"
    # Its standard input ends with the terminal.
    editor = write_program(tmp_path / "editor", f"trap '' HUP; touch {begun}; cat; printf 'and more' >> \"$1\"")
    screen = chat(server, env={"EDITOR": str(editor)}).ready()
    screen.type("text\x18\x05")
    eventually(begun.exists, "the editor runs")
    assert screen.hang_up() in (1, 129)
    # What the editor wrote is not lost.
    chat(server).ready().until("> text").until("and more")


@pytest.mark.parametrize("shell", [SHELL, (*SHELL, "/bin/sh", "-c", '"$@"; exit $?', "sh")], ids=["shell", "script"])
def test_a_stopped_editor_goes_on(server, chat, tmp_path, shell):
    begun = tmp_path / "begun"
    editor = write_program(tmp_path / "editor", f"echo $PPID > {begun}; read line; echo and it went on >> \"$1\"")
    screen = chat(server, through=shell, env={"EDITOR": f"exec {editor}"}).ready()
    screen.type("begun\x18\x05")
    client = written_pid(begun)
    screen.type("\x1a")
    screen.until("it was stopped")
    # It waits with its editor, and does not continue it.
    eventually(lambda: process_state(client) == "T", "the client is stopped")
    screen.type("\r")
    screen.type("\r")
    screen.until("and it went on")


def test_an_editor_that_stops_itself_is_continued_by_others(server, chat, tmp_path):
    begun = tmp_path / "begun"
    editor = write_program(tmp_path / "editor", f"echo $$ > {begun}; kill -STOP $$; echo and it went on >> \"$1\"")
    screen = chat(server, env={"EDITOR": f"exec {editor}"}).ready()
    screen.type("begun\x18\x05")
    pid = written_pid(begun)
    eventually(lambda: process_state(pid) == "T", "the editor is stopped")
    os.kill(pid, signal.SIGCONT)
    screen.until("and it went on")


def test_a_long_text_of_the_editor_is_cut(server, chat, tmp_path):
    editor = write_program(tmp_path / "editor", "head -c 100000 /dev/zero | tr '\\0' x > \"$1\"")
    screen = chat(server, env={"EDITOR": str(editor)}).ready()
    screen.type("\x18\x05")
    screen.until("The rest was left out.")
    screen.until("xxxxx")


def test_an_incomplete_control_sequence_is_text_after_a_while(server, chat):
    screen = chat(server).ready()
    screen.type("lost \x1b[20")
    screen.until("> lost [20")
    screen.type(" keys")
    screen.until("> lost [20 keys")


def test_a_folder_of_the_user_keeps_its_mode(server, chat, tmp_path):
    folder = tmp_path / "shared"
    folder.mkdir()
    folder.chmod(0o755)
    chat(server, "--outbox", folder).ready()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o755
    assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o600}


def test_without_a_terminal_it_prints_and_sends_lines(server, tmp_path):
    environment = clean_environment({"XDG_STATE_HOME": str(tmp_path / "state")})
    send(server, "earlier")
    command = [BINARY, "chat", "lobby", "--name", "ann", "--server", server.url]
    ended = subprocess.run(command, input="one\n\ntwo\n", capture_output=True, text=True, env=environment, timeout=300)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == "bob:earlier\nann:one\nann:two\n"
    with Terminal(*command, env=environment) as pipe:
        pipe.until(b"ann:two\n")
        send(server, "live")
        pipe.until(b"bob:live\n")
        pipe.write("three\n")
        pipe.until(b"ann:three\n")
        pipe.process.stdin.close()
        assert pipe.process.wait(300) == 0
    with V1(server) as v1:
        assert [event["text"] for event in v1.history()] == ["earlier", "one", "two", "live", "three"]


def test_without_a_terminal_a_refused_line_is_an_error(server, tmp_path):
    environment = {"XDG_STATE_HOME": str(tmp_path / "state")}
    ended = run("chat", "--server", server.url, "--name", "ann", input="x" * 20_000 + "\nfine\n", env=environment)
    assert ended.returncode == 1 and "(error 1" in ended.stderr
    assert "ann:fine\n" in ended.stdout
    assert run("chat", "No Room", "--server", server.url, env=environment).returncode == 64


def test_without_a_terminal_every_other_line_is_printed_before_the_error(server, tmp_path):
    environment = clean_environment({"XDG_STATE_HOME": str(tmp_path / "state")})
    lines = [f"line {number}" for number in range(300)]
    data = b"\xff\n" + b"x" * 1_000_000 + b"\n" + "\n".join(lines).encode()
    ended = subprocess.run(
        [BINARY, "chat", "--name", "ann", "--server", server.url], input=data, capture_output=True, env=environment, timeout=300)
    assert ended.returncode == 1 and b"A line of the input is not UTF-8 and was not sent." in ended.stderr
    assert ended.stdout.decode().splitlines() == [f"ann:{line}" for line in lines]


PASSWORD = "correct-horse"


def answer(screen, question, text):
    """Types a text where the client asks for it, in the composer's place."""
    screen.until(f"│{question}>")
    screen.type(f"{text}\r")


def is_nowhere(secret, screen, tmp_path):
    """Whether a secret is neither on the terminal nor in a file of the client."""
    assert " " not in secret  # A space that was there before is not drawn.
    files = [file for file in (tmp_path / "state").rglob("*") if file.is_file()]
    return secret.encode() not in screen.raw and not any(secret.encode() in file.read_bytes() for file in files)


def test_a_guest_makes_an_account_and_stays_the_same_user(serve, chat, tmp_path):
    server = serve("--accounts", "open")
    screen = chat(server).ready()
    screen.send("as a guest")
    screen.delivered("as a guest")
    screen.send("/register")
    answer(screen, "password", PASSWORD)
    answer(screen, "again", PASSWORD)
    screen.until("You are signed in as ann.")
    assert sign_in(server, "ann", PASSWORD).status == 201
    assert is_nowhere(PASSWORD, screen, tmp_path)
    assert {stat.S_IMODE(file.stat().st_mode) for file in journal_folder(tmp_path).iterdir() if file.is_file()} == {0o600}
    screen.type("\x03")
    assert screen.end() == 0
    again = chat(server).ready()
    again.send("with an account")
    again.delivered("with an account")
    with V1(server, "bob") as bob:
        history = bob.history()
        assert [event["text"] for event in history] == ["as a guest", "with an account"]
        assert len({event["user"] for event in history}) == 1


def test_signing_in_listing_sessions_and_signing_out(serve, chat, tmp_path):
    server = serve("--accounts", "open")
    register(server, "ann", PASSWORD)
    other = chat(server, "--outbox", tmp_path / "other", name=None)
    other.until(" on 127.0.0.1").send("/login ann")
    answer(other, "password", PASSWORD)
    other.until("You are signed in as ann.")
    screen = chat(server, name="guest", columns=200).ready("guest")
    screen.send("/login ann")
    answer(screen, "password", "wrong-horse")
    # The client asks for the password again.
    screen.until("The name or the password is wrong.")
    answer(screen, "password", PASSWORD)
    screen.until("You are signed in as ann.")
    screen.send("/sessions")
    screen.until("This device, signed in").until("last used")
    # The registration was over HTTP, by a program that does not say what it is.
    assert screen.text.count(f"martlet chat ({gethostname()}) · ") == 2
    # Both other sessions end: that of the registration, and that of the other client.
    for left in (2, 1, 0):
        screen.until(lambda screen: screen.text.count("last used") == left)
        if left:
            select(screen, "last used")
            screen.until("x end this session").type("x")
    # A key removes the former notice.
    other.type("\x1b[C")
    other.until("Type /login NAME")
    other.send("/login")
    answer(other, "password", PASSWORD)
    other.until("You are signed in as ann.")
    screen.type("\x1b")
    screen.without("Where you are signed in")
    screen.send("/logout")
    screen.until("Sign out?").type("y")
    assert screen.end() == 0 and screen.is_as_before()
    assert "You are signed out." in screen.text
    assert is_nowhere("ms_", screen, tmp_path)
    assert len(sessions_of(server)) == 2


def select(screen, wanted):
    """Moves the cursor of a list to the first line with a text."""
    lines = screen.lines[3:]
    screen.type("\x1b[H" + "\x1b[B" * next(number for number, line in enumerate(lines) if wanted in line))


def sessions_of(server):
    """The sessions of ann, with the one that asks."""
    token = sign_in(server, "ann", PASSWORD).json["token"]
    return ask(server, "GET", "/v1/sessions", token=token).json["sessions"]


def test_a_password_is_changed(serve, chat, tmp_path):
    server = serve("--accounts", "open")
    screen = chat(server).ready()
    screen.send("/password")
    screen.until("You are a guest here.")
    screen.type("\x15")
    screen.send("/register")
    answer(screen, "password", PASSWORD)
    answer(screen, "again", PASSWORD)
    screen.until("You are signed in as ann.")
    screen.send("/password")
    answer(screen, "password", PASSWORD)
    answer(screen, "new password", "better-horse")
    answer(screen, "again", "better-horse")
    screen.until("Your password was changed.")
    assert sign_in(server, "ann", PASSWORD).code == 185
    assert sign_in(server, "ann", "better-horse").status == 201
    assert is_nowhere("better-horse", screen, tmp_path)


def test_an_invite_is_asked_for_where_the_server_wants_one(serve, chat):
    server = serve("--accounts", "invite", "--guests", "off")
    screen = chat(server, name=None, columns=120)
    screen.until("Type /login NAME or /register NAME.")
    screen.send("/register ann")
    answer(screen, "password", PASSWORD)
    answer(screen, "again", PASSWORD)
    answer(screen, "invite", "mi_" + "0" * 64)
    screen.until("This invite is unknown, used up or expired")
    answer(screen, "invite", command(server, "account", "invite"))
    screen.until("You are signed in as ann.")
    screen.send("hello")
    screen.delivered("hello")


def test_accounts_on_the_command_line(serve, tmp_path):
    server = serve("--accounts", "open")
    environment = {"XDG_STATE_HOME": str(tmp_path / "state")}
    secret = tmp_path / "password"
    secret.write_text(PASSWORD + "\n")

    def start(*words, **options):
        return run("chat", *words, "--server", server.url, env=environment, **options)

    made = start("--register", "ann", "--password-file", str(secret), input="the first words\n")
    assert (made.returncode, made.stdout) == (0, "ann:the first words\n"), made.stderr
    # The next start is the same user.
    assert "ann:more words\n" in start(input="more words\n").stdout
    listed = start("--sessions")
    assert listed.stdout.count("\n") == 1 and listed.stdout.endswith(f"\tthis one\tmartlet chat ({gethostname()})\n"), listed
    # The folder is signed in already.
    assert "ann:and more\n" in start("--login", "ann", input="and more\n").stdout
    assert start("--sessions").stdout == listed.stdout
    refused = start("--login", "bob", "--password-file", str(secret))
    assert refused.returncode == 1 and "(error 185)" in refused.stderr
    register(server, "bob", PASSWORD)
    other = start("--login", "bob", "--password-file", str(secret))
    assert other.returncode == 1 and "Sign out before you use another account." in other.stderr
    left = start("--logout")
    assert (left.returncode, left.stdout) == (0, "You are signed out. Nothing of yours is left in the client's folder.\n")
    assert start("--sessions").returncode == 1
    with ScreenProgram(BINARY, "chat", "--login", "bob", "--server", server.url, env=environment) as screen:
        screen.until("Password:").type(PASSWORD + "\r")
        screen.until("bob on 127.0.0.1")
        assert PASSWORD.encode() not in screen.raw
    (tmp_path / "key").write_text("mk_key\n")
    with_key = start("--key-file", tmp_path / "key", "--logout")
    assert with_key.returncode == 64 and "the file of --key-file. Start without it" in with_key.stderr, with_key
    for words in (["--login", "ann", "--logout"], ["--password-file", str(secret)], ["--sessions", "--invite-file", "x"]):
        assert start(*words).returncode == 64


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_a_user_who_ends_the_question_for_a_password_gets_the_terminal_back(server, tmp_path, end):
    environment = {"XDG_DATA_HOME": str(tmp_path / "client")}
    with ScreenProgram(BINARY, "chat", "--login", "ann", "--server", server.url, env=environment) as screen:
        screen.until("Password:")
        assert not screen.is_as_before()
        screen.type("\x1anever seen")  # Ctrl-Z would leave the terminal without an echo
        if end == signal.SIGINT:
            screen.type("\x03")
        else:
            screen.taken().kill(end)
        assert screen.end() == -end
        assert screen.is_as_before() and "seen" not in screen.text
        screen.type("\r")
        assert os.read(screen.program_side, 100) == b"\n", "the shell gets the password"


def test_no_color_has_no_colours(server, chat):
    screen = chat(server, env={"NO_COLOR": "1"}).ready()
    screen.send("plain")
    screen.delivered("plain")
    assert b"38;2" not in screen.raw and b"[0;31m" not in screen.raw and b"[0;36m" not in screen.raw


GERMAN = json.loads((Path(__file__).parents[2] / "Languages" / "de.json").read_text())


def test_the_language_is_that_of_the_locale(server, chat):
    screen = chat(server, env={"LANG": "de_DE.UTF-8"}, columns=60, lines=15).until(f"F1 {GERMAN['help']}")
    screen.until(GERMAN["only you"])
    screen.send("hello")
    screen.until(lambda screen: any("▌" in line and "hello" in line for line in screen.lines))
    # The day above the message.
    days = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
    assert any(f" {GERMAN[day]}, " in screen.text for day in days)
    # Keys keep their meaning, and the last line of a translated help can be reached.
    screen.type("\x1bOP")
    screen.until(GERMAN["Keys and commands"]).until(f"Esc {GERMAN['close']}")
    screen.type("\x1b[F")
    screen.until(GERMAN["send a text that begins with /"].split()[-1])
    screen.type("q/quit\r")
    assert screen.end() == 0


def test_the_locale_changes_no_colours(server, chat):
    screen = chat(server, env={"LANG": "de_DE.UTF-8", "NO_COLOR": "1"}).until(f"F1 {GERMAN['help']}")
    screen.send("plain")
    screen.until(lambda screen: any("▌" in line and "plain" in line for line in screen.lines))
    assert b"38;2" not in screen.raw and b"[0;31m" not in screen.raw and b"[0;36m" not in screen.raw


@pytest.mark.parametrize("locale", [
    {"LC_ALL": "C", "LANG": "de_DE.UTF-8", "LANGUAGE": "de"}, {"LANG": "he_IL.UTF-8"}, {"LANG": "xx_XX.UTF-8"},
])
def test_other_locales_are_english(server, chat, locale):
    chat(server, env=locale).ready().until("F1 help").until("only you").until("The beginning of lobby")


@pytest.mark.parametrize("arguments", [("chat",), ("chat", "--logout"), ("tail", "No Room")])
def test_what_is_for_scripts_is_english(server, tmp_path, arguments):
    said = [
        run(*arguments, "--server", server.url, env={"XDG_STATE_HOME": str(tmp_path / locale), "LANG": locale}, input="x" * 20_000 + "\n")
        for locale in ("C", "de_DE.UTF-8")
    ]
    assert said[0].stderr == said[1].stderr != ""


def test_in_tmux(server, tmp_path):
    """Another terminal than pyte: tmux, with its own idea of widths."""
    socket = tmp_path / "tmux"

    def tmux(*arguments):
        return subprocess.run(["tmux", "-S", str(socket), "-f", "/dev/null", *arguments], capture_output=True, text=True, env=clean_environment({"LC_ALL": "C.UTF-8"}))

    if shutil.which("tmux") is None:
        pytest.skip("tmux is not installed")
    state = f"XDG_STATE_HOME={tmp_path / 'state'}"
    tmux("-u", "new-session", "-d", "-x", "90", "-y", "25", f"env {state} {BINARY} chat --name ann --server {server.url}; echo it has ended; cat")
    try:
        screen = lambda: tmux("capture-pane", "-p").stdout
        eventually(lambda: "ann on 127.0.0.1" in screen(), "the client is connected")
        with V1(server, "bob") as bob:
            bob.send(f"你好 {FAMILY} 🏳️‍🌈 done")
            eventually(lambda: "done" in screen(), "the message is there")
            tmux("send-keys", "-l", "answer")
            tmux("send-keys", "Enter")
            assert bob.event(name="ann")["text"] == "answer"
            columns = {line.find("│") for line in screen().splitlines()[:20]}
            assert columns == {21}, screen()
        tmux("resize-window", "-x", "61", "-y", "16")
        eventually(lambda: "F1 help" in screen() and "│" not in screen(), "the small window")
        tmux("send-keys", "C-c")
        eventually(lambda: "it has ended" in screen() and "answer" not in screen(), "the screen of before")
    finally:
        tmux("kill-server")
