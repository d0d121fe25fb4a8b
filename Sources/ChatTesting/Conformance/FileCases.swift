import ChatRooms
import ChatWire

private let ann = Sender(1)
private let bob = Sender(2, name: "bob")

extension MessageStoreConformance {
    /// Files are recorded, taken by one message, and forgotten.
    static let files: [Case] = [
        Case("what was recorded is found, and counts for its user") { store, check in
            let files = [ann.file(1), ann.file(2, size: 5), bob.file(3, size: 1)]
            let appended = try store.append(Batch(files: files))
            check.expect(appended.files == [.recorded, .recorded, .recorded] && appended.removed.isEmpty)
            for file in files { try check.expect(store.file(file.attachment.id) == file) }
            try check.expect(store.file(FileID(high: 9, low: 4)) == nil)
            try check.expect(store.fileBytes(of: ann.user, except: []) == 2 * Limits.fileChargeLeast)
            try check.expect(store.fileBytes(of: ann.user, except: [files[0].attachment.id]) == Limits.fileChargeLeast)
            try check.expect(store.fileBytes(of: bob.user, except: []) == Limits.fileChargeLeast)
            try check.expect(store.filePlaces() == Set(files.map(\.place)))
        },
        Case("the same bytes of the same user are the same file, anything else is another") { store, check in
            let first = ann.file(1)
            _ = try store.append(Batch(files: [first]))
            let later = [ann.file(1, name: "other.jpg"), ann.file(1, digest: 8), bob.file(1)]
            try check.expect(
                store.append(Batch(files: later)).files == [.alreadyThere(first), .conflict, .conflict])
            try check.expect(store.file(first.attachment.id) == first)
            try check.expect(store.filePlaces() == [first.place])
        },
        Case("a message takes a file, even in the batch that records it, and no other may have it") { store, check in
            let record = ann.file(1)
            let newEvent = ann.newEvent(.message(with: record), number: 1)
            let appended = try store.append(Batch(newEvents: [newEvent], files: [record]))
            guard case .appended(let event)? = appended.outcomes.first else { throw NotAppended() }
            check.expect(event.content == newEvent.mutation.content)
            try check.expect(store.log(of: .lobby) == [event])
            try check.expect(store.file(record.attachment.id)?.isTaken == true)
            try check.expect(store.refusal(ann.newEvent(.message(with: record), number: 2)) == .noSuchFile)
            // Sent again under its number, it gets its first answer.
            try check.expect(store.append(ann.newEvent(.message(with: record), number: 1)) == .alreadyThere(event))
            try check.expect(store.log(of: .lobby) == [event])
        },
        Case("an avatar takes its file, and the one that it replaces is deleted") { store, check in
            let files = (1...4).map { ann.file($0) }
            let group = RoomName.newGroup()
            _ = try store.append(Batch(files: files))
            func avatar(_ index: Int?) -> AvatarChange { AvatarChange(index.map { files[$0].attachment }) }
            func profile(_ index: Int?) -> NewEvent {
                ann.newEvent(.profile(ProfileChange(avatar: avatar(index))), in: .own(ann.user))
            }
            func settings(_ index: Int?) -> NewEvent {
                ann.newEvent(.settings(SettingsChange(avatar: avatar(index))), in: group)
            }
            try check.expect(store.append(Batch(newEvents: [profile(0), settings(1)])).removed.isEmpty)
            try check.expect(store.profile(of: ann.user).avatar == files[0].attachment)
            try check.expect(store.info(of: group, for: ann.user)?.settings.avatar == files[1].attachment)
            try check.expect(store.refusal(profile(1)) == .noSuchFile && store.refusal(profile(0)) == .noSuchFile)
            try check.expect(store.append(Batch(newEvents: [profile(2)])).removed == [files[0].place])
            try check.expect(store.append(Batch(newEvents: [settings(3)])).removed == [files[1].place])
            let removed = try store.append(Batch(newEvents: [profile(nil), settings(nil)])).removed
            check.expect(removed == [files[2].place, files[3].place])
            try check.expect(store.filePlaces().isEmpty && store.profile(of: ann.user) == Profile())
        },
        Case("a file that is not there, not theirs or not as it was answered is refused, and nothing changed") {
            store, check in
            let record = ann.file(1, name: "caf\u{E9}.jpg")
            _ = try store.append(Batch(files: [record]))
            var wrong = Array(repeating: record.attachment, count: 6)
            wrong[0].id = FileID(high: 9, low: 2)
            wrong[1].name = "cafe\u{301}.jpg"
            wrong[2].type = "image/png"
            wrong[3].size += 1
            wrong[4].dimensions = nil
            wrong[5].dimensions?.width += 1
            let garden = try room("garden")
            for (index, attachment) in wrong.enumerated() {
                let newEvent = ann.newEvent(.message(text: "x", attachment: attachment), number: 1, in: garden)
                guard case .refused(let error) = try store.append(newEvent), error.code == .noSuchFile else {
                    check.fail("\(attachment) was not refused")
                    continue
                }
                // The file is there: another upload does not help.
                let advice = index == 0 ? "upload it again" : "send that unchanged"
                check.expect(error.text.contains(advice), "\(error.text)")
            }
            try check.expect(store.refusal(bob.newEvent(.message(with: record), in: garden)) == .noSuchFile)
            try check.expect(store.head(of: garden) == 0)
            try check.expect(store.file(record.attachment.id) == record)
            // The number stayed free.
            try check.expect(store.appended(ann.newEvent(.message(with: record), number: 1, in: garden)).seq == 1)
        },
        Case("a message takes its file and the thumbnail, or neither, and a deletion removes both") { store, check in
            let (photo, small, other) = (ann.file(1), ann.file(2, size: 9), bob.file(3, size: 9))
            _ = try store.append(Batch(files: [photo, small, other]))
            func message(_ thumbnail: FileRecord) throws -> Mutation {
                let attachment = photo.attachment.withThumbnail(thumbnail.attachment)
                return .message(text: "x", attachment: attachment)
            }
            try check.expect(store.refusal(ann.newEvent(message(other), number: 1)) == .noSuchFile)
            try check.expect(store.refusal(ann.newEvent(message(ann.file(4)), number: 1)) == .noSuchFile)
            try check.expect(store.file(photo.attachment.id)?.isTaken == false)
            let sent = try store.appended(ann.newEvent(message(small), number: 1))
            try check.expect(store.log(of: .lobby).first?.attachment == sent.attachment)
            for file in [photo, small] { try check.expect(store.file(file.attachment.id)?.isTaken == true) }
            try check.expect(store.refusal(ann.newEvent(.message(with: small), number: 2)) == .noSuchFile)
            let deleted = try store.append(Batch(newEvents: [ann.newEvent(.delete(of: sent.seq))]))
            check.expect(Set(deleted.removed) == [photo.place, small.place])
            for file in [photo, small] { try check.expect(store.file(file.attachment.id) == nil) }
            try check.expect(store.fileBytes(of: ann.user, except: []) == 0)
        },
        Case("a deletion wipes the attachment and the record, and tells where the bytes are") { store, check in
            let record = ann.file(1)
            let sent = ann.newEvent(.message(with: record), number: 1)
            _ = try store.append(Batch(newEvents: [sent, ann.newEvent(.edit(of: 1, text: "edited"))], files: [record]))
            try check.expect(store.log(of: .lobby).first?.attachment == record.attachment)
            let deleted = try store.append(Batch(newEvents: [ann.newEvent(.delete(of: 1))]))
            check.expect(deleted.removed == [record.place])
            try check.expect(store.log(of: .lobby).first?.content == .deleted(by: 3))
            try check.expect(store.file(record.attachment.id) == nil)
            try check.expect(store.fileBytes(of: ann.user, except: []) == 0)
            try check.expect(store.append(Batch(newEvents: [ann.newEvent(.delete(of: 1))])).removed == [])
            try check.expect(store.append(sent) == .alreadyThere(store.log(of: .lobby)[0]))
        },
        Case("the id of a deleted file stays its owner's") { store, check in
            let record = ann.file(1)
            _ = try store.append(Batch(newEvents: [ann.newEvent(.message(with: record))], files: [record]))
            _ = try store.append(Batch(newEvents: [ann.newEvent(.delete(of: 1))]))
            try check.expect(store.append(Batch(files: [bob.file(1)])).files == [.conflict])
            try check.expect(store.file(record.attachment.id) == nil)
            let again = ann.file(1, digest: 8)
            try check.expect(store.append(Batch(files: [again])).files == [.recorded])
            try check.expect(store.file(record.attachment.id) == again)
        },
        Case("the newest file that no message took is known") { store, check in
            try check.expect(store.newestUnusedFile() == nil)
            let files = [ann.file(1, at: 10), ann.file(2, at: 20), ann.file(3, at: 30)]
            _ = try store.append(Batch(newEvents: [ann.newEvent(.message(with: files[2]))], files: files))
            try check.expect(store.newestUnusedFile() == 20)
        },
        Case("files without a message are forgotten a step at a time") { store, check in
            let files = (1...UInt64(Limits.unusedFilesStep) + 1).map { ann.file($0, at: 10) }
            _ = try store.append(Batch(files: files))
            try check.expect(store.append(Batch(unusedBefore: 20)).removed.count == Limits.unusedFilesStep)
            try check.expect(store.append(Batch(unusedBefore: 20)).removed.count == 1)
        },
        Case("what no message took in time is forgotten") { store, check in
            let files = [ann.file(1, at: 10), ann.file(2, at: 10), ann.file(3, at: 20)]
            _ = try store.append(Batch(files: files))
            let appended = try store.append(
                Batch(newEvents: [ann.newEvent(.message(with: files[1]))], unusedBefore: 20))
            check.expect(appended.removed == [files[0].place])
            try check.expect(store.filePlaces() == [files[1].place, files[2].place])
            try check.expect(store.refusal(ann.newEvent(.message(with: files[0]))) == .noSuchFile)
        },
    ]
}

extension Attachment {
    fileprivate func withThumbnail(_ file: Attachment) -> Attachment {
        var attachment = self
        attachment.thumbnail = Thumbnail(file)
        return attachment
    }
}
