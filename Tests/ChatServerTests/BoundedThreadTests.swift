import ChatRooms
import ChatWire
import Dispatch
import NIOConcurrencyHelpers
import Testing

@testable import ChatServer

@Suite(.timeLimit(.minutes(5))) struct BoundedThreadTests {
    private let one = ClientAddress(.v4(1), isLocal: false)
    private let other = ClientAddress(.v4(2), isLocal: false)
    private let ran = NIOLockedValueBox<[String]>([])

    /// Holds the thread until the semaphore is signalled, for the address `one`.
    private func hold(_ thread: BoundedThread) async -> DispatchSemaphore {
        let (begun, held) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Task {
            try await thread.run(for: one) {
                begun.signal()
                held.wait()
            }
        }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                begun.wait()
                continuation.resume()
            }
        }
        return held
    }

    /// Adds work, and returns when it waits.
    private func add(_ name: String, for client: ClientAddress, to thread: BoundedThread) async -> Task<Bool, Never> {
        let before = thread.waiting
        let task = Task { [ran] in
            do {
                try await thread.run(for: client) { ran.withLockedValue { $0.append(name) } }
                return true
            } catch {
                return false
            }
        }
        while thread.waiting == before { await Task.yield() }
        return task
    }

    @Test func `an address that asks often does not keep another one waiting`() async {
        let thread = BoundedThread(limit: 32, full: .passwordsBusy)
        let held = await hold(thread)
        var tasks: [Task<Bool, Never>] = []
        for number in 0..<8 { tasks.append(await add("one \(number)", for: one, to: thread)) }
        tasks.append(await add("other", for: other, to: thread))
        held.signal()
        for task in tasks { #expect(await task.value) }
        #expect(ran.withLockedValue(\.self) == ["other"] + (0..<8).map { "one \($0)" })
        await thread.end()
    }

    @Test func `of a full queue the address with the most gives up a place, and what waits at the end is refused`()
        async
    {
        let thread = BoundedThread(limit: 4, full: .passwordsBusy)
        let held = await hold(thread)
        var tasks: [Task<Bool, Never>] = []
        for number in 0..<4 { tasks.append(await add("one \(number)", for: one, to: thread)) }
        let task = Task { try await thread.run(for: other) {} }
        // The last one of the address has lost its place.
        #expect(await !tasks[3].value)
        let ending = Task { await thread.end() }
        await #expect(throws: WireError.self) { try await task.value }
        for task in tasks { #expect(await !task.value) }
        held.signal()
        await ending.value
        #expect(ran.withLockedValue(\.self).isEmpty)
        await #expect(throws: WireError.self) { try await thread.run {} }
    }
}
