#if canImport(UIKit)
    import UIKit

    /// What has to happen before the launch ends.
    @MainActor
    final class LaunchDelegate: NSObject, UIApplicationDelegate {
        func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]? = nil
        ) -> Bool {
            // The system asks for the handlers of its tasks before the launch ends, and ends the app where one is missing.
            BackgroundWork.register()
            ChatRuntime.shared.launch()
            return true
        }
    }
#elseif canImport(AppKit)
    import AppKit

    /// What has to happen at launch.
    @MainActor
    final class LaunchDelegate: NSObject, NSApplicationDelegate {
        func applicationDidFinishLaunching(_ notification: Notification) {
            // Started by `swift run` it is no bundle, and would be a process without a window in front.
            NSApplication.shared.setActivationPolicy(.regular)
            NSApplication.shared.activate(ignoringOtherApps: true)
            ChatRuntime.shared.launch()
        }

        func applicationShouldTerminateAfterLastWindowClosed(_ sender: NSApplication) -> Bool { true }
    }
#endif
