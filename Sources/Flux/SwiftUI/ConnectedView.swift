#if canImport(SwiftUI)
    import SwiftUI

    /// A view in two steps: what it needs of the state (`map`), and how that looks (`body`).
    ///
    /// The first is a function that a test can call; the second knows nothing of the store. Its store comes from a ``StoreProvider``
    /// further up.
    @MainActor
    public protocol ConnectedView: View {
        /// The state of the store that the view is connected to.
        associatedtype StoreState: FluxState
        /// What the view shows, and what it may do.
        associatedtype Props
        /// What the view consists of.
        associatedtype Content: View

        /// Picks what the view needs.
        func map(state: StoreState, dispatch: @escaping DispatchFunction) -> Props

        /// Draws it.
        @ViewBuilder
        func body(props: Props) -> Content
    }

    extension ConnectedView {
        public var body: StoreConnector<StoreState, Content> {
            StoreConnector { state, dispatch in
                body(props: map(state: state, dispatch: dispatch))
            }
        }
    }
#endif
