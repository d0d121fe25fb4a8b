import ChatCore
import ChatCoreNIO

/// How the connections were opened, with the CPU readings before and after.
struct RampMeasurement: Sendable {
    var seconds: Double
    var before: CPUReading
    var after: CPUReading
}

extension LoadReport {
    init(
        plan: LoadPlan, address: ServerAddress, tally: Tally, ramp: RampMeasurement, from: CPUReading, until: CPUReading
    ) {
        let seconds = tally.until > tally.from ? Double(tally.until - tally.from) / 1e9 : 0
        let all = tally.all
        let measured = tally.measured
        self.init(
            server: "\(address.host):\(address.port)", protocol: plan.door, connections: plan.connections,
            rooms: plan.rooms, senders: plan.senders, window: plan.window, rate: plan.rate, textBytes: plan.textBytes,
            seconds: rounded(seconds, 3),
            messages: .init(
                sent: all.sent, acknowledged: all.acknowledged, refused: all.refused,
                unanswered: all.sent - all.acknowledged - all.refused),
            deliveries: .init(received: all.delivered, expected: all.expected),
            acknowledgedPerSecond: rounded(seconds > 0 ? Double(measured.acknowledged) / seconds : 0, 1),
            deliveriesPerSecond: rounded(seconds > 0 ? Double(measured.delivered) / seconds : 0, 1),
            acknowledgement: .init(tally.acknowledgementLatency), delivery: .init(tally.deliveryLatency),
            errors: tally.errors, ramp: .init(ramp, connections: plan.connections),
            generator: .init(
                busy: rounded(seconds > 0 ? (until.own - from.own) / seconds : 0, 3),
                microsecondsPerDelivery: each(until.own - from.own, measured.delivered)),
            process: .init(from.server, until.server, measured, seconds))
    }
}

extension LoadReport.Ramp {
    fileprivate init(_ ramp: RampMeasurement, connections: Int) {
        self.init(seconds: rounded(ramp.seconds, 3))
        guard let before = ramp.before.server, let after = ramp.after.server else { return }
        serverMicrosecondsPerConnection = each(after.cpu - before.cpu, connections)
        let held = Double(after.resident) - Double(before.resident)
        serverBytesPerConnection = rounded(held / Double(connections), 0)
    }
}

extension LoadReport.Server {
    fileprivate init?(_ from: ProcessUse?, _ until: ProcessUse?, _ counts: Tally.Counts, _ seconds: Double) {
        guard let from, let until, seconds > 0 else { return nil }
        let used = until.cpu - from.cpu
        self.init(
            cores: rounded(used / seconds, 3), microsecondsPerDelivery: each(used, counts.delivered),
            microsecondsPerMessage: each(used, counts.acknowledged), residentBytes: until.resident)
    }
}

/// The microseconds for each of `count`, of `seconds` for all of them; `nil` if there are none.
private func each(_ seconds: Double, _ count: Int) -> Double? {
    count > 0 ? rounded(seconds * 1e6 / Double(count), 3) : nil
}

extension LoadPlan {
    var window: Int? {
        if case .window(let window) = pace { window } else { nil }
    }

    var rate: Int? {
        if case .rate(let rate) = pace { rate } else { nil }
    }
}
