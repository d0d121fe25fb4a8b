#if canImport(SwiftUI)
    import Flux
    import SwiftUI

    /// The movies of a feed. It loads the next page when the end of the list comes into sight.
    struct FeedView: ConnectedView {
        struct Props: Equatable {
            let movies: [Movie]
            let feed: Feed
        }

        let feed: FeedName
        @Environment(\.dispatch) private var dispatch

        func map(state: AppState, dispatch: @escaping DispatchFunction) -> Props {
            Props(movies: state.movies(of: feed), feed: state.feeds[feed])
        }

        func body(props: Props) -> some View {
            List {
                ForEach(props.movies) { movie in
                    NavigationLink(value: movie.id) { MovieRow(movie: movie) }
                }
                end(props)
            }
            .refreshable { @MainActor in load(fromStart: true) }
            .onAppear {
                if feed != .search, props.feed.page == 0, !props.feed.isLoading { load(fromStart: true) }
            }
        }

        private func load(fromStart: Bool = false) {
            dispatch(LoadPage(feed, fromStart: fromStart))
        }

        @ViewBuilder
        private func end(_ props: Props) -> some View {
            if let error = props.feed.error {
                VStack(alignment: .leading) {
                    Text(error.description)
                    Button("Try again") { load() }
                }
            } else if props.feed.isLoading {
                ProgressView().frame(maxWidth: .infinity)
            } else if props.feed.page > 0, props.movies.isEmpty {
                Text("Nothing found").foregroundColor(.secondary)
            } else if props.feed.page > 0, props.feed.next != nil {
                // Another row for every page, so that each appears once.
                ProgressView().frame(maxWidth: .infinity).id(props.feed.page).onAppear { load() }
            }
        }
    }
#endif
