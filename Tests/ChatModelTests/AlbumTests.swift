import ChatTesting
import ChatWire
import Testing

@testable import ChatModel

@Suite struct AlbumTests {
    private func timeline(_ events: [Event], from first: Seq = 1) -> Timeline {
        var timeline = Timeline()
        timeline.joined(epoch: .first, head: first - 1, reset: false)
        timeline.page(.newest, epoch: .first, head: first - 1, events: [])
        for event in events { timeline.receive(event, epoch: .first) }
        return timeline
    }

    private func photo(
        _ seq: Seq, album: UInt64? = 7, by author: Author = .bob, type: String = "image/png",
        _ size: (UInt64, UInt64)? = (3, 2), reply: Seq? = nil, payload: Payload? = nil
    ) -> Event {
        let attachment = ChatWire.Attachment(
            id: FileID(high: 1, low: seq.number), name: "\(seq).png", type: type, size: 9,
            dimensions: size.map { .init(width: $0.0, height: $0.1) }, album: album)
        return .test(
            seq, .message(Message(text: "\(seq)", reply: reply, payload: payload, attachment: attachment)), by: author)
    }

    /// “2/3” for the second photo of three, “-” for a message that is in no album.
    private func places(_ rows: [Row]) -> [String] {
        rows.flatMap(\.bubbles).map { $0.tile.map { "\($0.index + 1)/\($0.count)" } ?? "-" }
    }

    private func places(_ events: [Event]) -> [String] { places(timeline(events).rows(for: .ann)) }

