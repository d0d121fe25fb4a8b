import Flux
import Foundation
import MovieLists

/// The app on the command line: restores the state, does one thing, saves the state.
@main
struct Command {
    static func main() async {
        do {
            let options = try Options(
                CommandLine.arguments.dropFirst(), environment: ProcessInfo.processInfo.environment)
            guard !options.words.isEmpty else { return print(Options.usage) }
            try await run(options)
        } catch {
            FileHandle.standardError.write(Data("movielists: \(error)\n".utf8))
            exit(error is UsageError ? 2 : 1)
        }
    }

    @MainActor
    private static func run(_ options: Options) async throws {
        let lock = try StateLock(beside: options.state)
        let service = TMDB(options.service)
        let (store, found) = try MovieStore.open(options.state, Dependencies { $0.movies = service })
        if case .setAside(let url, let reason) = found {
            warn("the lists could not be read (\(reason)); they are set aside as \(url.path)")
        }
        let session = Session(store: store, options: options, service: service)
        let result: Result<Void, any Error>
        do {
            result = .success(try await session.perform(options.words))
        } catch {
            result = .failure(error)
        }
        // A command that fails may have changed something before.
        try await store.save()
        if let file = options.log { try store.log?.exported(with: .movies).write(to: file, options: .atomic) }
        lock.release()
        try result.get()
    }

    private static func warn(_ text: String) {
        FileHandle.standardError.write(Data("movielists: \(text)\n".utf8))
    }
}

/// A mistake on the command line.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Why a command can't be carried out.
struct Refusal: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
