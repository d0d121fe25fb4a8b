/// The writing end of a connection's ``TransportConnection/events``. It may be used from any
/// thread.
///
/// At most ``ChatWire/Limits/framesWaiting`` events wait. One more ends the stream, which the
/// client treats as a lost connection: it reconnects and resumes, and nothing is lost. So memory is
/// bounded, whatever a server sends.
public struct TransportSink: Sendable {
    private let continuation: AsyncStream<TransportEvent>.Continuation

    /// Makes a stream and its sink.
    public static func make() -> (events: AsyncStream<TransportEvent>, sink: TransportSink) {
        let (events, continuation) = AsyncStream.makeStream(
            of: TransportEvent.self, bufferingPolicy: .bufferingOldest(Limits.framesWaiting))
        return (events, TransportSink(continuation: continuation))
    }

    /// Adds an event.
    ///
    /// - Returns: Whether it was added. If not, the stream has ended: close the connection with
    ///   ``ChatWire/CloseCode/tooSlow``.
    @discardableResult
    public func receive(_ frame: ServerFrame) -> Bool { yield(.received(frame)) }

    /// Reads a text message as a frame. Returns the same as ``receive(_:)``.
    @discardableResult
    public func receive(json: UnsafeBufferPointer<UInt8>) -> Bool {
        do throws(FrameError) {
            return yield(.received(try ServerFrame(json: json)))
        } catch {
            return yield(.unreadable(error.error))
        }
    }

    /// Ends the stream.
    public func close(_ code: CloseCode?) {
        continuation.yield(.closed(code))
        continuation.finish()
    }

    private func yield(_ event: TransportEvent) -> Bool {
        switch continuation.yield(event) {
        case .enqueued: return true
        case .dropped, .terminated:
            continuation.finish()
            return false
        @unknown default: return false
        }
    }
}