    @Test func `consecutive photos of one author with one number are an album`() {
        #expect(places([photo(1), photo(2), photo(3)]) == ["1/3", "2/3", "3/3"])
        #expect(places([photo(1)]) == ["-"])
        #expect(places([photo(1), photo(2, album: nil)]) == ["-", "-"])
        #expect(
            places([photo(1), photo(2), photo(3, album: 8), photo(4, album: 8)]) == ["1/2", "2/2", "1/2", "2/2"])
        #expect(places([photo(1), photo(2, by: .cleo), photo(3, by: .cleo)]) == ["-", "1/2", "2/2"])
    }

    @Test func `another message between two photos splits the album`() {
        let split = [photo(1), photo(2), .test(3, "Hi", by: .cleo), photo(4), photo(5)]
        #expect(places(split) == ["1/2", "2/2", "-", "1/2", "2/2"])
        #expect(places([photo(1), .test(2, "Mine"), photo(3)]) == ["-", "-", "-"])
    }

    @Test func `only pictures of a known shape and videos are photos of an album`() {
        let audio = photo(2, type: "audio/mpeg", nil)
        #expect(places([photo(1), audio, photo(3)]) == ["-", "-", "-"])
        #expect(places([photo(1), photo(2, type: "video/mp4", nil)]) == ["1/2", "2/2"])
        #expect(places([photo(1), photo(2, type: "image/heic", nil)]) == ["-", "-"])
        #expect(places([photo(1), photo(2, (1 << 40, 1 << 40))]) == ["-", "-"])
        // An app draws its own content by itself; a reply quotes its message.
        #expect(places([photo(1), photo(2, payload: Payload(type: "p", data: "{}"))]) == ["-", "-"])
        #expect(places([photo(1, reply: 9), photo(2), photo(3, reply: 1), photo(4)]) == ["1/2", "2/2", "1/2", "2/2"])
    }

    @Test func `an album has ten photos at most, however many have its number`() {
        let all = places((1...23).map { photo($0) })
        #expect(all.filter { $0 == "1/10" }.count == 2 && all.suffix(3) == ["1/3", "2/3", "3/3"])
    }

    @Test func `a photo that its author deletes leaves the others an album`() {
        var timeline = timeline((1...4).map { photo($0) })
        func delete(_ of: Seq, by author: Author = .bob) {
            timeline.receive(.test(timeline.end + 1, .deletion(of: of), by: author), epoch: .first)
        }
        delete(2)
        #expect(places(timeline.rows(for: .ann)) == ["1/3", "2/3", "3/3"])
        delete(4)
        #expect(places(timeline.rows(for: .ann)) == ["1/2", "2/2", "-"])
        // One photo is left, and nothing that was deleted is in the middle of an album any more.
        delete(1)
        #expect(places(timeline.rows(for: .ann)) == ["-", "-", "-", "-"])
    }

    @Test func `what a moderator deletes is told, and splits the album`() {
        var timeline = timeline((1...3).map { photo($0) })
        timeline.receive(.test(4, .deletion(of: 2, reason: "Spam"), by: .cleo), epoch: .first)
        #expect(places(timeline.rows(for: .ann)) == ["-", "-", "-"])
    }

    @Test func `a person who has read up to a photo that is gone is shown at the photo before it`() {
        var timeline = timeline((1...3).map { photo($0, by: .ann) })
        timeline.receive(.test(4, .deletion(of: 2), by: .ann), epoch: .first)
        var receipts = Receipts()
        receipts.read(.bob, ReadPoint(2, at: 5))
        let bubbles = timeline.rows(for: .ann, receipts: receipts).flatMap(\.bubbles)
        #expect(bubbles.map(\.readers) == [[.bob], []] && bubbles.first?.readAt == 5)
    }

    @Test func `the photos of a blocked person are folded away one by one`() {
        let rows = timeline([photo(1), photo(2)]).rows(for: .ann, blocked: [Author.bob.user])
        #expect(places(rows) == ["-", "-"])
    }

    @Test func `joins and leaves are told after an album, not inside it`() {
        var presence = Presence()
        presence.changed(
            count: 3, joined: [.cleo], left: [], me: Author.ann.user, isOpen: true, after: 1, at: .at(1_500))
        let rows = timeline([photo(1), photo(2), .test(3, "Hi")]).rows(for: .ann, presence: presence)
        #expect(places(rows) == ["1/2", "2/2", "-"])
        #expect(rows.contains { if case .notice = $0.content { true } else { false } })
    }

    @Test func `an album that the window cuts is an album of the photos in it, and grows with the page before`() {
        var timeline = Timeline()
        timeline.joined(epoch: .first, head: 5, reset: false)
        timeline.page(.newest, epoch: .first, head: 5, events: [photo(4), photo(5)])
        #expect(places(timeline.rows(for: .ann)) == ["1/2", "2/2"])
        timeline.page(.older(before: 4), epoch: .first, head: 5, events: [.test(1, "Hi"), photo(2), photo(3)])
        #expect(places(timeline.rows(for: .ann)) == ["-", "1/4", "2/4", "3/4", "4/4"])
    }

    @Test func `an album is one row, and only it changes with one of its photos`() throws {
        var timeline = timeline([.test(1, "Hi"), photo(2), photo(3), .test(4, "Ho")])
        let before = timeline.rows(for: .ann).withAlbums
        #expect(before.map(\.id) == [.beginning, .day(0), .event(1), .event(2), .event(4)])
        guard case .album(let album) = before[3].content else { return #expect(Bool(false)) }
        #expect(album.photos.map(\.id) == [.event(2), .event(3)] && before[3].bubbles.count == 2)
        timeline.receive(.test(5, .reaction(of: 3, emoji: "👍", on: true)), epoch: .first)
        let after = timeline.rows(for: .ann).withAlbums
        #expect(RowDifference(from: before, to: after) == RowDifference(updated: [3]))
        timeline.receive(.test(6, .deletion(of: 3)), epoch: .first)
        let single = timeline.rows(for: .ann).withAlbums
        #expect(RowDifference(from: after, to: single) == RowDifference(inserted: [4], updated: [3]))
    }

    @Test func `an album's state is that of the photos that are on their way, then of those in the log`() {
        let ticket = Ticket(1)
        let failed = Row.State.failed(WireError(.file, "Too large."), ticket)
        let held = Row.State.held(ticket)
        func whole(_ states: [Row.State]) -> Row.State? {
            let photos = states.enumerated().map { index, state in
                var bubble = Row.Bubble(
                    seq: nil, ticket: ticket, author: .ann, isOwn: true, at: 0, body: .deleted, state: state)
                bubble.isFirst = index == 0
                return Row.Album.Photo(id: .ticket(Ticket(UInt64(index))), bubble: bubble)
            }
            return Row.Album(photos: photos).whole?.state
        }
        #expect(whole([]) == nil)
        #expect(whole([.sent, .changing, .sending, .waiting, failed]) == .waiting)
        #expect(whole([.changing, .sending, .sent, held]) == .sending)
        #expect(whole([.sent, .changing, failed]) == .changing)
        #expect(whole([failed, .sent, held]) == .sent)
        #expect(whole([held, failed]) == held && whole([failed, held]) == held)
        #expect(whole([failed, failed]) == failed)
    }

    @Test func `a number without a row leads to the message before it`() {
        var timeline = timeline([.test(1, "Hi"), photo(2), photo(3), photo(4), .test(5, "Ho")])
        timeline.receive(.test(6, .deletion(of: 3), by: .bob), epoch: .first)
        timeline.receive(.test(7, .reaction(of: 1, emoji: "👍", on: true)), epoch: .first)
        timeline.receive(.test(8, "Later"), epoch: .first)
        let rows = timeline.rows(for: .ann)
        #expect(rows.row(for: 4, in: timeline) == .event(4))
        // The album leaves the third out.
        #expect(rows.row(for: 3, in: timeline) == .event(2))
        #expect(rows.withAlbums.row(for: 4, in: timeline) == .event(2))
        #expect(rows.row(for: 7, in: timeline) == .event(5))
        #expect(rows.row(for: 9, in: timeline) == nil)
    }

    @Test func `a number before the window leads nowhere, unless the log begins there`() {
        var timeline = Timeline()
        timeline.joined(epoch: .first, head: 9, reset: false)
        #expect(timeline.rows(for: .ann).row(for: 9, in: timeline) == nil)
        timeline.page(.newest, epoch: .first, head: 9, events: [.test(8, "a"), .test(9, "b")])
        #expect(timeline.rows(for: .ann).row(for: 7, in: timeline) == nil)
        timeline.page(.older(before: 8), epoch: .first, head: 9, events: [])
        #expect(timeline.reachedStart)
        #expect(timeline.rows(for: .ann).row(for: 7, in: timeline) == .event(8))
    }

    @Test func `the frames fill the album's width without a gap, and do not overlap`() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<2_000 {
            let count = Int.random(in: 2...Limits.albumPhotos, using: &random)
            let photos = (0..<count).map { _ -> ChatWire.Attachment.Dimensions? in
                let sides = (0..<2).map { _ in UInt64.random(in: 1...4_000, using: &random) }
                return random.chance(0.1) ? nil : .init(width: sides[0], height: sides[1])
            }
            let mosaic = Mosaic(photos)
            #expect(mosaic.frames.count == count)
            var lines: [Int: [Mosaic.Frame]] = [:]
            for frame in mosaic.frames { lines[frame.y, default: []].append(frame) }
            var y = 0
            for (top, line) in lines.sorted(by: { $0.key < $1.key }) {
                #expect(top == y && Set(line.map(\.height)).count == 1)
                var x = 0
                for frame in line {
                    #expect(frame.x == x && frame.width > 50)
                    x += frame.width
                }
                #expect(x == 1_000)
                y += line[0].height
            }
            #expect(y == mosaic.height && (200...2_000).contains(mosaic.height))
        }
    }

    @Test func `shapes from outside have no size that stops a client`() {
        let sizes: [UInt64] = [0, 1, .max, 1 << 53]
        let all = sizes.flatMap { width in sizes.map { ChatWire.Attachment.Dimensions(width: width, height: $0) } }
        #expect(Mosaic(Array(all.prefix(Limits.albumPhotos))).frames.count == Limits.albumPhotos)
        #expect(Mosaic([]).frames.isEmpty)
    }

    @Test func `four photos across are two lines of two, and three are one above two`() {
        func widths(_ sizes: [(UInt64, UInt64)]) -> [[Int]] {
            let frames = Mosaic(sizes.map { .init(width: $0.0, height: $0.1) }).frames
            return Dictionary(grouping: frames, by: \.y).sorted { $0.key < $1.key }.map { $0.value.map(\.width) }
        }
        #expect(widths(Array(repeating: (3, 2), count: 4)) == [[500, 500], [500, 500]])
        #expect(widths(Array(repeating: (3, 2), count: 3)) == [[1_000], [500, 500]])
        #expect(widths(Array(repeating: (3, 4), count: 3)) == [[333, 333, 334]])
        #expect(widths([(16, 9), (16, 9)]) == [[1_000], [1_000]])
        #expect(widths([(3, 4), (3, 4)]) == [[500, 500]])
    }
}

