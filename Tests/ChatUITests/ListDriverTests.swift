import ChatModel
import ChatWire
import Testing

@testable import ChatUI

/// A list whose heights are estimates until a row was in sight, as the platforms' lists are.
@MainActor
private final class EstimatingList: ListSurface {
    var rows: [Row] = []
    var offset: Double = 0
    var height: Double = 600
    /// Narrow rows are higher, and so are rows of a large text.
    var metrics = RowMetrics(width: 400) {
        didSet { measured = [:] }
    }
    private var measured: [Row.ID: Double] = [:]

    static let estimate: Double = 44

    /// The height a row turns out to have.
    func trueHeight(_ id: Row.ID) -> Double {
        guard case .event(let seq) = id else { return 30 }
        let rows = (30 + Double(seq.number * 37 % 90)) * 400 / max(metrics.width, 1)
        return metrics.textSize == "large" ? 3 * rows : rows
    }

    private func height(_ row: Row) -> Double { measured[row.id] ?? EstimatingList.estimate }

    private var contentHeight: Double { rows.reduce(0) { $0 + height($1) } }

    func settle() {
        // What comes into sight when something grows is laid out in turn.
        for _ in 0..<4 {
            var y = 0.0
            for row in rows {
                let bottom = y + height(row)
                if bottom > offset, y < offset + height { measured[row.id] = trueHeight(row.id) }
                y += height(row)
            }
        }
        offset = min(max(offset, 0), max(0, contentHeight - height))
    }

    var placed: [ScrollRule<Row.ID>.Placed] {
        var y = -offset
        return rows.compactMap { row in
            let top = y
            y += height(row)
            return y > 0 && top < height ? .init(row: row.id, top: top, bottom: y) : nil
        }
    }

    var above: Double { offset }
    var below: Double { contentHeight - offset - height }

    func top(of row: Row.ID) -> Double? {
        guard let index = rows.firstIndex(where: { $0.id == row }) else { return nil }
        return rows[..<index].reduce(0) { $0 + height($1) } - offset
    }

    func scroll(by points: Double) { offset = min(max(offset + points, 0), max(0, contentHeight - height)) }
}

@MainActor
struct ListDriverTests {
    private let ann = Author(user: UserID(high: 1, low: 1), name: "ann")
    private let list = EstimatingList()
    private let driver = ListDriver()

    private func rows(_ seqs: ClosedRange<Seq>) -> [Row] {
        seqs.map { seq in
            Row(
                id: .event(seq),
                content: .message(
                    Row.Bubble(
                        seq: seq, ticket: nil, author: ann, isOwn: false, at: Int64(seq.number),
                        body: .text("\(seq)", payload: nil))))
        }
    }

    /// Shows, and lays out what came into sight, as the screen does.
    private func show(_ rows: [Row]) {
        driver.show(rows, on: list) { list.rows = rows }
        list.settle()
        driver.report()
    }

    /// The screen is turned, or appears.
    private func resize(width: Double, height: Double) {
        list.metrics.width = width
        list.height = height
        relayout()
    }

    /// The system moves the content before the driver hears of a change.
    private func relayout() {
        list.scroll(by: 57)
        driver.moved(on: list, byReader: true)
        list.settle()
        driver.resized(list)
        driver.report()
    }

    /// A hand moves the content.
    private func drag(_ points: Double) {
        list.scroll(by: points)
        list.settle()
        driver.moved(on: list, byReader: true)
        driver.report()
    }

    @Test func `the newest row is in sight at first, and stays so as others come`() {
        show(rows(1...100))
        #expect(list.below < 1)
        show(rows(1...103))
        #expect(list.below < 1 && list.placed.last?.row == .event(103))
    }

    @Test func `older rows come in above and nothing in sight moves`() throws {
        show(rows(200...300))
        drag(-700)
        let before = try #require(list.placed.first { $0.top >= 0 })
        show(rows(100...300))
        let after = try #require(list.top(of: before.row))
        #expect(abs(after - before.top) < 0.5)
        #expect(!driver.rule.isFollowing)
    }

    @Test func `a reader of older rows is not moved by new ones`() throws {
        show(rows(1...100))
        drag(-900)
        let before = try #require(list.placed.first { $0.top >= 0 })
        show(rows(1...140))
        #expect(abs(try #require(list.top(of: before.row)) - before.top) < 0.5)
    }

    @Test func `a window that slides keeps what is in sight`() throws {
        show(rows(100...300))
        drag(-2_000)
        let before = try #require(list.placed.first { $0.top >= 0 })
        show(rows(50...260))
        #expect(abs(try #require(list.top(of: before.row)) - before.top) < 0.5)
    }

