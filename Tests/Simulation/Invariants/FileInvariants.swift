import ChatModel
import ChatRooms
import ChatTesting
import ChatWire

/// Files of messages: their bytes, whose they are, and when they go.
extension Checker {
    /// INV46: a message with a file has it, for everybody who may read the message, until it is
    /// deleted. Nobody is told before that there is no such file.
    func files() -> Violation? {
        var rights = AllReadingRights(self)
        for (index, entry) in history.entries.enumerated() {
            guard case .fetched(_, let user, let ask, .refused, let head) = entry.what, epochAt[index] == ask.epoch,
                !isDeleted(ask, before: head)
            else { continue }
            let time = ManualClock().origin + entry.at
            let isAllowed =
                ask.room.hasFilesForAll
                || rights(user, ask.room, ask.epoch).mayAlwaysRead(ask.seq, from: ask.from, to: head, at: time)
            if isAllowed {
                let text = "The file of \(ask.room.text) \(ask.seq) was there, and was refused."
                return Violation(.files, text, [index])
            }
        }
        guard history.fileNames != nil, let epoch = history.epoch else { return nil }
        let kept = Dictionary(history.files.map { ($0.record.attachment.id, $0) }) { first, _ in first }
        for (room, log) in history.logs[epoch] ?? [:] {
            for event in log {
                guard event.files.contains(where: { kept[$0.id]?.bytes == nil }) else { continue }
                return Violation(.files, "\(room.text) \(event.seq) has lost a file.")
            }
        }
        return nil
    }

    private func isDeleted(_ ask: FileAsk, before head: Seq) -> Bool {
        log(ask.epoch, ask.room).prefix(Int(clamping: head.number)).contains {
            if case .deletion(ask.seq, _) = $0.content { true } else { false }
        }
    }

    /// INV47: no record of a file is without its bytes, also after kills and power cuts.
    func fileRecords() -> Violation? {
        for (index, entry) in history.entries.enumerated() {
            guard case .filesAfterCrash(let files) = entry.what else { continue }
            if let text = lost(files) { return Violation(.fileRecords, text, [index]) }
        }
        return lost(history.files).map { Violation(.fileRecords, $0) }
    }

    private func lost(_ files: [KeptFile]) -> String? {
        for file in files where file.bytes.map({ UInt64($0.count) }) != file.record.attachment.size || isOther(file) {
            return "\(file.record.attachment.id) has a record, and not its bytes."
        }
        return nil
    }

    private func isOther(_ file: KeptFile) -> Bool {
        guard let bytes = file.bytes, let uploaded = uploaded[file.record.attachment.id] else { return true }
        return bytes != uploaded
    }

    /// INV48: a file belongs to one message.
    func oneMessage() -> Violation? {
        var messages: [Epoch: [FileID: Place]] = [:]
        func violation(_ event: Event, _ room: RoomName, _ epoch: Epoch, _ indices: [Int]) -> Violation? {
            let place = Place(room: room, seq: event.seq)
            for file in event.files {
                let known = messages[epoch, default: [:]].updateValue(place, forKey: file.id)
                guard let known, known != place else { continue }
                let text = "\(room.text) \(event.seq) has a file of \(known.room.text) \(known.seq)."
                return Violation(.oneMessage, text, indices)
            }
            return nil
        }
        for (epoch, rooms) in history.logs {
            for (room, log) in rooms {
                for event in log { if let found = violation(event, room, epoch, []) { return found } }
            }
        }
        for (index, entry) in history.entries.enumerated() {
            guard case .heard(_, _, .event(let room, let epoch, let event)) = entry.what else { continue }
            if let found = violation(event, room, epoch, [index]) { return found }
        }
        return nil
    }

    /// INV49: an upload that is tried again under one id is one file: it is new once, unless it was
    /// deleted in between, and its answers are the same.
    func oneFile() -> Violation? {
        struct Answer { var index: Int, attachment: Attachment, isThere: Bool }
        var answers: [FileID: Answer] = [:]
        for (index, entry) in history.entries.enumerated() {
            switch entry.what {
            case .restored: answers = [:]
            case .filesAfterCrash(let files):
                // A removal that was in doubt may have been kept.
                let there = Set(files.map(\.record.attachment.id))
                for id in answers.keys where !there.contains(id) { answers[id]?.isThere = false }
            case .forgot(let files): for file in files { answers[file.attachment.id]?.isThere = false }
            case .stored(let id, let attachment, let isNew):
                if let first = answers[id], first.attachment != attachment || isNew && first.isThere {
                    return Violation(.oneFile, "\(id) was stored twice.", [first.index, index])
                }
                // The answer to a repetition may come after the file was deleted: it stores
                // nothing.
                let isThere = isNew || answers[id]?.isThere ?? true
                answers[id] = Answer(index: index, attachment: attachment, isThere: isThere)
            default: break
            }
        }
        return nil
    }

    /// INV50: nobody gets the file of a message that they may not read.
    func fileReading() -> Violation? {
        var rights = AllReadingRights(self)
        for (index, entry) in history.entries.enumerated() {
            guard case .opened(_, let user, let ask, let head) = entry.what, epochAt[index] == ask.epoch,
                !ask.room.hasFilesForAll
            else { continue }
            let time = ManualClock().origin + entry.at
            if !rights(user, ask.room, ask.epoch).mayRead(ask.seq, from: ask.from, to: head, at: time) {
                let text = "The file of \(ask.room.text) \(ask.seq) was given to a user who may not read it."
                return Violation(.fileReading, text, [index])
            }
        }
        return nil
    }

    /// INV51: bytes of deleted messages go when no fault keeps them; and after a start there are no
    /// bytes without a record: none of abandoned uploads, and none that a crash left.
    func fileRemoval() -> Violation? {
        guard let names = history.fileNames, let before = history.fileNamesAtRest else { return nil }
        let records = Set(history.files.map(\.record.place.text))
        if let name = names.first(where: { !records.contains($0) }) {
            return Violation(.fileRemoval, "\(name) has no record, and its bytes are still there.")
        }
        var hasHealed = false
        for (index, entry) in history.entries.enumerated() {
            if case .healed = entry.what { hasHealed = true }
            guard hasHealed, case .forgot(let files) = entry.what else { continue }
            if let file = files.first(where: { before.contains($0.place.text) }) {
                let text = "\(file.attachment.id) was deleted, and its bytes are still there."
                return Violation(.fileRemoval, text, [index])
            }
        }
        return nil
    }

    /// INV52: the bytes of a file are those that one upload brought, in the folder and for everyone
    /// who reads them.
    func uploadsApart() -> Violation? {
        for (index, entry) in history.entries.enumerated() {
            guard case .fetched(_, _, let ask, .bytes(let bytes), _) = entry.what, bytes != uploaded[ask.file] else {
                continue
            }
            let text = "\(ask.file) of \(ask.room.text) \(ask.seq) was read, and is not what was uploaded."
            return Violation(.uploadsApart, text, [index])
        }
        guard let other = history.files.first(where: { $0.bytes != nil && isOther($0) }) else { return nil }
        return Violation(.uploadsApart, "\(other.record.attachment.id) is not what was uploaded.")
    }
}

extension RoomName {
    /// Whether everyone who knows a file's id may read it.
    fileprivate var hasFilesForAll: Bool { kind == .open }
}
