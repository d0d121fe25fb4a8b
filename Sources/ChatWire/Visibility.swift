extension Unicode.Scalar {
    /// The property White_Space (Unicode 16.0, PropList.txt). It is asked of every text that is
    /// shown, and the page does not need to load the standard library's tables of properties for
    /// that.
    package var isWhiteSpace: Bool {
        switch value {
        case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }

    /// Whether a reader can see it. White space, controls, joiners and fillers are invisible.
    package var isVisible: Bool {
        switch value {
        case 0x21...0x7E: return true
        // The blank Braille pattern, the null notehead, and what stands for an object.
        case 0x2800, 0x1D159, 0xFFFC: return false
        default: break
        }
        switch properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: return false
        // Fillers, variation selectors, and other invisible letters and marks.
        default: return !properties.isDefaultIgnorableCodePoint
        }
    }
}
