#if canImport(SwiftUI)
    import SwiftUI

    extension Font {
        /// A font that follows Dynamic Type.
        public init(_ font: ThemeFont) {
            if let name = font.name {
                let named: Font = Font.custom(name, size: CGFloat(font.size), relativeTo: font.style.textStyle)
                self = font.weight.map { (weight: ThemeFont.Weight) in named.weight(weight.weight) } ?? named
            } else {
                self = Font.system(font.style.textStyle, design: font.design.design, weight: font.weight?.weight)
            }
        }
    }

    extension ThemeFont.Style {
        fileprivate var textStyle: Font.TextStyle {
            switch self {
            case .largeTitle: return .largeTitle
            case .title: return .title
            case .title2: return .title2
            case .title3: return .title3
            case .headline: return .headline
            case .body: return .body
            case .callout: return .callout
            case .subheadline: return .subheadline
            case .footnote: return .footnote
            case .caption: return .caption
            case .caption2: return .caption2
            }
        }
    }

    extension ThemeFont.Weight {
        fileprivate var weight: Font.Weight {
            switch self {
            case .light: return .light
            case .regular: return .regular
            case .medium: return .medium
            case .semibold: return .semibold
            case .bold: return .bold
            case .heavy: return .heavy
            }
        }
    }

    extension ThemeFont.Design {
        fileprivate var design: Font.Design {
            switch self {
            case .standard: return .default
            case .rounded: return .rounded
            case .serif: return .serif
            case .monospaced: return .monospaced
            }
        }
    }
#endif
