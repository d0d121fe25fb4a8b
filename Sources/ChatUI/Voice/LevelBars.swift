#if canImport(SwiftUI)
    import SwiftUI

    /// How loud a recording is, as bars beside each other; the played ones have the full colour.
    struct LevelBars: View {
        /// 0 to 1, one for each bar.
        let levels: [Double]
        /// The part from the left, 0 to 1.
        let played: Double
        let color: Color

        var body: some View {
            Canvas { (context: inout GraphicsContext, size: CGSize) in
                let step: CGFloat = size.width / CGFloat(max(levels.count, 1))
                for (index, level) in levels.enumerated() {
                    let height: CGFloat = max(size.height * CGFloat(min(level, 1)), 3)
                    let bar: CGRect = CGRect(
                        x: CGFloat(index) * step, y: (size.height - height) / 2, width: min(max(step - 1, 1), 4),
                        height: height)
                    let isPlayed: Bool = Double(index) < played * Double(levels.count)
                    context.fill(
                        Path(roundedRect: bar, cornerRadius: 1.5),
                        with: GraphicsContext.Shading.color(color.opacity(isPlayed ? 1 : 0.4)))
                }
            }
            .accessibilityHidden(true)
        }
    }
#endif
