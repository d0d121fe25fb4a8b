/// The saving of a store's state could not be done; it is tried again, after a longer and longer while. Reducers may show it.
public struct SavingFailed: Action, Codable, Hashable {
    public let reason: String

    public init(reason: String) {
        self.reason = reason
    }
}

/// How a store that saves its state does so.
struct Saving<State: FluxState>: Sendable {
    let write: @Sendable (State, _ revision: UInt64) async throws -> Void
    let loop: Task<Void, Never>
}

/// Writes states to a file one after the other, and never an older one over a newer.
private actor StateWriter<State: FluxState & Codable> {
    let file: StateFile<State>
    private var written: UInt64

    init(_ file: StateFile<State>, written: UInt64) {
        self.file = file
        self.written = written
    }

    func write(_ state: State, revision: UInt64) throws {
        guard revision > written else { return }
        try file.save(state)
        written = revision
    }
}

extension Store where State: Codable {
    /// A store whose state is what `file` holds (`state`, if there is none), and which saves it there from now on.
    ///
    /// - Parameters:
    ///   - file: where the state is.
    ///   - reducer: changes the state; see ``Reducer``.
    ///   - middleware: what every action passes through before it is reduced, first to last.
    ///   - state: what to begin with where nothing is saved.
    ///   - logging: how many actions to keep for time travel; 0 for none.
    ///   - delay: how long to wait after a change, for more of them to be saved with it.
    ///   - sleep: how to wait; tests put their own in its place.
    /// - Throws: ``StateFile/Failure/inTheWay(reason:)`` if there is a file that can neither be read nor set aside.
    /// - Returns: the store, and what was found.
    public static func restored(
        from file: StateFile<State>, reducer: @escaping Reducer<State>, middleware: [Middleware<State>] = [],
        state: State,
        logging: Int = 0, delay: Duration = .seconds(1),
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) throws -> (store: Store<State>, found: StateFile<State>.Restoration) {
        let (saved, found) = try file.load()
        let store = Store(reducer: reducer, middleware: middleware, state: saved ?? state, logging: logging)
        let writer = StateWriter(file, written: store.revision)
        store.saving = Saving(
            write: { try await writer.write($0, revision: $1) },
            loop: store.saveChanges(after: delay, sleep: sleep)
        )
        return (store, found)
    }

    private func saveChanges(
        after delay: Duration, sleep: @escaping @Sendable (Duration) async throws -> Void
    ) -> Task<Void, Never> {
        Task { [weak self, changes] in
            var wait = delay
            for await _ in changes {
                guard (try? await sleep(wait)) != nil else { return }
                do {
                    try await self?.save()
                    wait = delay
                } catch {
                    wait = min(wait * 2, max(delay, .seconds(60)))
                    self?.dispatch(action: SavingFailed(reason: "\(error)"))
                }
            }
        }
    }
}

extension Store {
    /// Saves the state now if it changed since it was last saved, and returns when it is on disk: for when the app is left or
    /// the process ends. A store that was not made to save does nothing.
    ///
    /// - Throws: what the file system says.
    public func save() async throws {
        try await saving?.write(state, revision)
    }
}