// Sending.
extension AlbumTests {
    private func upload(_ number: UInt64, _ type: String = "image/png") -> Upload {
        Upload(id: FileID(high: number, low: number), name: "\(number)", type: type, size: 9)
    }

    @Test func `photos that are chosen together are in one album, a photo alone and other files in none`() {
        let pdf = "application/pdf"
        #expect([upload(1)].inAlbums().map(\.album) == [nil])
        #expect([Upload]().inAlbums().isEmpty)
        #expect([upload(1), upload(2, "video/mp4")].inAlbums().map(\.album) == [1, 1])
        let mixed = [upload(1), upload(2, pdf), upload(3), upload(4), upload(5, pdf), upload(6)].inAlbums()
        #expect(mixed.map(\.album) == [nil, nil, 3, 3, nil, nil])
        let many = (1...21).map { upload($0) }.inAlbums().map(\.album)
        #expect(many == Array(repeating: 1, count: 10) + Array(repeating: 11, count: 10) + [nil])
        let extreme = [Upload(id: FileID(high: 0, low: 1 << 60), name: "a", type: "image/png", size: 1), upload(2)]
        #expect(extreme.inAlbums().map(\.album) == [1, 1])
    }

    @Test func `an album is an album from the beginning, and keeps its shape`() {
        var world = World.ready()
        _ = world.attachAlbum(["0", "1", "2"])
        let before = world.chat.rows(of: .lobby).compactMap(\.bubble?.tile)
        #expect(before.map(\.index) == [0, 1, 2])
        world.finishUploads()
        world.finishUploads()
        world.quiesce()
        #expect(world.texts() == ["0", "1", "2"])
        #expect(world.chat.rows(of: .lobby).compactMap(\.bubble?.tile) == before)
        #expect(world.logs[.lobby]?.compactMap(\.content.attachment?.album) == [7, 7, 7])
    }

