#if canImport(SwiftUI)
    import SwiftUI

    /// A view in two steps: what it needs of the state (`map`), and how that looks (`body`).
    ///
    /// The first step is a function that a test can call. The second does not know the store. A
    /// ``StoreProvider`` further up supplies the store.
    ///
    /// If `Props` is `Equatable`, `body` runs again only when they changed. Such props have no
    /// closures; the view sends actions with `@Environment(\.dispatch)`.
    @MainActor
    public protocol ConnectedView: View {
        /// The state of the connected store.
        associatedtype StoreState: FluxState
        /// What the view shows.
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
        public var body: Connected<Self> { Connected(view: self) }
    }

    /// Runs a ``ConnectedView`` again when its props have changed.
    public struct Connected<Target: ConnectedView>: View {
        @EnvironmentObject private var reference: StoreReference<Target.StoreState>
        @StateObject private var connection = ViewConnection<Target.StoreState, Target.Props>()
        let view: Target

        /// The view's content.
        public var body: Target.Content {
            let (view, connection, dispatch) = (view, connection, reference.dispatch)
            return view.body(
                props: connection.props(of: reference.store, map: { view.map(state: $0, dispatch: dispatch) }) {
                    [weak connection] in connection?.objectWillChange.send()
                })
        }
    }
#endif
