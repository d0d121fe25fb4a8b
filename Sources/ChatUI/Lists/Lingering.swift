/// Remembers the last value that there was.
@MainActor
final class LastValue<Value> {
    private var last: Value?

    init() {}

    /// The current value, or the last one if there is none now.
    func recall(_ current: Value?) -> Value? {
        if let current { last = current }
        return last
    }
}

#if canImport(SwiftUI)
    import SwiftUI

    /// Content that goes on showing its last value when there is none any more, so that a sheet is
    /// not empty while it slides away.
    public struct Lingering<Value, Content: View>: View {
        private let value: Value?
        private let content: (Value) -> Content
        // A reference: it is written while the view is drawn, and nothing has to be drawn for it.
        @State private var last: LastValue<Value> = LastValue<Value>()

        /// Creates the view. Without any value so far it is empty.
        public init(_ value: Value?, @ViewBuilder content: @escaping (Value) -> Content) {
            self.value = value
            self.content = content
        }

        public var body: some View {
            if let shown: Value = last.recall(value) { content(shown) }
        }
    }
#endif
