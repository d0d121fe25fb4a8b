"""martlet send and martlet tail: what scripts chat with."""

import http.server
import json
import signal
import subprocess
import threading

from deadline import PATIENCE, eventually
from lines import Lines, Terminal
from martlet_server import BINARY, clean_environment, run
from v1 import V1


def send(server, *arguments, **options):
    return run("send", *arguments, "--server", server.url, **options)


def tail(server, *arguments):
    return Terminal(BINARY, "tail", *arguments, "--server", server.url, env=clean_environment())


def test_send_prints_the_number(server):
    with V1(server) as v1:
        for seq in range(1, 4):
            ended = send(server, "lobby", f"text {seq}", "--name", "robot")
            assert (ended.returncode, ended.stdout, ended.stderr) == (0, f"{seq}\n", "")
            assert v1.event()["name"] == "robot"
        assert [event["text"] for event in v1.history()] == ["text 1", "text 2", "text 3"]


def test_send_reads_standard_input(server):
    with V1(server) as v1:
        assert send(server, "lobby", input="two\nlines ☕\n").stdout == "1\n"
        assert v1.event()["text"] == "two\nlines ☕"
        assert send(server, "lobby", "-", input="x" * 16_384).stdout == "2\n"
        assert v1.event()["text"] == "x" * 16_384


def test_send_says_that_the_input_is_too_long(server, tmp_path):
    # The maximum is in the middle of a character.
    ended = send(server, "lobby", input="é" * 10_000)
    assert (ended.returncode, ended.stdout) == (64, "") and "longer than 16384 bytes" in ended.stderr, ended
    with open(tmp_path / "input", "wb") as file:
        file.write(b"x" * 16_384 + b"\r\n")
    with open(tmp_path / "input") as file, V1(server) as v1:
        assert send(server, "lobby", stdin=file).stdout == "1\n"
        assert v1.event()["text"] == "x" * 16_384


def test_send_to_another_room_makes_it(server):
    assert send(server, "garden", "hello").stdout == "1\n"
    with V1(server, join=["garden"]) as v1:
        assert [event["text"] for event in v1.history("garden")] == ["hello"]


def test_send_says_why_not(server):
    for arguments, options in [
        (["No Room", "x"], {}), (["lobby", ""], {}), (["lobby", "x" * 16_385], {}), (["lobby", "x", "--name", "admin"], {}),
        (["lobby", "x", "--name", "a\u202eb"], {}), (["lobby"], {"input": "x" * 20_000}),
    ]:
        ended = send(server, *arguments, **options)
        assert ended.returncode not in (0, -5, -4, -11) and ended.stdout == "", arguments
        assert ended.stderr.startswith("Error: ") and "USAGE" not in ended.stderr.upper(), ended.stderr
    with V1(server) as v1:
        assert v1.history() == []


def test_send_gives_up_when_no_one_is_there():
    ended = run("send", "lobby", "x", "--server", "http://127.0.0.1:1", "--timeout", "1")
    assert ended.returncode != 0 and ended.stdout == "" and "127.0.0.1:1 refused the connection. The message was not sent." in ended.stderr
    assert ended.stderr.count("martlet: 127.0.0.1:1 refused the connection. Trying again.\n") == 1
    for seconds in ("0", "-1", str(2**63 - 1)):
        ended = run("send", "lobby", "x", "--server", "http://127.0.0.1:1", f"--timeout={seconds}")
        assert ended.returncode != 0 and "--timeout must be" in ended.stderr


def test_send_says_that_the_server_answers_with_an_http_status():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        place = f"127.0.0.1:{other.server_port}"
        ended = run("send", "lobby", "x", "--server", f"http://{place}", "--timeout", "2")
        other.shutdown()
    assert f"martlet: {place} answered with HTTP status 501. Trying again.\n" in ended.stderr
    assert f"{place} answered with HTTP status 501. The message was not sent." in ended.stderr


def test_a_command_says_that_the_server_is_away_and_that_it_is_back(serve, tmp_path):
    server = serve()
    server.keep_ports()
    server.kill()
    place = f"127.0.0.1:{server.port}"
    away, back = f"martlet: {place} refused the connection. Trying again.\n", f"martlet: {place} answers again.\n"
    environment = clean_environment({"XDG_STATE_HOME": str(tmp_path / "state")})
    for words in (["tail", "lobby"], ["chat", "lobby", "--name", "ann"]):
        said = tmp_path / words[0]
        with open(said, "wb") as errors, Terminal(
                BINARY, *words, "--server", server.url, env=environment, stderr=errors):
            eventually(lambda: said.read_text() == away, "it says that the server is away")
            server.start()
            eventually(lambda: said.read_text() == away + back, "it says that the server is back")
            server.kill()
            eventually(lambda: said.read_text() == away + back + away, "it says so again")


def test_send_waits_for_a_server_that_restarts(serve):
    server = serve()
    server.keep_ports()
    server.kill()
    sender = subprocess.Popen(
        [BINARY, "send", "lobby", "patience", "--server", server.url], stdout=subprocess.PIPE, text=True, env=clean_environment())
    server.start()
    assert sender.communicate(timeout=300)[0] == "1\n" and sender.returncode == 0
    with V1(server) as v1:
        assert [event["text"] for event in v1.history()] == ["patience"]


