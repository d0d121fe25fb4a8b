import ChatWire

extension Timeline {
    /// The rows of a timeline, top to bottom.
    ///
    /// `pending` are the room's outbox items, `blocked` the people whom the reader blocks, `pins`
    /// the pinned messages. Presence and receipts are optional.
    public func rows(
        for reader: Author?, pending: [Outbox.Item] = [], presence: Presence = Presence(),
        receipts: Receipts = Receipts(), blocked: Set<UserID> = [], pins: [Seq] = [],
        options: RowOptions = RowOptions(utcOffsets: 0)
    ) -> [Row] {
        var builder = RowBuilder(timeline: self, reader: reader, options: options)
        builder.blocked = blocked
        builder.pins = Set(pins)
        builder.overlay(pending)
        builder.seen(receipts)
        if reachedStart { builder.append(Row(id: .beginning, content: .beginning)) }
        builder.notices = presence.notices.filter { $0.after + 1 >= first }[...]
        builder.know(presence.acquaintances)
        for event in events {
            builder.change(before: event.seq)
            if !builder.isInAlbum(event) { builder.tell(before: event.seq) }
            builder.append(event)
        }
        builder.change(before: .end)
        if !isDetached { builder.tell(before: .end) }
        // On the way to the newest messages, the user sees what they have sent.
        if !isDetached || wish == .newest { for item in pending { builder.append(item) } }
        builder.end()
        return builder.rows
    }
}

/// Builds the rows of a timeline, one after the other.
struct RowBuilder {
    let timeline: Timeline
    let reader: Author?
    let options: RowOptions
    var notices: ArraySlice<Presence.Notice> = []
    var blocked: Set<UserID> = []
    var pins: Set<Seq> = []
    /// The changes of the room that have no row yet.
    var changesLeft: ArraySlice<Event>
    /// What the last change of each person's place was, as far as there are rows.
    var places: [UserID: MembershipChange.Action] = [:]
    /// What people are called here, as far as it is known.
    private(set) var names: [UserID: String] = [:]
    private(set) var rows: [Row] = []
    /// The newest message, as long as no row follows it: it is last in its group until one does.
    private var newest: (id: Row.ID, bubble: Row.Bubble)?
    /// The last message, if its row is the last one.
    private var group: Grouped?

    private var days: Set<Int64> = []
    private var isUnreadMarked = false
    /// The newest photos, as long as they may be one album.
    private var album: AlbumRun?
    /// Pending changes to messages in the log, by message.
    private var changes: [Seq: [Outbox.Item]] = [:]
    /// By message of the user: the people for whom it is the user's newest message that they have
    /// read.
    private var readers: [Seq: [Author]] = [:]
    private var read: Seq = 0
    /// When the newest of them read it, by message.
    private var readTimes: [Seq: Int64] = [:]

    /// The longest pause within a group, in milliseconds.
    static let pause: Int64 = 5 * 60_000

    init(timeline: Timeline, reader: Author?, options: RowOptions) {
        self.timeline = timeline
        self.reader = reader
        self.options = options
        changesLeft = timeline.changes[...]
        rows.reserveCapacity(timeline.events.count + 16)
        // Without the last read message, the first unread one is unknown.
        if let after = options.unreadAfter {
            isUnreadMarked = timeline.first > after + 1
        } else {
            isUnreadMarked = true
        }
    }

    mutating func overlay(_ pending: [Outbox.Item]) {
        for item in pending {
            if let target = item.mutation.target { changes[target, default: []].append(item) }
        }
    }

    mutating func seen(_ receipts: Receipts) {
        read = receipts.seen
        if receipts.marks.isEmpty { return }
        var own: [Seq] = []
        for event in timeline.events where event.author.user == reader?.user {
            if case .message = event.content { own.append(event.seq) }
        }
        for mark in receipts.marks where mark.author.user != reader?.user {
            read = max(read, mark.seq)
            guard mark.seq <= timeline.end, let seq = own.last(where: { $0 <= mark.seq }) else { continue }
            readers[seq, default: []].append(mark.author)
            if let at = mark.at { readTimes[seq] = max(readTimes[seq] ?? at, at) }
        }
    }

    /// Adds the joins and leaves before this event.
    mutating func tell(before seq: Seq) {
        while let notice = notices.first, notice.after < seq {
            notices.removeFirst()
            separate(notice.at)
            append(Row(id: .notice(notice.number), content: .notice(notice)))
        }
    }

    mutating func append(_ row: Row) {
        place()
        group = nil
        rows.append(row)
    }

    /// Gives the newest message its row.
    private mutating func place() {
        guard let (id, bubble) = newest else { return }
        newest = nil
        rows.append(Row(id: id, content: .message(bubble)))
    }

    /// Ends the list.
    mutating func end() {
        place()
        endAlbum()
    }

