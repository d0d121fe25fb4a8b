import ChatModel
import ChatWire

/// Whether a client that was woken to empty its outbox has finished.
public enum OutboxDrain: Hashable, Sendable {
    /// Messages, changes or reports wait to be sent, or rooms to be read.
    case going
    /// Everything was sent, and new messages were read.
    case done
    /// It cannot continue by itself.
    case stuck

    /// Judges a state of the client.
    public init(_ chat: ChatState) {
        if chat.connection.hasGivenUp || chat.failure != nil {
            self = .stuck
        } else if chat.connection.phase == .connected, chat.isIdle, chat.isCaughtUp {
            self = .done
        } else {
            self = .going
        }
    }

    /// Empties a client's outbox and reads its new messages, on a new connection. The one that the
    /// client had when the system suspended the process may be dead, and looks connected.
    static func run(_ session: ClientSession) async -> OutboxDrain {
        var last = OutboxDrain.going
        do {
            let changes = try await session.client.changes()
            // If the disk refuses, nothing can be sent; stored messages stay.
            try? await session.handle(.stop)
            try? await session.handle(.start)
            for await _ in changes {
                last = OutboxDrain(ChatState(try await session.client.chat()))
                if last != .going { break }
            }
        } catch {
            // The client was closed meanwhile.
            return .stuck
        }
        return last
    }
}

extension ChatState {
    /// Whether every joined room has been read up to its head.
    fileprivate var isCaughtUp: Bool {
        conversations.values.allSatisfy { conversation in
            switch conversation.membership {
            // A room that was left is kept for what has failed there.
            case .waiting: !conversation.isWanted
            case .joining: false
            // A window that the user has moved away from the end stays there.
            case .joined: conversation.timeline.reachedEnd || conversation.timeline.isDetached
            case .leaving, .refused: true
            }
        }
    }
}
