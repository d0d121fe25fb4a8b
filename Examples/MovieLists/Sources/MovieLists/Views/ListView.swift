#if canImport(SwiftUI)
    import Flux
    import SwiftUI

    /// The movies of a list. The user can move and remove them.
    struct ListView: ConnectedView {
        struct Props: Equatable {
            let movies: [Movie]
        }

        let list: ListName
        @Environment(\.dispatch) private var dispatch

        func map(state: AppState, dispatch: @escaping DispatchFunction) -> Props {
            Props(movies: state.movies(of: list))
        }

        func body(props: Props) -> some View {
            List {
                if props.movies.isEmpty { Text("Nothing here yet").foregroundColor(.secondary) }
                ForEach(props.movies) { movie in
                    NavigationLink(value: movie.id) { MovieRow(movie: movie) }
                }
                .onDelete { offsets in
                    for index in offsets where props.movies.indices.contains(index) {
                        dispatch(ListAction.removed(props.movies[index].id, from: list))
                    }
                }
                .onMove { sources, target in
                    guard let source = sources.first, props.movies.indices.contains(source) else { return }
                    // SwiftUI counts the target with the moved row still in its place.
                    let position = target > source ? target - 1 : target
                    dispatch(ListAction.moved(props.movies[source].id, in: list, to: position))
                }
            }
            #if os(iOS)
                .toolbar { EditButton() }
            #endif
        }
    }
#endif