    @Test func `a row to which VoiceOver goes comes into sight, and one that is in sight stays`() throws {
        show(rows(1...100))
        driver.reveal(.event(20), on: list)
        #expect(abs(try #require(list.top(of: .event(20))) - 200) < 1)
        #expect(!driver.rule.isFollowing)
        let (offset, next) = (list.offset, try #require(list.placed.last { $0.bottom <= list.height }).row)
        driver.reveal(next, on: list)
        #expect(list.offset == offset)
        driver.reveal(.event(101), on: list)
        #expect(list.offset == offset, "there is no such row")
    }

    /// The photos `seqs` as one row, and the others as rows of their own.
    private func rows(_ all: ClosedRange<Seq>, album seqs: ClosedRange<Seq>) -> [Row] {
        let photos = rows(seqs).flatMap(\.bubbles).map { Row.Album.Photo(id: .event($0.seq ?? 0), bubble: $0) }
        let album = Row(id: .event(seqs.lowerBound), content: .album(Row.Album(photos: photos)))
        return rows(all.lowerBound...seqs.lowerBound - 1) + [album] + rows(seqs.upperBound + 1...all.upperBound)
    }

    @Test func `an album that grows upwards keeps its place, and a photo of it is found`() throws {
        show(rows(100...200, album: 130...133))
        driver.answer(ScrollRequest(number: 1, place: .row(.event(132))), on: list)
        #expect(abs(try #require(list.top(of: .event(130))) - 200) < 1)
        // The album is the first row in sight.
        drag(199)
        let top = try #require(list.top(of: .event(130)))
        show(rows(90...200, album: 128...133))
        #expect(list.top(of: .event(130)) == nil)
        #expect(abs(try #require(list.top(of: .event(128))) - top) < 1)
    }

    @Test func `an album is read up to its last photo`() {
        var read: [Seq] = []
        driver.events.read = { read.append($0) }
        show(Array(rows(1...20, album: 16...19).dropLast()))
        #expect(read.last == 19)
    }

    @Test func `the separator is told when it comes into sight, and again when the rows have changed`() {
        var count = 0
        driver.events.separator = { count += 1 }
        var new = rows(1...200)
        new.insert(Row(id: .unread, content: .unread), at: 1)
        show(new)
        #expect(count == 0, "it is far above the end")
        drag(-100_000)
        #expect(count == 1)
        drag(1)
        #expect(count == 1)
        show(new)
        #expect(count == 2)
        drag(100_000)
        drag(-100_000)
        #expect(count == 3)
    }

    @Test func `more is asked for once, near an end that has more, and again when rows came`() {
        var asked: [String] = []
        driver.events.older = { asked.append("older") }
        driver.events.newer = { asked.append("newer") }
        driver.hasOlder = true
        show(rows(200...300))
        #expect(asked.isEmpty)
        drag(-100_000)
        drag(1)
        #expect(asked == ["older"])
        show(rows(150...300))
        drag(-100_000)
        #expect(asked == ["older", "older"])
        driver.hasOlder = false
        driver.hasNewer = true
        show(rows(150...300))
        drag(100_000)
        drag(-1)
        #expect(asked == ["older", "older", "newer"])
    }

    @Test func `what was wholly in sight is read, and a mark never goes back`() {
        var read: [Seq] = []
        driver.events.read = { read.append($0) }
        show(rows(1...50))
        drag(-1_000)
        drag(100_000)
        show(rows(1...51))
        #expect(read == [50, 51])
    }

    @Test func `messages with links are reported when they come into sight, and when they are edited`() {
        var linked: [[Seq]] = []
        driver.events.linked = { linked.append($0) }
        var rows = rows(1...50)
        func say(_ text: String, _ seq: Seq) {
            guard case .message(var bubble) = rows[Int(clamping: seq.number) - 1].content else { return }
            bubble.body = .text(text, payload: nil)
            rows[Int(clamping: seq.number) - 1] = Row(id: .event(seq), content: .message(bubble))
        }
        say("See https://example.org/49", 49)
        say("See https://example.org/50", 50)
        say("See https://example.org/1", 1)
        show(rows)
        #expect(linked == [[49, 50]])
        drag(-1)
        drag(1)
        show(rows)
        #expect(linked.count == 1)
        say("See https://example.org/new", 50)
        show(rows)
        #expect(linked.dropFirst() == [[50]])
        drag(-100_000)
        #expect(linked.dropFirst(2) == [[1]])
        drag(100_000)
        #expect(linked.dropFirst(3) == [[49, 50]])
    }

    @Test func `an album's photos with links in their texts are reported when it comes into sight`() {
        var linked: [[Seq]] = []
        driver.events.linked = { linked.append($0) }
        let photos = [1, 2, 3 as Seq].map { seq in
            let file = Row.File(id: FileID(high: 1, low: seq.number), name: "a.png", type: "image/png", size: 9)
            return Row.Album.Photo(
                id: .event(seq),
                bubble: Row.Bubble(
                    seq: seq, ticket: nil, author: ann, isOwn: false, at: 0,
                    body: .file(file, text: seq == 3 ? nil : "See https://example.org/\(seq)", payload: nil)))
        }
        show([Row(id: .event(1), content: .album(Row.Album(photos: photos)))])
        #expect(linked == [[1, 2]])
    }

    @Test func `messages of a log that begins again are read, though their numbers are lower`() {
        var read: [Seq] = []
        driver.events.read = { read.append($0) }
        show(rows(1...50))
        // The newest rows are not loaded: nothing says that the log is another.
        driver.hasNewer = true
        show(rows(1...40))
        driver.hasNewer = false
        show(rows(1...50))
        #expect(read == [50])
        show([])
        show(rows(1...3))
        #expect(read == [50, 3])
    }

    @Test func `a request to scroll is fulfilled once, and waits for its row`() throws {
        show(rows(100...200))
        driver.answer(ScrollRequest(number: 1, place: .row(.event(50))), on: list)
        #expect(driver.rule.isFollowing)
        show(rows(40...200))
        driver.answer(ScrollRequest(number: 1, place: .row(.event(50))), on: list)
        #expect(abs(try #require(list.top(of: .event(50))) - 200) < 0.5)
        #expect(!driver.rule.isFollowing)
        drag(300)
        driver.answer(ScrollRequest(number: 1, place: .row(.event(50))), on: list)
        #expect(abs(try #require(list.top(of: .event(50))) + 100) < 0.5)
        driver.answer(ScrollRequest(number: 2, place: .bottom), on: list)
        #expect(list.below < 1 && driver.rule.isFollowing)
    }

    @Test func `nothing is reported while the list is being updated, and each thing once after it`() {
        var reported: [String] = []
        driver.events = ListDriver.Events(
            older: { reported.append("older") }, newer: { reported.append("newer") },
            following: { reported.append("following \($0)") }, read: { reported.append("read \($0)") })
        driver.reportsWait = { reported.append("waits") }
        driver.hasOlder = true
        driver.show(rows(1...8), on: list) { list.rows = rows(1...8) }
        list.settle()
        driver.show(rows(1...9), on: list) { list.rows = rows(1...9) }
        driver.moved(on: list, byReader: false)
        #expect(reported == ["waits"])
        driver.report()
        #expect(reported == ["waits", "read 9", "older"])
        driver.report()
        #expect(reported.count == 3)
        // Left the bottom, and came back before anybody was told.
        show(rows(1...50))
        reported = []
        list.scroll(by: -500)
        driver.moved(on: list, byReader: true)
        list.scroll(by: 500)
        driver.moved(on: list, byReader: true)
        driver.report()
        #expect(reported == ["waits"])
    }

    @Test func `a reader who is led to a message does not follow the bottom, and is told so`() {
        var following: [Bool] = []
        driver.events.following = { following.append($0) }
        show(rows(1...100))
        driver.answer(ScrollRequest(number: 1, place: .row(.event(30))), on: list)
        driver.report()
        #expect(following == [false])
        driver.answer(ScrollRequest(number: 2, place: .bottom), on: list)
        driver.report()
        #expect(following == [false, true])
    }

    @Test func `a turned screen keeps the first visible row, or the bottom`() throws {
        show(rows(1...200))
        drag(-3_000)
        let before = try #require(list.placed.first { $0.top >= 0 })
        resize(width: 800, height: 300)
        #expect(abs(try #require(list.top(of: before.row)) - before.top) < 0.5)
        // Lower rows: another one may be the first that is fully visible.
        let turned = try #require(list.placed.first { $0.top >= 0 })
        resize(width: 400, height: 600)
        #expect(abs(try #require(list.top(of: turned.row)) - turned.top) < 0.5)
        #expect(!driver.rule.isFollowing)
        driver.answer(ScrollRequest(number: 1, place: .bottom), on: list)
        resize(width: 800, height: 300)
        #expect(list.below < 1 && driver.rule.isFollowing)
    }

    @Test func `another text size keeps the first visible row, or the bottom`() throws {
        show(rows(1...200))
        drag(-3_000)
        let before = try #require(list.placed.first { $0.top >= 0 })
        list.metrics.textSize = "large"
        relayout()
        #expect(abs(try #require(list.top(of: before.row)) - before.top) < 0.5)
        #expect(!driver.rule.isFollowing)
        driver.answer(ScrollRequest(number: 1, place: .bottom), on: list)
        list.metrics.textSize = ""
        relayout()
        #expect(list.below < 1 && driver.rule.isFollowing)
    }

    @Test func `rows that grow while a reader is at the bottom do not move the end away`() {
        show(rows(1...50))
        // A row in sight turns out to be higher.
        list.rows[48] = Row(id: .event(200), content: list.rows[48].content)
        list.settle()
        #expect(list.below > 1)
        driver.resized(list)
        #expect(list.below < 1 && driver.rule.isFollowing)
    }

    @Test func `a request from before the first layout is fulfilled at that layout`() throws {
        list.metrics.width = 0
        list.height = 0
        var asked = 0
        driver.events.older = { asked += 1 }
        driver.hasOlder = true
        show(rows(1...100))
        driver.answer(ScrollRequest(number: 1, place: .row(.event(50))), on: list)
        #expect(asked == 0)
        resize(width: 400, height: 600)
        #expect(abs(try #require(list.top(of: .event(50))) - 200) < 0.5)
        #expect(!driver.rule.isFollowing)
        resize(width: 400, height: 300)
        #expect(abs(try #require(list.top(of: .event(50))) - 200) > 1)
    }

    @Test func `rows with the same id do no harm`() {
        show(rows(1...3) + rows(2...2))
        #expect(list.rows.count == 4)
    }
}
