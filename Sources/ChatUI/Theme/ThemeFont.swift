/// A font that follows the user's text size (Dynamic Type): one of the system's text styles, or a
/// font of the app that grows like one.
public struct ThemeFont: Hashable, Sendable {
    /// The system's text styles, the largest first.
    public enum Style: Hashable, Sendable, CaseIterable {
        /// A style of the system with the same name.
        case largeTitle, title, title2, title3, headline, body, callout, subheadline, footnote, caption, caption2

        /// The size at the system's standard text size, in points.
        public var size: Double {
            #if os(macOS)
                switch self {
                case .largeTitle: 26
                case .title: 22
                case .title2: 17
                case .title3: 15
                case .headline, .body: 13
                case .callout: 12
                case .subheadline: 11
                case .footnote, .caption, .caption2: 10
                }
            #else
                switch self {
                case .largeTitle: 34
                case .title: 28
                case .title2: 22
                case .title3: 20
                case .headline, .body: 17
                case .callout: 16
                case .subheadline: 15
                case .footnote: 13
                case .caption: 12
                case .caption2: 11
                }
            #endif
        }
    }

    /// The weight of the letters.
    public enum Weight: Hashable, Sendable {
        /// A weight of the system with the same name.
        case light, regular, medium, semibold, bold, heavy
    }

    /// The design of the system's font.
    public enum Design: Hashable, Sendable {
        /// A design of the system; `standard` is its default.
        case standard, rounded, serif, monospaced
    }

    /// The style whose size the font has, or like which it grows.
    public let style: Style
    /// The weight; `nil` for the font's or the style's own.
    public var weight: Weight?
    /// The design. A font of the app has its own.
    public let design: Design
    /// The name of a font of the app; `nil` for the system's font.
    public let name: String?
    /// The size of a font of the app at the standard text size, in points.
    public let size: Double

    /// The system's font in a text style.
    public init(_ style: Style, weight: Weight? = nil, design: Design = .standard) {
        (self.style, self.weight, self.design, name, size) = (style, weight, design, nil, style.size)
    }

    /// A font of the app, by its PostScript name. The app lists its file under `UIAppFonts`.
    /// Without the font the system's is used.
    ///
    /// - Parameters:
    ///   - size: The size at the standard text size, in points; the style's own without it.
    ///   - style: The font grows like this text style.
    public init(named name: String, size: Double? = nil, relativeTo style: Style, weight: Weight? = nil) {
        (self.style, self.weight, design, self.name) = (style, weight, .standard, name)
        self.size = size ?? style.size
    }

    /// The same with the letters of another font.
    func named(_ name: String) -> ThemeFont {
        // A headline of the system is semibold by itself.
        let weight = weight ?? (style == .headline ? .semibold : nil)
        return ThemeFont(named: name, relativeTo: style, weight: weight)
    }
}
