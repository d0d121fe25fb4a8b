#if canImport(SwiftUI)
    import SwiftUI

    /// A movie in a list.
    struct MovieRow: View {
        let movie: Movie

        var body: some View {
            HStack(alignment: .top) {
                PosterView(path: movie.poster).frame(width: 54, height: 81)
                VStack(alignment: .leading, spacing: 4) {
                    Text(movie.title).font(.headline)
                    Text(facts).font(.subheadline).foregroundColor(.secondary)
                    Text(movie.overview).font(.footnote).lineLimit(3)
                }
            }
            .accessibilityElement(children: .combine)
        }

        private var facts: String {
            let rating = movie.votes > 0 ? movie.rating.formatted(.number.precision(.fractionLength(1))) : nil
            return [movie.year, rating].compactMap { $0 }.joined(separator: " · ")
        }
    }
#endif
