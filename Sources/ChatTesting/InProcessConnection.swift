import ChatRooms
import ChatWire

/// A connection to an ``InProcessServer``, without a socket: the frames that have arrived and are
/// not read, and the frames that wait to be written.
struct InProcessConnection: Sendable {
    var session: Session
    /// Arrived and not yet read.
    var inbox: [ClientFrame] = []
    /// When the pauses end in which the connection is not read, in nanoseconds.
    private var pauses: [Int64] = []
    private var outbox: [InProcessServer.Output] = []
    private var bytes = 0
    private let limit: Int
    private var isClosing = false

    init(_ session: Session, writeBufferBytes: Int) {
        self.session = session
        limit = writeBufferBytes
    }

    /// Takes the next frame of the inbox; `nil` if there is none, or the connection is not read
    /// now.
    mutating func nextFrame() -> ClientFrame? {
        session.isReading && !isClosing && !inbox.isEmpty ? inbox.removeFirst() : nil
    }

    mutating func send(_ frame: ServerFrame) {
        guard !isClosing else { return }
        outbox.append(.frame(frame))
        bytes += frame.bytes
        guard bytes > limit else { return }
        outbox = []
        close(.tooSlow)
    }

    mutating func close(_ code: CloseCode) {
        guard !isClosing else { return }
        outbox.append(.close(code))
        isClosing = true
    }

    mutating func carryOut(_ verdict: Refusals.Verdict, at now: Int64) {
        switch verdict {
        case .goOn: break
        case .pause(let milliseconds): pauses.append(now + milliseconds * 1_000_000)
        case .close(let code, _): close(code)
        }
    }

    /// Ends the pauses that are over.
    ///
    /// - Returns: how many
    mutating func endPauses(at now: Int64) -> Int {
        let before = pauses.count
        pauses.removeAll { $0 <= now }
        return before - pauses.count
    }

    mutating func take(_ count: Int) -> [InProcessServer.Output] {
        let taken = Array(outbox.prefix(count))
        outbox.removeFirst(taken.count)
        for case .frame(let frame) in taken { bytes -= frame.bytes }
        return taken
    }
}

extension ServerFrame {
    /// Bytes on the wire.
    fileprivate var bytes: Int {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.count
    }
}
