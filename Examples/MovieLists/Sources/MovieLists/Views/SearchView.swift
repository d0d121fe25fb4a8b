#if canImport(SwiftUI)
    import Flux
    import SwiftUI

    /// Searches as one types.
    struct SearchView: ConnectedView {
        struct Props {
            let query: String
            let search: @MainActor (String) -> Void
        }

        @Environment(\.services) private var services

        func map(state: AppState, dispatch: @escaping DispatchFunction) -> Props {
            let service = services.movies
            return Props(query: state.feeds.query) { dispatch(Search($0, service: service)) }
        }

        func body(props: Props) -> some View {
            let (query, search) = (props.query, props.search)
            let text = Binding<String>(
                get: { query },
                set: { @MainActor new in
                    if new != query { search(new) }
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
