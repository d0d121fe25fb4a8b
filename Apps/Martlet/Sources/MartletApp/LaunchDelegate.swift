#if canImport(UIKit)
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
    }
#elseif canImport(AppKit)
    import AppKit

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

        /// A change is saved a moment after it was made: the last one is saved before the process ends.
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
