#if os(iOS)
    import BackgroundTasks
    import ChatCore
    import Foundation
    import UIKit

    /// Background time on iOS to finish sending (`beginBackgroundTask`). App extensions have none.
    @available(iOSApplicationExtension, unavailable)
    public struct ApplicationBackground: BackgroundExecution {
        /// Creates the value.
        public init() {}

        /// Begins a background task on the main actor. It ends by itself when the system's time is
        /// over. If the app becomes active after that, it begins again.
        public func begin(_ name: String) async -> any BackgroundAssertion { await Time(name) }

        /// Keeps the app running until `work` has ended, or the system's time is over. Call it in
        /// the handler of a notification: the app may be suspended as soon as the handler returns.
        @MainActor
        public static func protect(_ work: Task<Void, Never>, named name: String) {
            let time = Time(name)
            Task {
                await work.value
                await time.end()
            }
        }

        @MainActor
        private final class Time: BackgroundAssertion {
            private let name: String
            private var task = UIBackgroundTaskIdentifier.invalid
            private var observation: (any NSObjectProtocol)?

            init(_ name: String) {
                self.name = name
                begin()
                observation = NotificationCenter.default.addObserver(
                    forName: UIApplication.didBecomeActiveNotification, object: nil, queue: .main
                ) { [weak self] _ in
                    MainActor.assumeIsolated { self?.begin() }
                }
            }

            func end() async {
                if let observation { NotificationCenter.default.removeObserver(observation) }
                observation = nil
                finish()
            }

            private func begin() {
                guard task == .invalid else { return }
                // The system retains this until the task ends, also where the client is gone by
                // then.
                task = UIApplication.shared.beginBackgroundTask(withName: name) {
                    MainActor.assumeIsolated { self.finish() }
                }
            }

            /// Must be called in any case; otherwise the system ends the app.
            private func finish() {
                guard task != .invalid else { return }
                UIApplication.shared.endBackgroundTask(task)
                task = .invalid
            }
        }
    }

    /// Registers and schedules an app's background tasks: a run with a network while messages wait
    /// to be sent (`BGProcessingTask`), and a short refresh now and then (`BGAppRefreshTask`).
    ///
    /// The app's Info.plist must list both identifiers under `BGTaskSchedulerPermittedIdentifiers`,
    /// and `processing` and `fetch` under `UIBackgroundModes`. App extensions register no tasks.
    @available(iOSApplicationExtension, unavailable)
    public struct BackgroundSending: Sendable {
        private let outbox: String
        private let refresh: String?

        /// - Parameters:
        ///   - outbox: The identifier of the run while messages wait.
        ///   - refresh: The identifier of the refresh; `nil` for none.
        public init(outbox: String, refresh: String? = nil) {
            self.outbox = outbox
            self.refresh = refresh
        }

        /// Registers the tasks. Call it once, before the app has finished launching.
        ///
        /// - Parameter run: Sends what waits, and returns whether nothing is left to do. It is
        ///   cancelled when the system's time is over.
        public func register(_ run: @escaping @Sendable () async -> Bool) {
            for identifier in [outbox, refresh].compactMap({ $0 }) {
                BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
                    // A task may be completed from any thread.
                    nonisolated(unsafe) let task = task
                    // Ends with the system's task: by itself, or cancelled when its time is over.
                    let work = Task { task.setTaskCompleted(success: await run()) }
                    task.expirationHandler = { @Sendable in work.cancel() }
                }
            }
        }

        /// Requests the next refresh, and a run with a network if messages wait. Call it when the
        /// app goes to the background, and after each run.
        ///
        /// Requests fail on the simulator, and if the user has disabled background work. Then the
        /// app sends when it is opened.
        public func schedule(hasPending: Bool) {
            if let refresh {
                let next = BGAppRefreshTaskRequest(identifier: refresh)
                next.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
                try? BGTaskScheduler.shared.submit(next)
            }
            if !hasPending { return }
            let sending = BGProcessingTaskRequest(identifier: outbox)
            sending.requiresNetworkConnectivity = true
            try? BGTaskScheduler.shared.submit(sending)
        }
    }
#endif
