import ChatWire
import NIOCore

/// The user of a WebSocket. All methods are called on the connection's event loop, and must not
/// block.
public protocol WebSocketEndpoint: AnyObject {
    /// The handshake is done; frames can be sent now.
    func opened(_ socket: WebSocketHandler)
    /// A complete message, valid UTF-8.
    func received(text: ByteBuffer)
    /// A complete message; only if the configuration accepts binary messages.
    func received(binary: ByteBuffer)
    /// The connection is closed: nothing more is received, and what is sent is dropped. Called
    /// exactly once, in a turn of the event loop of its own, never from within a call of the
    /// endpoint.
    ///
    /// - Parameter code: The close code of this side or of the peer, whichever came first. 1005: a
    ///   close frame without a code. `nil`: the connection ended without a close frame.
    func closed(_ code: CloseCode?)
    /// The socket takes bytes again, after ``WebSocketHandler/isBackedUp`` was true.
    func caughtUp()
}

extension WebSocketEndpoint {
    /// Does nothing.
    public func caughtUp() {}
}
