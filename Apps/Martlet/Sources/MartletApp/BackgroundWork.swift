#if canImport(UIKit)
    import BackgroundTasks
    import Foundation

    /// The app's work while nobody looks: a short refresh now and then, and a longer run where messages wait to be sent.
    @MainActor
    enum BackgroundWork {
        // The same as in Info.plist, BGTaskSchedulerPermittedIdentifiers.
        static let refresh: String = "chat.martlet.app.refresh"
        static let outbox: String = "chat.martlet.app.outbox"

        /// To be called before the launch ends, once.
        static func register() {
            for identifier: String in [refresh, outbox] {
                BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: DispatchQueue.main) {
                    (task: BGTask) in
                    // It comes on the main queue, and is used nowhere else.
                    nonisolated(unsafe) let task: BGTask = task
                    MainActor.assumeIsolated { run(task) }
                }
            }
        }

        /// Asks for the next refresh, and where messages wait for a run with a network.
        static func schedule(hasPending: Bool) {
            let next: BGAppRefreshTaskRequest = BGAppRefreshTaskRequest(identifier: refresh)
            next.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
            // Refused where the user does not want it, and on the simulator: then the app does its work when it is opened.
            try? BGTaskScheduler.shared.submit(next)
            if !hasPending { return }
            let sending: BGProcessingTaskRequest = BGProcessingTaskRequest(identifier: outbox)
            sending.requiresNetworkConnectivity = true
            sending.requiresExternalPower = false
            try? BGTaskScheduler.shared.submit(sending)
        }

        private static func run(_ task: BGTask) {
            // Ends with the system's task: by itself, or cancelled when its time is over.
            let work: Task<Void, Never> = Task { @MainActor in
                let isDone: Bool = await ChatRuntime.shared.drain()
                schedule(hasPending: ChatRuntime.shared.store.state.chat.waiting > 0)
                task.setTaskCompleted(success: isDone)
            }
            // Called on any thread: `@Sendable` keeps it from being taken for the main actor's.
            task.expirationHandler = { @Sendable in work.cancel() }
        }
    }
#endif
