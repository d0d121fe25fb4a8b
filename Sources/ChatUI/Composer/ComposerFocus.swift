/// Whether the composer of a Mac takes the keyboard when its room opens.
enum ComposerFocus {
    /// A key that was pressed.
    struct Key: Hashable, Sendable {
        /// What it types, without its modifiers; empty if it types nothing.
        var text: String
        /// Whether Command was pressed with it.
        var hasCommand: Bool
    }

    /// Whether the composer takes it. Somebody who goes through the list of rooms with the keyboard
    /// goes on with the next key.
    ///
    /// - Parameter key: What has opened the room; `nil` if it was no key.
    static func isTaken(after key: Key?) -> Bool {
        guard let key else { return true }
        // A shortcut such as that of “Next room”, or the button of a sheet.
        return key.hasCommand || key.text == "\r" || key.text == "\u{3}"
    }
}

#if os(macOS)
    import AppKit

    extension ComposerFocus {
        /// The same, after what the user has done last.
        @MainActor static var isTaken: Bool {
            guard let event: NSEvent = NSApplication.shared.currentEvent, event.type == NSEvent.EventType.keyDown else {
                return isTaken(after: nil)
            }
            let text: String = event.charactersIgnoringModifiers ?? ""
            return isTaken(after: Key(text: text, hasCommand: event.modifierFlags.contains(.command)))
        }
    }
#endif
