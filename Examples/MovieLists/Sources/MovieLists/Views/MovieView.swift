#if canImport(SwiftUI)
    import Flux
    import SwiftUI

    /// The details of a movie, and the lists that have it.
    struct MovieView: ConnectedView {
        struct Props: Equatable {
            let movie: Movie?
            let lists: Lists
        }

        let id: Movie.ID
        @Environment(\.dispatch) private var dispatch
        @State private var isChoosing = false

        func map(state: AppState, dispatch: @escaping DispatchFunction) -> Props {
            Props(movie: state.movies[id], lists: state.lists)
        }

        func body(props: Props) -> some View {
            Form {
                if let movie = props.movie {
                    about(movie)
                    Section("Lists") {
                        toggle("Wish list", .wish, movie, props)
                        toggle("Seen", .seen, movie, props)
                        Button("My lists…") { isChoosing = true }
                    }
                }
            }
            .formStyle(.grouped)
            .navigationTitle(props.movie?.title ?? "Movie")
            .onAppear { dispatch(LoadMovie(id)) }
            .sheet(isPresented: $isChoosing) {
                if let movie = props.movie { ChooseLists(movie: movie) }
            }
        }

        @ViewBuilder
        private func about(_ movie: Movie) -> some View {
            Section {
                HStack {
                    Spacer()
                    PosterView(path: movie.poster).frame(width: 200, height: 300)
                    Spacer()
                }
                if let tagline = movie.tagline { Text(tagline).italic() }
                if !movie.overview.isEmpty { Text(movie.overview) }
            }
            Section {
                if let released = movie.released { LabeledContent("Released", value: released) }
                if let runtime = movie.runtime { LabeledContent("Length", value: "\(runtime) min") }
                if let genres = movie.genres, !genres.isEmpty {
                    LabeledContent("Genres", value: genres.map(\.name).joined(separator: ", "))
                }
                if movie.votes > 0 {
                    LabeledContent("Rating", value: movie.rating.formatted(.number.precision(.fractionLength(1))))
                }
            }
        }

        private func toggle(_ title: String, _ list: ListName, _ movie: Movie, _ props: Props) -> some View {
            let isIn = props.lists[list].contains(movie.id)
            let dispatch = dispatch
            return Toggle(
                title,
                isOn: Binding<Bool>(
                    get: { isIn },
                    set: { @MainActor on in
                        dispatch(on ? ListAction.added(movie, to: list) : ListAction.removed(movie.id, from: list))
                    }))
        }
    }
#endif
