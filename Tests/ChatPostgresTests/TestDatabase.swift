import Foundation
import Testing

@testable import ChatPostgres

/// A database of its own for a test, on a server that all tests of a run share.
struct TestDatabase {
    let uri: String

    /// Makes an empty database, and removes it behind `body`.
    ///
    /// - Parameter options: of `CREATE DATABASE`
    static func with(_ options: String = "", _ body: (TestDatabase) throws -> Void) throws {
        let (database, drop) = try make(options)
        defer { drop() }
        try body(database)
    }

    private static func make(_ options: String) throws -> (TestDatabase, drop: () -> Void) {
        let server = try server.get()
        let name = "t\(UUID().uuidString.lowercased().filter { $0 != "-" })"
        let administrator = try PostgresConnection(PostgresAddress(server.uri("postgres")))
        try administrator.execute("CREATE DATABASE \(name) \(options)")
        return (
            TestDatabase(uri: server.uri(name)),
            { _ = try? administrator.execute("DROP DATABASE \(name) WITH (FORCE)") }
        )
    }

    /// The same for a test that waits.
    static func with(_ body: (TestDatabase) async throws -> Void) async throws {
        let (database, drop) = try make("")
        defer { drop() }
        try await body(database)
    }

    var address: PostgresAddress { get throws { try PostgresAddress(uri) } }

    func connect() throws -> PostgresConnection { try PostgresConnection(address) }

    private static let server = Result { try TestServer() }
}

/// A PostgreSQL server for the tests of this process.
private final class TestServer: Sendable {
    private let folder: String
    /// The server ends when nobody holds this any more, so with the process.
    private let input: FileHandle

    init() throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Scripts/test-postgres.sh")
        let (input, output) = (Pipe(), Pipe())
        let process = Process()
        process.executableURL = script
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        self.input = input.fileHandleForWriting
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        folder = line.trimmingCharacters(in: .newlines)
        try #require(folder.hasPrefix("/"), "The PostgreSQL server for tests did not start.")
    }

    func uri(_ database: String) -> String { "postgres://martlet@/\(database)?host=\(folder)" }
}

extension PostgresConnection {
    /// The first column of the first row.
    func integer(_ sql: String) throws -> Int64? {
        let select = try prepared(sql)
        defer { select.reset() }
        return try select.step() ? select.integer(0) : nil
    }
}
