import Foundation
import MovieLists
import Testing

/// The command, as a process.
@Suite struct CommandTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
    }

    private struct Outcome {
        let status: Int32
        let output: String
        let error: String

        var lines: [Substring] { output.split(separator: "\n") }
    }

    private func start(_ words: [String], way: String? = nil, key: String?) throws -> (Process, Pipe, Pipe) {
        let process = Process()
        let (output, error) = (Pipe(), Pipe())
        let built = Server.tests.deletingLastPathComponent().appendingPathComponent(".build/debug/movielists").path
        process.executableURL = URL(fileURLWithPath: ProcessInfo.processInfo.environment["MOVIELISTS"] ?? built)
        process.arguments = ["--posters", folder.url.appendingPathComponent("posters").path] + words
        process.environment = [
            "MOVIELISTS_STATE": folder.url.appendingPathComponent("state").path, "HOME": folder.url.path,
            "TMDB_API": try Server.api(way).absoluteString, "TMDB_IMAGES": try Server.images(way).absoluteString,
            "TMDB_API_KEY": key ?? "",
        ]
        (process.standardOutput, process.standardError) = (output, error)
        try process.run()
        return (process, output, error)
    }

    private func run(_ words: String..., way: String? = nil, key: String? = Server.key) throws -> Outcome {
        let (process, output, error) = try start(words, way: way, key: key)
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let problem = String(decoding: error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Outcome(status: process.terminationStatus, output: text, error: problem)
    }

    @Test func `movies are found, page by page`() throws {
        let first = try run("popular")
        #expect(first.status == 0)
        #expect(first.lines.first == "101  Movie 1 (1981)  1.2")
        #expect(first.lines.last == "Page 1 of 3, 45 movies")
        #expect(first.lines.count == 21)
        let second = try run("popular", "--page", "2")
        #expect(second.lines.first == "121  Movie 21 (2001)  8.0")
        #expect(second.lines.count == 21)
        #expect(try run("popular", "--page", "3").lines.count == 6)
        #expect(try run("popular", "--page", "4").error == "movielists: There are only 3 pages\n")
        #expect(try run("search", "zoë").lines == ["111  Amélie + Zoë (1991)  1.2", "1 movie"])
        #expect(try run("search", "nothing of the kind").lines == ["Nothing found"])
        #expect(try run("discover", "--sort", "newest", "--year", "2001").lines.count == 2)
        let whole = try run("show", "101")
        #expect(whole.output.contains("141 min · Drama, Science Fiction\nWhat happens in movie 1, and why.\n"))
    }

    @Test func `a list is made, filled, ordered, renamed and deleted, each by a process of its own`() throws {
        #expect(try run("list", "create", "Night").status == 0)
        for id in ["101", "102", "103"] { #expect(try run("list", "add", "night", id).status == 0) }
        let log = folder.url.appendingPathComponent("log").path
        #expect(try run("list", "move", "Night", "103", "1", "--log", log).status == 0)
        #expect(try run("list", "show", "Night").lines.map { $0.prefix(3) } == ["103", "101", "102"])
        #expect(try run("list", "remove", "Night", "101").status == 0)
        #expect(try run("list", "rename", "Night", "Late").status == 0)
        #expect(try run("wish", "103").status == 0)
        #expect(try run("seen", "103").status == 0)
        #expect(try run("lists").lines == ["Wish list: 0", "Seen: 1", "Late: 2"])
        #expect(try run("show", "103").output.contains("In: Seen, Late\n"))
        #expect(try run("seen", "remove", "103").status == 0)
        #expect(try run("list", "delete", "Late").status == 0)
        #expect(try run("lists").lines == ["Wish list: 0", "Seen: 0"])
    }

    @Test func `lists need no server`() throws {
        #expect(try run("list", "create", "Night").status == 0)
        #expect(try run("list", "add", "Night", "101").status == 0)
        #expect(try run("list", "show", "Night", way: "500", key: nil).lines.count == 1)
        #expect(try run("wish", "101", way: "500").status == 0, "The movie is known")
        let refused = try run("list", "add", "Night", "102", way: "500")
        #expect(refused.status == 1)
        #expect(
            refused.error == """
                movielists: The server failed with status 500: Internal error: Something went wrong, contact TMDB. (error 5; try again later)

                """)
        #expect(try run("list", "show", "Night").lines.count == 1)
    }

    @Test func `a poster is loaded once and then comes from the disk`() throws {
        #expect(try run("wish", "101").status == 0)
        let file = folder.url.appendingPathComponent("p.jpg")
        #expect(try run("poster", "101", file.path, way: "command").status == 0)
        try FileManager.default.removeItem(at: file)
        #expect(try run("poster", "101", file.path, way: "500").status == 0)
        #expect(try Data(contentsOf: file).prefix(3) == Data([0xFF, 0xD8, 0xFF]))
        #expect(try run("poster", "105").error == "movielists: Movie 105 has no poster\n")
    }

    @Test func `commands at the same time lose nothing`() throws {
        let running = try (101...108).map { try start(["wish", "\($0)"], key: Server.key).0 }
        for process in running {
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
        #expect(try run("wish").lines.count == 8)
    }

    @Test func `a mistake on the command line is reported, with status 2`() throws {
        for words in [
            ["fly"], ["list"], ["list", "add", "x"], ["show", "one"], ["popular", "--page", "0"],
            ["popular", "--page"],
        ] {
            let (process, _, error) = try start(words, key: Server.key)
            process.waitUntilExit()
            #expect(!error.fileHandleForReading.availableData.isEmpty)
            #expect(process.terminationStatus == (words == ["list", "add", "x"] ? 1 : 2), "\(words)")
        }
        #expect(try run("--", "list", "create", "--odd").status == 0)
        #expect(try run("lists").lines.last == "--odd: 0")
        #expect(try run("list", "add", "x", "101").error == "movielists: There is no list “x”\n")
    }

    @Test(arguments: [nil, "500", "notjson", "cut", "redirect"])
    func `the key is nowhere to be read`(way: String?) throws {
        let log = folder.url.appendingPathComponent("log")
        let outcome = try run("popular", "--log", log.path, way: way)
        #expect(outcome.status == (way == nil ? 0 : 1))
        #expect(!(outcome.output + outcome.error).contains(Server.key))
        for file in [log, folder.url.appendingPathComponent("state")] {
            #expect(!String(decoding: try Data(contentsOf: file), as: UTF8.self).contains(Server.key))
        }
    }

    @Test func `without a key the command says where to get a key, and a wrong key is refused`() throws {
        #expect(try run("popular", key: nil).error.contains("themoviedb.org/settings/api"))
        #expect(try run("popular", key: "wrong").error.contains("Invalid API key"))
    }

    @Test func `a server that does not answer in time is reported`() throws {
        let outcome = try run("popular", "--deadline", "1", way: "slow")
        #expect(outcome.status == 1)
        #expect(outcome.error.contains("did not answer within 1.0 s (error 7; try again later)"))
    }
}
