import ChatWire
import Foundation

/// What a program is called in the list of an account's sessions, so that its user knows which
/// session to end.
public enum ProgramName {
    /// The name of this program, and the device or the system that it runs on: “Martlet (iPhone)”,
    /// “martlet (Linux)”.
    public static let usual: String = {
        let keys = ["CFBundleDisplayName", "CFBundleName"]
        let names = keys.compactMap { Bundle.main.object(forInfoDictionaryKey: $0) as? String }
        return on(system, program: names.first ?? ProcessInfo.processInfo.processName)
    }()

    /// The name of a program on a device. If ``ChatWire/ProgramRule`` does not allow it, the name
    /// of the program or of the device alone.
    ///
    /// - Returns: "" if neither is allowed.
    public static func on(_ device: String, program: String) -> String {
        ["\(program) (\(device))", program, device].first { ProgramRule.check($0) == nil } ?? ""
    }

    private static var system: String {
        #if os(macOS)
            "macOS"
        #elseif os(tvOS)
            "Apple TV"
        #elseif os(watchOS)
            "Apple Watch"
        #elseif os(visionOS)
            "Apple Vision"
        #elseif os(iOS)
            ProcessInfo.processInfo.isMacCatalystApp ? "macOS" : model.hasPrefix("iPad") ? "iPad" : "iPhone"
        #elseif os(Android)
            "Android"
        #elseif os(Windows)
            "Windows"
        #else
            "Linux"
        #endif
    }

    #if os(iOS)
        /// The model of the device: “iPad14,3”.
        private static var model: String {
            var names = utsname()
            uname(&names)
            return withUnsafeBytes(of: &names.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
    #endif
}
