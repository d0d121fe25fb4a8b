/// What the Return key does in the composer.
///
/// On a Mac, Return sends, and Shift-Return or Option-Return breaks the line. A touch keyboard has
/// no such keys, so there Return breaks the line, and a button sends. With a hardware keyboard,
/// Command-Return sends.
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

    /// What a key press does.
    ///
    /// - Parameter composing: Whether an input method (for Japanese, for example) is composing a
    ///   word, which the key ends.
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
