import NIOCore
import NIOHTTP1
import Testing

@testable import ChatNIO

struct HandshakeTests {
    private func head(_ change: (inout HTTPRequestHead) -> Void = { _ in }) -> HTTPRequestHead {
        var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/v1")
        head.headers = [
            "Host": "a.example", "Upgrade": "WebSocket", "Connection": "keep-alive, Upgrade",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        ]
        change(&head)
        return head
    }

    @Test func `a proper handshake is not refused`() {
        #expect(WebSocketHandshake.refusal(of: head()) == nil)
        #expect(WebSocketHandshake.refusal(of: head { $0.headers.add(name: "Content-Length", value: "0") }) == nil)
    }

    @Test(arguments: ["8", "99", "", "013", "13, 8"])
    func `another version is refused with 426`(version: String) {
        let wrong = head { $0.headers.replaceOrAdd(name: "Sec-WebSocket-Version", value: version) }
        #expect(WebSocketHandshake.refusal(of: wrong) == .upgradeRequired)
    }

    @Test(arguments: ["h2c", "websocket2", ""])
    func `what does not ask for a WebSocket is refused with 426`(upgrade: String) {
        #expect(
            WebSocketHandshake.refusal(of: head { $0.headers.replaceOrAdd(name: "Upgrade", value: upgrade) })
                == .upgradeRequired)
        #expect(WebSocketHandshake.refusal(of: head { $0.headers.remove(name: "Upgrade") }) == .upgradeRequired)
    }

    @Test(arguments: [
        "", "short==", "dGhlIHNhbXBsZSBub25jZQ=", "dGhlIHNhbXBsZSBub25jZQ===", "dGhlIHNhbXBsZSBub25jZSE=",
        "dGhlIHNhbXBsZSBub25j!!==",
        "dGhlIHNhbXBsZSBub25jäQ==",
    ])
    func `a key that is not 16 bytes in Base64 is refused`(key: String) {
        #expect(
            WebSocketHandshake.refusal(of: head { $0.headers.replaceOrAdd(name: "Sec-WebSocket-Key", value: key) })
                == .badRequest)
    }

    @Test(arguments: ["Host", "Connection", "Sec-WebSocket-Version", "Sec-WebSocket-Key"])
    func `a missing header is refused`(name: String) {
        #expect(WebSocketHandshake.refusal(of: head { $0.headers.remove(name: name) }) == .badRequest)
    }

    @Test(arguments: [
        ("Host", "b.example"), ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="), ("Sec-WebSocket-Version", "13"),
        ("Content-Length", "5"),
        ("Transfer-Encoding", "chunked"),
    ])
    func `a header twice, or a body, is refused`(name: String, value: String) {
        #expect(WebSocketHandshake.refusal(of: head { $0.headers.add(name: name, value: value) }) == .badRequest)
    }

    @Test func `another method or version of HTTP is refused`() {
        #expect(WebSocketHandshake.refusal(of: head { $0.method = .POST }) == .badRequest)
        #expect(WebSocketHandshake.refusal(of: head { $0.version = .http1_0 }) == .badRequest)
    }

    @Test func `frames in the packet of the handshake are answered once and in order`() async throws {
        try await Loopback.withServer { port in
            try await Loopback.withRawClient(port: port) { incoming, outbound in
                let early = Frames.text("one") + Frames.text("two") + Frames.text("thr").dropLast(2)
                try await outbound.write(ByteBuffer(bytes: Loopback.handshake() + early))
                let head = try await incoming.head()
                #expect(head.hasPrefix("http/1.1 101 "))
                #expect(head.contains("sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo="))
                #expect(try await incoming.next(10) == Frames.text("one", key: nil) + Frames.text("two", key: nil))
                try await outbound.write(ByteBuffer(bytes: Frames.text("thr").suffix(2) + Frames.close(1000)))
                // All that comes, up to the end of the connection.
                #expect(try await incoming.next(100) == Frames.text("thr", key: nil) + Frames.close(1000, key: nil))
            }
        }
    }

    @Test(arguments: [
        (4, "Sec-WebSocket-Version: 8", "426"), (5, "Sec-WebSocket-Key: c2hvcnQ=", "400"), (5, "X: y", "400"),
        (0, "GET /refused HTTP/1.1", "403"),
        (0, "POST / HTTP/1.1", "400"), (3, "Connection: Upgrade\r\nOrigin: https://evil.example", "403"),
        (2, "X: y", "426"),
    ])
    func `what is refused stays HTTP`(line: Int, text: String, status: String) async throws {
        try await Loopback.withServer { port in
            try await Loopback.withRawClient(port: port) { incoming, outbound in
                try await outbound.write(ByteBuffer(bytes: Loopback.handshake { $0[line] = text }))
                #expect(try await incoming.head().hasPrefix("http/1.1 \(status) "))
            }
        }
    }
}
