#if canImport(SwiftUI)
    import Flux
    import SwiftUI

    /// Two feeds: popular movies, and movies to discover.
    struct MoviesView: ConnectedView {
        struct Props: Equatable {
            let filter: Filter
        }

        @Environment(\.dispatch) private var dispatch
        @State private var feed = FeedName.popular
        @State private var isFiltering = false

        func map(state: AppState, dispatch: @escaping DispatchFunction) -> Props {
            Props(filter: state.feeds.filter)
        }

        func body(props: Props) -> some View {
            NavigationStack {
                VStack(spacing: 0) {
                    Picker("Movies", selection: $feed) {
                        Text("Popular").tag(FeedName.popular)
                        Text("Discover").tag(FeedName.discover)
                    }
                    .pickerStyle(.segmented)
                    .labelsHidden()
                    .padding()
                    FeedView(feed: feed).id(feed)
                }
                .navigationTitle("Movies")
                .navigationDestination(for: Movie.ID.self) { MovieView(id: $0) }
                .toolbar {
                    if feed == .discover {
                        Button {
                            isFiltering = true
                        } label: {
                            Label("Filter", systemImage: "line.3.horizontal.decrease.circle")
                        }
                    }
                }
                .sheet(isPresented: $isFiltering) { FilterForm(filter: props.filter) { apply($0) } }
            }
        }

        private func apply(_ filter: Filter) {
            dispatch(FeedAction.filtered(filter))
            dispatch(LoadPage(.discover, fromStart: true))
        }
    }
#endif
