/// The running async actions of a store.
struct Runs: Sendable {
    /// Set when a run is cancelled: from then on its actions are dropped.
    @MainActor
    final class Mark {
        var isCancelled = false
    }

    private struct Run: Sendable {
        let id: Name?
        let mark: Mark
        let task: Task<Void, Never>
    }

    /// Any hashable value, as a key that is `Sendable`.
    private struct Name: Hashable, Sendable {
        let value: any Hashable & Sendable

        static func == (one: Name, other: Name) -> Bool { AnyHashable(one.value) == AnyHashable(other.value) }

        func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
    }

    private var running: [UInt64: Run] = [:]
    private var numbers: [Name: UInt64] = [:]
    private var latest: UInt64 = 0

    /// Any running action's task.
    var any: Task<Void, Never>? { running.values.first?.task }

    /// Starts a run, and cancels a running one of the same name.
    @MainActor
    mutating func start(_ id: (any Hashable & Sendable)?, _ work: (UInt64, Mark) -> Task<Void, Never>) {
        if let id { cancel(id) }
        latest += 1
        let (name, mark) = (id.map(Name.init), Mark())
        running[latest] = Run(id: name, mark: mark, task: work(latest, mark))
        if let name { numbers[name] = latest }
    }

    mutating func end(_ number: UInt64) {
        guard let run = running.removeValue(forKey: number), let name = run.id else { return }
        if numbers[name] == number { numbers[name] = nil }
    }

    @MainActor
    mutating func cancel(_ id: any Hashable & Sendable) {
        guard let number = numbers.removeValue(forKey: Name(value: id)), let run = running[number] else { return }
        run.mark.isCancelled = true
        run.task.cancel()
    }

    func cancelAll() {
        for run in running.values { run.task.cancel() }
    }
}

extension Store {
    /// Waits until no async action is running. Actions that start meanwhile count.
    public func finish() async {
        while let task = runs.any { await task.value }
    }

    func start<Asynchronous: AsyncAction>(_ action: Asynchronous) {
        guard let box = box as? Box<Asynchronous.StoreState> else {
            return assertionFailure("\(Asynchronous.self) is for a store of \(Asynchronous.StoreState.self)")
        }
        runs.start(action.taskID) { number, mark in
            Task { @MainActor [weak self] in
                if !mark.isCancelled {
                    await action.execute(state: { box.state }) { [weak self] in
                        if !mark.isCancelled { self?.dispatch(action: $0) }
                    }
                }
                self?.runs.end(number)
                self?.ended?()
            }
        }
    }
}
