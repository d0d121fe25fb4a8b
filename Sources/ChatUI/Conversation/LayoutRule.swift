/// What the heights of all rows depend on.
struct RowMetrics: Hashable, Sendable {
    /// The width of the rows, in points.
    var width: Double = 0
    /// The name of the user's text size (Dynamic Type).
    var textSize: String = ""
}

/// Decides after each layout of a list whether its driver is told
/// (``ListDriver/resized(_:)``).
struct LayoutRule: Hashable, Sendable {
    /// A list after its layout. Heights are in points.
    struct Layout: Hashable, Sendable {
        var metrics = RowMetrics()
        /// The height of the visible part.
        var height: Double = 0
        /// The height of all rows.
        var content: Double = 0
        /// How far the list is scrolled.
        var offset: Double = 0
    }

    private var last = Layout()

    /// Whether the driver is told of this layout: the visible part, the text size or the content
    /// has another size than after the last layout.
    ///
    /// Rows that come into sight turn out to be higher or lower than they were estimated. A list
    /// that is being scrolled is not moved because of that.
    ///
    /// - Parameter byHand: Whether a finger moves the list, or has thrown it.
    mutating func isResized(_ layout: Layout, byHand: Bool) -> Bool {
        let former = last
        last = layout
        if layout.metrics != former.metrics || layout.height != former.height { return true }
        return layout.content != former.content && layout.offset == former.offset && !byHand
    }
}
