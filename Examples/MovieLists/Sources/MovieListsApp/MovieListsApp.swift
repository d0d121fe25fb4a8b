#if canImport(SwiftUI)
    import Flux
    import Foundation
    import MovieLists
    import SwiftUI

    #if os(macOS)
        import AppKit
    #endif

    /// The app with windows: `swift run MovieListsApp` on a Mac, with the key in TMDB_API_KEY.
    @main
    struct MovieListsApp: App {
        #if os(macOS)
            @NSApplicationDelegateAdaptor(LaunchDelegate.self) private var delegate: LaunchDelegate
        #endif
        private let store: MovieStore
        private let services: Services

        init() {
            let files = FileManager.default
            let support =
                files.urls(for: .applicationSupportDirectory, in: .userDomainMask).first ?? files.temporaryDirectory
            let caches = files.urls(for: .cachesDirectory, in: .userDomainMask).first ?? files.temporaryDirectory
            let key = ProcessInfo.processInfo.environment["TMDB_API_KEY"].flatMap { APIKey($0) }
            let movies = TMDB(TMDB.Configuration(key: key))
            store = Self.store(support.appendingPathComponent("movielists/state"), movies)
            services = Services(movies, posters: caches.appendingPathComponent("movielists/posters"))
        }

        var body: some Scene {
            WindowGroup { Root(store: store, services: services) }
        }

        /// The saved store. If the file can't be opened, a new store that shows why.
        private static func store(_ file: URL, _ movies: TMDB) -> MovieStore {
            let dependencies = Dependencies { $0.movies = movies }
            do {
                let (store, found) = try MovieStore.open(file, dependencies)
                if case .setAside(let url, _) = found {
                    store.dispatch(
                        action: AppAction.troubled("The lists could not be read; they are set aside as \(url.path)"))
                }
                return store
            } catch {
                let store = MovieStore(
                    reducer: reduceApp, middleware: [onePageAtATime], state: AppState(), dependencies: dependencies)
                store.dispatch(action: AppAction.troubled("The lists can be neither read nor saved: \(error)"))
                return store
            }
        }
    }

    #if os(macOS)
        /// An app started by `swift run` has no bundle. Without this its window would stay behind
        /// the terminal's, which would get what is typed.
        @MainActor
        final class LaunchDelegate: NSObject, NSApplicationDelegate {
            func applicationDidFinishLaunching(_ notification: Notification) {
                NSApplication.shared.setActivationPolicy(.regular)
                NSApplication.shared.activate(ignoringOtherApps: true)
            }
        }
    #endif

    /// The app's window. It saves the state when the app is not active any more.
    private struct Root: View {
        let store: MovieStore
        let services: Services
        @Environment(\.scenePhase) private var phase

        var body: some View {
            MovieListsView(store: store, services: services)
                .task(id: phase) {
                    // If it fails, the store tries again.
                    if phase != .active { try? await store.save() }
                }
        }
    }
#else
    @main
    struct MovieListsApp {
        static func main() {
            print("Windows need SwiftUI; movielists does the same on the command line.")
        }
    }
#endif
