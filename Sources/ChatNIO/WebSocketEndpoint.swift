import ChatWire
import NIOCore

/// What a WebSocket is there for. All of it is called on the connection's event loop, and nothing of it may block.
public protocol WebSocketEndpoint: AnyObject {
    /// The handshake is done; from now on frames can be sent.
    func opened(_ socket: WebSocketHandler)
    /// A whole message, valid UTF-8.
    func received(text: ByteBuffer)
    /// A whole message; only where the configuration accepts binary.
    func received(binary: ByteBuffer)
    /// Exactly once, after which nothing more is received and what is sent goes nowhere. It is always called from a turn of the
    /// event loop of its own, never from within a call of the endpoint's.
    /// - Parameter code: this end's or the peer's, whichever came first; 1005 for a close frame without one; nil when the
    ///   connection ended without a close frame
    func closed(_ code: CloseCode?)
}
