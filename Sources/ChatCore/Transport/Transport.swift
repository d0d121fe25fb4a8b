@_exported import ChatModel
@_exported import ChatWire

/// A connection to a server. To use a network of your own, implement this protocol and
/// ``TransportConnection``.
///
/// A transport carries frames as values. So it can translate to another protocol, or pass values
/// within the process without encoding. It neither reconnects nor retries; ``ChatModel/Chat``
/// decides about that.
public protocol Transport: Sendable {
    /// Opens a connection. The client calls it for every attempt, never twice at once.
    ///
    /// It throws if no connection can be made, for whatever reason; the client then waits and tries
    /// again. When its task is cancelled, it must return soon.
    func connect() async throws -> any TransportConnection

    /// The file transport to the same server; by default none.
    var files: (any FileTransport)? { get }

    /// The transport for requests about accounts to the same server; by default none.
    var requests: (any RequestTransport)? { get }
}

extension Transport {
    /// No files.
    public var files: (any FileTransport)? { nil }
    /// No requests.
    public var requests: (any RequestTransport)? { nil }
}

/// An open connection.
public protocol TransportConnection: Sendable {
    /// Received events in order, iterated once. ``TransportSink/make()`` makes a bounded stream.
    ///
    /// The stream ends with the connection: after ``TransportEvent/closed(_:)``, or without it if
    /// the connection broke.
    var events: AsyncStream<TransportEvent> { get }

    /// Sends a frame, in the order of the calls. It may return before the frame has arrived.
    ///
    /// It throws if the connection is gone. That is only a hint, because ``events`` ends as well.
    func send(_ frame: ClientFrame) async throws

    /// Closes the connection. ``events`` must end soon, whether or not the server answers.
    func close(_ code: CloseCode) async
}

/// What a connection receives.
public enum TransportEvent: Hashable, Sendable {
    /// Received a frame.
    case received(ServerFrame)
    /// Received bytes that are not a frame this build can read.
    case unreadable(WireError)
    /// The last event. `nil`: the connection ended without a close code.
    case closed(CloseCode?)
}
