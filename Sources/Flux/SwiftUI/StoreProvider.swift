#if canImport(SwiftUI)
    import SwiftUI

    /// Supplies a store to all views inside: to every ``ConnectedView``, to
    /// `@Environment(\.dispatch)` and to `@EnvironmentObject var store: Store<AppState>`.
    public struct StoreProvider<StoreState: FluxState, Content: View>: View {
        private let store: Store<StoreState>
        private let content: () -> Content

        /// Creates a view that supplies `store` to its content.
        public init(store: Store<StoreState>, @ViewBuilder content: @escaping () -> Content) {
            (self.store, self.content) = (store, content)
        }

        public var body: some View {
            content().environmentObject(store).environmentObject(store.reference)
                .environment(\.dispatch, store.reference.dispatch)
        }
    }

    extension EnvironmentValues {
        /// Sends an action to the store of the nearest ``StoreProvider``.
        public var dispatch: DispatchFunction {
            get { self[DispatchKey.self] }
            set { self[DispatchKey.self] = newValue }
        }

        private struct DispatchKey: EnvironmentKey {
            static let defaultValue: DispatchFunction = { action in
                assertionFailure("\(action) was sent outside of a StoreProvider. Put one above this view.")
            }
        }
    }
#endif
