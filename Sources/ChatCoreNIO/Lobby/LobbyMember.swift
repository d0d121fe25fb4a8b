import ChatCore
import ChatWire
import Foundation
import NIOConcurrencyHelpers

/// Performs what a ``LobbySession`` decides, between a client and a connection. On the connection's
/// event loop only.
final class LobbyMember {
    /// Something to send to the server.
    enum Words {
        case introduce(Author)
        case say(Author, text: String)
    }

    private var session: LobbySession
    private let log: NIOLockedValueBox<LobbyLog>
    private let sink: TransportSink

    init(_ dialect: LobbySession.Dialect, log: NIOLockedValueBox<LobbyLog>, sink: TransportSink) {
        session = LobbySession(dialect)
        self.log = log
        self.sink = sink
    }

    /// Handles an input.
    ///
    /// - Returns: What to send to the server; `nil` if the client is too slow, and the connection
    ///   must be closed.
    func handle(_ input: LobbySession.Input) -> [Words]? {
        let now = Int64(Date().timeIntervalSince1970 * 1_000)
        var words: [Words] = []
        for output in log.withLockedValue({ session.handle(input, &$0, now: now) }) {
            switch output {
            case .frame(let frame): guard sink.receive(frame) else { return nil }
            case .introduce(let author): words.append(.introduce(author))
            case .say(let author, let text): words.append(.say(author, text: text))
            }
        }
        return words
    }

    func closed(_ code: CloseCode?) { sink.close(code) }
}

extension LobbyLog {
    /// An empty log.
    static func new() -> NIOLockedValueBox<LobbyLog> {
        var random = SystemRandomNumberGenerator()
        return NIOLockedValueBox(LobbyLog(epoch: .random(using: &random)))
    }
}
