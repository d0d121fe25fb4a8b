"""A proxy in front of a server that stops passing bytes on in the middle of an upload, for as long as a test wants."""

import socket
import threading


class SlowWay:
    def __init__(self, server):
        self.server = server
        self.most = None
        self.is_reached = threading.Event()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.sockets = set()
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.listener.getsockname()[1]}"

    def stop_after(self, most):
        """Passes only so many bytes of each new connection on to the server; all of them with `None`."""
        self.is_reached.clear()
        self.most = most

    def close(self):
        for each in [self.listener, *self.sockets]:
            self._shut(each)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    @staticmethod
    def _shut(each):
        try:
            each.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        each.close()

    def _accept(self):
        while True:
            try:
                client = self.listener.accept()[0]
            except OSError:
                return
            try:
                server = socket.create_connection(("127.0.0.1", self.server.port))
            except OSError:
                client.close()
                continue
            self.sockets |= {client, server}
            for arguments in [(client, server, self.most), (server, client, None)]:
                threading.Thread(target=self._carry, args=arguments, daemon=True).start()

    def _carry(self, source, target, most):
        carried = 0
        try:
            while data := source.recv(65536):
                carried += len(data)
                if most is not None and carried > most:
                    self.is_reached.set()
                    # Further bytes are dropped. The end of the connection is passed on.
                    while source.recv(65536):
                        pass
                    break
                target.sendall(data)
        except OSError:
            pass
        for each in (source, target):
            self._shut(each)
            self.sockets.discard(each)
