#if canImport(SwiftUI)
    import SwiftUI

    /// Supplies a store to all views inside: to every ``ConnectedView``, and to `@EnvironmentObject
    /// var store: Store<AppState>`.
    public struct StoreProvider<StoreState: FluxState, Content: View>: View {
        private let store: Store<StoreState>
        private let content: () -> Content

        /// Creates a view that supplies `store` to its content.
        public init(store: Store<StoreState>, @ViewBuilder content: @escaping () -> Content) {
            self.store = store
            self.content = content
        }

        public var body: some View {
            content().environmentObject(store)
        }
    }
#endif
