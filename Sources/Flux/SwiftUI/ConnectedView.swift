#if canImport(SwiftUI)
    import SwiftUI

    /// A view in two steps: what it needs of the state (`map`), and how that looks (`body`).
    ///
    /// The first step is a function that a test can call. The second does not know the store. A
    /// ``StoreProvider`` further up supplies the store.
    @MainActor
    public protocol ConnectedView: View {
        /// The state of the connected store.
        associatedtype StoreState: FluxState
        /// What the view shows, and the actions it may dispatch.
        associatedtype Props
        /// The view's content.
        associatedtype Content: View

        /// Picks what the view needs.
        func map(state: StoreState, dispatch: @escaping DispatchFunction) -> Props

        /// Builds the view.
        @ViewBuilder
        func body(props: Props) -> Content
    }

    extension ConnectedView {
        /// Builds the content from what ``map(state:dispatch:)`` picks of the current state.
        public var body: StoreConnector<StoreState, Content> {
            StoreConnector { state, dispatch in
                body(props: map(state: state, dispatch: dispatch))
            }
        }
    }
#endif
