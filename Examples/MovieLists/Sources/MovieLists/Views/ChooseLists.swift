#if canImport(SwiftUI)
    import Flux
    import SwiftUI

    /// A sheet with the user's own lists. It shows which of them have a movie, and changes that.
    struct ChooseLists: ConnectedView {
        struct Props: Equatable {
            let lists: [CustomList]
        }

        let movie: Movie
        @Environment(\.dismiss) private var dismiss
        @Environment(\.dispatch) private var dispatch

        func map(state: AppState, dispatch: @escaping DispatchFunction) -> Props {
            Props(lists: state.lists.custom)
        }

        func body(props: Props) -> some View {
            NavigationStack {
                List(props.lists) { list in
                    let isIn = list.movies.contains(movie.id)
                    Button {
                        let name = ListName.custom(list.id)
                        dispatch(isIn ? ListAction.removed(movie.id, from: name) : ListAction.added(movie, to: name))
                    } label: {
                        Label(list.title, systemImage: isIn ? "checkmark.circle.fill" : "circle")
                    }
                    .accessibilityAddTraits(isIn ? .isSelected : [])
                }
                .navigationTitle("My lists")
                .toolbar { Button("Done") { dismiss() } }
            }
        }
    }
#endif
