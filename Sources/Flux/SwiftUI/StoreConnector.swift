#if canImport(SwiftUI)
    import SwiftUI

    /// Builds a view from the state and `dispatch`, again after every change of the state.
    public struct StoreConnector<StoreState: FluxState, Content: View>: View {
        @EnvironmentObject private var store: Store<StoreState>
        private let content: @MainActor (StoreState, @escaping DispatchFunction) -> Content

        /// Creates a view with this content. A ``StoreProvider`` further up supplies the store.
        public init(@ViewBuilder content: @escaping @MainActor (StoreState, @escaping DispatchFunction) -> Content) {
            self.content = content
        }

        /// The content, built from the current state.
        public var body: Content {
            let store = self.store
            return content(store.state) { action in store.dispatch(action: action) }
        }
    }
#endif