    /// Learns names, if a change is to be shown: from the people who are or were here, and from the
    /// authors.
    mutating func know(_ people: [Author]) {
        if changesLeft.isEmpty { return }
        for person in people { names[person.user] = person.name }
        for event in timeline.changes {
            if case .membership(let change) = event.content, let name = change.called { names[change.member] = name }
        }
        for event in timeline.changes { names[event.author.user] = event.author.name }
        for event in timeline.events { names[event.author.user] = event.author.name }
    }

    /// Adds a change of the room to the row of those right before it, or a row.
    mutating func add(_ change: Row.Change) {
        place()
        if let last = rows.last, case .changes(var changes) = last.content {
            changes.all.append(change)
            rows[rows.count - 1].content = .changes(changes)
        } else {
            append(Row(id: .event(change.seq), content: .changes(Row.Changes([change]))))
        }
    }

    mutating func append(_ event: Event) {
        separate(event.at)
        let isOwn = event.author.user == reader?.user
        if !isUnreadMarked, event.counts(for: reader?.user, without: blocked), event.seq > options.unreadAfter ?? 0 {
            isUnreadMarked = true
            append(Row(id: .unread, content: .unread))
        }
        var shown = event
        var state = Row.State.sent
        for item in changes[event.seq] ?? [] { state = apply(item, to: &shown, state) }
        let ticket = timeline.ticket(of: event.seq)
        var bubble = Row.Bubble(
            seq: event.seq, ticket: ticket, author: event.author, isOwn: isOwn, at: event.at, body: .deleted,
            state: state, isRead: read >= event.seq, readers: readers[event.seq] ?? [])
        bubble.isBlocked = blocked.contains(event.author.user)
        bubble.isPinned = pins.contains(event.seq)
        if case .message(let message) = shown.content {
            fill(&bubble, message)
            bubble.isMention = !isOwn && !bubble.isBlocked && timeline.unreadTail.isMention(message)
        }
        if case .damaged = shown.content { bubble.body = .damaged }
        if case .deleted(let by) = shown.content { bubble.deletion = deletion(by, of: event) }
        bubble.readAt = readTimes[event.seq]
        append(bubble, id: ticket.map { .ticket($0) } ?? .event(event.seq))
    }

    private func deletion(_ seq: Seq, of message: Event) -> Row.Deletion? {
        guard let event = timeline.window.changes[seq], event.author.user != message.author.user,
            case .deletion(message.seq, let reason) = event.content
        else { return nil }
        return Row.Deletion(author: event.author, reason: reason)
    }

    /// Shows a pending change as if it were done. A failed change is not shown; the row's state
    /// names it.
    private func apply(_ item: Outbox.Item, to event: inout Event, _ state: Row.State) -> Row.State {
        if case .failed(let error) = item.state { return .failed(error, item.ticket) }
        guard let reader else { return state }
        event.fold(
            Event(
                seq: .end, id: event.id, at: item.at, author: reader, idempotencyKey: nil,
                content: item.mutation.content))
        if case .sent = item.state { return state }
        if case .failed = state { return state }
        return .changing
    }

    /// Adds a message that is not in the log yet.
    mutating func append(_ item: Outbox.Item) {
        guard case .message(let text, let reply, let payload, let attachment) = item.mutation else { return }
        separate(item.at)
        var state = Row.State.sent
        var seq: Seq?
        switch item.state {
        case .waiting: state = .waiting
        case .uploading, .sending: state = .sending
        case .sent(let number): seq = number
        case .failed(let error) where error.code == .held: state = .held(item.ticket)
        case .failed(let error): state = .failed(error, item.ticket)
        }
        var bubble = Row.Bubble(
            seq: seq, ticket: item.ticket, author: reader ?? .nobody, isOwn: true, at: item.at, body: .deleted,
            state: state)
        fill(&bubble, Message(text: text, reply: reply, payload: payload, attachment: attachment))
        if let upload = item.upload {
            var file = attachment.map { Row.File($0) } ?? Row.File(upload)
            file.local = item.ticket
            file.localThumbnail = upload.ofThumbnail == nil ? nil : upload.thumbnail
            if case .uploading(let bytes) = item.state { file.uploaded = bytes }
            bubble.body = Row.Body(file, text: text, payload: payload)
        }
        append(bubble, id: .ticket(item.ticket))
    }

    private func fill(_ bubble: inout Row.Bubble, _ message: Message) {
        bubble.body = .text(message.text, payload: message.payload)
        if let attachment = message.attachment {
            bubble.body = Row.Body(Row.File(attachment), text: message.text, payload: message.payload)
        }
        bubble.isEdited = message.edited != nil
        bubble.reply = message.reply.map(excerpt)
        bubble.reactions = message.reactions.map { reaction in
            let others = reaction.users.lazy.filter { $0 != reader?.user }.prefix(Limits.reactorsShown)
            return Row.Tally(
                emoji: reaction.emoji, count: reaction.users.count,
                isOwn: reader.map { reaction.users.contains($0.user) } ?? false, others: Array(others))
        }
    }

