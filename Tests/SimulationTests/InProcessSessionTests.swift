import ChatRooms
import ChatTesting
import ChatWire
import Testing

/// The in-process server runs the session as the shipped server does.
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
            server.clock.advance(by: .milliseconds(1_100))
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

    @Test mutating func `a user who connects again has no new budget of messages`() {
        server = InProcessServer(configuration: .init(rate: TokenBucket.Rate(perSecond: 1, burst: 2)))
        var (ann, token) = enter("ann")
        var sent: UInt64 = 0
        func send(_ server: inout InProcessServer) -> WireError.Code? {
            sent += 1
            server.receive(
                ClientFrame(ref: 2, request: .mutate(room: .lobby, number: sent, .message(text: "x"))), from: ann)
            server.run()
            for case .frame(.error(2, let error)) in server.take(from: ann) { return error.code }
            return nil
        }
        #expect([send(&server), send(&server), send(&server)] == [nil, nil, .rateLimited])
        server.disconnect(ann)
        server.tick()
        (ann, token) = enter("ann", token: token)
        #expect(send(&server) == .rateLimited)
        server.clock.advance(by: .seconds(1))
        server.tick()
        #expect(send(&server) == nil)
    }

    @Test func `an event of a room that was made again has the epoch of that room`() {
        var random = SeededGenerator(seed: 3)
        let store = RemadeRooms(remade: .random(using: &random))
        var server = InProcessServer(store: store)
        let ann = server.connect()
        server.receive(ClientFrame(ref: 1, request: .hello(.init(name: "ann", join: [.lobby]))), from: ann)
        server.run()
        server.receive(
            ClientFrame(ref: 2, request: .mutate(room: .lobby, number: 1, .message(text: "x"))), from: ann)
        server.run()
        let epochs = server.take(from: ann).compactMap { output -> Epoch? in
            switch output {
            case .frame(.joined(_, let joined)): joined.epoch
            case .frame(.event(_, let epoch, _)): epoch
            default: nil
            }
        }
        #expect(epochs == [store.remade, store.remade])
    }
}

/// A store whose rooms were removed and made again: their epoch is not the store's.
private struct RemadeRooms: ForwardingStore {
    let base = MemoryStore()
    let remade: Epoch

    func epoch(of room: RoomName) throws(StoreError) -> Epoch { remade }

    func append(_ batch: Batch) throws(StoreError) -> Appended {
        var appended = try base.append(batch)
        for newEvent in batch.newEvents { appended.epochs[newEvent.room] = remade }
        return appended
    }
}
