/// What the Return key does in the composer.
///
/// On a Mac, Return sends, and Shift-Return or Option-Return breaks the line. A touch keyboard has
/// no such keys, so there Return breaks the line, and a button sends. With a hardware keyboard,
/// Command-Return sends.
public enum ReturnKey {
    /// What a press of Return does.
    public enum Action: Hashable, Sendable {
        /// Sends the message.
        case send
        /// Inserts a line break.
        case breakLine
    }

    /// The kind of device, which decides what Return alone does.
    public enum Device: Hashable, Sendable {
        /// A Mac: Return sends.
        case mac
        /// An iPhone or iPad: Return inserts a line break.
        case touch

        /// The device for which the code is compiled: ``mac`` on macOS, ``touch`` on other
        /// platforms.
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
