import ChatWire

// Files that go before their messages.
extension Outbox {
    /// Whether all files that are kept have at most ``ChatWire/Limits/outboxFileBytes`` with this one.
    func hasRoom(for upload: Upload) -> Bool {
        var room = Limits.outboxFileBytes
        for item in queue.items { room -= min(item.upload?.size ?? 0, room) }
        return upload.size <= room
    }

    /// What is uploaded next, if anything may: the first of those that failed least, so that one whose upload never succeeds does not keep
    /// the others from theirs.
    mutating func beginUpload() -> Item? {
        guard uploading.count < Limits.outboxUploads else { return nil }
        var next: Item?
        for ticket in queue.tickets {
            guard let item = queue[ticket], item.state == .waiting, item.lacksFile else { continue }
            if item.failures < next?.failures ?? .max { next = item }
        }
        guard let next else { return nil }
        uploading.append(next.ticket)
        queue.update(next.ticket) { $0.state = .uploading(0) }
        return next
    }

    /// Whether it is being uploaded, and more of it than was known.
    mutating func uploadProgress(_ ticket: Ticket, _ bytes: UInt64) -> Bool {
        guard let item = queue[ticket], case .uploading(let known) = item.state, let upload = item.upload,
            min(bytes, upload.size) > known
        else { return false }
        queue.update(ticket) { $0.state = .uploading(min(bytes, upload.size)) }
        return true
    }

    mutating func uploaded(_ ticket: Ticket, _ attachment: Attachment) {
        endUpload(ticket)
        queue.update(ticket) {
            $0.mutation = $0.mutation.attaching(attachment)
            $0.failures = 0
        }
    }

    /// It waits again.
    mutating func endUpload(_ ticket: Ticket) {
        uploading.removeAll { $0 == ticket }
        queue.update(ticket) { $0.state = .waiting }
    }

    /// `nil`: there was no answer.
    mutating func uploadFailed(
        _ ticket: Ticket, _ error: WireError?, attempts: Chat.Configuration.Attempts, random: UInt64
    ) -> Verdict {
        guard let item = queue[ticket], item.isUploading else { return .again(nil) }
        endUpload(ticket)
        queue.update(ticket) { $0.failures = min($0.failures + 1, 16) }
        let pause = Backoff.delay(failures: item.failures, advice: error?.retry, random: random)
        guard let error else { return .again(pause) }
        switch error.code {
        // The next welcome brings another token, if that is what it takes.
        case .tokenRefused: return isLostAgain(ticket) ? fail(ticket, error) : .again(pause)
        case .fileConflict: return isLostAgain(ticket) ? fail(ticket, error) : .upload
        default: break
        }
        guard error.code.isTemporary else { return fail(ticket, error) }
        queue.update(ticket) { $0.attempts += 1 }
        if case .limited(let most) = attempts, item.attempts + 1 >= most { return fail(ticket, error) }
        return .again(pause)
    }

    /// The server has not got the file of a message that was on its way to it. So the message is not in the log, and won't be
    /// under this number.
    mutating func unattach(_ ticket: Ticket, _ error: WireError) -> Verdict {
        if isLostAgain(ticket) { return fail(ticket, error) }
        queue.update(ticket) { $0.unattach($0.upload?.id) }
        return .upload
    }

    /// Under another id from now on.
    mutating func renew(_ ticket: Ticket, _ id: FileID) { queue.update(ticket) { $0.unattach(id) } }

    /// Too often to go on.
    private mutating func isLostAgain(_ ticket: Ticket) -> Bool {
        queue.update(ticket) { $0.losses += 1 }
        return queue[ticket]?.losses ?? 0 > Limits.outboxFileLosses
    }
}

extension Outbox.Item {
    /// Its file must be uploaded (again).
    mutating func unattach(_ id: FileID?) {
        guard let id else { return }
        upload?.id = id
        mutation = mutation.attaching(nil)
        number = nil
        isUncertain = false
    }
}
