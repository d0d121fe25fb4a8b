#if canImport(SwiftUI)
    import Flux
    import SwiftUI

    /// The whole app: three tabs over one store.
    public struct MovieListsView: View {
        private let store: MovieStore
        private let services: Services

        public init(store: MovieStore, services: Services) {
            self.store = store
            self.services = services
        }

        public var body: some View {
            StoreProvider(store: store) {
                VStack(spacing: 0) {
                    ProblemView()
                    TabView {
                        MoviesView().tabItem { Label("Movies", systemImage: "film") }
                        SearchView().tabItem { Label("Search", systemImage: "magnifyingglass") }
                        ListsView().tabItem { Label("My lists", systemImage: "list.star") }
                    }
                }
            }
            .environment(\.services, services)
        }
    }
#endif