    @Test func `a file that the server takes for no photo has no album`() {
        for (type, album) in [("image/png", UInt64(7)), ("video/mp4", 7), ("application/pdf", nil)] {
            var world = World.ready()
            let tickets = world.attachAlbum(["0", "1"])
            for ticket in tickets {
                guard let upload = world.chat.outbox[ticket]?.upload else { continue }
                let answer = ChatWire.Attachment(id: upload.id, name: upload.name, type: type, size: upload.size)
                world.uploads.removeAll { $0.ticket == ticket }
                world.files[upload.id] = answer
                world.tell(.uploaded(ticket, answer))
            }
            world.quiesce()
            #expect(world.logs[.lobby]?.map(\.content.attachment?.album) == [album, album])
        }
    }

    @Test func `photos of an album go together and in order, whichever upload ends first`() {
        var world = World.ready()
        let tickets = world.attachAlbum(["0", "1", "2"])
        world.finishUploads(tickets[1])
        world.say("text")
        world.finishUploads(tickets[0])
        world.quiesce()
        // A text waits for no upload, and the first two photos wait for the third.
        #expect(world.texts() == ["text"])
        world.say("between")
        world.finishUploads(tickets[2])
        world.say("after")
        world.quiesce()
        #expect(world.texts() == ["text", "between", "0", "1", "2", "after"])
    }

    @Test func `a text does not come between two photos of an album that is being sent`() {
        var world = World.ready()
        // Afterwards several may be under way.
        world.say("before")
        world.quiesce()
        let tickets = world.attachAlbum(["0", "1"])
        for ticket in tickets.reversed() { world.finishUploads(ticket) }
        // The first photo is under way.
        world.say("text")
        world.quiesce()
        #expect(world.texts() == ["before", "0", "1", "text"])
    }

    @Test func `a photo that is refused or taken back holds up neither its album nor what is behind it`() {
        var world = World.ready()
        let tickets = world.attachAlbum(["0", "1", "2"])
        world.attach("other")
        world.failUpload(tickets[0], WireError(.fileQuota, "Your files are too large."))
        world.finishUploads(tickets[1])
        world.tell(.drop(tickets[2]))
        world.finishUploads()
        world.finishUploads()
        world.quiesce()
        #expect(world.texts() == ["1", "other"])
        world.tell(.retry(tickets[0]))
        world.finishUploads()
        world.quiesce()
        #expect(world.texts() == ["1", "other", "0"])
    }

    @Test func `a file behind an album that waits keeps its place`() {
        var world = World.ready()
        let tickets = world.attachAlbum(["0", "1"])
        let other = world.attach("other")
        world.finishUploads(tickets[1])
        world.finishUploads(other)
        world.quiesce()
        #expect(world.texts() == [])
        world.finishUploads(tickets[0])
        world.quiesce()
        #expect(world.texts() == ["0", "1", "other"])
    }
}
