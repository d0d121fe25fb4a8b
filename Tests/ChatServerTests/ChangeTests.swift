import ChatRooms
import ChatWire
import Testing

@Suite struct ChangeTests {
    /// The answer to `ref`: the event's number, or the code of the refusal.
    private func answer(_ client: TestClient, _ ref: UInt64) async throws -> Int {
        try await client.next {
            switch $0 {
            case .sent(ref: ref, _, _, let seq, _, _): Int(clamping: seq.number)
            case .error(ref: ref, let error): -Int(error.code.rawValue)
            default: nil
            }
        }
    }

    @Test func `several on their way keep their order, and behind a refused one all are out of turn`() async throws {
        try await withServer { port in
            let client = try await TestClient(port: port)
            try await client.enter()
            let mutations: [Mutation] = [
                .message(text: "one"), .edit(of: 1, text: "two"), .delete(of: 9), .react(of: 1, emoji: "👍", on: true),
                .message(text: "five"),
            ]
            for (index, mutation) in mutations.enumerated() {
                let number = UInt64(index + 1)
                client.send(.mutate(room: .lobby, number: number, after: number - 1, mutation), ref: number)
            }
            var answers: [Int] = []
            for ref in 1...5 as ClosedRange<UInt64> { answers.append(try await answer(client, ref)) }
            #expect(answers == [1, 2, -150, -204, -204])
            client.send(.mutate(room: .lobby, number: 4, after: 2, mutations[3]), ref: 6)
            #expect(try await answer(client, 6) == 3)
        }
    }

    @Test func `everyone's folded events are what history says`() async throws {
        try await withServer { port in
            var clients: [TestClient] = []
            // Each says hello at once: a connection that waits for the others may be closed
            // meanwhile.
            for _ in 0..<4 {
                let client = try await TestClient(port: port)
                try await client.enter()
                clients.append(client)
            }
            clients[0].send(.mutate(room: .lobby, number: 1, .message(text: "helo")), ref: 1)
            _ = try await answer(clients[0], 1)
            clients[1].send(.mutate(room: .lobby, number: 1, .react(of: 1, emoji: "👍", on: true)), ref: 1)
            _ = try await answer(clients[1], 1)
            clients[0].send(.mutate(room: .lobby, number: 2, .edit(of: 1, text: "hello")), ref: 2)
            // Those who wait for no answers, and so pass over no events.
            for client in clients[2...] {
                var log: [Event] = []
                while log.count < 3 {
                    let event = try await client.next { if case .event(_, _, let event) = $0 { event } else { nil } }
                    for index in log.indices { log[index].fold(event) }
                    log.append(event)
                }
                client.send(.history(room: .lobby, anchor: .newest, limit: nil), ref: 9)
                let page = try await client.next { if case .page(_, _, _, _, let events) = $0 { events } else { nil } }
                #expect(page == log)
            }
        }
    }

    @Test func `a read mark is told to the others and found again in joined`() async throws {
        let store = MemoryStore()
        try await withServer(store) { port in
            let reader = try await TestClient(port: port)
            reader.send(.hello(.init(name: "ann", join: [.lobby])))
            let token = try await reader.next { if case .welcome(_, let welcome) = $0 { welcome.token } else { nil } }
            let other = try await TestClient(port: port)
            try await other.enter()
            other.send(.mutate(room: .lobby, number: 1, .message(text: "hello")), ref: 1)
            _ = try await answer(other, 1)
            reader.send(.markRead(room: .lobby, seq: 1), ref: 2)
            try await reader.next { if case .ok(ref: 2) = $0 { () } else { nil } }
            let told = try await other.next {
                if case .readMark(_, let author, let point) = $0 { (author.name, point.seq) } else { nil }
            }
            #expect(told == ("ann", 1))
            let again = try await TestClient(port: port)
            again.send(.hello(.init(name: "ann", token: token, join: [.lobby])))
            let read = try await again.next { if case .joined(_, let joined) = $0 { joined.read } else { nil } }
            #expect(read == 1)
        }
    }
}
