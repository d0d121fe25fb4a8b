"""What an HTTP request is answered."""

import http.client
import json
from dataclasses import dataclass


@dataclass
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def code(self):
        """The number of the error that is its body."""
        return self.json["code"]
