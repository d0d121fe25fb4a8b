import ChatWire

/// What one user, or everyone at one address, may still send: messages, and the bytes of their
/// texts.
public struct SendBudget: Sendable {
    private var messages: TokenBucket
    private var bytes: TokenBucket

    /// Creates a budget of which nothing is used.
    ///
    /// - Parameters:
    ///   - messages: messages that may be sent
    ///   - bytes: bytes of their texts
    public init(messages: TokenBucket.Rate, bytes: TokenBucket.Rate) {
        self.messages = TokenBucket(messages)
        self.bytes = TokenBucket(bytes)
    }

    /// A user's.
    public init(ofUser messages: TokenBucket.Rate) {
        self.init(
            messages: messages,
            bytes: TokenBucket.Rate(perSecond: Limits.messageBytesPerSecond, burst: Limits.messageBytesBurst))
    }

    /// Milliseconds after which a message may pass; `nil` when it may now.
    ///
    /// - Parameter now: nanoseconds of a clock that does not go back.
    public func wait(at now: Int64) -> UInt64? {
        [messages.wait(at: now), bytes.wait(at: now)].compactMap(\.self).max()
    }

    /// Takes a message with a text of so many bytes.
    public mutating func spend(bytes count: Int, at now: Int64) {
        messages.spend(1, at: now)
        bytes.spend(count, at: now)
    }

    /// Takes a message with a text of so many bytes from this budget and from another one, or from
    /// neither.
    ///
    /// - Parameters:
    ///   - now: nanoseconds of a clock that does not go back
    ///   - other: why the other budget refuses it; asked last
    package mutating func refusal(
        ofMessage bytes: Int, at now: Int64, other: () -> WireError? = { nil }
    ) -> WireError? {
        if let wait = wait(at: now) {
            return WireError(
                .rateLimited,
                "Too many messages; this one was not sent. Try again in \(WaitingTime(milliseconds: wait).text).",
                retry: wait)
        }
        if let refusal = other() { return refusal }
        spend(bytes: bytes, at: now)
        return nil
    }

    /// Whether less than half of the messages or of the bytes are left.
    package func isLow(at now: Int64) -> Bool { messages.isLow(at: now) || bytes.isLow(at: now) }

    /// Takes what was spent on another server.
    package mutating func take(_ spending: Spending, at now: Int64) {
        messages.owe(spending.count, at: now)
        bytes.owe(spending.bytes, at: now)
    }

    /// When nothing will be missing any more, in nanoseconds of the same clock.
    package var fullAt: Int64 { max(messages.fullAt, bytes.fullAt) }

    /// Whether nothing is missing: then it is as good as a new one.
    ///
    /// - Parameter now: nanoseconds of a clock that does not go back
    public func isFull(at now: Int64) -> Bool { messages.isFull(at: now) && bytes.isFull(at: now) }
}
