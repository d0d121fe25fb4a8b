/// The writing end of a connection's ``TransportConnection/events``; may be used from any thread.
///
/// At most ``ChatWire/Limits/framesWaiting`` events wait. One more ends the stream, which the client takes for a lost connection: it
/// connects again and resumes, and nothing is lost. Memory is bounded by that, whatever a server sends.
public struct TransportSink: Sendable {
    private let continuation: AsyncStream<TransportEvent>.Continuation

    /// A stream, and its sink.
    public static func make() -> (events: AsyncStream<TransportEvent>, sink: TransportSink) {
        let (events, continuation) = AsyncStream.makeStream(
            of: TransportEvent.self, bufferingPolicy: .bufferingOldest(Limits.framesWaiting))
        return (events, TransportSink(continuation: continuation))
    }

    /// - Returns: whether it was taken. If not, the stream has ended: close the connection with ``ChatWire/CloseCode/tooSlow``.
    @discardableResult
    public func receive(_ frame: ServerFrame) -> Bool { yield(.received(frame)) }

    /// Reads a text message as a frame. The result is as in ``receive(_:)``.
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
