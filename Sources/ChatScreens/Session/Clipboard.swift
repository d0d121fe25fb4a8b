#if canImport(UIKit)
    import UIKit

    /// Copies text to the clipboard.
    @MainActor
    enum Clipboard {
        static func copy(_ text: String) { UIPasteboard.general.string = text }
    }
#elseif canImport(AppKit)
    import AppKit

    /// Copies text to the clipboard.
    @MainActor
    enum Clipboard {
        static func copy(_ text: String) {
            NSPasteboard.general.clearContents()
            NSPasteboard.general.setString(text, forType: NSPasteboard.PasteboardType.string)
        }
    }
#endif
