/// What the Return key does in the composer.
///
/// On a Mac it sends, and with Shift or Option breaks the line. On glass there is no Shift to hold, so it breaks the line and
/// the button sends; with a keyboard attached, Command and Return send there, too.
public enum ReturnKey {
    public enum Action: Hashable, Sendable {
        case send
        case breakLine
    }

    public enum Device: Hashable, Sendable {
        case mac
        case touch

        public static var current: Device {
            #if os(macOS)
                .mac
            #else
                .touch
            #endif
        }
    }

    /// - Parameter composing: Whether a word is being put together by an input method (Japanese, say), which the key ends.
    public static func action(
        on device: Device, shift: Bool = false, option: Bool = false, command: Bool = false, composing: Bool = false
    ) -> Action? {
        if composing { return nil }
        if command { return .send }
        switch device {
        case .mac: return shift || option ? .breakLine : .send
        case .touch: return .breakLine
        }
    }
}
