import ChatModel
import ChatWire

/// Whether a client that was woken to empty its outbox has finished.
public enum OutboxDrain: Hashable, Sendable {
    /// Messages wait to be sent, or rooms to be read.
    case going
    /// Everything was sent, and new messages were read.
    case done
    /// It cannot continue by itself.
    case stuck

    /// Judges a state of the client.
    public init(_ chat: ChatState) {
        if chat.connection.hasGivenUp || chat.failure != nil {
            self = .stuck
        } else if chat.connection.phase == .connected, chat.waiting == 0, chat.isCaughtUp {
            self = .done
        } else {
            self = .going
        }
    }

    /// Empties the outbox of an account that is not in use. Returns the last state when it is done,
    /// stuck or cancelled.
    public static func run(_ account: Account, open: ClientSession.Opening) async throws -> OutboxDrain {
        let session = try await open(account)
        // If the disk refuses, nothing can be sent; stored messages stay.
        try? await session.handle(.start)
        var last = OutboxDrain.going
        for await state in session.states {
            last = OutboxDrain(state)
            if last != .going { break }
        }
        await session.close()
        return last
    }
}

extension ChatState {
    /// Whether every joined room has been read up to its head.
    fileprivate var isCaughtUp: Bool {
        conversations.values.allSatisfy { conversation in
            switch conversation.membership {
            case .waiting, .joining: false
            case .joined: conversation.timeline.isLoaded
            case .leaving, .refused: true
            }
        }
    }
}
