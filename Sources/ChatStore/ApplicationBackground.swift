#if os(iOS)
    import BackgroundTasks
    import ChatCore
    import UIKit

    /// Time from iOS to finish sending, when the app leaves the screen (`beginBackgroundTask`).
    public struct ApplicationBackground: BackgroundExecution {
        public init() {}

        public func begin(_ name: String) async -> any BackgroundAssertion { await Time(name) }

        @MainActor
        private final class Time: BackgroundAssertion {
            private var task = UIBackgroundTaskIdentifier.invalid

            init(_ name: String) {
                task = UIApplication.shared.beginBackgroundTask(withName: name) { [weak self] in
                    MainActor.assumeIsolated { self?.finish() }
                }
            }

            func end() async { finish() }

            /// Must be said in any case, or the system ends the app.
            private func finish() {
                guard task != .invalid else { return }
                UIApplication.shared.endBackgroundTask(task)
                task = .invalid
            }
        }
    }

    /// Sends what still waits when the system wakes the app for it (`BGProcessingTask`).
    ///
    /// The identifier stands in the app's Info.plist under `BGTaskSchedulerPermittedIdentifiers`, and `processing` under
    /// `UIBackgroundModes`.
    public struct BackgroundSending: Sendable {
        private let identifier: String

        public init(identifier: String) { self.identifier = identifier }

        /// To be called before the app has finished launching.
        ///
        /// - Returns: whether the system knows the identifier.
        @discardableResult
        public func register(_ client: ChatClient) -> Bool {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
                // A task may be completed from any thread.
                nonisolated(unsafe) let task = task
                let sending = Task {
                    do {
                        try await client.start()
                        try await client.drained()
                        task.setTaskCompleted(success: true)
                    } catch {
                        task.setTaskCompleted(success: false)
                    }
                }
                task.expirationHandler = { sending.cancel() }
            }
        }

        /// To be called when the app leaves the screen and something waits to be sent.
        public func schedule() throws {
            let request = BGProcessingTaskRequest(identifier: identifier)
            request.requiresNetworkConnectivity = true
            try BGTaskScheduler.shared.submit(request)
        }
    }
#endif
