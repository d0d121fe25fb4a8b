import ChatRooms
import ChatWire

extension InProcessServer {
    /// What the server keeps of one connection.
    struct Connection: Sendable {
        var session: Session
        /// Arrived and not yet read.
        var inbox: [ClientFrame] = []
        /// When the pauses end in which it is not read, in monotonic milliseconds.
        var pauses: [Int64] = []
        private(set) var outbox: [Output] = []
        private(set) var outboxBytes = 0
        private(set) var isClosing = false

        init(_ session: Session) { self.session = session }

        /// One that asks faster than it can be answered is read no further, as its socket would not be.
        var isRead: Bool { !isClosing && session.isReading }

        /// - Returns: `false` when that is more than may wait.
        mutating func send(_ frame: ServerFrame, limit: Int) -> Bool {
            guard !isClosing else { return true }
            outbox.append(.frame(frame))
            outboxBytes += frame.bytes
            return outboxBytes <= limit
        }

        /// - Parameter dropping: what waits is dropped, because it is too much.
        mutating func close(_ code: CloseCode, dropping: Bool) {
            guard !isClosing else { return }
            if dropping { outbox = [] }
            outbox.append(.close(code))
            isClosing = true
            inbox = []
        }

        mutating func take(_ count: Int) -> [Output] {
            let taken = Array(outbox.prefix(count))
            outbox.removeFirst(taken.count)
            for case .frame(let frame) in taken { outboxBytes -= frame.bytes }
            return taken
        }
    }

    /// Handles what has arrived, as far as the connection may be read.
    mutating func readOn(_ id: ConnectionID) {
        while let connection = connections[id], connection.isRead, let frame = connection.inbox.first {
            connections[id]?.inbox.removeFirst()
            perform(.received(frame), id)
        }
    }

    /// Tells the session of pauses that are over, and reads on.
    mutating func endPauses(of id: ConnectionID) {
        let over = connections[id]?.pauses.count { $0 <= clock.milliseconds } ?? 0
        guard over > 0 else { return }
        connections[id]?.pauses.removeAll { $0 <= clock.milliseconds }
        for _ in 0..<over { perform(.pauseEnded, id) }
        readOn(id)
    }

    mutating func send(_ frame: ServerFrame, to id: ConnectionID) {
        let limit = configuration.outboxBytes
        guard connections[id]?.send(frame, limit: limit) == false else { return }
        close(id, .tooSlow, dropping: true)
    }

    mutating func close(_ id: ConnectionID, _ code: CloseCode, dropping: Bool = false) {
        connections[id]?.close(code, dropping: dropping)
    }

    mutating func tell(_ notice: Notice?) {
        guard let notice else { return }
        for id in members[notice.room] ?? [] where id != notice.except?.connection { send(notice.frame, to: id) }
    }
}
