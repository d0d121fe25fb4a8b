#if canImport(SwiftUI)
    import ChatCore
    import ChatScreens
    import ChatStore
    import Foundation

    #if canImport(UIKit)
        import UIKit
    #elseif canImport(AppKit)
        import AppKit
    #endif

    /// Push notifications, if the app was built with the address of a backend that takes
    /// registrations (`Xcode/Identifiers.xcconfig`). Without it the app asks for none.
    @MainActor
    struct RemoteNotifications {
        private let service: HTTPPushService
        private let app: PushApp

        /// `nil` without a backend, and under `swift run`.
        init?(_ bundle: Bundle = .main) {
            func text(_ key: String) -> String { bundle.object(forInfoDictionaryKey: key) as? String ?? "" }
            guard let topic: String = bundle.bundleIdentifier,
                let address: URL = HTTPPushService.address(text("MartletPushAddress")),
                let environment: PushApp.Environment = PushApp.Environment(rawValue: text("MartletPushEnvironment"))
            else { return nil }
            service = HTTPPushService(URLSessionRequests(address))
            let version: String = "\(text("CFBundleShortVersionString")) (\(text("CFBundleVersion")))"
            app = PushApp(topic: topic, environment: environment, version: version)
        }

        /// Passes the device's token on to the backend, for each account.
        func begin(_ session: ChatSession) { session.registerForPush(with: service, for: app) }

        /// Asks the system for the device's token. Call it at each launch: the token may have
        /// changed.
        func askForToken() {
            #if canImport(UIKit)
                UIApplication.shared.registerForRemoteNotifications()
            #elseif canImport(AppKit)
                NSApplication.shared.registerForRemoteNotifications()
            #endif
        }
    }
#endif
