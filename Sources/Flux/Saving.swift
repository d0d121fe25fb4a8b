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
        store.save(to: file, delay: delay)
        return (store, found)
    }

    /// Reads the state in `file` into a store that was made without it, because the file could not
    /// be opened then, and saves to the file from now on. On iOS no file can be opened before the
    /// device was unlocked for the first time since it started. Listeners are told of the new
    /// state; middlewares see no action. A log begins anew.
    ///
    /// - Parameters:
    ///   - delay: The pause after a change until it is saved.
    ///   - merge: Makes the new state from the saved one, which is `nil` if there is no file, and
    ///     the store's state.
    /// - Throws: As `restored`. Then nothing has changed.
    /// - Returns: What was in the file.
    @discardableResult
    public func restore(
        from file: StateFile<State>, delay: Duration = .seconds(1),
        merge: (_ saved: State?, _ current: State) -> State
    ) throws -> StateFile<State>.Restoration {
        let (saved, found) = try file.load()
        replace(merge(saved, state))
        save(to: file, delay: delay)
        return found
    }

    private func save(to file: StateFile<State>, delay: Duration) {
        let writer = StateWriter(file)
        write = { try await writer.write($0, revision: $1) }
        saving?.cancel()
        saving = saveChanges(after: delay, dependencies.clock)
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
