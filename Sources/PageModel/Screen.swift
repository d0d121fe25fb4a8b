import ChatModel
import ChatWire

/// What the page shows of a room, so that it is told only what has changed.
struct Screen {
    /// The room's name as the page gave it. It may not be a valid name.
    var name = ""
    /// Whether nothing of it has been drawn.
    var isNew = true
    var head: Head?
    var rows: [Row] = []
    var members: [Author]?
    /// The divider of new messages comes after this event; `nil`: there is none.
    var unreadAfter: Seq?
    /// Whether the user has read the room to its end and still sees it. What comes now is not new
    /// to them, unless they have scrolled up.
    var isRead = false
    /// How often another device had replaced the draft that the composer has; `nil` if the composer
    /// has none yet.
    var draft: Int?
    var account: PageAccount.Shown?

    /// What the header shows.
    struct Head: Hashable {
        var room: RoomName
        var title: String
        var partner: UserID?
        var avatar: FileID?
        var topic: String
    }
}

extension PageClient {
    /// Writes what has changed on the screen since the last time.
    func draw(_ utcOffsets: UTCOffsets, to writer: inout JSONWriter) {
        writer.beginObject()
        writeConnection(to: &writer)
        list.write(chat, current: room, to: &writer)
        announcements.write(chat, to: &writer)
        pictures.write(chat, to: &writer)
        writer.member("room", screen.name)
        if screen.isNew { writer.member("fresh", true) }
        screen.isNew = false
        writeHead(to: &writer)
        writeAccount(to: &writer)
        writeSheet(to: &writer)
        if let room, let conversation = chat.conversations[room] {
            write(conversation, utcOffsets, to: &writer)
        } else if room == nil, !screen.name.isEmpty {
            writer.member("refusal", WireError.notARoom.text)
        }
        writer.endObject()
    }

    private func writeHead(to writer: inout JSONWriter) {
        let head = room.flatMap { list.line(of: $0) }.map { line in
            Screen.Head(
                room: line.room, title: line.title, partner: line.room.partner(of: chat.identity?.user),
                avatar: line.avatar?.id, topic: line.topic)
        }
        guard let head, head != screen.head else { return }
        screen.head = head
        writer.key("head")
        writer.beginObject()
        writer.member("room", head.room.text)
        writer.member("title", head.title)
        writer.member("partner", head.partner)
        writer.member("avatar", head.avatar)
        if head.room.kind == .group { writer.member("group", true) }
        if !head.topic.isEmpty { writer.member("topic", head.topic) }
        writer.endObject()
    }

    private func writeConnection(to writer: inout JSONWriter) {
        let connection = chat.connection
        writer.member("phase", connection.phase.name)
        writer.member("online", connection.isOnline)
        writer.member("stopped", connection.hasGivenUp)
        writer.member("user", chat.identity?.user)
        writer.member("name", chat.identity?.name ?? chat.name)
        writer.member("token", chat.fileToken)
        let waiting = chat.outbox.items.count { if case .failed = $0.state { false } else { true } }
        let notice = ConnectionNotice(connection, pending: waiting) ?? ConnectionNotice(refusedIn: chat.outbox.items)
        if let notice {
            writer.key("notice")
            notice.write(to: &writer)
        }
        if !chat.mayWrite { writer.member("readsOnly", true) }
        writer.member("isIdle", chat.outbox.items.isEmpty)
        writer.member("uploads", UInt64(chat.outbox.items.count { $0.upload != nil }))
        writer.member("fileBytes", chat.limits.file)
        writer.member("privateFiles", chat.limits.privateFiles)
        if chat.limits.previews {
            writer.key("previews")
            writer.beginObject()
            writer.member("kept", UInt64(Limits.previewsShown))
            writer.member("requests", UInt64(Limits.previewRequests))
            writer.member("wanted", UInt64(Limits.previewsWanted))
            writer.member("tries", UInt64(Limits.previewTries))
            writer.endObject()
        }
    }

    private func write(_ conversation: Conversation, _ utcOffsets: UTCOffsets, to writer: inout JSONWriter) {
        let timeline = conversation.timeline
        if case .refused(let error) = conversation.membership { write(error, of: conversation, to: &writer) }
        writer.member("title", chat.title(of: conversation.room))
        writer.member(
            "named", conversation.room.kind == .open && chat.title(of: conversation.room) == conversation.room.text)
        writer.member("open", conversation.room.kind == .open)
        writer.member("count", conversation.presence.count)
        writer.member("unread", UInt64(conversation.unread.count))
        writer.member("firstUnread", conversation.firstUnread)
        writeDivider(in: conversation, to: &writer)
        writer.member("loaded", timeline.isLoaded)
        writer.member("following", timeline.isFollowing)
        writer.member("detached", timeline.isDetached)
        writer.member("reading", timeline.isReading)
        writer.member("begun", timeline.reachedStart)
        writer.member("end", timeline.end)
        writer.member("typing", Sentences.typing(conversation.typing.names(without: chat.blocked)))
        writer.member("here", isPartnerHere(conversation))
        writeSilence(in: conversation, to: &writer)
        writePin(of: conversation, to: &writer)
        if screen.members != conversation.presence.members {
            screen.members = conversation.presence.members
            writer.member("members", conversation.presence.members)
        }
        let draft = chat.drafts[conversation.room]
        if screen.draft.map({ $0 < draft?.replacements ?? 0 }) ?? true {
            screen.draft = draft?.replacements ?? 0
            writer.member("draft", draft?.text ?? "")
        }
        let options = RowOptions(utcOffsets: utcOffsets, unreadAfter: screen.unreadAfter)
        let rows = chat.rows(of: conversation.room, options: options).withAlbums
        let difference = RowDifference(from: screen.rows, to: rows)
        screen.rows = rows
        if !difference.isEmpty { difference.write(of: rows, to: &writer) }
    }
}

