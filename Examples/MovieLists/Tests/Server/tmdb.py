#!/usr/bin/env python3
"""A small server that answers as TMDB's API does (version 3), and wrongly where it is asked to.

Prints its port, and ends when its standard input does. The API is at /3, pictures at /t/p. What is wrong comes first in the path:
/slow/3 never answers, /500/3 fails, and so on: see `wrong`. /asked tells how often each path was asked for.
"""

import json
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

KEY = "0123456789abcdef0123456789abcdef"
TOKEN = "eyJhbGciOi.eyJhdWQiOi.c2lnbmF0dXJl"
PER_PAGE = 20
GENRES = [{"id": 18, "name": "Drama"}, {"id": 878, "name": "Science Fiction"}]


def movie(number):
    """Movie `number` of 45, from 1: as a page has it. Some lack what some of TMDB's lack."""
    return {
        "adult": False,
        "backdrop_path": None,
        "genre_ids": [18, 878],
        "id": 100 + number,
        "original_language": "en",
        "original_title": f"Movie {number}",
        "overview": "" if number % 7 == 0 else f"What happens in movie {number}, and why.",
        "popularity": 100.5 - number,
        "poster_path": None if number % 5 == 0 else f"/poster{number}.jpg",
        "release_date": "" if number % 6 == 0 else f"{1980 + number % 40}-07-{number % 28 + 1:02}",
        "title": f"Movie {number}",
        "video": False,
        "vote_average": 8 if number % 3 == 0 else number % 10 + 0.25,
        "vote_count": number * 100,
    }


MOVIES = [movie(number) for number in range(1, 46)]
MOVIES[10]["title"] = "Amélie + Zoë"


def detail(found):
    rest = {key: value for key, value in found.items() if key != "genre_ids"}
    return rest | {"genres": GENRES, "runtime": 100 + found["id"] % 60, "tagline": "It happens", "status": "Released", "budget": 0}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    asked = {}
    lock = threading.Lock()

    def do_GET(self):
        address = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(address.query).items()}
        with self.lock:
            self.asked[address.path] = self.asked.get(address.path, 0) + 1
        parts = address.path.strip("/").split("/")
        if parts == ["asked"]:
            return self.answer(200, dict(self.asked))
        if parts[0] not in ("3", "t") and self.wrong(parts.pop(0)):
            return None
        if parts[:2] == ["t", "p"]:
            return self.picture(parts[-1])
        if query.get("api_key") != KEY and self.headers.get("Authorization") != f"Bearer {TOKEN}":
            return self.failure(401, 7, "Invalid API key: You must be granted a valid key.")
        return self.api(parts[1:], query)

    def api(self, path, query):
        if path == ["search", "movie"]:
            wanted = query.get("query", "").lower()
            return self.page([m for m in MOVIES if wanted in m["title"].lower()], query)
        if path == ["movie", "popular"]:
            return self.page(MOVIES, query)
        if path == ["discover", "movie"]:
            return self.page(self.discovered(query), query)
        if len(path) == 2 and path[0] == "movie":
            for found in MOVIES:
                if str(found["id"]) == path[1]:
                    return self.answer(200, detail(found))
        return self.failure(404, 34, "The resource you requested could not be found.")

    def discovered(self, query):
        movies = [m for m in MOVIES if m["release_date"].startswith(query.get("primary_release_year", ""))]
        key = {"vote_average.desc": "vote_average", "primary_release_date.desc": "release_date"}
        return sorted(movies, key=lambda m: m[key.get(query.get("sort_by"), "popularity")], reverse=True)

    def page(self, movies, query):
        number = int(query.get("page", "1"))
        if not 1 <= number <= 500:
            return self.failure(400, 22, "Invalid page: Pages start at 1 and max at 500. They are expected to be an integer.")
        # A page begins with the last movie of the one before: they change places between two
        # questions.
        start = max(0, (number - 1) * PER_PAGE - (number > 1))
        return self.answer(200, {
            "page": number,
            "results": movies[start:number * PER_PAGE],
            "total_pages": -(-len(movies) // PER_PAGE),
            "total_results": len(movies),
        })

    def picture(self, name):
        if not name.startswith("poster"):
            return self.failure(404, 34, "The resource you requested could not be found.")
        return self.send(200, "image/jpeg", b"\xff\xd8\xff" + name.encode() * 100)

    def wrong(self, how):
        """Answers wrongly; false if that is not known."""
        if how == "slow":
            time.sleep(600)
        elif how == "drip":
            self.start(200, "application/json", 1000)
            for _ in range(600):
                self.wfile.write(b" ")
                self.wfile.flush()
                time.sleep(0.1)
        elif how == "cut":
            self.start(200, "application/json", 1000)
            self.wfile.write(b'{"page":1,"resu')
            self.close_connection = True
        elif how == "huge":
            self.send(200, "application/json", b" " * (9 << 20))
        elif how == "notjson":
            self.send(200, "application/json", b'{"page":1,"results":[{"id":')
        elif how == "html":
            self.send(200, "text/html", b"<h1>Welcome to the hotel's network</h1>")
        elif how == "types":
            self.answer(200, {"page": 1, "results": [{"id": "101", "title": 5}], "total_pages": 1, "total_results": 1})
        elif how == "lacking":
            self.answer(200, {"page": 1, "results": [{"id": 101}], "total_pages": 1, "total_results": 1})
        elif how == "otherpage":
            self.answer(200, {"page": 7, "results": [], "total_pages": 9, "total_results": 0})
        elif how == "500":
            self.failure(500, 11, "Internal error: Something went wrong, contact TMDB.")
        elif how == "502":
            self.send(502, "text/html", b"<h1>Bad Gateway</h1>")
        elif how == "429":
            self.failure(429, 25, "Your request count (51) is over the allowed limit of (50).")
        elif how == "redirect":
            self.send_response(302)
            self.send_header("Location", "/3" + self.path[len("/redirect/3"):])
            self.send_header("Content-Length", "0")
            self.end_headers()
        else:
            return False
        return True

    def failure(self, status, code, message):
        self.answer(status, {"success": False, "status_code": code, "status_message": message})

    def answer(self, status, value):
        self.send(status, "application/json;charset=utf-8", json.dumps(value).encode())

    def send(self, status, kind, body):
        self.start(status, kind, len(body))
        self.wfile.write(body)

    def start(self, status, kind, length):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(length))
        self.end_headers()

    def log_message(self, *arguments):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        """A client that goes away is what some tests are about."""


server = Server(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
sys.stdin.read()
