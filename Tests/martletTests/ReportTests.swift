import Foundation
import Histogram
import Testing

@testable import martlet

@Suite struct ReportTests {
    /// Two messages, each acknowledged and delivered to two, in two seconds.
    private static func report(_ change: (inout LoadReport) -> Void = { _ in }) -> LoadReport {
        var report = LoadReport(
            server: "127.0.0.1:8080", protocol: .v1, connections: 1_000, rooms: 1, senders: 10, window: 4, rate: nil,
            textBytes: 64, seconds: 2, messages: .init(sent: 2, acknowledged: 2, refused: 0, unanswered: 0),
            deliveries: .init(received: 2_000, expected: 2_000), acknowledgedPerSecond: 1, deliveriesPerSecond: 1_000.5,
            acknowledgement: .init(count: 2, p50: 150.5, p90: 200, p99: 200, p999: 200, max: 1_234.5),
            delivery: .init(count: 2_000, p50: 250, p90: 300, p99: 300, p999: 300, max: 300), errors: [:],
            ramp: .init(seconds: 0.25, serverMicrosecondsPerConnection: 100, serverBytesPerConnection: 5_120),
            generator: .init(busy: 0.5, microsecondsPerDelivery: 0.25),
            process: .init(
                cores: 0.75, microsecondsPerDelivery: 0.3, microsecondsPerMessage: 300, residentBytes: 50_331_648))
        change(&report)
        return report
    }

    @Test func `the report for people says what was done, what came of it and what it cost`() {
        #expect(
            ReportTests.report().text == """
                127.0.0.1:8080 (v1): 1,000 connections in one room, 10 senders, 4 in flight each, 64 bytes, measured 2.0 s

                messages      2 sent, 2 acknowledged
                deliveries    2,000 of 2,000
                throughput    1 messages/s, 1,001 deliveries/s

                latency in ms        p50       p90       p99     p99.9       max
                  acknowledged     0.150     0.200     0.200     0.200      1.23
                  delivered        0.250     0.300     0.300     0.300     0.300

                connecting    0.25 s; of the server, a connection: 100.0 µs, 5.0 KiB
                server        0.75 cores, 0.3 µs a delivery, 300.0 µs a message, 48 MiB
                generator     50 % of its core, 0.25 µs a delivery
                errors        none
                """)
    }

    @Test func `what went wrong stands in the report`() {
        let text = ReportTests.report {
            $0.errors = ["closed 4008": 2, "201": 1_000]
            $0.messages.unanswered = 3
            $0.deliveries.received = 1_990
            $0.generator.busy = 0.97
        }.text
        #expect(text.contains("errors        201: 1,000, closed 4008: 2, unanswered: 3, deliveries missing: 10"))
        #expect(text.hasSuffix("The generator used its core up (97 %): the server may reach more than this shows."))
    }

    @Test func `deliveries of what was not acknowledged are not missing`() {
        let text = ReportTests.report { $0.deliveries.received = 2_999 }.text
        #expect(text.contains("errors        deliveries of unacknowledged messages: 999"))
    }

    @Test func `as JSON it is the same whenever it is written`() throws {
        let json = try ReportTests.report { $0.process = nil }.json()
        #expect(
            json == """
                {
                  "acknowledgedPerSecond" : 1,
                  "acknowledgement" : {
                    "count" : 2,
                    "max" : 1234.5,
                    "p50" : 150.5,
                    "p90" : 200,
                    "p99" : 200,
                    "p999" : 200
                  },
                  "connections" : 1000,
                  "deliveries" : {
                    "expected" : 2000,
                    "received" : 2000
                  },
                  "deliveriesPerSecond" : 1000.5,
                  "delivery" : {
                    "count" : 2000,
                    "max" : 300,
                    "p50" : 250,
                    "p90" : 300,
                    "p99" : 300,
                    "p999" : 300
                  },
                  "errors" : {

                  },
                  "generator" : {
                    "busy" : 0.5,
                    "microsecondsPerDelivery" : 0.25
                  },
                  "messages" : {
                    "acknowledged" : 2,
                    "refused" : 0,
                    "sent" : 2,
                    "unanswered" : 0
                  },
                  "protocol" : "v1",
                  "ramp" : {
                    "seconds" : 0.25,
                    "serverBytesPerConnection" : 5120,
                    "serverMicrosecondsPerConnection" : 100
                  },
                  "rooms" : 1,
                  "seconds" : 2,
                  "senders" : 10,
                  "server" : "127.0.0.1:8080",
                  "textBytes" : 64,
                  "window" : 4
                }
                """)
        #expect(try JSONDecoder().decode(LoadReport.self, from: Data(json.utf8)).json() == json)
    }

    @Test func `percentiles are microseconds, and zero of nothing`() {
        var histogram = Histogram<UInt64>(highestTrackableValue: 60_000_000_000, numberOfSignificantValueDigits: .three)
        #expect(LoadReport.Latencies(histogram).p99 == 0)
        for value in 1...1_000 { histogram.record(UInt64(value) * 1_000) }
        let latencies = LoadReport.Latencies(histogram)
        #expect(latencies.count == 1_000)
        #expect(abs(latencies.p50 - 500) <= 0.5 && abs(latencies.p999 - 999) <= 1 && abs(latencies.max - 1_000) <= 1)
    }

    @Test func `numbers have commas, and medians are the middle`() {
        #expect([0, 999, 1_000, 1_234_567].map { number($0) } == ["0", "999", "1,000", "1,234,567"])
        #expect(median([]) == 0)
        #expect(median([3, 1, 2]) == 2)
        #expect(median([4, 1, 2, 3]) == 2.5)
    }

    @Test func `a comparison is by rounds`() throws {
        let a = [100.0, 200, 400].map { value in ReportTests.report { $0.deliveriesPerSecond = value } }
        let b = [200.0, 200, 200].map { value in ReportTests.report { $0.deliveriesPerSecond = value } }
        let figure = try #require(Comparison(a: a, b: b).figures["deliveries/s"])
        #expect(figure == .init(a: 200, b: 200, ratio: 1, least: 0.5, greatest: 2))
        #expect(Comparison(a: [], b: []).figures.isEmpty)
    }

    @Test func `a bar is full when all is done`() {
        #expect(Progress.bar("Connecting", 50, of: 100).contains("[\(String(repeating: "#", count: 20))"))
        #expect(Progress.bar("Connecting", 100, of: 100).contains("[\(String(repeating: "#", count: 40))] 100/100"))
        #expect(Progress.bar("Connecting", 0, of: 0).hasSuffix("0/0"))
    }
}
