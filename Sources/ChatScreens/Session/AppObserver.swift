#if canImport(UIKit)
    import UIKit

    /// Passes the system's reports about the app on.
    @MainActor
    final class AppObserver: NSObject {
        private let heard: @MainActor (AppEvent) -> Void

        /// Whether the app is active now. The app must have launched.
        static var isActive: Bool { UIApplication.shared.applicationState == UIApplication.State.active }

        init(_ heard: @escaping @MainActor (AppEvent) -> Void) {
            self.heard = heard
            super.init()
            let center: NotificationCenter = NotificationCenter.default
            center.addObserver(
                self, selector: #selector(becameActive), name: UIApplication.didBecomeActiveNotification, object: nil)
            center.addObserver(
                self, selector: #selector(resigned), name: UIApplication.willResignActiveNotification, object: nil)
            center.addObserver(
                self, selector: #selector(enteredBackground), name: UIApplication.didEnterBackgroundNotification,
                object: nil)
        }

        // The system posts on the main thread.
        @objc private func becameActive() { heard(.becameActive) }
        @objc private func resigned() { heard(.resigned) }
        @objc private func enteredBackground() { heard(.enteredBackground) }
    }
#elseif canImport(AppKit)
    import AppKit

    /// Passes the system's reports about the app on.
    @MainActor
    final class AppObserver: NSObject {
        private let heard: @MainActor (AppEvent) -> Void

        /// Whether the app is active now. The app must have launched.
        static var isActive: Bool { NSApplication.shared.isActive }

        init(_ heard: @escaping @MainActor (AppEvent) -> Void) {
            self.heard = heard
            super.init()
            let center: NotificationCenter = NotificationCenter.default
            center.addObserver(
                self, selector: #selector(becameActive), name: NSApplication.didBecomeActiveNotification, object: nil)
            center.addObserver(
                self, selector: #selector(resigned), name: NSApplication.didResignActiveNotification, object: nil)
            center.addObserver(
                self, selector: #selector(enteredBackground), name: NSApplication.didHideNotification, object: nil)
        }

        // The system posts on the main thread.
        @objc private func becameActive() { heard(.becameActive) }
        @objc private func resigned() { heard(.resigned) }
        @objc private func enteredBackground() { heard(.enteredBackground) }
    }
#endif
