import ChatCore
import ChatModel
import ChatRooms
import ChatTesting
import ChatWire

/// What people do with files, and the connections that their bytes travel on.
extension World {
    mutating func actWithFile(_ id: PhoneID, _ app: Chat) {
        // Half of it in groups and direct rooms, where not everyone may read a file.
        let inner = random.oneIn(2) ? rooms.filter { $0.kind != .open && phones[id].wanted.contains($0) } : []
        guard let room = (inner.isEmpty ? rooms : inner).randomElement(using: &random) else { return }
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<8: attach(id, room)
        case 8..<17: fetch(id, app)
        case 17: passOn(id, app, room)
        default:
            guard let (room, _, event) = fileMessage(app) else { return }
            intend(id, .delete(of: event.seq), in: room)
        }
    }

    /// A message with a file, as `ChatClient.send` begins it: the bytes go into the spool first.
    private mutating func attach(_ id: PhoneID, _ room: RoomName) {
        guard let files = plan.files, phones[id].wanted.contains(room), let app = phones[id].app else { return }
        let ticket = Ticket(random.next())
        let size = Int.random(in: files.sizes, using: &random)
        // Files of about the same time have one album number, in all rooms and of all authors.
        let album = UInt64(texts / 4 + 1)
        let small = ticket.number.isMultiple(of: 3) ? contentOfThumbnail(ticket, 40 + texts % 200) : nil
        let upload = Upload(
            id: .random(using: &random), name: "file \(texts + 1)", size: UInt64(size),
            album: texts % 3 == 0 ? nil : album,
            voice: texts % 5 == 0 ? Attachment.Voice(duration: 1_000, levels: [UInt8(texts % 16)]) : nil,
            thumbnail: small.map { Upload.Thumbnail(type: "image/png", size: UInt64($0.count)) })
        let message = Mutation.message(text: newText(id), reply: nil, payload: nil)
        guard app.chat.fault(of: [(upload, message)], in: room) == nil else { return }
        let content = contentOfFile(ticket, size)
        let kept = [(ticket, content)] + (small.map { [(ticket.ofThumbnail, $0)] } ?? [])
        do {
            for (ticket, bytes) in kept { try app.spool.keep(FileSource(bytes), under: ticket) }
        } catch {
            guard !phones[id].disk.hasDied else { return kill(id) }
            for (ticket, _) in kept { try? app.spool.remove(ticket) }
            return
        }
        for (ticket, bytes) in kept { note(.attached(id, ticket, bytes)) }
        tell(id, .attach(upload, to: message, in: room, ticket: ticket))
    }

    /// Somebody's file, which only its own message may carry.
    private mutating func passOn(_ id: PhoneID, _ app: Chat, _ room: RoomName) {
        guard let event = fileMessage(app)?.event else { return }
        let mutation = Mutation.message(text: newText(id), reply: nil, payload: nil, attachment: event.attachment)
        intend(id, mutation, in: room)
    }

    /// One of the messages with files that a phone has on its screens.
    private mutating func fileMessage(_ app: Chat) -> (room: RoomName, epoch: Epoch, event: Event)? {
        var messages: [(RoomName, Epoch, Event)] = []
        for room in rooms {
            guard let timeline = app.conversations[room]?.timeline, let epoch = timeline.epoch else { continue }
            messages += timeline.events.lazy.filter { $0.attachment != nil }.map { (room, epoch, $0) }
        }
        return messages.randomElement(using: &random)
    }

    /// A file of a message that is on the screen, or was once: it may be deleted, and the person
    /// may have left the room. Or a file whose id somebody else has told the person.
    private mutating func fetch(_ id: PhoneID, _ app: Chat) {
        guard let user = app.identity?.user else { return }
        if let (room, epoch, event) = fileMessage(app), let file = event.files.randomElement(using: &random) {
            if phones[id].filesSeen.count > 8 { phones[id].filesSeen.removeFirst() }
            phones[id].filesSeen.append(FileAsk(room: room, seq: event.seq, epoch: epoch, file: file.id))
        }
        var seen = phones[id].filesSeen
        if random.oneIn(3) { seen = phones.flatMap(\.filesSeen) }
        let inner = random.oneIn(2) ? seen.filter { $0.room.kind != .open } : []
        guard let ask = (inner.isEmpty ? seen : inner).randomElement(using: &random) else { return }
        begin(Transfer(phone: id, user: user, work: .download(ask, size: nil)))
    }

    // The phone's end of a transfer.

    /// What `ChatClient` does for the effect of this name.
    mutating func upload(_ upload: Upload, _ ticket: Ticket, _ token: String, _ id: PhoneID) {
        cancelUpload(ticket, id)
        guard let user = plan.user(of: token) else { return }
        let hasThumbnail = upload.ofThumbnail != nil
        let work = hasThumbnail ? Transfer.Work.thumbnail(ticket, of: upload) : .upload(ticket, upload, thumbnail: nil)
        send(Transfer(phone: id, user: user, work: work), of: ticket)
    }

    private mutating func send(_ transfer: Transfer, of ticket: Ticket) {
        guard let (sent, upload) = transfer.work.sent else { return }
        if !fileIDs.contains(upload.id) { fileIDs.append(upload.id) }
        note(.uploads(transfer.phone, sent, upload.id))
        phones[transfer.phone].uploads[ticket] = begin(transfer)
    }

    mutating func thumbnailEnds(_ id: PhoneID, _ ticket: Ticket, _ number: TransferID, _ next: Transfer) {
        guard phones[id].uploads[ticket] == number else { return }
        send(next, of: ticket)
    }

    mutating func cancelUpload(_ ticket: Ticket, _ id: PhoneID) {
        guard let number = phones[id].uploads.removeValue(forKey: ticket) else { return }
        drop(number)
    }

    @discardableResult
    private mutating func begin(_ transfer: Transfer) -> TransferID {
        lastTransfer += 1
        transfers[lastTransfer] = transfer
        goOn(lastTransfer)
        return lastTransfer
    }

    private mutating func goOn(_ number: TransferID) {
        agenda.add(.transfer(number), at: soon(isStormy ? plan.files?.delay ?? 10 : 10))
    }

    /// The phone ends its connection, or it breaks there. The server learns it some time later.
    private mutating func drop(_ number: TransferID) {
        guard transfers.removeValue(forKey: number) != nil else { return }
        agenda.add(.transferCut(number), at: soon(random.oneIn(4) ? 4_000 : 40))
    }

    /// The connection breaks.
    private mutating func breaks(_ number: TransferID) {
        guard let transfer = transfers[number] else { return }
        drop(number)
        answer(number, transfer, .unknown)
    }

    /// What becomes of an upload travels back.
    private mutating func answer(_ number: TransferID, _ transfer: Transfer, _ end: UploadEnd) {
        if case .download = transfer.work { return }
        let isLost = isStormy && plan.files.map { $0.broken > 0 && random.oneIn($0.broken) } ?? false
        var end = isLost ? .unknown : end
        var stored: Attachment?
        if case .stored(let attachment) = end { stored = attachment }
        switch transfer.work {
        case .thumbnail(let ticket, let upload):
            let next = Transfer(
                phone: transfer.phone, user: transfer.user, work: .upload(ticket, upload, thumbnail: stored))
            agenda.add(.thumbnailEnds(transfer.phone, ticket, number, next: next), at: soon(30))
        case .upload(let ticket, _, let thumbnail):
            if let stored { end = .stored(stored.with(thumbnail: thumbnail)) }
            agenda.add(.uploadEnds(transfer.phone, ticket, number, end), at: soon(30))
        case .download: break
        }
    }

    mutating func uploadEnds(_ id: PhoneID, _ ticket: Ticket, _ number: TransferID, _ end: UploadEnd) {
        guard phones[id].uploads[ticket] == number else { return }
        phones[id].uploads[ticket] = nil
        switch end {
        case .stored(let attachment): tell(id, .uploaded(ticket, attachment))
        case .refused(let error): tell(id, .uploadFailed(ticket, error))
        case .unknown: tell(id, .uploadFailed(ticket, nil))
        }
    }

    /// All connections for files break: of one phone, or everybody's.
    mutating func breakTransfers(of phone: PhoneID? = nil) {
        for (number, transfer) in transfers.sorted(by: { $0.key < $1.key })
        where phone ?? transfer.phone == transfer.phone {
            breaks(number)
        }
    }

    mutating func breakTransfer() {
        if let number = transfers.keys.sorted().randomElement(using: &random) { breaks(number) }
    }

    // What reaches the server.

    mutating func transferCut(_ number: TransferID) { site.server?.transfers.cut(number) }

    /// A request, or the next part of one, reaches the server.
    mutating func moves(_ number: TransferID) {
        guard let transfer = transfers[number], let files = plan.files else { return }
        let isBroken = isStormy && files.broken > 0 && random.oneIn(files.broken)
        guard phones[transfer.phone].isOnline, !isBroken, let server = site.server, server.isListening else {
            return breaks(number)
        }
        server.scheduler.clock = clock
        transfers[number]?.hasBegun = true
        switch transfer.work {
        case .thumbnail, .upload:
            guard let (ticket, upload) = transfer.work.sent else { return }
            if transfer.hasBegun {
                sendPart(number, transfer, ticket, upload, server)
            } else {
                server.transfers.begin(number, upload, by: transfer.user, at: address(of: transfer.phone))
            }
        case .download(_, let size?):
            let rest = Int(size) - transfer.moved.count
            server.transfers.read(number, min(files.part, rest), at: UInt64(transfer.moved.count))
        case .download(var ask, nil):
            ask.from = site.head(of: ask.room)
            transfers[number]?.work = .download(ask, size: nil)
            server.transfers.open(number, ask.file, for: transfer.user)
        }
    }

    private func address(of phone: PhoneID) -> ClientAddress { ClientAddress(.v4(UInt32(phone)), isLocal: false) }

    /// A part is read from the spool when it is sent.
    private mutating func sendPart(
        _ number: TransferID, _ transfer: Transfer, _ ticket: Ticket, _ upload: Upload, _ server: SimulatedServer
    ) {
        guard let source = phones[transfer.phone].app?.spool.source(of: ticket, size: upload.size) else { return }
        let count = isStormy ? Int.random(in: 1...(plan.files?.part ?? 1), using: &random) : Int(upload.size)
        do throws(StorageError) {
            let part = try source.read(at: UInt64(transfer.moved.count), count: count)
            guard !part.isEmpty else { throw .failed("The file ends early.") }
            transfers[number]?.moved += part
            server.transfers.receive(part, of: number)
        } catch {
            // As `UploadRun` ends it.
            drop(number)
            if phones[transfer.phone].disk.hasDied { return kill(transfer.phone) }
            answer(number, transfer, .refused(WireError(.fileMissing, "\(error)")))
        }
    }

    // What the server answers.

    mutating func told(_ number: TransferID, _ news: ServerTransfers.News) {
        if case .uploaded(let file, .success(let (attachment, isNew))) = news {
            note(.stored(file, attachment, isNew: isNew))
        }
        guard let transfer = transfers[number] else { return }
        switch (transfer.work, news) {
        case (.thumbnail, .continues), (.upload, .continues):
            if let (_, upload) = transfer.work.sent, UInt64(transfer.moved.count) < upload.size { return goOn(number) }
            site.server?.scheduler.clock = clock
            site.server?.transfers.finish(number)
        case (.thumbnail, .givesWay), (.upload, .givesWay):
            site.server?.scheduler.clock = clock
            site.server?.transfers.cut(number)
            transfers[number] = nil
            answer(number, transfer, .refused(WireError(.overloaded, "Others wait to upload.", retry: 5_000)))
        case (.thumbnail, .uploaded(_, let result)), (.upload, .uploaded(_, let result)):
            transfers[number] = nil
            switch result {
            case .success(let (attachment, _)): answer(number, transfer, .stored(attachment))
            case .failure(let error): answer(number, transfer, .refused(error))
            }
        case (.download(let ask, _), .opened(let result)): opened(number, transfer, ask, result)
        case (.download(let ask, let size?), .read(let result)): read(number, transfer, ask, size, result)
        default: break
        }
    }

    private mutating func opened(
        _ number: TransferID, _ transfer: Transfer, _ ask: FileAsk, _ result: Result<UInt64?, WireError>
    ) {
        switch result {
        case .success(let size?):
            note(.opened(number, transfer.user, ask, to: site.head(of: ask.room)))
            transfers[number]?.work = .download(ask, size: size)
            goOn(number)
        case .success(nil): fetched(number, transfer, ask, .refused)
        case .failure(let error): fetched(number, transfer, ask, .failed(error))
        }
    }

    private mutating func read(
        _ number: TransferID, _ transfer: Transfer, _ ask: FileAsk, _ size: UInt64, _ result: Result<[UInt8], WireError>
    ) {
        switch result {
        case .success(let part):
            transfers[number]?.moved += part
            let bytes = transfer.moved + part
            if part.isEmpty || UInt64(bytes.count) >= size {
                fetched(number, transfer, ask, .bytes(bytes))
            } else {
                goOn(number)
            }
        case .failure(let error): fetched(number, transfer, ask, .failed(error))
        }
    }

    private mutating func fetched(_ number: TransferID, _ transfer: Transfer, _ ask: FileAsk, _ answer: FileAnswer) {
        transfers[number] = nil
        site.server?.transfers.cut(number)
        note(.fetched(transfer.phone, transfer.user, ask, answer, to: site.head(of: ask.room)))
    }

    // The server's disk.

    mutating func forgetFiles() {
        guard isStormy else { return }
        agenda.add(.forgetFiles, at: soon(1_500))
        site.server?.forgetFiles(at: clock)
    }

    /// Errors for a while, or no space; or the process ends in the middle of an operation.
    mutating func failFileDisk() {
        let disk = site.fileDisk
        let first = disk.operations + Int.random(in: 0...8, using: &random)
        if random.oneIn(4) { return disk.fail(at: first, .dies) }
        let isFull = random.oneIn(3)
        for next in 0..<Int.random(in: 1...12, using: &random) where random.oneIn(2) {
            disk.fail(at: first + next, isFull ? .full : .error)
        }
    }

    /// Stops the server, starts it again, and looks at what its folder has: when nothing is under
    /// way, and when leftovers are deleted.
    mutating func readFiles() {
        guard plan.files != nil else { return }
        history.fileNamesAtRest = site.fileNames
        site.crash(losingPower: false)
        site.boot(seed: random.next(), at: clock)
        for _ in 0..<10_000 {
            guard let server = site.server, !server.isListening, let next = site.next else { break }
            clock.advance(to: next)
            server.step(at: clock)
        }
        history.fileNames = site.fileNames
        history.files = site.keptFiles(fileIDs)
    }
}
