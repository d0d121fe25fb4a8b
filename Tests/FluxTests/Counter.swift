import Flux
import Foundation

struct Counter: FluxState, Codable, Equatable {
    var count = 0
    var names: [String] = []
}

enum CounterAction: Action, Codable, Equatable {
    case added(Int)
    case named(String)
}

/// Says where the count stands, and adds `amount` once `gate` lets it.
struct AddLater: AsyncAction {
    let amount: Int
    var id: String?
    let gate: Gate

    var taskID: (any Hashable & Sendable)? { id }

    func execute(state: @escaping @MainActor @Sendable () -> Counter, dispatch: @escaping DispatchFunction) async {
        dispatch(CounterAction.named("from \(state().count)"))
        await gate.pass()
        dispatch(CounterAction.added(amount))
    }
}

/// Closed until it is opened, then open for good.
actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func pass() async {
        if !isOpen { await withCheckedContinuation { waiting.append($0) } }
    }

    func open() {
        isOpen = true
        for one in waiting { one.resume() }
        waiting = []
    }
}

let reduceCounter = Reducer<Counter, any Action>.combine(
    Reducer { (state: inout Counter, action: CounterAction) in
        switch action {
        case .added(let amount): state.count += amount
        case .named(let name): state.names.append(name)
        }
    })

/// A folder that is gone when the test is over.
final class Folder: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("flux-\(UUID())")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
    }
}

enum NumbersKey: DependencyKey {
    static let defaultValue: @Sendable () -> Int = { 7 }
}

extension Dependencies {
    var numbers: @Sendable () -> Int {
        get { self[NumbersKey.self] }
        set { self[NumbersKey.self] = newValue }
    }
}

/// Adds a number, after a pause.
struct AddNumber: DependentAction, Codable, Equatable {
    let pause: Duration?

    func execute(
        state: @escaping @MainActor @Sendable () -> Counter, dispatch: @escaping DispatchFunction,
        dependencies: Dependencies
    ) async {
        if let pause { try? await dependencies.clock.sleep(for: pause) }
        dispatch(CounterAction.added(dependencies.numbers()))
    }
}
