import Foundation

/// An sRGB color with components 0…1: one variant for light mode, one for dark mode.
public struct AdaptiveColor: Hashable, Sendable {
    /// The variant for light mode.
    public var light: RGB
    /// The variant for dark mode.
    public var dark: RGB

    /// Creates the value.
    public init(light: RGB, dark: RGB) {
        self.light = light
        self.dark = dark
    }

    /// From hexadecimal numbers: `AdaptiveColor(0x1F6FEB, dark: 0x2F81F7)`.
    public init(_ light: UInt32, dark: UInt32) {
        self.init(light: RGB(light), dark: RGB(dark))
    }

    /// An opaque sRGB color.
    public struct RGB: Hashable, Sendable {
        /// The red component, 0…1.
        public var red: Double
        /// The green component, 0…1.
        public var green: Double
        /// The blue component, 0…1.
        public var blue: Double

        /// Creates the value. The components are not checked.
        public init(red: Double, green: Double, blue: Double) {
            self.red = red
            self.green = green
            self.blue = blue
        }

        /// From a hexadecimal number, `0xRRGGBB`. Higher bits are ignored.
        public init(_ hex: UInt32) {
            self.init(
                red: Double(hex >> 16 & 0xFF) / 255, green: Double(hex >> 8 & 0xFF) / 255,
                blue: Double(hex & 0xFF) / 255)
        }

        /// The contrast ratio, 1…21 (WCAG 2.1). Text needs 4.5.
        public func contrast(to other: RGB) -> Double {
            let (one, two) = (luminance, other.luminance)
            return (max(one, two) + 0.05) / (min(one, two) + 0.05)
        }

        private var luminance: Double {
            func linear(_ part: Double) -> Double {
                part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
        }
    }
}