    private func excerpt(_ seq: Seq) -> Row.Excerpt {
        guard let event = timeline[seq] ?? timeline.quotes[seq] else {
            return Row.Excerpt(seq: seq, author: nil, text: nil)
        }
        guard case .message(let message) = event.content else {
            var excerpt = Row.Excerpt(seq: seq, author: event.author, text: nil)
            if case .deleted = event.content { excerpt.isDeleted = true }
            return excerpt
        }
        if blocked.contains(event.author.user) { return Row.Excerpt(seq: seq, author: event.author, text: nil) }
        return Row.Excerpt(seq: seq, author: event.author, text: message.text, attachment: message.attachment)
    }

    /// Whether the event is the next photo of the album at the end. Nothing is shown between them
    /// that has no place in the log.
    func isInAlbum(_ event: Event) -> Bool {
        guard let album, album.rows.upperBound == rows.count + (newest == nil ? 0 : 1) else { return false }
        return album.takes(event.author.user, event.content.attachment?.album)
    }

    /// Continues the album at the end, or begins another one. Photos in the middle that their
    /// author has deleted are left out.
    private mutating func placeInAlbum(_ bubble: Row.Bubble) {
        if let run = album, bubble.reply == nil, run.takes(bubble.author.user, bubble.albumNumber),
            rows[run.rows.upperBound...].allSatisfy({ $0.bubbles.contains(where: run.isDeleted) })
        {
            rows.removeSubrange(run.rows.upperBound...)
            if case .message(let photo)? = rows.last?.content { group = Grouped(photo) }
            album?.add()
        } else if album?.isDeleted(bubble) != true {
            endAlbum()
            album = AlbumRun(bubble, at: rows.count)
        }
    }

    /// Gives the photos of the album their places, if there are at least two.
    mutating func endAlbum() {
        guard let run = album, run.count > 1 else { return }
        var photos: [Attachment.Dimensions?] = []
        for row in rows[run.rows] { if case .message(let bubble) = row.content { photos.append(bubble.dimensions) } }
        let mosaic = Mosaic(photos)
        for (index, frame) in mosaic.frames.enumerated() {
            change(run.start + index) { photo in
                photo.tile = Row.Tile(
                    index: index, count: run.count, x: frame.x, y: frame.y, width: frame.width, height: frame.height,
                    albumHeight: mosaic.height)
            }
        }
    }

    private mutating func change(_ index: Int, _ body: (inout Row.Bubble) -> Void) {
        guard case .message(var bubble) = rows[index].content else { return }
        body(&bubble)
        rows[index].content = .message(bubble)
    }

    private mutating func append(_ bubble: Row.Bubble, id: Row.ID) {
        var bubble = bubble
        if album != nil || bubble.albumNumber != nil {
            place()
            placeInAlbum(bubble)
        }
        let message = Grouped(bubble)
        if group?.includes(message) == true {
            bubble.isFirst = false
            if newest == nil { change(rows.count - 1) { $0.isLast = false } }
            newest?.bubble.isLast = false
        }
        place()
        group = message
        newest = (id, bubble)
    }

    /// What decides whether messages are one group.
    private struct Grouped {
        private let author: Author
        private let isOwn: Bool
        private let at: Int64

        init(_ bubble: Row.Bubble) { (author, isOwn, at) = (bubble.author, bubble.isOwn, bubble.at) }

        func includes(_ next: Grouped) -> Bool {
            let silence = next.at.subtractingReportingOverflow(at)
            return isOwn == next.isOwn && author == next.author && !silence.overflow
                && silence.partialValue < RowBuilder.pause && silence.partialValue > -RowBuilder.pause
        }
    }

    /// Adds a day row if the day is new. If the clock went back, no day appears twice.
    mutating func separate(_ at: Int64) {
        let day = options.utcOffsets.day(of: at)
        if days.insert(day).inserted { append(Row(id: .day(day), content: .day(at))) }
    }
}

extension Row.File {
    fileprivate init(_ upload: Upload) {
        self.init(
            id: upload.id, name: upload.name, type: upload.type, size: upload.size, dimensions: upload.dimensions)
        album = upload.album
        voice = upload.voice
    }
}

extension Row.Body {
    /// Reads a file. Text that only repeats the file's name is its fallback, and is left out.
    fileprivate init(_ file: Row.File, text: String, payload: Payload?) {
        self = .file(file, text: text == file.name ? nil : text, payload: payload)
    }
}

extension Author {
    /// The author before the first welcome.
    static let nobody = Author(user: .nobody, name: "")
}

extension Mutation {
    /// Whether the row of its message shows it before it is in the log, and why it was refused.
    var isShownByRow: Bool { if case .message = self { true } else { target != nil } }
}
