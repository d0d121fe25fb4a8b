import Flux
import FluxTesting
import Foundation
import Testing

@MainActor
@Suite struct SavingTests {
    let folder: Folder
    let file: StateFile<Counter>

    init() throws {
        folder = try Folder()
        file = StateFile(folder.url.appendingPathComponent("deeper/state"))
    }

    private func contents() -> Counter? {
        try? file.load().state
    }

    @Test func `changes are saved together, after a while, and found again`() async throws {
        let clock = TestClock()
        let (store, found) = try Store.restored(
            from: file, reducer: reduceCounter, state: Counter(), delay: .seconds(5),
            dependencies: Dependencies { $0.clock = clock })
        #expect(found == .nothing)
        for _ in 1...100 { store.dispatch(action: CounterAction.added(1)) }
        #expect(contents() == nil)
        #expect(await clock.advance() == .seconds(5))
        while contents() == nil { await Task.yield() }
        #expect(contents()?.count == 100)

        let (again, what) = try Store.restored(from: file, reducer: reduceCounter, state: Counter(count: 7))
        #expect(what == .restored)
        #expect(again.state.count == 100)
    }

    @Test func `save returns when the state is on disk, and leaves nothing beside it`() async throws {
        let (store, _) = try Store.restored(from: file, reducer: reduceCounter, state: Counter())
        try await store.save()
        #expect(contents() == nil, "Nothing has changed yet")
        store.dispatch(action: CounterAction.named("Zoë 🪶"))
        try await store.save()
        #expect(contents()?.names == ["Zoë 🪶"])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: file.url.deletingLastPathComponent().path) == ["state"])
    }

    @Test func `the main actor is free while the state is written`() async throws {
        /// Takes until the main actor has done something else, or a minute.
        struct Slow: FluxState, Codable {
            static let somethingElse = DispatchSemaphore(value: 0)
            var wasFree: Bool?

            init() {}
            init(from decoder: any Decoder) throws { wasFree = try decoder.singleValueContainer().decode(Bool.self) }
            func encode(to encoder: any Encoder) throws {
                var value = encoder.singleValueContainer()
                try value.encode(Self.somethingElse.wait(timeout: .now() + 60) == .success)
            }
        }
        let file = StateFile<Slow>(folder.url.appendingPathComponent("slow"))
        let (store, _) = try Store.restored(from: file, reducer: Reducer { _, _ in }, state: Slow())
        store.dispatch(action: CounterAction.added(1))
        async let saved: Void = store.save()
        Task { Slow.somethingElse.signal() }
        try await saved
        #expect(try file.load().state?.wasFree == true)
    }

    @Test(arguments: [
        "", "flux-state 1", "flux-state 1\n", "flux-state 1\n{\"count\":1,\"nam",
        "flux-state 2\n{\"count\":1,\"names\":[]}", "{}\n",
    ])
    func `a file that can't be read is set aside, byte for byte`(text: String) async throws {
        try FileManager.default.createDirectory(
            at: file.url.deletingLastPathComponent(), withIntermediateDirectories: true)
        for number in 1...2 {
            try Data(text.utf8).write(to: file.url)
            let (store, found) = try Store.restored(from: file, reducer: reduceCounter, state: Counter(count: 7))
            guard case .setAside(let url, _) = found else {
                Issue.record("\(found)")
                return
            }
            #expect(url.lastPathComponent == "state.unreadable-\(number)")
            #expect(try Data(contentsOf: url) == Data(text.utf8))
            #expect(store.state.count == 7)
            store.dispatch(action: CounterAction.added(1))
            try await store.save()
            #expect(contents()?.count == 8)
        }
    }

