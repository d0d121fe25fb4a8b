#if canImport(UIKit)
    import ChatStore
    import UIKit

    /// Work that must be done before the launch ends.
    @MainActor
    final class LaunchDelegate: NSObject, UIApplicationDelegate {
        func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]? = nil
        ) -> Bool {
            // iOS requires the handlers of background tasks before the launch ends, and ends the
            // app if one is missing.
            BackgroundWork.register()
            ChatRuntime.shared.launch()
            return true
        }

        func application(
            _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
        ) {
            ChatRuntime.shared.session.deviceTokenCame(deviceToken)
        }

        /// The next launch asks again. Until then the backend has the token of before.
        func application(
            _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
        ) {
            NSLog("No push notifications: %@", error.localizedDescription)
        }

        /// A push with `content-available` woke the app: it reads the new messages.
        func application(
            _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
            fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
        ) {
            guard PushPayload(userInfo) != nil else { return completionHandler(.noData) }
            // Ends before the time that the system allows.
            Task { @MainActor in completionHandler(await ChatRuntime.shared.refresh() ? .newData : .failed) }
        }
    }
#elseif canImport(AppKit)
    import AppKit
    import ChatStore

    /// Work that must be done at launch.
    @MainActor
    final class LaunchDelegate: NSObject, NSApplicationDelegate {
        func applicationDidFinishLaunching(_ notification: Notification) {
            // An app started by `swift run` has no bundle; without this it would have no window in
            // front.
            NSApplication.shared.setActivationPolicy(.regular)
            NSApplication.shared.activate(ignoringOtherApps: true)
            ChatRuntime.shared.launch()
        }

        func application(
            _ application: NSApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
        ) {
            ChatRuntime.shared.session.deviceTokenCame(deviceToken)
        }

        /// The next launch asks again. Until then the backend has the token of before.
        func application(
            _ application: NSApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
        ) {
            NSLog("No push notifications: %@", error.localizedDescription)
        }

        /// A push came while the app runs: it reads the new messages.
        func application(_ application: NSApplication, didReceiveRemoteNotification userInfo: [String: Any]) {
            guard PushPayload(userInfo) != nil else { return }
            // Ends when the messages are read.
            Task { @MainActor in _ = await ChatRuntime.shared.refresh() }
        }

        /// A change is saved a moment after it was made: the last one is saved before the process
        /// ends.
        func applicationShouldTerminate(_ sender: NSApplication) -> NSApplication.TerminateReply {
            // Ends after writing one small file.
            Task { @MainActor in
                try? await ChatRuntime.shared.session.save()
                NSApplication.shared.reply(toApplicationShouldTerminate: true)
            }
            return NSApplication.TerminateReply.terminateLater
        }

        func applicationShouldTerminateAfterLastWindowClosed(_ sender: NSApplication) -> Bool { true }
    }
#endif
