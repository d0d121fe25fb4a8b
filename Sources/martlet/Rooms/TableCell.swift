extension String {
    /// As a cell of a table whose columns are separated by tabs: what others wrote can't begin a
    /// line or a column, and can't control the terminal.
    var asCell: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .format, .lineSeparator, .paragraphSeparator: " "
                    default: scalar
                    }
                }))
    }
}
