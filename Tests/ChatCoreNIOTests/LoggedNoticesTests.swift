import ChatCore
import ChatCoreNIO
import Logging
import NIOConcurrencyHelpers
import Testing

@Suite(.timeLimit(.minutes(5))) struct LoggedNoticesTests {
    @Test func `the notices of a client go to a Logger of swift-log, as the SDK's page shows`() async throws {
        try await withServer { addresses in
            let lines = NoticeLines()
            let log = Logger(label: "chat") { _ in lines }
            let address = try #require(ServerAddress("http://127.0.0.1:\(addresses.port)"))
            let client = ChatClient(transport: NIOTransport(address), name: "ann") { notice in
                log.info("\(notice)")
            }
            try await client.join(.lobby)
            try await client.start()
            try await client.send("Hello", to: .lobby).waitUntilSent()
            await client.shutDown()
            let words = lines.lines.withLockedValue { $0.map { $0.prefix { $0 != "(" } } }
            for word in ["connecting", "connected", "accepted", "sent"] { #expect(words.contains { $0 == word }) }
        }
    }
}

/// Keeps what is logged.
private struct NoticeLines: LogHandler {
    let lines = NIOLockedValueBox<[String]>([])
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { lines.withLockedValue { $0.append("\(event.message)") } }
}
