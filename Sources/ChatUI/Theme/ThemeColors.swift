#if canImport(SwiftUI)
    import SwiftUI

    #if canImport(UIKit)
        import UIKit

        extension Color {
            /// A color that follows light and dark mode.
            public init(_ color: AdaptiveColor) {
                self.init(
                    uiColor: UIColor { (traits: UITraitCollection) -> UIColor in
                        UIColor(traits.userInterfaceStyle == .dark ? color.dark : color.light)
                    })
            }
        }

        extension UIColor {
            fileprivate convenience init(_ rgb: AdaptiveColor.RGB) {
                self.init(red: CGFloat(rgb.red), green: CGFloat(rgb.green), blue: CGFloat(rgb.blue), alpha: 1)
            }
        }
    #elseif canImport(AppKit)
        import AppKit

        extension Color {
            /// A color that follows light and dark mode.
            public init(_ color: AdaptiveColor) {
                self.init(
                    nsColor: NSColor(name: nil) { (appearance: NSAppearance) -> NSColor in
                        let match: NSAppearance.Name? = appearance.bestMatch(from: [.aqua, .darkAqua])
                        return NSColor(match == .darkAqua ? color.dark : color.light)
                    })
            }
        }

        extension NSColor {
            fileprivate convenience init(_ rgb: AdaptiveColor.RGB) {
                self.init(srgbRed: CGFloat(rgb.red), green: CGFloat(rgb.green), blue: CGFloat(rgb.blue), alpha: 1)
            }
        }
    #endif

    private struct ThemeKey: EnvironmentKey {
        static let defaultValue: Theme = Theme()
    }

    private struct DateFormattingKey: EnvironmentKey {
        static let defaultValue: DateFormatting = DateFormatting()
    }

    private struct MessageRightsKey: EnvironmentKey {
        static let defaultValue: MessageRights = MessageRights()
    }

    extension EnvironmentValues {
        /// What the user may do to the messages of the room on the screen.
        public var messageRights: MessageRights {
            get { self[MessageRightsKey.self] }
            set { self[MessageRightsKey.self] = newValue }
        }

        /// The look of the chat's views; by default ``Theme/init()``.
        public var theme: Theme {
            get { self[ThemeKey.self] }
            set { self[ThemeKey.self] = newValue }
        }

        /// The calendar and language for dates and times.
        public var dateFormatting: DateFormatting {
            get { self[DateFormattingKey.self] }
            set { self[DateFormattingKey.self] = newValue }
        }
    }

    extension View {
        /// Sets the look of the chat's views in this view. ``Theme/accent`` is its tint, too: that
        /// of buttons in bars, of controls in sheets, and of the cursor.
        public func theme(_ theme: Theme) -> some View {
            environment(\.theme, theme).tint(Color(theme.accent))
        }
    }
#endif
