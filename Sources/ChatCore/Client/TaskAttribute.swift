/// How ``ChatClient/run(_:operation:)`` runs a task of the app: an upload before a message, a
/// download after it.
///
/// The client's own methods (send, join, read) need no attributes. They wait for the storage, do
/// not run on the caller's actor, survive the process, and are retried until the server has
/// replied.
public enum TaskAttribute: Hashable, Sendable {
    /// Waits until the storage is open, so that earlier calls come first.
    case afterInit
    /// Asks the system for background time.
    case backgroundTask
    /// Runs at a low priority (`utility`): the user does not wait for it.
    case backgroundThread
    /// Tries a failed task again. Of several counts the highest is used; without one, a task is
    /// tried once.
    case retry(Retry)
}

/// How often a failed task is tried again. Pauses grow from one second to 30 seconds, with jitter.
/// Cancellation ends the attempts, and so does a ``ChatWire/WireError`` that is not temporary.
public enum Retry: Hashable, Sendable {
    /// This many attempts, at least one.
    case finite(Int)
    /// Until an attempt succeeds.
    case infinite

    /// The pause in milliseconds after failure number `failure`, counted from 1; `nil` to give up.
    func pause(after failure: Int, _ error: any Error, random: UInt64) -> Int64? {
        if error is CancellationError { return nil }
        if let error = error as? WireError, !error.code.isTemporary { return nil }
        if case .finite(let attempts) = self, failure >= attempts { return nil }
        let ceiling = min(Int64(1_000) << min(failure - 1, 5), 30_000)
        return Int64(random % UInt64(ceiling)) + 1
    }
}

extension ChatClient {
    /// Runs a task of the app outside of the caller's actor.
    ///
    /// ```swift
    /// let address = try await client.run([.backgroundTask, .retry(.finite(5))]) {
    ///     try await upload(photo)
    /// }
    /// try await client.send(Picture(address: address), to: room)
    /// ```
    ///
    /// - Throws: ``StorageError`` if the storage can't be opened (with
    ///   ``TaskAttribute/afterInit``), or what the last attempt threw.
    public nonisolated func run<Value: Sendable>(
        _ attributes: Set<TaskAttribute> = [], operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        if attributes.contains(.afterInit) { _ = try await chat() }
        let assertion = attributes.contains(.backgroundTask) ? await background.begin("Finishing a task") : nil
        let priority: TaskPriority? = attributes.contains(.backgroundThread) ? .utility : nil
        let result = await attempts(attributes.retry, priority, operation)
        await assertion?.end()
        return try result.get()
    }

    private nonisolated func attempts<Value: Sendable>(
        _ retry: Retry, _ priority: TaskPriority?, _ operation: @escaping @Sendable () async throws -> Value
    ) async -> Result<Value, any Error> {
        var failures = 0
        while true {
            do {
                return .success(try await attempt(priority, operation))
            } catch {
                failures += 1
                guard let pause = retry.pause(after: failures, error, random: clock.now.random) else {
                    return .failure(error)
                }
                do { try await clock.sleep(milliseconds: pause) } catch { return .failure(error) }
            }
        }
    }

    private nonisolated func attempt<Value: Sendable>(
        _ priority: TaskPriority?, _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask(priority: priority) { try await operation() }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }
}

extension Set<TaskAttribute> {
    /// The highest retry count of all attributes.
    fileprivate var retry: Retry {
        reduce(.finite(1)) { known, attribute in
            guard case .retry(let next) = attribute else { return known }
            if case .finite(let attempts) = next, case .finite(let most) = known {
                return .finite(Swift.max(attempts, most))
            }
            return .infinite
        }
    }
}
