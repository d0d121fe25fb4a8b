import ChatWire

// Uploads of files, before their messages are sent.
extension Outbox {
    /// Returns why messages with these files can't be added, or `nil`. All stored files, without
    /// their thumbnails, stay within ``ChatWire/Limits/outboxFileBytes``.
    func fault(of uploads: [Upload]) -> WireError? {
        if uploads.count > Limits.outboxItems - count { return .outboxFull }
        var bytes = queue.fileBytes
        for upload in uploads {
            guard bytes <= Limits.outboxFileBytes, upload.size <= Limits.outboxFileBytes - bytes else {
                return .filesFull
            }
            bytes += upload.size
        }
        return nil
    }

    /// Starts the next upload, if one may start.
    ///
    /// It takes the first item among those with the fewest failures. So an upload that always fails
    /// does not block the others.
    mutating func beginUpload() -> Item? {
        guard uploading.count < Limits.outboxUploads, queue.lackingFiles > 0 else { return nil }
        var next: Item?
        for item in queue.list where item.awaitsUpload {
            if item.failures < next?.failures ?? .max { next = item }
        }
        guard let next else { return nil }
        uploading.append(next.ticket)
        queue.update(next.ticket) { $0.state = .uploading(0) }
        return next
    }

    /// Notes progress. Returns whether the upload runs and `bytes` is more than before.
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

    /// Ends the upload; the item waits again.
    mutating func endUpload(_ ticket: Ticket) {
        uploading.removeAll { $0 == ticket }
        queue.update(ticket) { $0.state = .waiting }
    }

    /// Handles a failed upload. `error` is `nil` if the server did not answer.
    mutating func uploadFailed(
        _ ticket: Ticket, _ error: WireError?, attempts: Chat.Configuration.Attempts, random: UInt64
    ) -> Verdict {
        guard let item = queue[ticket], item.isUploading else { return .again(nil) }
        endUpload(ticket)
        queue.update(ticket) { $0.failures = min($0.failures + 1, 16) }
        let pause = Backoff.delay(failures: item.failures, advice: error?.retry, random: random)
        guard let error else { return .again(pause) }
        switch error.code {
        // If the token has expired, the next welcome brings a new one.
        case .tokenRefused: return isLostAgain(ticket) ? fail(ticket, error) : .again(pause)
        case .fileConflict: return isLostAgain(ticket) ? fail(ticket, error) : .upload
        default: break
        }
        guard error.code.isTemporary else { return fail(ticket, error) }
        queue.update(ticket) { $0.attempts += 1 }
        if case .limited(let most) = attempts, item.attempts + 1 >= most { return fail(ticket, error) }
        return .again(pause)
    }

    /// The server does not have the file of a message that it refused. So the message is not in the
    /// log, and never will be under this number.
    mutating func unattach(_ ticket: Ticket, _ error: WireError) -> Verdict {
        if isLostAgain(ticket) { return fail(ticket, error) }
        queue.update(ticket) { $0.unattach($0.upload?.id) }
        return .upload
    }

    /// Gives the file a new id.
    mutating func renew(_ ticket: Ticket, _ id: FileID) { queue.update(ticket) { $0.unattach(id) } }

    /// Counts a lost file. Returns whether it was lost too often to continue.
    private mutating func isLostAgain(_ ticket: Ticket) -> Bool {
        queue.update(ticket) { $0.losses += 1 }
        return queue[ticket]?.losses ?? 0 > Limits.outboxFileLosses
    }
}

extension Outbox.Item {
    /// Marks the file as not uploaded.
    mutating func unattach(_ id: FileID?) {
        guard let id else { return }
        upload?.id = id
        mutation = mutation.attaching(nil)
        number = nil
        isUncertain = false
    }
}
