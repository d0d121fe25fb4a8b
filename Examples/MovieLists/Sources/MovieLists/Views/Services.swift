#if canImport(SwiftUI)
    import Foundation
    import SwiftUI

    /// The services that views use without the store.
    public struct Services: Sendable {
        public let posters: PosterCache

        /// - Parameter folder: The folder of the posters.
        public init(_ movies: TMDB, posters folder: URL) {
            posters = PosterCache(folder: folder) { path throws(MovieError) in try await movies.poster(path) }
        }
    }

    private struct ServicesKey: EnvironmentKey {
        /// Without a key, every request fails with an error that says so.
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
