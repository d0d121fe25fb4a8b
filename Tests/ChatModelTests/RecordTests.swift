import ChatTesting
import ChatWire
import Testing

@testable import ChatModel

@Suite struct RecordTests {
    private let failure = WireError(.numberConflict, "Something else; \"quoted\".", retry: 5)

    private var records: [Record] {
        let events: [Event] = [
            .test(
                3,
                .message(
                    Message(
                        text: "a", reply: 1, payload: Payload(type: "poll", data: "{}"), edited: 5,
                        reactions: [
                            Reaction(emoji: "👍", users: [Author.bob.user])
                        ])), number: 2), .test(4, .deleted(by: 6)),
        ]
        let mutations: [Mutation] = [
            .message(text: "naïve 👍", reply: 7, payload: Payload(type: "poll", data: "{\"a\":1}")),
            .edit(of: 3, text: "b"), .delete(of: 3), .react(of: 3, emoji: "👍", on: false),
        ]
        var choice = Choice()
        (choice.isFollowed, choice.notice, choice.unread) = (true, .mentions, 7)
        var signingUp = Identity(user: Author.ann.user, name: "ann", device: .phone, token: "t")
        signingUp.isSigningUp = true
        var records: [Record] = [
            .device(.phone),
            .identity(Identity(user: Author.ann.user, name: "ann", device: .phone, token: "t")),
            .identity(Identity(user: Author.ann.user, name: "ann", device: .phone, token: nil)),
            .identity(
                Identity(user: Author.ann.user, name: "ann", device: .phone, token: "t", role: .administrator)),
            .identity(signingUp), .numbered(Ticket(0), 1), .settled(Ticket(.max)), .failed(Ticket(2), failure),
            .counted(next: Limits.largestInteger), .rooms([.lobby, .garden]), .rooms([]), .read(.lobby, 9),
            .seen(.lobby, 8),
            .drafted(.lobby, "hell", isSaved: false), .drafted(.garden, "", isSaved: true),
            .cached(.lobby, .init(epoch: .first, first: 3, end: 6, events: events)), .forgot(.garden),
            .reporting(.lobby, 58, Report(.spam, text: "naïve")), .reporting(.garden, 1, Report(.other)),
            .reported(.lobby, 58), .chosen(.garden, choice), .chosen(.lobby, Choice()),
            .blocked([Author.ann.user, Author.bob.user]), .blocked([]),
        ]
        for (index, mutation) in mutations.enumerated() {
            records.append(
                .intended(.init(ticket: Ticket(UInt64(index) + 2), room: .lobby, mutation: mutation, at: -5)))
        }
        var info = RoomInfo(standing: Standing(membership: .member, role: .owner, since: 4), people: 3, owners: 1)
        (info.settings.title, info.pins) = ("Tea", [3, 1])
        records += [
            .described(.lobby, info, partner: nil), .described(.garden, RoomInfo(), partner: .bob),
            .described(.garden, info, partner: .bob),
        ]
        let upload = Upload(
            id: FileID(high: 5, low: 6), name: "swift.jpg", type: "image/jpeg", size: 9,
            dimensions: .init(width: 3, height: 2), album: Limits.largestInteger,
            voice: Attachment.Voice(duration: 1, levels: [0, 15]))
        records += [
            .uploaded(Ticket(9), upload.answer), .unattached(Ticket(9), FileID(high: 5, low: 7)),
            .intended(.init(ticket: Ticket(9), room: .lobby, mutation: mutations[0], upload: upload, at: 5)),
            .uploaded(Ticket(9), upload.answer), .numbered(Ticket(9), 12),
        ]
        records.append(
            .intended(
                .init(ticket: Ticket(1 << 63), room: .lobby, mutation: mutations[0], state: .failed(failure), at: 5)))
        return records
    }