// What is above the conversation, and below it.
extension PageClient {
    /// Why the room can't be entered, when a ban ends, and whether the user can ask to be let in.
    /// Asking is offered for every group that they are not in, so nobody learns from it whether
    /// there is such a group.
    private func write(_ error: WireError, of conversation: Conversation, to writer: inout JSONWriter) {
        writer.member("refusal", error.text)
        let access = chat.access(to: conversation.room)
        if let end = Silence(conversation.membership, access, at: chat.serverTime, moment: TimeMark.text)?.end {
            writer.key("refusalEnd")
            TimeMark.write(localized("This lasts until \(TimeMark.text(end))."), to: &writer)
        }
        if error.code == .noSuchRoom, conversation.room.kind == .group, chat.mayWrite,
            chat.connection.phase == .connected
        {
            writer.member("asking", isAsking(toEnter: conversation.room, access) ? "asked" : "possible")
        }
    }

    /// Whether the user has asked the group to let them in, or is about to.
    private func isAsking(toEnter group: RoomName, _ access: RoomAccess?) -> Bool {
        if access?.standing.membership == .requested { return true }
        return chat.outbox.items(in: group).contains { item in
            guard item.isPending, case .membership(let change) = item.mutation else { return false }
            return change.action == .request
        }
    }

    /// Whether the other person of a direct room is there.
    private func isPartnerHere(_ conversation: Conversation) -> Bool {
        guard let partner = conversation.room.partner(of: chat.identity?.user) else { return false }
        return conversation.presence.members.contains { $0.user == partner }
    }

    /// Why the user can't write in the room now, if that is so.
    private func writeSilence(in conversation: Conversation, to writer: inout JSONWriter) {
        // A refused join is told above.
        let (access, now) = (chat.access(to: conversation.room), chat.serverTime)
        guard conversation.membership == .joined,
            let silence = Silence(.joined, access, at: now, moment: TimeMark.text)
        else { return }
        writer.key("silence")
        writer.beginObject()
        writer.key("sentence")
        TimeMark.write(silence.sentence, to: &writer)
        writer.member("reacts", access?.refusal(of: .react(of: 1, emoji: "👍", on: true), at: now) == nil)
        if silence.canSignIn { writer.member("signIn", true) }
        // By the browser's clock.
        if let end = silence.end {
            writer.member("until", end.subtractingReportingOverflow(chat.serverAhead).partialValue)
        }
        writer.endObject()
    }

    /// Where the divider of new messages is, and how many follow. A room from the journal may lack
    /// what came since, so it waits for that.
    private func writeDivider(in conversation: Conversation, to writer: inout JSONWriter) {
        let timeline = conversation.timeline
        guard let after = screen.unreadAfter, conversation.membership == .joined, timeline.isLoaded,
            timeline.isDetached || timeline.end >= timeline.head
        else { return }
        let new = conversation.unread(after: after)
        guard new.count > 0 else { return }
        writer.key("divider")
        writer.beginObject()
        writer.member("after", after)
        writer.member("label", new.sentence)
        writer.endObject()
    }

    /// The newest pinned message.
    private func writePin(of conversation: Conversation, to writer: inout JSONWriter) {
        guard let pins = conversation.info?.pins, let newest = pins.last else { return }
        writer.key("pin")
        writer.beginObject()
        writer.member("seq", newest)
        writer.member("count", UInt64(pins.count))
        var words = localized("An earlier message")
        if let event = conversation.timeline[newest], case .message(let message) = event.content {
            let isBlocked = chat.blocked.contains(event.author.user)
            words = isBlocked ? Sentences.blocked : ConversationItem.words(for: message)
            if !isBlocked { writer.member("name", event.author.name as String?) }
        }
        writer.member("words", words as String?)
        writer.endObject()
    }
}

extension Connection.Phase {
    fileprivate var name: String {
        switch self {
        case .initial: "initial"
        case .loading: "loading"
        case .connected: "connected"
        case .connecting: "connecting"
        }
    }
}

extension ConnectionNotice {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("sentence", sentence)
        member(of: remedy, to: &writer)
        writer.endObject()
    }

    private func member(of remedy: Remedy?, to writer: inout JSONWriter) {
        writer.member("button", remedy?.title)
        if case .forget(let ticket) = remedy { writer.member("ticket", ticket.text) }
        let name: String? =
            switch remedy {
            case .reconnect: "reconnect"
            case .rename: "rename"
            case .signIn: "signIn"
            case .forget: "forget"
            case nil: nil
            }
        writer.member("remedy", name)
    }
}
