import ChatWire

// Files of messages. The shell uploads the file first; then the message is sent like any other.
extension Chat {
    mutating func attach(_ upload: Upload, _ mutation: Mutation, _ room: RoomName, _ ticket: Ticket) {
        accept(Outbox.Item(ticket: ticket, room: room, mutation: mutation, upload: upload, at: now.wall))
    }

    /// Returns why these files would not all be accepted now, each with its message, or `nil`.
    public func fault(of files: [(upload: Upload, message: Mutation)], in room: RoomName) -> WireError? {
        for (upload, message) in files {
            let item = Outbox.Item(
                ticket: Ticket(0), room: room, mutation: message, upload: upload, at: now.wall)
            if let error = fault(of: item) { return error }
        }
        return outbox.fault(of: files.map { $0.upload })
    }

    /// Returns why the item's file can never be sent, or `nil`.
    func fileFault(of item: Outbox.Item) -> WireError? {
        guard let upload = item.upload else { return nil }
        guard item.mutation.takesFile else {
            return WireError(
                .badRequest, localized("Only a new message, a room's settings and a profile can carry a file."))
        }
        return upload.check() ?? refusal(of: upload)
    }

    /// Returns why this server would refuse the file, or `nil`.
    private func refusal(of upload: Upload) -> WireError? {
        if limits.file == 0 { return .noFiles }
        return upload.size > limits.file ? .fileTooLarge(upload.size, most: limits.file) : nil
    }

    /// Starts as many uploads as allowed.
    mutating func upload() {
        guard let token = fileToken, !paused.contains(.uploading) else { return }
        while let item = outbox.beginUpload(), let upload = item.upload {
            if let error = refusal(of: upload) {
                outbox.fail(item.ticket, error)
                failed(item, error)
                continue
            }
            effects.append(.upload(item.ticket, upload, token: token))
            show(item)
        }
    }

    mutating func uploaded(_ ticket: Ticket, _ attachment: Attachment) {
        guard var item = outbox[ticket], item.isUploading, let upload = item.upload else { return }
        let attachment = attachment.sent(as: upload)
        outbox.uploaded(ticket, attachment)
        item.mutation = item.mutation.attaching(attachment)
        item.state = .waiting
        if let error = upload.isAnswered(by: attachment) ? fault(of: item) : .otherFile {
            outbox.renew(ticket, upload.id)
            outbox.fail(ticket, error)
            return failed(item, error)
        }
        effects.append(.keep(.uploaded(ticket, attachment)))
        outboxChanged(in: item.room)
    }

    mutating func uploadFailed(_ ticket: Ticket, _ error: WireError?) {
        guard var item = outbox[ticket], item.isUploading else { return }
        item.state = .waiting
        switch outbox.uploadFailed(ticket, error, attempts: configuration.attempts, random: now.random) {
        case .failed: failed(item, error ?? .otherFile)
        case .upload: renew(ticket)
        case .again(let pause?), .rejoin(let pause): self.pause(.uploading, pause)
        case .again(nil): break
        }
        outboxChanged(in: item.room)
    }

    mutating func uploadProgress(_ ticket: Ticket, _ bytes: UInt64) {
        guard outbox.uploadProgress(ticket, bytes), let item = outbox[ticket] else { return }
        show(item)
    }

    /// The server no longer has the item's file.
    mutating func unattached(_ ticket: Ticket) {
        guard let upload = outbox[ticket]?.upload else { return }
        effects.append(.keep(.unattached(ticket, upload.id)))
    }

    /// Gives the item's file a new id. It mixes this input's random bits with the ticket, so that
    /// it cannot be guessed.
    mutating func renew(_ ticket: Ticket) {
        let mixed = now.random ^ (ticket.number &* 0x9E37_79B9_7F4A_7C15)
        let id = FileID(high: mixed ^ (mixed >> 29), low: ticket.number ^ (now.random << 32 | now.random >> 32))
        outbox.renew(ticket, id)
        effects.append(.keep(.unattached(ticket, id)))
    }

    /// Stops uploads: there is no connection, and none is wanted.
    mutating func stopUploads() {
        for ticket in outbox.uploading {
            effects.append(.cancelUpload(ticket))
            guard let item = outbox[ticket] else { continue }
            outbox.endUpload(ticket)
            show(item)
        }
    }

    /// Tells the shell that the item's bytes are no longer needed.
    mutating func release(_ item: Outbox.Item) {
        if item.upload != nil { effects.append(.release(item.ticket)) }
    }

    private mutating func show(_ item: Outbox.Item) {
        pendingChanges.outbox = true
        pendingChanges.inRooms.insert(item.room)
    }
}
