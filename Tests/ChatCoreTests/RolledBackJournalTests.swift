import ChatTesting
import Foundation
import Testing

@testable import ChatCore

/// A copy of the journal takes its place again: the device gives numbers that it gave before.
@Suite(.timeLimit(.minutes(5))) struct RolledBackJournalTests {
    private let server = LoopbackServer()
    private let files = FileManager.default
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rolledback-\(UUID())")
    private var journal: URL { folder.appendingPathComponent("journal") }
    private var copy: URL { folder.appendingPathComponent("copy") }

    private func client(_ messages: [String]) async throws {
        let ann = ChatClient(transport: server.transport, storage: FileStorage(path: journal.path), name: "ann")
        // All wait before the first leaves.
        var sendings: [Sending] = []
        for message in messages { sendings.append(try await ann.send(message, to: .lobby)) }
        try await ann.start()
        for sending in sendings {
            guard case .sent = try await sending.settled() else {
                Issue.record("Not sent: \(sending.ticket)")
                continue
            }
        }
        #expect(try await ann.chat().outbox.items.allSatisfy { if case .failed = $0.state { false } else { true } })
        await ann.shutDown()
    }

    private func rollBack() throws {
        try files.removeItem(at: journal)
        try files.copyItem(at: copy, to: journal)
    }

    private func texts() async -> [String] {
        await server.log(of: .lobby).compactMap {
            if case .message(let message) = $0.content { message.text } else { nil }
        }
    }

    @Test func `what is new goes under a new number, once, in order, and without a word`() async throws {
        defer { try? files.removeItem(at: folder) }
        let first = (0..<5).map { "first \($0)" }
        let second = (0..<50).map { "second \($0)" }
        let third = (0..<20).map { "third \($0)" }
        try await client(first)
        try files.copyItem(at: journal, to: copy)
        try await client(second)
        try rollBack()
        // Fewer than the numbers that were used, and then again from the same beginning.
        try await client(third)
        #expect(await texts() == first + second + third)
        try rollBack()
        try await client(["fourth"])
        #expect(await texts() == first + second + third + ["fourth"])
    }

    @Test func `what waited in the copy and was sent since is not sent twice`() async throws {
        defer { try? files.removeItem(at: folder) }
        try await client(["one"])
        let ann = ChatClient(transport: server.transport, storage: FileStorage(path: journal.path), name: "ann")
        try await ann.send("two", to: .lobby)
        await ann.shutDown()
        try files.copyItem(at: journal, to: copy)
        try await client(["three"])
        try rollBack()
        try await client(["four"])
        #expect(await texts() == ["one", "two", "three", "four"])
    }
}
