/// A message of a room's log, and its place.
public struct LoggedMessage: Hashable, Sendable {
    /// The message as it was when it was read, edits and reactions included. It may be deleted.
    public var event: Event
    /// Where it is: pass it to ``ChatClient/messages(in:after:)`` to go on behind it.
    public var position: Position

    /// Its number in the log.
    public var seq: Seq { event.seq }
    /// Who wrote it.
    public var author: Author { event.author }
    /// Its text; `nil` if it is deleted or damaged.
    public var text: String? { if case .message(let message) = event.content { message.text } else { nil } }
}

/// The messages of a room, each once and in order, from a number on, and then as they come. It ends
/// when the client is shut down.
///
/// Pages are read from the server as they are asked for, so memory is bounded, and a slow reader
/// misses nothing. It waits until the room is joined, and for a connection that is lost. The room's
/// window is not moved.
///
/// The sequence throws the error of a server that refuses the room (such as 137, `banned`), and 197
/// (`otherLog`) if the server has another log: its data was lost, or restored from a backup. Then
/// numbers mean other messages. The caller decides what to do: read the new log from its beginning
/// (after 0), or from the user's read mark on. Messages of the former log that were not read are
/// gone.
public struct RoomMessages: AsyncSequence, Sendable {
    public typealias Element = LoggedMessage

    let client: ChatClient
    let room: RoomName
    let epoch: Epoch?
    let seq: Seq

    public func makeAsyncIterator() -> Iterator { Iterator(client: client, room: room, epoch: epoch, seq: seq) }

    /// Reads one page after the other.
    public struct Iterator: AsyncIteratorProtocol {
        let client: ChatClient
        let room: RoomName
        /// The log that is read; `nil` before the first page.
        var epoch: Epoch?
        /// Everything up to this event is read.
        var seq: Seq
        private var waiting: ArraySlice<LoggedMessage> = []
        private var states: AsyncStream<ConversationState>.Iterator?
        /// What is known of the room; `nil`: a newer state must come first.
        private var state: ConversationState?
        /// The refusals since the last page.
        private var failures = 0

        init(client: ChatClient, room: RoomName, epoch: Epoch?, seq: Seq) {
            (self.client, self.room, self.epoch, self.seq) = (
                client, room, epoch, Swift.min(seq, .largest)
            )
        }

        public mutating func next() async throws -> LoggedMessage? {
            while true {
                if let message = waiting.popFirst() { return message }
                try Task.checkCancellation()
                if state == nil {
                    if states == nil { states = try await client.conversationUpdates(in: room).makeAsyncIterator() }
                    guard let newer = await states?.next() else {
                        try Task.checkCancellation()
                        return nil
                    }
                    state = newer
                }
                if let state { try await read(state) }
            }
        }

        /// Takes the next messages from the window, or asks the server for them.
        private mutating func read(_ state: ConversationState) async throws {
            let (conversation, timeline) = (state.conversation, state.conversation.timeline)
            if case .refused(let error) = conversation.membership { throw error }
            guard conversation.membership == .joined, let epoch = timeline.epoch else { return self.state = nil }
            try check(epoch)
            if timeline.head == seq { return self.state = nil }
            // A state may be older than the last page. Only the server's answer tells whether a
            // head before what was read means another log.
            let isHere = timeline.first <= seq + 1 || timeline.reachedStart
            if isHere, timeline.isLoaded, !timeline.isFromCache, !timeline.isDetached, timeline.end > seq {
                take(timeline.events(after: seq), epoch, upTo: timeline.end)
                // The next read asks the server for messages between the window and the head.
                return
            }
            do {
                let inquiry = Inquiry.events(room, after: seq, limit: Limits.pageEvents)
                guard case .events(let page) = try await client.inquire(inquiry) else { return self.state = nil }
                try check(page.epoch)
                if page.head < seq { throw WireError.otherLog }
                // A page without a later event: there is none until the state changes.
                guard let last = page.events.last?.seq else { return self.state = nil }
                take(page.events.filter(\.content.isShown)[...], page.epoch, upTo: last)
            } catch let error as WireError where error.code == .notConnected || error.code == .notJoined {
                self.state = nil
            } catch let error as WireError where error.code.isTemporary {
                let pause = Backoff.delay(
                    failures: failures, advice: error.retry ?? 1_000, random: .random(in: .min ... .max))
                failures = Swift.min(failures + 1, 16)
                try await client.clock.sleep(milliseconds: pause)
            } catch is StorageError {
                // The client was shut down: its states end.
                self.state = nil
            }
        }

        private mutating func check(_ epoch: Epoch) throws {
            if let known = self.epoch, known != epoch { throw WireError.otherLog }
            self.epoch = epoch
        }

        private mutating func take(_ events: ArraySlice<Event>, _ epoch: Epoch, upTo end: Seq) {
            waiting = events.map { LoggedMessage(event: $0, position: Position(epoch: epoch, seq: $0.seq)) }[...]
            seq = Swift.max(seq, end)
            failures = 0
        }
    }
}

extension ChatClient {
    /// The messages of a joined room after this number, and then as they come: for bots and
    /// exporters. 0 begins with the first message.
    public nonisolated func messages(in room: RoomName, after seq: Seq) -> RoomMessages {
        RoomMessages(client: self, room: room, epoch: nil, seq: seq)
    }

    /// The messages of a joined room after this place, and then as they come. It throws 197
    /// (`otherLog`) if the server has another log since.
    public nonisolated func messages(in room: RoomName, after position: Position) -> RoomMessages {
        RoomMessages(client: self, room: room, epoch: position.epoch, seq: position.seq)
    }

    /// One message of a joined room, as it is now: from the window, or from the server.
    ///
    /// - Returns: `nil` if the log has no message with this number.
    /// - Throws: A ``ChatWire/WireError`` if the window does not have it: 292 (`notConnected`)
    ///   without a connection or while the room is being joined, 131 (`notJoined`), or why the
    ///   server refuses. ``StorageError`` if the client was not
    ///   opened, or was shut down.
    public func message(_ seq: Seq, in room: RoomName) async throws -> Event? {
        guard 1 <= seq, seq <= .largest else { return nil }
        if let event = try chat().conversations[room]?.timeline[seq] { return event }
        guard case .events(let page) = try await inquire(.events(room, after: seq - 1, limit: 1)) else {
            throw WireError.notConnected
        }
        return page.events.first { $0.seq == seq && $0.content.isShown }
    }
}
