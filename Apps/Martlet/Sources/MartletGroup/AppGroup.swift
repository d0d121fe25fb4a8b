import Foundation

/// The app group of the app and its extensions (`Xcode/Identifiers.xcconfig`).
public enum AppGroup {
    /// The group's id, which names its part of the keychain, too. `nil` on a Mac.
    public static var identifier: String? {
        #if os(iOS)
            // The same key as in each Info.plist.
            return Bundle.main.object(forInfoDictionaryKey: "MartletAppGroup") as? String
        #else
            return nil
        #endif
    }

    /// The folder through which the share extension hands over what the user shares. `nil` on a
    /// Mac, and in an app that was signed without its group.
    public static var sharing: URL? { folder("Sharing") }

    /// The folder through which the notification service extension gets the accounts. `nil` on a
    /// Mac, and in an app that was signed without its group.
    public static var pushes: URL? { folder("Push") }

    private static func folder(_ name: String) -> URL? {
        #if os(iOS)
            guard let group: String = identifier else { return nil }
            return FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)?
                .appendingPathComponent(name, isDirectory: true)
        #else
            return nil
        #endif
    }
}
