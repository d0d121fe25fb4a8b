#if canImport(SwiftUI)
    import Flux
    import SwiftUI

    /// All about a movie, and the lists that it is in.
    struct MovieView: ConnectedView {
        struct Props {
            let movie: Movie?
            let lists: Lists
            let load: @MainActor () -> Void
            let send: @MainActor (ListAction) -> Void
        }

        let id: Movie.ID
        @Environment(\.services) private var services
        @State private var isChoosing = false

        func map(state: AppState, dispatch: @escaping DispatchFunction) -> Props {
            let (id, service) = (id, services.movies)
            return Props(
                movie: state.movies[id], lists: state.lists,
                load: { dispatch(LoadMovie(id, service: service)) }, send: { dispatch($0) })
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
            .onAppear { props.load() }
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
            let send = props.send
            return Toggle(
                title,
                isOn: Binding<Bool>(
                    get: { isIn },
                    set: { @MainActor on in send(on ? .added(movie, to: list) : .removed(movie.id, from: list)) }))
        }
    }
#endif
