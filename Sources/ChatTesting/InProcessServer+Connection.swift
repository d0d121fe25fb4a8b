import ChatRooms
import ChatWire

extension InProcessServer {
    /// What the server keeps of one connection.
    struct Connection: Sendable {
        var session = Session()
        var requests = TokenBucket(.init(perSecond: Limits.requestsPerSecond, burst: Limits.requestBurst))
        let opened: Int64
        /// Arrived and not yet read.
        var inbox: [ClientFrame] = []
        /// Requests of its that wait for a commit.
        var inFlight = 0
        var isReadingHistory = false
        var lastTyping: [RoomName: Int64] = [:]
        private(set) var outbox: [Output] = []
        private(set) var outboxBytes = 0
        private(set) var isClosing = false

        init(opened: Int64) { self.opened = opened }

        /// One that asks faster than it can be answered is read no further, as its socket would not be.
        var isRead: Bool { !isClosing && inFlight < Limits.sendsInFlight && !isReadingHistory }

        func isOverdue(at now: Int64) -> Bool { session.identity == nil && now - opened > Limits.helloDeadline }

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
            handle(frame, from: id)
        }
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
