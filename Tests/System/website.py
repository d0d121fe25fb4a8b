"""A web site whose pages are linked to: it notes what it is asked for."""

import http.server
import threading


class WebSite:
    """Pages by path: `(status, headers, body)`, or a function that writes with the handler."""

    def __init__(self, address="127.0.0.1", port=0):
        self.pages = {}
        self.asked = []
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                site.asked.append(self.path)
                page = site.pages.get(self.path, (404, {}, b""))
                try:
                    if callable(page):
                        return page(self)
                    status, headers, body = page
                    self.send_response(status)
                    for name, value in headers.items():
                        self.send_header(name, value)
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
                except ConnectionError:
                    pass  # the server has seen enough

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer((address, port), Handler)
        self.server.daemon_threads = True
        self.address, self.port = self.server.server_address[:2]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def url(self, path="/"):
        return f"http://{self.address}:{self.port}{path}"

    def page(self, path, html, type="text/html; charset=utf-8"):
        self.pages[path] = (200, {"Content-Type": type}, html if isinstance(html, bytes) else html.encode())
        return self.url(path)

    def redirect(self, path, location):
        self.pages[path] = (302, {"Location": location}, b"")
        return self.url(path)

    def close(self):
        self.server.shutdown()
        self.server.server_close()