    @Test func `every record comes back from its bytes`() throws {
        for record in records { #expect(try Record(json: record.json) == record) }
    }

    /// Records as an earlier version wrote them: what they say must not change.
    @Test func `records of an earlier version are read`() throws {
        let (device, user) = ("00000000-0000-0001-0000-000000000002", "00000000-0000-0003-0000-000000000004")
        let ids = (device: DeviceID(high: 1, low: 2), user: UserID(high: 3, low: 4), file: FileID(high: 5, low: 6))
        let file = #"{"id":"00000000-0000-0005-0000-000000000006","name":"a.jpg","type":"image/jpeg","size":9}"#
        let attachment = Attachment(id: ids.file, name: "a.jpg", type: "image/jpeg", size: 9, dimensions: nil)
        let upload = Upload(id: ids.file, name: "a.jpg", type: "image/jpeg", size: 9)
        let ticket = Ticket(0x1F)
        let stored: [(String, Record)] = [
            (#"{"record":"device","device":"\#(device)"}"#, .device(ids.device)),
            (
                #"{"record":"identity","user":"\#(user)","name":"ann","device":"\#(device)","token":"t"}"#,
                .identity(Identity(user: ids.user, name: "ann", device: ids.device, token: "t"))
            ),
            (
                #"{"record":"intended","ticket":"000000000000001f","room":"lobby","at":5,"type":"send","text":"a","reply":7}"#,
                .intended(.init(ticket: ticket, room: .lobby, mutation: .message(text: "a", reply: 7), at: 5))
            ),
            (
                #"{"record":"upload","ticket":"000000000000001f","room":"lobby","at":5,"file":\#(file),"type":"send","text":"a"}"#,
                .intended(
                    .init(ticket: ticket, room: .lobby, mutation: .message(text: "a"), upload: upload, at: 5))
            ),
            (#"{"record":"numbered","ticket":"000000000000001f","number":12}"#, .numbered(ticket, 12)),
            (
                #"{"record":"uploaded","ticket":"000000000000001f","attachment":\#(file)}"#,
                .uploaded(ticket, attachment)
            ),
            (
                #"{"record":"unattached","ticket":"000000000000001f","id":"00000000-0000-0005-0000-000000000006"}"#,
                .unattached(ticket, ids.file)
            ),
            (#"{"record":"settled","ticket":"000000000000001f"}"#, .settled(ticket)),
            (#"{"record":"counted","next":13}"#, .counted(next: 13)),
            (#"{"record":"rooms","rooms":["lobby","garden"]}"#, .rooms([.lobby, .garden])),
            (#"{"record":"read","room":"lobby","seq":9}"#, .read(.lobby, 9)),
            (
                #"{"record":"cached","room":"lobby","epoch":5,"first":3,"end":3,"events":[{"seq":3,"id":"\#(user)","at":1,"user":"\#(user)","name":"ann","device":"\#(device)","number":2,"kind":"message","text":"a"}]}"#,
                .cached(
                    .lobby,
                    .init(
                        epoch: try #require(Epoch(5)), first: 3, end: 3,
                        events: [
                            Event(
                                seq: 3, id: EventID(high: 3, low: 4), at: 1,
                                author: Author(user: ids.user, name: "ann"),
                                idempotencyKey: IdempotencyKey(device: ids.device, number: 2),
                                content: .message(Message(text: "a")))
                        ]))
            ),
            (#"{"record":"forgot","room":"garden"}"#, .forgot(.garden)),
        ]
        for (json, record) in stored { try #expect(Record(json: Array(json.utf8)) == record, "\(json)") }
    }

    @Test func `bytes that are no record are refused, wherever they were cut or changed`() {
        var random = SeededGenerator(seed: 3)
        for record in records {
            var bytes = record.json
            for end in 0..<bytes.count { #expect(throws: WireError.self) { try Record(json: Array(bytes[..<end])) } }
            for _ in 0..<200 {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                bytes[index] = UInt8.random(in: 0...255, using: &random)
                var restored = Restored()
                if let changed = try? Record(json: bytes) { restored.fold(changed) }
                var chat = Chat(device: .phone, name: nil, token: nil, restored: restored)
                _ = chat.handle(.start, at: .at(0))
            }
        }
        #expect(throws: WireError.self) { try Record(json: Array(#"{"record":"of the future"}"#.utf8)) }
    }

    @Test func `compacted records fold to the same`() {
        var restored = Restored()
        for record in records { restored.fold(record) }
        restored.fold(.numbered(Ticket(3), 41))
        restored.fold(.failed(Ticket(4), failure))
        #expect(Restored(restored.records) == restored)
        #expect(
            restored.items.map { $0.ticket } == [
                Ticket(2), Ticket(3), Ticket(4), Ticket(5), Ticket(9), Ticket(1 << 63),
            ])
        #expect(restored.items[1].number == 41)
        #expect(restored.items[4].number == 12 && restored.items[4].mutation.attachment?.type == "image/png")
        restored.fold(.unattached(Ticket(9), FileID(high: 5, low: 8)))
        #expect(Restored(restored.records) == restored)
        #expect(restored.items[4].lacksFile && restored.items[4].upload?.id.low == 8)
        #expect(restored.items[4].number == nil)
    }

    @Test func `an intent that comes again is behind the others, and without its number`() {
        let item = Outbox.Item(ticket: Ticket(1), room: .lobby, mutation: .message(text: "a"), at: 0)
        var other = item
        other.ticket = Ticket(2)
        let restored = Restored([
            .intended(item), .intended(other), .numbered(Ticket(1), 1), .failed(Ticket(1), failure), .intended(item),
            .settled(Ticket(7)), .numbered(Ticket(7), 9),
        ])
        #expect(restored.items == [other, item])
        #expect(restored.next == 10)
    }

    @Test func `an excerpt goes on where it ended, keeps the newest, and gives way to what does not follow`() {
        func excerpt(_ first: Seq, _ end: Seq, _ epoch: Epoch = .first) -> Record.Excerpt {
            .init(epoch: epoch, first: first, end: end, events: (first...end).map { .test($0, "\($0)") })
        }
        var restored = Restored([.cached(.lobby, excerpt(1, 90)), .cached(.lobby, excerpt(91, 120))])
        #expect(restored.excerpts[.lobby] == excerpt(21, 120))
        var change = excerpt(121, 121)
        change.events.insert(.test(50, .deleted(by: 121)), at: 0)
        restored.fold(.cached(.lobby, change))
        #expect(restored.excerpts[.lobby]?.events.first { $0.seq == 50 }?.content == .deleted(by: 121))
        restored.fold(.cached(.lobby, excerpt(200, 210)))
        #expect(restored.excerpts[.lobby] == excerpt(200, 210))
        restored.fold(.cached(.lobby, excerpt(211, 212, .second)))
        #expect(restored.excerpts[.lobby] == excerpt(211, 212, .second))
        restored.fold(.forgot(.lobby))
        #expect(restored.excerpts.isEmpty)
    }
}
