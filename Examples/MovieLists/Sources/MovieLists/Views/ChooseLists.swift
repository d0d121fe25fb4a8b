#if canImport(SwiftUI)
    import Flux
    import SwiftUI

    /// Which of the user's lists a movie is in: a sheet.
    struct ChooseLists: ConnectedView {
        struct Props {
            let lists: [CustomList]
            let send: @MainActor (ListAction) -> Void
        }

        let movie: Movie
        @Environment(\.dismiss) private var dismiss

        func map(state: AppState, dispatch: @escaping DispatchFunction) -> Props {
            Props(lists: state.lists.custom) { dispatch($0) }
        }

        func body(props: Props) -> some View {
            NavigationStack {
                List(props.lists) { list in
                    let isIn = list.movies.contains(movie.id)
                    Button {
                        props.send(
                            isIn ? .removed(movie.id, from: .custom(list.id)) : .added(movie, to: .custom(list.id)))
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
