import Foundation
import MovieLists

/// Movies and lists as lines of text.
enum Text {
    /// `603  The Matrix (1999)  8.2`
    static func line(_ movie: Movie) -> String {
        var text = "\(movie.id)  \(plain(movie.title))"
        if let year = movie.year { text += " (\(plain(year)))" }
        if movie.votes > 0 { text += String(format: "  %.1f", movie.rating) }
        return text
    }

    static func detail(_ movie: Movie, in lists: Lists) -> String {
        var lines = [line(movie)]
        if let tagline = movie.tagline { lines.append(plain(tagline)) }
        var facts: [String] = []
        if let runtime = movie.runtime { facts.append("\(runtime) min") }
        if let genres = movie.genres, !genres.isEmpty {
            facts.append(plain(genres.map(\.name).joined(separator: ", ")))
        }
        if !facts.isEmpty { lines.append(facts.joined(separator: " · ")) }
        if !movie.overview.isEmpty { lines.append(plain(movie.overview)) }
        let titles =
            (lists.wish.contains(movie.id) ? ["Wish list"] : []) + (lists.seen.contains(movie.id) ? ["Seen"] : [])
            + lists.custom.filter { $0.movies.contains(movie.id) }.map(\.title)
        if !titles.isEmpty { lines.append("In: " + plain(titles.joined(separator: ", "))) }
        return lines.joined(separator: "\n")
    }

    static func end(of feed: Feed) -> String {
        switch feed.totalResults {
        case 0: "Nothing found"
        case 1: "1 movie"
        default: "Page \(feed.page) of \(feed.totalPages), \(feed.totalResults) movies"
        }
    }

    static func lists(_ lists: Lists) -> String {
        let all =
            [("Wish list", lists.wish.count), ("Seen", lists.seen.count)]
            + lists.custom.map { ($0.title, $0.movies.count) }
        return all.map { "\(plain($0.0)): \($0.1)\n" }.joined()
    }

    /// Replaces control characters: a text from a server must not control the terminal.
    private static func plain(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }
}
