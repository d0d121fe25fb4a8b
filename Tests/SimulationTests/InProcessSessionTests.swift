import ChatRooms
import ChatTesting
import ChatWire
import Testing

/// That the in-process server runs the session as the shipped server does.
struct InProcessSessionTests {
    private var server = InProcessServer(configuration: .init(rate: nil))

    private mutating func enter(_ name: String, token: String? = nil) -> (InProcessServer.ConnectionID, String) {
        let id = server.connect()
        server.receive(
            ClientFrame(ref: 1, request: .hello(.init(name: name, token: token, join: [.lobby]))), from: id)
        server.run()
        for case .frame(.welcome(_, let welcome)) in server.take(from: id) { return (id, welcome.token) }
        return (id, "")
    }

    @Test mutating func `a flood of refused requests is read with pauses, then cut`() {
        let (ann, _) = enter("ann")
        let flood = Limits.refusalBurst * 4
        for _ in 0..<flood {
            server.receive(ClientFrame(ref: 2, request: .markRead(room: .lobby, seq: 9)), from: ann)
            server.run()
        }
        let answered = server.take(from: ann).count
        #expect(answered > Limits.refusalBurst && answered < flood, "paused")
        var outputs: [InProcessServer.Output] = []
        for _ in 0..<100 where outputs.last != .close(.refusalFlood) {
            server.clock.advance(by: 1_100)
            server.tick()
            server.run()
            for _ in 0..<Limits.refusalBurst {
                server.receive(ClientFrame(ref: 2, request: .markRead(room: .lobby, seq: 9)), from: ann)
                server.run()
            }
            outputs = server.take(from: ann)
        }
        #expect(outputs.last == .close(.refusalFlood))
    }

    @Test mutating func `a read mark is told to a returning user, and one beyond the head is refused`() {
        let (ann, token) = enter("ann")
        server.receive(
            ClientFrame(ref: 2, request: .mutate(room: .lobby, number: 1, .message(text: "x"))), from: ann)
        server.run()
        for (ref, seq) in [(3, 1), (4, 2)] as [(UInt64, Seq)] {
            server.receive(ClientFrame(ref: ref, request: .markRead(room: .lobby, seq: seq)), from: ann)
        }
        server.run()
        let outputs = server.take(from: ann)
        #expect(outputs.contains(.frame(.ok(ref: 3))))
        #expect(
            outputs.contains {
                if case .frame(.error(ref: 4, let error)) = $0 { error.code == .noSuchMessage } else { false }
            })
        let again = server.connect()
        server.receive(
            ClientFrame(ref: 1, request: .hello(.init(name: "ann", token: token, join: [.lobby]))), from: again)
        server.run()
        let read = server.take(from: again).compactMap { output in
            if case .frame(.joined(_, let joined)) = output { joined.read } else { nil }
        }
        #expect(read == [1])
    }
}
