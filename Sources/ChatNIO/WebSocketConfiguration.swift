import ChatWire

extension WebSocketHandler {
    /// The limits of a connection. Defaults come from `Limits`.
    public struct Configuration: Sendable {
        /// This side of the connection.
        public var role: WebSocketRole
        /// Whether binary messages are delivered. If not, they fail the connection with 1003.
        public var acceptsBinary = false
        /// The maximum size of a message in bytes, whole or in fragments. A larger one fails the
        /// connection with 1009.
        public var messageBytes = Limits.frameBytes
        /// The maximum of fragments of a message. More fail the connection with 1008.
        public var fragments = Limits.fragments
        /// The maximum of bytes that may wait for the reader. With more, the connection is cut with
        /// 4008.
        public var writeBufferBytes = Limits.writeBufferBytes
        /// Whether bytes may be written directly to the socket, bypassing the channel. Set it only
        /// if the channel is a plain socket: with TLS or other handlers in between, bytes would be
        /// sent unencrypted.
        public var writesToSocket = false
        /// Whether a cipher stands between the handler and the socket. Then everything written
        /// between two flushes is combined, so that it becomes few records.
        public var isSealed = false
        /// Milliseconds of silence before a ping.
        public var pingInterval = Limits.pingInterval
        /// Milliseconds to wait for the answer to a ping.
        public var pongDeadline = Limits.pongDeadline
        /// Milliseconds from a close frame to the end of the connection, whatever the peer does.
        public var closeDeadline = Limits.closeDeadline
        /// Milliseconds for a message, from its first frame to its last byte.
        public var messageDeadline = Limits.unfinishedDeadline

        /// Creates the default configuration of a side.
        public init(role: WebSocketRole = .server) { self.role = role }
    }
}
