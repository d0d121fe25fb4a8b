#if canImport(SwiftUI)
    import Foundation
    import SwiftUI

    /// What the views ask: the API, and the posters kept.
    public struct Services: Sendable {
        public let movies: TMDB
        public let posters: PosterCache

        /// - Parameter posters: the folder that posters are kept in.
        public init(_ configuration: TMDB.Configuration, posters folder: URL) {
            let movies = TMDB(configuration)
            self.movies = movies
            posters = PosterCache(folder: folder) { path throws(MovieError) in try await movies.poster(path) }
        }
    }

    private struct ServicesKey: EnvironmentKey {
        /// Without a key, every question is answered by an error that says so.
        static let defaultValue = Services(
            TMDB.Configuration(key: nil),
            posters: FileManager.default.temporaryDirectory.appendingPathComponent("posters"))
    }

    extension EnvironmentValues {
        var services: Services {
            get { self[ServicesKey.self] }
            set { self[ServicesKey.self] = newValue }
        }
    }
#endif
