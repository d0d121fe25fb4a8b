extension Unicode.Scalar {
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
