#if canImport(UIKit)
    import ChatCore
    import UIKit

    /// A few moments more from iOS, to finish what was being sent when the app left the screen.
    struct BackgroundTime: BackgroundExecution {
        func begin(_ name: String) async -> any BackgroundAssertion { await BackgroundTimeAssertion(name) }
    }

    /// Held until nothing waits to be sent, or the system's patience is over.
    @MainActor
    private final class BackgroundTimeAssertion: BackgroundAssertion {
        private var identifier: UIBackgroundTaskIdentifier = UIBackgroundTaskIdentifier.invalid

        init(_ name: String) {
            // The handler is called on the main thread, and the app is ended where it does not give the time back.
            identifier = UIApplication.shared.beginBackgroundTask(withName: name) { @MainActor @Sendable [weak self] in
                self?.giveBack()
            }
        }

        func end() async { giveBack() }

        private func giveBack() {
            guard identifier != UIBackgroundTaskIdentifier.invalid else { return }
            UIApplication.shared.endBackgroundTask(identifier)
            identifier = UIBackgroundTaskIdentifier.invalid
        }
    }
#endif
