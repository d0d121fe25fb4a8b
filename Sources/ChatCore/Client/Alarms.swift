/// The client's timers: one task each, until it is cancelled, replaced or has fired.
struct Alarms {
    private var tasks: [Chat.Timer: Task<Void, Never>] = [:]

    mutating func set(_ timer: Chat.Timer, _ task: Task<Void, Never>) {
        tasks.updateValue(task, forKey: timer)?.cancel()
    }

    /// The timers that run.
    var running: Set<Chat.Timer> { Set(tasks.keys) }

    mutating func fired(_ timer: Chat.Timer) { tasks[timer] = nil }

    mutating func cancel(_ timer: Chat.Timer) { tasks.removeValue(forKey: timer)?.cancel() }

    mutating func cancelAll() {
        for task in tasks.values { task.cancel() }
        tasks = [:]
    }
}
