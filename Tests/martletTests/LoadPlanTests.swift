import ArgumentParser
import Testing

@testable import martlet

@Suite struct LoadPlanTests {
    @Test func `without a word there is a plan that can be run`() throws {
        let plan = try Bench.parse([]).plan()
        #expect(
            plan
                == LoadPlan(
                    door: .v1, connections: 100, rooms: 1, senders: 1, pace: .window(1), extent: .seconds(10),
                    textBytes: 64, warmup: 1))
    }

    @Test func `the options are the plan`() throws {
        let plan = try Bench.parse([
            "--protocol", "swiftchat", "--connections", "1000", "--senders", "10", "--rate", "200", "--messages", "500",
            "--text", "100", "--warmup", "0",
        ]).plan()
        #expect(plan.door == .swiftchat && plan.pace == .rate(200) && plan.extent == .messages(500))
    }

    @Test(arguments: [
        ["--connections", "0"], ["--connections", "10001"], ["--rooms", "101"], ["--senders", "101"],
        ["--senders", "-1"], ["--window", "257"], ["--window", "0"], ["--rate", "0"], ["--duration", "0"],
        ["--duration", "3601"], ["--messages", "0"], ["--text", "38"], ["--text", "16385"], ["--warmup", "-1"],
        ["--protocol", "irc"], ["--protocol", "swiftchat", "--rooms", "2"], ["--senders", "0", "--messages", "1"],
        ["--window", "2", "--rate", "2"], ["--duration", "2", "--messages", "2"], ["--compare", "http://a"],
        ["--rounds", "0"], ["--server", "ftp://example.org"], ["--pid", "1", "--pid", "1"],
    ])
    func `what can't be run is refused before anything is opened`(arguments: [String]) {
        #expect(throws: (any Error).self) { try Bench.parse(arguments) }
    }

    @Test func `the largest of everything is allowed`() throws {
        _ = try Bench.parse([
            "--connections", "10000", "--rooms", "10000", "--senders", "10000", "--window", "256", "--duration", "3600",
            "--text", "16384", "--warmup", "600",
        ])
        _ = try Bench.parse(["--compare", "http://127.0.0.1:1", "http://127.0.0.1:2", "--rounds", "100"])
    }
}
