/// How a task of the app's own is run by ``ChatClient/run(_:operation:)``: an upload before a message, a download after it.
///
/// What goes through the client itself (sending, joining, reading) needs none of them: it waits for the storage, does not run on the
/// caller's actor, survives the process, and is tried until the server has answered.
public enum TaskAttribute: Hashable, Sendable {
    /// Waits until the storage is open, so that what is asked before comes first.
    case afterInit
    /// Asks the system for time to finish when the app leaves the screen.
    case backgroundTask
    /// With the priority of work that nobody watches.
    case backgroundThread
    case retry(Retry)
}

/// How often something that fails is tried, with pauses that grow from one second to half a minute, each shortened by chance, so that
/// many clients don't come at once. Cancellation ends it, and so does a ``ChatWire/WireError`` that is not temporary.
public enum Retry: Hashable, Sendable {
    /// So many attempts, at least one.
    case finite(Int)
    case infinite

    /// Milliseconds to wait after the failure with this number, counted from 1; `nil` to give up.
    func pause(after failure: Int, _ error: any Error, random: UInt64) -> Int64? {
        if error is CancellationError { return nil }
        if let error = error as? WireError, !error.code.isTemporary { return nil }
        if case .finite(let attempts) = self, failure >= attempts { return nil }
        let ceiling = min(Int64(1_000) << min(failure - 1, 5), 30_000)
        return Int64(random % UInt64(ceiling)) + 1
    }
}

extension ChatClient {
    /// Runs a task of the app's own, off the caller's actor.
    ///
    /// ```swift
    /// let address = try await client.run([.backgroundTask, .retry(.finite(5))]) { try await upload(photo) }
    /// try await client.send(Picture(address: address), to: room)
    /// ```
    ///
    /// - Throws: ``StorageError`` where the storage can't be opened (with ``TaskAttribute/afterInit``), or what the last attempt threw.
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
    /// Where several say how often, the most patient.
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
