import ChatModel
import ChatWire
import Flux
import FluxTesting
import Testing

@testable import ChatStore

struct RoomFinderTests {
    private func entry(_ name: String, people: UInt64 = 0, at: Int64 = 0) throws -> DirectoryEntry {
        DirectoryEntry(room: try #require(RoomName(name)), people: people, at: at)
    }

    private func page(_ names: [String], next: String? = nil) throws -> DirectoryPage {
        DirectoryPage(rooms: try names.map { try entry($0) }, next: next.flatMap { RoomName($0) })
    }

    @Test func `it begins with all rooms, and goes on when more are wanted`() throws {
        var finder = RoomFinder()
        let first = try #require(finder.question)
        #expect(first == .init(search: ""))
        finder.reduce(.found(first, try page(["a", "b"], next: "b")))
        #expect(finder.question == nil && finder.hasMore)
        finder.reduce(.moreWanted)
        let second = try #require(finder.question)
        #expect(second.after == RoomName("b"))
        finder.reduce(.found(second, try page(["c"])))
        #expect(finder.found.map(\.room.text) == ["a", "b", "c"] && !finder.hasMore)
        finder.reduce(.moreWanted)
        #expect(finder.question == nil)
    }

    @Test func `pages without a match are passed over, and an answer to an earlier search is dropped`() throws {
        var finder = RoomFinder()
        finder.reduce(.typed("tea"))
        finder.reduce(.found(.init(search: ""), try page(["coffee"])))
        #expect(finder.found.isEmpty)
        finder.reduce(.found(.init(search: "tea"), try page([], next: "m")))
        let second = try #require(finder.question)
        #expect(second == .init(search: "tea", after: RoomName("m")) && finder.emptiness == nil)
        finder.reduce(.found(second, try page([])))
        #expect(finder.emptiness == "No open room matches.")
    }

    @Test func `a server that does not come to an end is not followed`() throws {
        var finder = RoomFinder()
        finder.reduce(.found(.init(search: ""), try page(["b"], next: "b")))
        finder.reduce(.moreWanted)
        finder.reduce(.found(.init(search: "", after: RoomName("b")), try page(["a"], next: "a")))
        #expect(!finder.hasMore)
    }

    @Test func `a failure is told, and what is wanted then is asked again`() throws {
        var finder = RoomFinder()
        finder.reduce(.failed(.init(search: ""), "No connection."))
        #expect(finder.failure == "No connection." && finder.emptiness == nil)
        finder.reduce(.moreWanted)
        #expect(finder.question == .init(search: ""))
    }

    @MainActor
    @Test func `the server is asked when the user has stopped typing`() async throws {
        let (question, answer) = (RoomFinder.Question(search: "tea"), try page(["tea"]))
        var state = AppState()
        AppState.reducer(&state, NavigationAction.sheetOpened(.findRooms))
        AppState.reducer(&state, RoomFinderAction.typed("tea"))
        let clock = TestClock()
        let store = TestStore(
            reducer: AppState.reducer, state: state, dependencies: Dependencies { $0.clock = clock })
        store.send(FindRooms(question: question) { _ in answer })
        #expect(await clock.advance() == .milliseconds(Limits.searchPause))
        await store.receive(RoomFinderAction.found(question, answer)) { $0.finder?.reduce(.found(question, answer)) }
        await store.finish()
    }

    @Test func `rooms with the most people are first, then the newest, then by name`() throws {
        var finder = RoomFinder()
        let rooms = try [
            entry("d", people: 1, at: 5), entry("b", at: 9), entry("c", at: 9), entry("a", people: 3),
            entry("e", at: 10),
        ]
        finder.reduce(.found(.init(search: ""), DirectoryPage(rooms: rooms, next: nil)))
        #expect(finder.rooms.map(\.room.text) == ["a", "d", "e", "b", "c"])
    }

    @Test func `only so many rooms are kept`() throws {
        var finder = RoomFinder()
        let rooms = try (0..<Limits.roomsFound + 10).map { try entry("r\($0)") }
        finder.reduce(.found(.init(search: ""), DirectoryPage(rooms: rooms, next: RoomName("z"))))
        #expect(finder.found.count == Limits.roomsFound && !finder.hasMore)
    }
}
