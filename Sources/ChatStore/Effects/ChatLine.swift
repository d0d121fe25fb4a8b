import ChatModel
import ChatWire

/// A client of one account, as the store needs it: what to tell it, and what it tells.
public struct ChatLine: Sendable {
    /// How things stand, now and whenever they changed; who is slow gets the newest. Ends when the line is closed.
    public var states: AsyncStream<ChatState>
    /// Tells the client, in the order of the calls.
    public var tell: @Sendable (Input) async -> Void
    /// Disconnects, and lets go of the journal.
    public var close: @Sendable () async -> Void

    public init(
        states: AsyncStream<ChatState>, tell: @escaping @Sendable (Input) async -> Void,
        close: @escaping @Sendable () async -> Void
    ) {
        self.states = states
        self.tell = tell
        self.close = close
    }

    /// Makes the client of an account: reads its journal, and does not connect yet. Throws where the journal can't be read.
    public typealias Opening = @Sendable (Account) async throws -> ChatLine
}
