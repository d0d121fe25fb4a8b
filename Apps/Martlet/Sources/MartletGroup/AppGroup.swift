import Foundation

/// The app group of the app and its share extension (`Xcode/Identifiers.xcconfig`).
public enum AppGroup {
    /// The folder through which the extension hands over what the user shares. `nil` on a Mac, and in
    /// an app that was signed without its group.
    public static var sharing: URL? {
        #if os(iOS)
            // The same key as in both Info.plists.
            guard let group: String = Bundle.main.object(forInfoDictionaryKey: "MartletAppGroup") as? String else {
                return nil
            }
            return FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)?
                .appendingPathComponent("Sharing", isDirectory: true)
        #else
            return nil
        #endif
    }
}
