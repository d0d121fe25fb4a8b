#if canImport(SwiftUI)
    import Flux
    import SwiftUI

    /// Searches while the user types.
    struct SearchView: ConnectedView {
        struct Props: Equatable {
            let query: String
        }

        @Environment(\.dispatch) private var dispatch

        func map(state: AppState, dispatch: @escaping DispatchFunction) -> Props {
            Props(query: state.feeds.query)
        }

        func body(props: Props) -> some View {
            let (query, dispatch) = (props.query, dispatch)
            let text = Binding<String>(
                get: { query },
                set: { @MainActor new in
                    if new != query { dispatch(Search(new)) }
                })
            NavigationStack {
                FeedView(feed: .search)
                    .navigationTitle("Search")
                    .navigationDestination(for: Movie.ID.self) { MovieView(id: $0) }
                    .searchable(text: text, prompt: Text("Title"))
            }
        }
    }
#endif
