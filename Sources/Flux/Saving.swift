/// The store's state could not be saved. The store tries again, with growing pauses. A reducer may
/// show it.
public struct SavingFailed: Action, Codable, Hashable {
    /// Why, as the storage says it; for a developer to read.
    public let reason: String

    /// Creates the action; a store does that itself.
    public init(reason: String) {
        self.reason = reason
    }
}

/// How a store saves its state.
struct Saving<State: FluxState>: Sendable {
    let write: @Sendable (State, _ revision: UInt64) async throws -> Void
    let loop: Task<Void, Never>
}

/// Writes states to a file one after the other, never an older one over a newer.
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
    /// Makes a store with the state in `file`, or `state` if there is no file, and saves to the
    /// file from now on.
    ///
    /// - Parameters:
    ///   - file: The file with the state.
    ///   - reducer: Changes the state; see ``Reducer``.
    ///   - middleware: What every action passes through before it is reduced, first to last.
    ///   - state: The state if nothing is saved.
    ///   - logging: How many actions to keep for time travel; 0 for none.
    ///   - delay: How long to wait after a change, so that further changes are saved with it.
    ///   - sleep: How to wait; for tests.
    /// - Throws: ``StateFile/Failure/inTheWay(reason:)`` if there is a file that can neither be
    ///   read nor renamed.
    /// - Returns: The store, and what was in the file.
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
    /// Saves the state now if it has changed, and returns when it is on disk. Call it when the app
    /// goes to the background or ends. A store without a file does nothing.
    ///
    /// - Throws: The file system's error.
    public func save() async throws {
        try await saving?.write(state, revision)
    }
}
