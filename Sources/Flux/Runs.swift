/// The running async actions of a store.
struct Runs: Sendable {
    /// Set when a run is cancelled: from then on its actions are dropped.
    @MainActor
    final class Mark {
        var isCancelled = false
    }

    private typealias Run = (id: (any Hashable & Sendable)?, mark: Mark, task: Task<Void, Never>)

    /// A named run that has ended. Somebody may still have its `dispatch`: a completion handler,
    /// for one. Then its mark lives.
    private struct Ended {
        let id: any Hashable & Sendable
        weak var mark: Mark?
    }

    private var running: [UInt64: Run] = [:]
    private var ended: [Ended] = []
    private var latest: UInt64 = 0

    /// Any running action's task.
    var any: Task<Void, Never>? { running.values.first?.task }

    /// Starts a run, and cancels a running one of the same name.
    @MainActor
    mutating func start(_ id: (any Hashable & Sendable)?, _ work: (UInt64, Mark) -> Task<Void, Never>) {
        if let id { cancel(id) }
        latest += 1
        let mark = Mark()
        running[latest] = (id, mark, work(latest, mark))
    }

    mutating func end(_ number: UInt64) {
        ended.removeAll { $0.mark == nil }
        guard let run = running.removeValue(forKey: number), let id = run.id else { return }
        ended.append(Ended(id: id, mark: run.mark))
    }

    @MainActor
    func cancel(_ id: any Hashable & Sendable) {
        for run in running.values where run.id.map({ AnyHashable($0) }) == AnyHashable(id) {
            run.mark.isCancelled = true
            run.task.cancel()
        }
        for run in ended where AnyHashable(run.id) == AnyHashable(id) { run.mark?.isCancelled = true }
    }

    func cancelAll() { for run in running.values { run.task.cancel() } }
}

extension Store {
    /// Waits until no async action is running. Actions that start meanwhile count. An action runs
    /// until its `execute` returns: completion handlers that it leaves behind are not waited for.
    public func finish() async { while let task = runs.any { await task.value } }

    /// Whether no async action is running.
    package var isIdle: Bool { runs.any == nil }

    func start<Asynchronous: AsyncAction>(_ action: Asynchronous) {
        guard let state = reader(of: Asynchronous.StoreState.self) else { return }
        runs.start(action.taskID) { number, mark in
            Task { @MainActor [weak self, dependencies] in
                let dispatch: DispatchFunction = { [weak self] in if !mark.isCancelled { self?.dispatch(action: $0) } }
                defer { self?.runs.end(number) }
                guard !mark.isCancelled else { return }
                if let action = action as? any DependentAction<Asynchronous.StoreState> {
                    await action.execute(state: state, dispatch: dispatch, dependencies: dependencies)
                } else {
                    await action.execute(state: state, dispatch: dispatch)
                }
            }
        }
    }

    /// Reads the state, or a feature's part of it. A part that became `nil` is read as it was when
    /// the action began.
    private func reader<Part: FluxState>(of type: Part.Type) -> (@MainActor @Sendable () -> Part)? {
        if let box = box as? Box<Part> { return { box.state } }
        guard let read = reducer.parts[ObjectIdentifier(type)] else {
            assertionFailure("No part of \(State.self) is a \(type). Scope its reducer to the part.")
            return nil
        }
        guard let first = read(box.state) as? Part else { return nil }
        return { [box] in read(box.state) as? Part ?? first }
    }
}
