import ChatModel
import ChatWire

/// Whether a client that was woken to empty its outbox is done.
public enum OutboxDrain: Hashable, Sendable {
    case going
    /// All was sent, and what is new was read.
    case done
    /// It will not get any further by itself.
    case stuck

    public init(_ chat: ChatState) {
        if chat.connection.hasGivenUp || chat.failure != nil {
            self = .stuck
        } else if chat.connection.phase == .connected, chat.waiting == 0, chat.isCaughtUp {
            self = .done
        } else {
            self = .going
        }
    }

    /// Empties the outbox of an account that is not in use. Ends when it is done, or stuck, or cancelled, with the last it knew.
    public static func run(_ account: Account, open: ClientSession.Opening) async throws -> OutboxDrain {
        let session = try await open(account)
        // Where nothing can be kept any more nothing can be sent; what is on disk stays there.
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
    /// Whether every room that is joined, or is about to be, has been read up to its head.
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
