#if canImport(UIKit)
    import ChatStore
    import UIKit

    /// Where the system reports about the app.
    @MainActor
    private enum AppReports {
        static let becameActive: Notification.Name = UIApplication.didBecomeActiveNotification
        static let resigned: Notification.Name = UIApplication.willResignActiveNotification
        static let enteredBackground: Notification.Name = UIApplication.didEnterBackgroundNotification
        static let unlocked: Notification.Name? = UIApplication.protectedDataDidBecomeAvailableNotification
        static var isActive: Bool { UIApplication.shared.applicationState == UIApplication.State.active }
    }
#elseif canImport(AppKit)
    import AppKit

    /// Where the system reports about the app.
    @MainActor
    private enum AppReports {
        static let becameActive: Notification.Name = NSApplication.didBecomeActiveNotification
        static let resigned: Notification.Name = NSApplication.didResignActiveNotification
        static let enteredBackground: Notification.Name = NSApplication.didHideNotification
        /// A Mac without its disk's password runs no apps.
        static let unlocked: Notification.Name? = nil
        static var isActive: Bool { NSApplication.shared.isActive }
    }
#endif

#if canImport(UIKit) || canImport(AppKit)
    /// Passes the system's reports about the app on.
    @MainActor
    final class AppObserver: NSObject {
        private let heard: @MainActor (AppEvent) -> Task<Void, Never>?

        /// Whether the app is active now. The app must have launched.
        static var isActive: Bool { AppReports.isActive }

        /// - Parameter heard: Returns the task that saves the state, if there is one.
        init(_ heard: @escaping @MainActor (AppEvent) -> Task<Void, Never>?) {
            self.heard = heard
            super.init()
            let center: NotificationCenter = NotificationCenter.default
            center.addObserver(self, selector: #selector(becameActive), name: AppReports.becameActive, object: nil)
            center.addObserver(self, selector: #selector(resigned), name: AppReports.resigned, object: nil)
            center.addObserver(
                self, selector: #selector(enteredBackground), name: AppReports.enteredBackground, object: nil)
            if let name: Notification.Name = AppReports.unlocked {
                center.addObserver(self, selector: #selector(unlocked), name: name, object: nil)
            }
            center.addObserver(
                self, selector: #selector(timeZoneChanged), name: Notification.Name.NSSystemTimeZoneDidChange,
                object: nil)
        }

        // The system posts this one on any thread.
        @objc private nonisolated func timeZoneChanged() {
            DispatchQueue.main.async { [weak self] in
                MainActor.assumeIsolated {
                    NSTimeZone.resetSystemTimeZone()
                    _ = self?.heard(.timeZoneChanged)
                }
            }
        }

        // The system posts the others on the main thread.
        @objc private func becameActive() { _ = heard(.becameActive) }
        @objc private func resigned() { _ = heard(.resigned) }
        @objc private func unlocked() { _ = heard(.unlocked) }
        @objc private func enteredBackground() {
            guard let saving = heard(.enteredBackground) else { return }
            #if os(iOS)
                ApplicationBackground.protect(saving, named: "Saving")
            #else
                _ = saving
            #endif
        }
    }
#endif
