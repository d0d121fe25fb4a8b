#if canImport(SwiftUI)
    import SwiftUI

    #if canImport(UIKit)
        import UIKit

        extension Color {
            /// The color of `shade`, which turns with the surroundings.
            public init(_ shade: Shade) {
                self.init(
                    uiColor: UIColor { (traits: UITraitCollection) -> UIColor in
                        UIColor(traits.userInterfaceStyle == .dark ? shade.dark : shade.light)
                    })
            }
        }

        extension UIColor {
            fileprivate convenience init(_ rgb: Shade.RGB) {
                self.init(red: CGFloat(rgb.red), green: CGFloat(rgb.green), blue: CGFloat(rgb.blue), alpha: 1)
            }
        }
    #elseif canImport(AppKit)
        import AppKit

        extension Color {
            /// The color of `shade`, which turns with the surroundings.
            public init(_ shade: Shade) {
                self.init(
                    nsColor: NSColor(name: nil) { (appearance: NSAppearance) -> NSColor in
                        let match: NSAppearance.Name? = appearance.bestMatch(from: [.aqua, .darkAqua])
                        return NSColor(match == .darkAqua ? shade.dark : shade.light)
                    })
            }
        }

        extension NSColor {
            fileprivate convenience init(_ rgb: Shade.RGB) {
                self.init(srgbRed: CGFloat(rgb.red), green: CGFloat(rgb.green), blue: CGFloat(rgb.blue), alpha: 1)
            }
        }
    #endif

    private struct ThemeKey: EnvironmentKey {
        static let defaultValue: Theme = Theme()
    }

    private struct MomentsKey: EnvironmentKey {
        static let defaultValue: Moments = Moments()
    }

    extension EnvironmentValues {
        public var theme: Theme {
            get { self[ThemeKey.self] }
            set { self[ThemeKey.self] = newValue }
        }

        /// The calendar and language that times are written in.
        public var moments: Moments {
            get { self[MomentsKey.self] }
            set { self[MomentsKey.self] = newValue }
        }
    }

    extension View {
        public func theme(_ theme: Theme) -> some View { environment(\.theme, theme) }
    }
#endif
