import Foundation
import Histogram

/// The result of a load, as `--json` prints it. Latencies are in microseconds, times in seconds.
struct LoadReport: Codable, Hashable, Sendable {
    struct Messages: Codable, Hashable, Sendable {
        var sent: Int
        var acknowledged: Int
        var refused: Int
        /// Sent, but not answered within 5 seconds after the last one.
        var unanswered: Int
    }

    struct Deliveries: Codable, Hashable, Sendable {
        var received: Int
        /// A delivery to each member of the room for each acknowledged message.
        var expected: Int
    }

    struct Latencies: Codable, Hashable, Sendable {
        var count: UInt64
        var p50: Double
        var p90: Double
        var p99: Double
        var p999: Double
        var max: Double
    }

    struct Ramp: Codable, Hashable, Sendable {
        var seconds: Double
        var serverMicrosecondsPerConnection: Double?
        var serverBytesPerConnection: Double?
    }

    struct Server: Codable, Hashable, Sendable {
        /// The CPU use during the measurement, in cores.
        var cores: Double
        var microsecondsPerDelivery: Double?
        var microsecondsPerMessage: Double?
        var residentBytes: UInt64
    }

    struct Generator: Codable, Hashable, Sendable {
        /// The used part of its one core. From 0.9 on, the generator may be the limit.
        var busy: Double
        var microsecondsPerDelivery: Double?
    }

    var server: String
    var `protocol`: LoadPlan.Door
    var connections: Int
    var rooms: Int
    var senders: Int
    var window: Int?
    var rate: Int?
    var textBytes: Int
    /// The length of the measurement.
    var seconds: Double
    /// Messages of the whole load.
    var messages: Messages
    var deliveries: Deliveries
    /// In the measurement.
    var acknowledgedPerSecond: Double
    var deliveriesPerSecond: Double
    var acknowledgement: Latencies
    var delivery: Latencies
    /// How often each error came: its number, or `closed` and the code.
    var errors: [String: Int]
    var ramp: Ramp
    var generator: Generator
    var process: Server?

}

extension Encodable {
    /// As JSON, its keys in order.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}

extension LoadReport.Latencies {
    init(_ nanoseconds: Histogram<UInt64>) {
        func at(_ percentile: Double) -> Double {
            nanoseconds.totalCount == 0
                ? 0 : rounded(Double(Swift.min(nanoseconds.valueAtPercentile(percentile), nanoseconds.max)) / 1e3, 1)
        }
        self.init(
            count: nanoseconds.totalCount, p50: at(50), p90: at(90), p99: at(99), p999: at(99.9), max: at(100))
    }
}

/// Rounded to this number of decimal places; 0 for a number that is not finite.
func rounded(_ value: Double, _ decimals: Int) -> Double {
    guard value.isFinite else { return 0 }
    let scale = pow(10, Double(decimals))
    return (value * scale).rounded() / scale
}
