import ChatCore
import ChatCoreNIO
import ArgumentParser
import ChatWire
import Foundation

struct Bench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Put load on a server and measure what it does.",
        discussion: """
            Opens connections, sends messages, and prints throughput and latencies. With v1 it \
            uses rooms of its own, with SwiftChat the lobby. All messages stay in the log, so use \
            a separate server (martlet serve --data FOLDER --rate-limit off).

            A latency counts from the moment a message was due. So a server that stops for a while \
            is not measured as one with less work. The generator is one thread. The report shows \
            how much of its core it used, and its cost of a delivery. From 90 % on, the generator \
            may be the limit, and the server may be faster than the report says. With few \
            deliveries per read (one message in flight in a large room) the generator needs about \
            as much CPU as the server. Then give them different cores (taskset).
            """)

    @Option(help: "The server's address: HOST, https://HOST:PORT or http://HOST:PORT.")
    var server = "http://127.0.0.1:8080"

    @OptionGroup var trust: TrustOptions

    @Option(name: .customLong("protocol"), help: "v1 or swiftchat.")
    var door = LoadPlan.Door.v1

    @Option(help: "Connections, up to \(Limits.benchConnections).")
    var connections = 100

    @Option(help: "Rooms that the connections are spread over (v1 only).")
    var rooms = 1

    @Option(help: "Connections that send; with 0 all are only held.")
    var senders = 1

    @Option(
        help: "Messages of each sender that are unanswered at any time, up to \(Limits.sendsInFlight). (default: 1)")
    var window: Int?

    @Option(help: "Instead of --window: messages a second, of all senders together.")
    var rate: Int?

    @Option(help: "Seconds to measure. (default: 10)")
    var duration: Int?

    @Option(help: "Instead of --duration: the number of messages to send.")
    var messages: Int?

    @Option(help: "Bytes of a message's text, at least \(Marker.bytes).")
    var text = 64

    @Option(help: "Seconds of load before measuring.")
    var warmup = 1

    @Option(help: "The server's process, for its CPU time and memory (Linux); twice with --compare.")
    var pid: [Int] = []

    @Option(parsing: .upToNextOption, help: "Two servers, measured in turn, instead of --server.")
    var compare: [String] = []

    @Option(help: "How often each is measured with --compare.")
    var rounds = 5

    @Flag(help: "Print the report as JSON.")
    var json = false

    @Flag(help: "Show no progress.")
    var quiet = false

    func validate() throws {
        try plan().check()
        guard window == nil || rate == nil else { throw ValidationError("Use --window or --rate, not both.") }
        guard duration == nil || messages == nil else {
            throw ValidationError("Use --duration or --messages, not both.")
        }
        guard compare.isEmpty || compare.count == 2 else { throw ValidationError("--compare needs two servers.") }
        guard (1...100).contains(rounds) else {
            throw ValidationError("--rounds must be from 1 to 100, not \(rounds).")
        }
        guard pid.isEmpty || pid.count == max(compare.count, 1) else {
            throw ValidationError("Use --pid once for each server.")
        }
        for server in [server] + compare { _ = try ServerAddress(option: server) }
        for pid in pid where ProcessUse(pid: pid) == nil {
            throw ValidationError("/proc has no process \(pid).")
        }
    }

    func plan() -> LoadPlan {
        LoadPlan(
            door: door, connections: connections, rooms: rooms, senders: senders,
            pace: rate.map { .rate($0) } ?? .window(window ?? 1),
            extent: messages.map { .messages($0) } ?? .seconds(duration ?? 10), textBytes: text, warmup: warmup)
    }

    func run() async throws {
        OpenFiles.raiseLimit()
        do {
            if compare.isEmpty {
                let report = try await measure(server, pid.first)
                print(json ? try report.json() : report.text)
            } else {
                let comparison = try await compareServers()
                print(json ? try comparison.json() : comparison.text)
            }
        } catch let error as LoadError {
            StandardError.write("martlet: \(error)\n")
            throw ExitCode.failure
        }
    }

    private func compareServers() async throws -> Comparison {
        var reports: [[LoadReport]] = [[], []]
        for round in 0..<rounds {
            // The order alternates, so that neither is always measured on the warmer machine.
            for index in round.isMultiple(of: 2) ? [0, 1] : [1, 0] {
                reports[index].append(try await measure(compare[index], pid.isEmpty ? nil : pid[index]))
            }
        }
        return Comparison(a: reports[0], b: reports[1])
    }

    private func measure(_ server: String, _ pid: Int?) async throws -> LoadReport {
        let address = try ServerAddress(option: server)
        return try await LoadRun(
            plan: plan(), address: address, security: try trust.security(for: address), pid: pid,
            progress: Progress(isQuiet: quiet)
        ).run()
    }
}
