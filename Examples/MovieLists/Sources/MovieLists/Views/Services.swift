#if canImport(SwiftUI)
    import Foundation
    import SwiftUI

    /// What the views ask themselves: the posters kept.
    public struct Services: Sendable {
        public let posters: PosterCache

        /// - Parameter posters: the folder that posters are kept in.
        public init(_ movies: TMDB, posters folder: URL) {
            posters = PosterCache(folder: folder) { path throws(MovieError) in try await movies.poster(path) }
        }
    }

    private struct ServicesKey: EnvironmentKey {
        /// Without a key, every question is answered by an error that says so.
        static let defaultValue = Services(
            TMDB(TMDB.Configuration(key: nil)),
            posters: FileManager.default.temporaryDirectory.appendingPathComponent("posters"))
    }

    extension EnvironmentValues {
        var services: Services {
            get { self[ServicesKey.self] }
            set { self[ServicesKey.self] = newValue }
        }
    }
#endif
