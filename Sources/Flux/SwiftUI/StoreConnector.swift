#if canImport(SwiftUI)
    import SwiftUI

    /// Makes a view of the state and of `dispatch`, again whenever the state changed.
    public struct StoreConnector<StoreState: FluxState, Content: View>: View {
        @EnvironmentObject private var store: Store<StoreState>
        private let content: @MainActor (StoreState, @escaping DispatchFunction) -> Content

        public init(@ViewBuilder content: @escaping @MainActor (StoreState, @escaping DispatchFunction) -> Content) {
            self.content = content
        }

        public var body: Content {
            let store = self.store
            return content(store.state) { action in store.dispatch(action: action) }
        }
    }
#endif
