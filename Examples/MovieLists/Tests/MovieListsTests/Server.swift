import Flux
import Foundation
import MovieLists

/// A server of its own that answers as TMDB does; it ends with the tests.
final class Server: Sendable {
    static let key = "0123456789abcdef0123456789abcdef"
    static let token = "eyJhbGciOi.eyJhdWQiOi.c2lnbmF0dXJl"
    static let shared = Result { try Server() }

    private let port: Int
    private let input = Pipe()

    private init() throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", Self.tests.appendingPathComponent("Server/tmdb.py").path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(line.trimmingCharacters(in: .newlines)) else { throw CocoaError(.executableLoad) }
        self.port = port
    }

    static var tests: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    }

    /// The API; `way` says what is wrong with it, or is just a way of its own there, whose
    /// questions are counted apart.
    static func api(_ way: String? = nil) throws -> URL {
        try address(way, "3")
    }

    static func images(_ way: String? = nil) throws -> URL {
        try address(way, "t/p")
    }

    static func service(
        _ way: String? = nil, key: String? = Server.key, deadline: Double = 30
    ) throws -> TMDB {
        TMDB(.init(api: try api(way), images: try images(way), key: key.flatMap { APIKey($0) }, deadline: deadline))
    }

    /// What a store's actions use.
    static func dependencies(_ way: String? = nil, clock: any Clock<Duration> = ContinuousClock()) throws
        -> Dependencies
    {
        let service = try service(way)
        return Dependencies {
            $0.movies = service
            $0.clock = clock
        }
    }

    /// How often something was asked for.
    static func asked(_ path: String) throws -> Int {
        let data = try Data(contentsOf: try address(nil, "asked"))
        return try JSONDecoder().decode([String: Int].self, from: data)[path] ?? 0
    }

    private static func address(_ way: String?, _ path: String) throws -> URL {
        var parts = URLComponents()
        (parts.scheme, parts.host, parts.port) = ("http", "127.0.0.1", try shared.get().port)
        parts.path = "/" + (way.map { $0 + "/" } ?? "") + path
        guard let url = parts.url else { throw URLError(.badURL) }
        return url
    }
}

/// A folder that is gone when the test is over.
final class Folder: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("movielists-\(UUID())")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
