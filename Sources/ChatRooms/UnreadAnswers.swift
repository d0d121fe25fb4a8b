import ChatWire

/// Decides whether a connection is read while answers to its requests wait for its reader.
///
/// A client that asks and does not read would otherwise make the server keep a page for each of its
/// requests, until its write buffer is full. What others say in its rooms does not count here: the
/// write buffer bounds that, and cuts a reader that is too slow for it.
///
/// A value: it knows no socket. The connection tells it each answer, and when its socket takes
/// bytes again.
package struct UnreadAnswers: Sendable {
    /// Bytes that may wait while the connection is read.
    private let most: Int
    /// Bytes of answers since the socket was last known to take what is written. It is asked only
    /// when they are too many.
    private var bytes = 0
    /// Since when they are too many, in nanoseconds.
    private var since: Int64?

    /// - Parameter most: bytes that may wait while the connection is read
    package init(most: Int = Limits.unreadAnswerBytes) { self.most = most }

    /// Whether so much may wait that nothing more should be read.
    package var areTooMany: Bool { since != nil }

    /// Counts an answer.
    ///
    /// - Parameters:
    ///   - count: its bytes
    ///   - now: nanoseconds of a clock that does not go back; read only when they become too many
    package mutating func add(_ count: Int, at now: @autoclosure () -> Int64) {
        let (sum, isHuge) = bytes.addingReportingOverflow(count)
        bytes = isHuge ? .max : sum
        if bytes > most, since == nil { since = now() }
    }

    /// The reader keeps up.
    package mutating func clear() { self = UnreadAnswers(most: most) }

    /// Whether the reader has had its time. Nothing else ends such a connection: it is not read, so
    /// its silence means nothing.
    ///
    /// - Parameter now: nanoseconds of a clock that does not go back
    package func areOverdue(at now: Int64) -> Bool {
        since.map { now - $0 >= Limits.unreadAnswerDeadline * 1_000_000 } ?? false
    }
}
