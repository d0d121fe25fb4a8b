import ChatRooms
import ChatWire
import Testing

@Suite struct DeliveryTests {
    @Test func `a client that joins in the middle gets every event after its head, in order`() async throws {
        try await withServer { port in
            let total: UInt64 = 3_000
            let speaker = try await TestClient(port: port)
            try await speaker.enter()
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for _ in 0..<40 {
                    tasks.addTask {
                        let client = try await TestClient(port: port)
                        var due = try await client.enter() + 1
                        while due <= Seq(total) {
                            let seq = try await client.next {
                                if case .event(_, _, let event) = $0 { event.seq } else { nil }
                            }
                            #expect(seq == due)
                            due = seq + 1
                        }
                        client.close()
                    }
                }
                for number in 1...total {
                    speaker.send(.mutate(room: .lobby, number: number, .message(text: "\(number)")), ref: number)
                    if number % 100 == 0 { try await speaker.acknowledged(number) }
                }
                try await tasks.waitForAll()
            }
        }
    }

    @Test func `a client that sends faster than it is answered gets every answer in the end`() async throws {
        try await withServer { port in
            let client = try await TestClient(port: port)
            try await client.enter()
            // Twice as many at once as are read unanswered, and no more answers than may wait for
            // one who is still writing.
            let atOnce = UInt64(Limits.sendsInFlight * 2)
            for first in stride(from: 1, to: atOnce * 10, by: UInt64.Stride(atOnce)) {
                for number in first..<first + atOnce {
                    client.send(.mutate(room: .lobby, number: number, .message(text: "x")), ref: number)
                }
                for number in first..<first + atOnce { try await client.acknowledged(number) }
            }
        }
    }

    @Test func `a client that says hello again with its token is the same user`() async throws {
        try await withServer { port in
            let welcome: @Sendable (ServerFrame) -> ServerFrame.Welcome? = {
                if case .welcome(_, let welcome) = $0 { welcome } else { nil }
            }
            let first = try await TestClient(port: port)
            first.send(.hello(.init(name: "ann")))
            let before = try await first.next(welcome)
            let second = try await TestClient(port: port)
            second.send(.hello(.init(name: "ann", token: before.token)))
            let after = try await second.next(welcome)
            #expect(after.user == before.user)
            #expect(after.name == "ann")
        }
    }
}

extension TestClient {
    func acknowledged(_ number: UInt64) async throws {
        try await next { if case .sent(ref: number, _, number, _, _, _) = $0 { () } else { nil } }
    }
}
