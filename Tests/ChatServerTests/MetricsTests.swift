import ChatRooms
import ChatWire
import Metrics
import MetricsTestKit
import NIOPosix
import Testing

@testable import ChatServer

@Suite struct MetricsTests {
    @Test func `a program with metrics of its own is told what the page shows`() async throws {
        let program = TestMetrics()
        var environment = ServerEnvironment()
        environment.metrics = program
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let fanout = Fanout(loops: group.makeIterator(), environment: environment)
        let presence = PresenceService(fanout: fanout, budgets: UserBudgets(nil))
        let committer = Committer(
            store: MemoryStore(), fanout: fanout, presence: presence, environment: environment, onFailure: { _ in })
        let newEvent = NewEvent(
            room: .lobby, id: .random(), at: 1, author: Author(user: .issued(), name: "ann"), idempotencyKey: nil,
            after: nil, mutation: .message(text: "hi"))
        let submission = Submission(
            origin: Origin(table: 0, connection: 1), ref: 1, client: ClientAddress(nil), request: .append(newEvent),
            submitted: 0)
        #expect(fanout.metrics.page.text.contains("\nmartlet_errors_total{code=\"202\"} 0\n"))
        #expect(committer.submit(submission) == nil)
        await committer.close(WireError(.shuttingDown, ""))
        fanout.metrics.count(WireError(.overloaded, ""))
        #expect(try program.expectCounter("martlet_messages_total").totalValue == 1)
        #expect(try program.expectRecorder("martlet_commit_messages").values == [1])
        #expect(try program.expectTimer("martlet_commit_seconds").values.count == 1)
        #expect(try program.expectCounter("martlet_errors_total", [("code", "201")]).totalValue == 1)
        let page = fanout.metrics.page.text
        #expect(page.contains("\nmartlet_messages_total 1\n"))
        #expect(page.contains("\nmartlet_commit_messages_bucket{le=\"1.0\"} 1\n"))
        #expect(page.contains("\nmartlet_commit_seconds_count 1\n"))
        #expect(page.contains("\nmartlet_errors_total{code=\"201\"} 1\n"))
        try await group.shutdownGracefully()
    }

    @Test func `events of other servers may have any time`() {
        let metrics = ServerMetrics()
        metrics.tookFromOthers([.min, .max, 0, 900, 1_500], at: 1_000)
        let page = metrics.page.text
        #expect(page.contains("\nmartlet_cluster_events_total 5\n"))
        // The time furthest back has no age that could be told.
        #expect(page.contains("\nmartlet_cluster_lag_seconds_count 4\n"))
    }

    @Test func `the page has the server's metrics alone, and a bounded number of series`() {
        let page = PrometheusFactory()
        Counter(label: "somebody_elses_total", factory: page).increment()
        Counter(label: Metric.readOnly.rawValue, factory: page).increment()
        #expect(page.values.isEmpty)
        for code in 0..<Limits.metricSeries * 2 {
            Counter(label: Metric.errors.rawValue, dimensions: [("code", "\(code)")], factory: page).increment()
        }
        #expect(page.values.count == Limits.metricSeries)
    }

    @Test func `a histogram counts each value in its bucket and all above`() {
        let page = PrometheusFactory()
        let time = Timer(label: Metric.commitSeconds.rawValue, factory: page)
        for nanoseconds: Int64 in [100_000, 100_001, 3_000_000_000, 60_000_000_000] {
            time.recordNanoseconds(nanoseconds)
        }
        let lines = page.values
        let name = Metric.commitSeconds.rawValue
        for line in [
            "\(name)_bucket{le=\"0.0001\"} 1", "\(name)_bucket{le=\"0.00025\"} 2", "\(name)_bucket{le=\"2.5\"} 2",
            "\(name)_bucket{le=\"10.0\"} 3", "\(name)_bucket{le=\"+Inf\"} 4", "\(name)_count 4",
            "\(name)_sum 63.000200001",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
    }

    @Test func `a gauge is shown once it has a value`() {
        let page = PrometheusFactory()
        let free = Meter(label: Metric.diskFree.rawValue, factory: page)
        #expect(page.values.isEmpty)
        free.set(Int64(7))
        free.increment(by: 2)
        free.decrement(by: 1)
        #expect(page.values == ["martlet_disk_free_bytes 8"])
    }
}

extension PrometheusFactory {
    /// The lines of the page without comments.
    fileprivate var values: [String] { text.split(separator: "\n").filter { $0.first != "#" }.map(String.init) }
}
