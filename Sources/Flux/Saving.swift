/// The store's state could not be saved. The store tries again, with growing pauses. A reducer may
/// show it.
public struct SavingFailed: Action, Codable, Hashable {
    /// Why, as the storage says it; for a developer to read.
    public let reason: String

    /// Creates the action; a store does that itself.
    public init(reason: String) { self.reason = reason }
}

/// Writes states to a file one after the other, never an older one over a newer.
private actor StateWriter<State: FluxState & Codable> {
    let file: StateFile<State>
    private var written: UInt64 = 0

    init(_ file: StateFile<State>) { self.file = file }

    func write(_ state: State, revision: UInt64) throws {
        guard revision > written else { return }
        try file.save(state)
        written = revision
    }
}

extension Store where State: Codable {
    /// Makes a store with the state in `file`, or `state` if there is no file, and saves to the
    /// file from now on: `delay` after a change (on the dependencies' clock), so that further
    /// changes are saved with it. The other parameters are those of `init`.
    ///
    /// - Throws: ``StateFile/Failure/inTheWay(reason:)`` if there is a file that can't be opened,
    ///   or that holds something else and can't be renamed.
    /// - Returns: The store, and what was in the file.
    public static func restored(
        from file: StateFile<State>, reducer: Reducer<State, any Action>, middleware: [Middleware<State>] = [],
        state: State, logging: Int = 0, delay: Duration = .seconds(1), dependencies: Dependencies = Dependencies()
    ) throws -> (store: Store<State>, found: StateFile<State>.Restoration) {
        let (saved, found) = try file.load()
        let store = Store(
            reducer: reducer, middleware: middleware, state: saved ?? state, logging: logging,
            dependencies: dependencies)
        let writer = StateWriter(file)
        store.write = { try await writer.write($0, revision: $1) }
        store.saving = store.saveChanges(after: delay, dependencies.clock)
        return (store, found)
    }

    private func saveChanges(after delay: Duration, _ clock: any Clock<Duration>) -> Task<Void, Never> {
        Task { [weak self, changes] in
            var wait = delay
            for await _ in changes {
                var isSaved = false
                while !isSaved {
                    guard (try? await clock.sleep(for: wait)) != nil else { return }
                    do {
                        try await self?.save()
                        (wait, isSaved) = (delay, true)
                    } catch {
                        wait = min(wait * 2, max(delay, .seconds(60)))
                        self?.dispatch(action: SavingFailed(reason: "\(error)"))
                    }
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
    public func save() async throws { try await write?(state, revision) }
}
