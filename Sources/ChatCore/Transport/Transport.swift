@_exported import ChatModel
@_exported import ChatWire

/// A way to a server. Whoever has a network of their own implements this and ``TransportConnection``, and nothing else.
///
/// A transport carries frames as values, so that one that speaks another protocol can translate, and one within the process
/// needs no bytes at all. It neither connects again nor repeats anything: that is decided by ``ChatModel/Chat``.
public protocol Transport: Sendable {
    /// Opens a connection; called again for every attempt, never twice at once.
    ///
    /// Throws when none comes about, for whatever reason; the client then waits and tries again. A cancelled task must make it
    /// return soon.
    func connect() async throws -> any TransportConnection

    /// The way for files to the same server; `nil`, where nothing else is said, for none.
    var files: (any FileTransport)? { get }
}

extension Transport {
    public var files: (any FileTransport)? { nil }
}

/// A connection that is open.
public protocol TransportConnection: Sendable {
    /// What arrives, in order; iterated once. ``TransportSink/make()`` makes one that is bounded.
    ///
    /// It ends with the connection: after ``TransportEvent/closed(_:)``, or without it where nobody said goodbye.
    var events: AsyncStream<TransportEvent> { get }

    /// Hands a frame over, in the order of the calls. It need not have arrived when this returns.
    ///
    /// Throws when the connection is gone; that is no more than a hint, since ``events`` ends as well.
    func send(_ frame: ClientFrame) async throws

    /// Says goodbye and ends; ``events`` must end soon, whether or not the other side answers.
    func close(_ code: CloseCode) async
}

public enum TransportEvent: Hashable, Sendable {
    case received(ServerFrame)
    /// What arrived is not a frame this build can read.
    case unreadable(WireError)
    /// The last one. `nil` where the connection ended without a close code.
    case closed(CloseCode?)
}