def test_tail_prints_what_is_said_everywhere(server):
    with V1(server, "ann") as ann:
        for number in range(1, 16):
            ann.send(f"old {number}")
        with tail(server, "lobby", "--last", "3") as watcher:
            assert [watcher.line() for _ in range(3)] == [f"ann:old {number}\n".encode() for number in (13, 14, 15)]
            ann.send("two\nlines")
            assert watcher.line() == b"ann:two lines\n"
            with Lines(server, "carl") as carl:
                carl.say("from nc")
                assert watcher.line() == b"carl:from nc\n"
            assert send(server, "lobby", "from a script", "--name", "robot").returncode == 0
            assert watcher.line() == b"robot:from a script\n"


def test_tail_as_json(server):
    with V1(server, "ann") as ann, tail(server, "lobby", "--json") as watcher:
        for text in ("one", "two\nlines"):
            ann.send(text)
            event = json.loads(watcher.line())
            assert event == ann.event(text=text)


def test_tail_ends_with_its_reader_also_if_nobody_writes(server):
    with V1(server, "ann") as ann:
        ann.send("the last one")
        command = [BINARY, "tail", "lobby", "--server", server.url]
        with subprocess.Popen(command, stdout=subprocess.PIPE, env=clean_environment()) as watcher:
            assert watcher.stdout.readline() == b"ann:the last one\n"
            watcher.stdout.close()
            assert watcher.wait(PATIENCE) == 128 + signal.SIGPIPE


def test_tail_survives_restarts_without_loss_or_repetition(serve):
    server = serve()
    server.keep_ports()
    with V1(server, "ann") as ann:
        ann.send("the beginning", number=(number := 1))
        token, device = ann.token, ann.device
    with tail(server, "lobby", "--last", "1") as watcher:
        # From here on it reads: what comes before its first page would be counted among the earlier
        # ones.
        printed = [watcher.line(60)]
        for end in ("kill", "stop", "kill"):
            with V1(server, "ann", token=token, device=device) as ann:
                for _ in range(250):
                    number += 1
                    ann.ask("send", room="lobby", number=number, text=f"text {number}")
                ann.request("ping")
                ann.send("checkpoint", number=(number := number + 1))
            getattr(server, end)()
            server.start()
        with V1(server, "ann", token=token, device=device) as ann:
            ann.send("the end", number=number + 1)
            log = [f"ann:{event['text']}\n".encode() for event in ann.history()]
        while printed[-1] != b"ann:the end\n":
            printed.append(watcher.line(60))
        assert printed == log
        assert watcher.process.poll() is None


def test_tail_ends_with_control_c(server):
    with tail(server, "lobby") as watcher, V1(server, "ann") as ann:
        ann.send("hello")
        watcher.until(b"ann:hello\n")
        watcher.process.send_signal(signal.SIGINT)
        assert watcher.process.wait(300) in (0, -signal.SIGINT, 130)


def test_send_takes_files_and_tail_shows_them(server, tmp_path):
    photo = tmp_path / "swift über.jpg"
    photo.write_bytes(b"x" * 183_402)
    note = tmp_path / "note.txt"
    note.write_text("hello")
    with V1(server, "ann") as v1:
        v1.send("the beginning")
    with V1(server) as v1, tail(server, "lobby", "--last", "1") as watcher:
        watcher.until(b"ann:the beginning\n")
        ended = send(server, "lobby", "Look", "--file", photo, "--file", note, "--name", "robot")
        assert (ended.returncode, ended.stdout, ended.stderr) == (0, "2\n3\n", "")
        files = [event["attachment"] for event in v1.history() if "attachment" in event]
        assert [file["name"] for file in files] == ["swift über.jpg", "note.txt"]
        urls = [f"{server.url}/v1/files/{file['id']}" for file in files]
        watcher.until(f"robot:Look [swift über.jpg, 179 KB, {urls[0]}]\n".encode())
        watcher.until(f"robot:[note.txt, 5 bytes, {urls[1]}]\n".encode())
        assert server.get(f"/v1/files/{files[1]['id']}") == (200, "hello")


def test_send_says_why_a_file_can_not_go(server, tmp_path):
    empty = tmp_path / "empty"
    empty.touch()
    for path, code in [(empty, "(error 157)"), (tmp_path / "missing", "There is no file"), (tmp_path, "is a folder.")]:
        ended = send(server, "lobby", "--file", path)
        assert ended.returncode == 1 and ended.stdout == "" and code in ended.stderr


def test_an_outbox_keeps_files_until_there_is_a_server(serve, tmp_path):
    server = serve()
    server.keep_ports()
    server.kill()
    photo = tmp_path / "swift.jpg"
    photo.write_bytes(b"photo" * 1000)
    outbox = tmp_path / "outbox"
    ended = send(server, "lobby", "--file", photo, "--outbox", outbox, "--timeout", "1")
    assert ended.returncode == 1 and "is kept" in ended.stderr
    photo.unlink()
    server.start()
    # A text does not wait for a file.
    assert send(server, "lobby", "behind", "--outbox", outbox).stdout == "1\n"
    with V1(server) as v1:
        text, file = v1.history()
        assert (text["text"], file["text"]) == ("behind", "swift.jpg")
        assert server.get(f"/v1/files/{file['attachment']['id']}") == (200, "photo" * 1000)