    @Test func `a file that can't be opened may be intact, and is not set aside`() throws {
        try FileManager.default.createDirectory(at: file.url, withIntermediateDirectories: true)
        #expect(throws: StateFile<Counter>.Failure.self) {
            try Store.restored(from: file, reducer: reduceCounter, state: Counter())
        }
        #expect(FileManager.default.fileExists(atPath: file.url.path))
    }

    @Test func `a store whose file can't be opened at first reads it later, and saves from then on`() async throws {
        // A folder in place of the file: it can't be read, as on a device that was not unlocked
        // yet.
        try FileManager.default.createDirectory(at: file.url, withIntermediateDirectories: true)
        let store = Store(reducer: reduceCounter, state: Counter(count: 1), logging: 10)
        store.dispatch(action: CounterAction.added(1))
        #expect(throws: StateFile<Counter>.Failure.self) { try store.restore(from: file) { saved, _ in saved! } }
        #expect(store.state.count == 2)
        try await store.save()

        try FileManager.default.removeItem(at: file.url)
        try file.save(Counter(count: 40))
        let count = store.select(\.count)
        let found = try store.restore(from: file) { saved, current in
            Counter(count: (saved?.count ?? 0) + current.count)
        }
        #expect(found == .restored && store.state.count == 42 && count.value == 42)
        store.stepBack()
        #expect(store.state.count == 42)
        store.dispatch(action: CounterAction.added(1))
        try await store.save()
        #expect(contents()?.count == 43)
    }

    @Test func `where a file can't be set aside, there is no store to overwrite it`() throws {
        let file = StateFile<Counter>(folder.url.appendingPathComponent("state"))
        try Data("?".utf8).write(to: file.url)
        for number in 1...100 {
            try Data().write(to: folder.url.appendingPathComponent("state.unreadable-\(number)"))
        }
        #expect(throws: StateFile<Counter>.Failure.self) {
            try Store.restored(from: file, reducer: reduceCounter, state: Counter())
        }
        #expect(try Data(contentsOf: file.url) == Data("?".utf8))
    }

    @Test func `an older file is migrated`() throws {
        try StateFile<Counter>(file.url, version: 1).save(Counter(count: 3))
        let newer = StateFile<Counter>(file.url, version: 2) { version, json in
            var state = try JSONDecoder().decode(Counter.self, from: json)
            state.names = ["from version \(version)"]
            return state
        }
        #expect(try newer.load().state == Counter(count: 3, names: ["from version 1"]))
    }

    @Test func `a newer file is set aside, not migrated`() throws {
        try StateFile<Counter>(file.url, version: 3).save(Counter(count: 3))
        let older = StateFile<Counter>(file.url, version: 2) { _, json in
            Issue.record("A newer file was migrated")
            return try JSONDecoder().decode(Counter.self, from: json)
        }
        let (state, found) = try older.load()
        #expect(state == nil)
        guard case .setAside(let url, let reason) = found else {
            Issue.record("\(found)")
            return
        }
        #expect(reason == "otherVersion(3)")
        #expect(try StateFile<Counter>(url, version: 3).load().state == Counter(count: 3))
    }

    @Test func `what could not be saved is told, and tried again after a longer while`() async throws {
        struct Failing: FluxState, Codable {
            var failures = 0
            var count = 0
        }
        let file = StateFile<Failing>(file.url)
        let clock = TestClock()
        let (store, _) = try Store.restored(
            from: file,
            reducer: Reducer { state, action in
                if action is SavingFailed { state.failures += 1 } else { state.count += 1 }
            }, state: Failing(), delay: .seconds(1), dependencies: Dependencies { $0.clock = clock })
        // The folder can't be made where a file is.
        try Data().write(to: folder.url.appendingPathComponent("deeper"))
        store.dispatch(action: CounterAction.added(1))
        #expect(await clock.advance() == .seconds(1))
        #expect(await clock.advance() == .seconds(2))
        while store.state.failures < 2 { await Task.yield() }
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("deeper"))
        #expect(await clock.advance() == .seconds(4))
        while try file.load().state == nil { await Task.yield() }
        #expect(try file.load().state?.failures == 2)
    }

    @Test func `what could not be saved is tried again also if no reducer takes the failure`() async throws {
        @MainActor final class Failures { var count = 0 }
        let failures = Failures()
        let counting: Middleware<Counter> = { _, _ in
            { next in
                { action in
                    if action is SavingFailed { failures.count += 1 }
                    next(action)
                }
            }
        }
        let clock = TestClock()
        let (store, _) = try Store.restored(
            from: file, reducer: reduceCounter, middleware: [counting], state: Counter(), delay: .seconds(1),
            dependencies: Dependencies { $0.clock = clock })
        // The folder can't be made where a file is.
        try Data().write(to: folder.url.appendingPathComponent("deeper"))
        store.dispatch(action: CounterAction.added(1))
        #expect(await clock.advance() == .seconds(1))
        #expect(await clock.advance() == .seconds(2))
        while failures.count < 2 { await Task.yield() }
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("deeper"))
        #expect(await clock.advance() == .seconds(4))
        while contents() == nil { await Task.yield() }
        #expect(contents()?.count == 1)
    }
}
