import ChatWire

extension WebSocketHandler {
    /// What a connection may do. Without a word everything is as `Limits` says.
    public struct Configuration: Sendable {
        public var role: WebSocketRole
        public var acceptsBinary = false
        /// Bytes of the largest message, received whole or in fragments. A larger one fails the connection with 1009.
        public var messageBytes = Limits.frameBytes
        /// Fragments of a message. More fail the connection with 1008.
        public var fragments = Limits.fragments
        /// Bytes that may wait for the reader. With more it is cut with 4008.
        public var outboxBytes = Limits.outboxBytes
        /// Whether bytes may go straight to the socket, past the channel. Only where the handler's channel is a plain socket: with
        /// TLS or anything else in between they would go out as they are.
        public var writesToSocket = false
        /// Whether a cipher stands between the handler and the socket. What is written between two flushes is then put together, so that
        /// it becomes few records.
        public var isSealed = false
        /// Milliseconds of silence before a ping, and for its answer.
        public var pingInterval = Limits.pingInterval
        public var pongDeadline = Limits.pongDeadline
        /// Milliseconds from a close frame to the end of the connection, whatever the peer does.
        public var closeDeadline = Limits.closeDeadline
        /// Milliseconds for a message, from its first frame to its last byte.
        public var messageDeadline = Limits.unfinishedDeadline

        public init(role: WebSocketRole = .server) { self.role = role }
    }
}
