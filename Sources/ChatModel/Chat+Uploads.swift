import ChatWire

// Files that go with messages: uploaded first, by whoever performs the effects; then the message leaves as any other.
extension Chat {
    mutating func attach(_ upload: Upload, _ mutation: Mutation, _ room: RoomName, _ ticket: Ticket) {
        accept(Outbox.Item(ticket: ticket, room: room, mutation: mutation, upload: upload, at: now.wall))
    }

    /// Why this file would not be accepted now, whatever the message says; `nil` if it would.
    public func fault(of upload: Upload) -> WireError? {
        upload.check() ?? refusal(of: upload) ?? (outbox.hasRoom(for: upload) ? nil : .filesFull)
    }

    /// Why its file could never be sent.
    func fileFault(of item: Outbox.Item) -> WireError? {
        guard let upload = item.upload else { return nil }
        guard case .message = item.mutation else { return WireError(.badRequest, "A file goes with a message only.") }
        return upload.check() ?? refusal(of: upload)
    }

    /// Why this server would not take it.
    private func refusal(of upload: Upload) -> WireError? {
        if limits.file == 0 { return .noFiles }
        return upload.size > limits.file ? .fileTooLarge(upload.size, most: limits.file) : nil
    }

    /// Begins what uploads may begin.
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

    /// The server has not got its file any more.
    mutating func unattached(_ ticket: Ticket) {
        guard let upload = outbox[ticket]?.upload else { return }
        effects.append(.keep(.unattached(ticket, upload.id)))
    }

    /// Who sends is someone else now, and the files are not theirs: each must be uploaded again, under an id of its own.
    mutating func renewFiles() {
        for item in outbox.items where item.upload != nil && item.isOpen {
            if item.isUploading {
                effects.append(.cancelUpload(item.ticket))
                outbox.endUpload(item.ticket)
            }
            renew(item.ticket)
        }
    }

    /// Another id: as unguessable as the chance of this moment and the ticket are together.
    private mutating func renew(_ ticket: Ticket) {
        let mixed = now.random ^ (ticket.number &* 0x9E37_79B9_7F4A_7C15)
        let id = FileID(high: mixed ^ (mixed >> 29), low: ticket.number ^ (now.random << 32 | now.random >> 32))
        outbox.renew(ticket, id)
        effects.append(.keep(.unattached(ticket, id)))
    }

    /// There is no connection, and there shall be none.
    mutating func stopUploads() {
        for ticket in outbox.uploading {
            effects.append(.cancelUpload(ticket))
            guard let item = outbox[ticket] else { continue }
            outbox.endUpload(ticket)
            show(item)
        }
    }

    /// Nothing needs the bytes any more.
    mutating func release(_ item: Outbox.Item) {
        if item.upload != nil { effects.append(.release(item.ticket)) }
    }

    private mutating func show(_ item: Outbox.Item) {
        pendingChanges.outbox = true
        pendingChanges.rooms.insert(item.room)
    }
}
