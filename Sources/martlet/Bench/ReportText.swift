import Foundation

extension LoadReport {
    /// The report for people.
    var text: String {
        var lines = [headline, ""]
        lines.append(row("messages", "\(count(messages.sent)) sent, \(count(messages.acknowledged)) acknowledged"))
        lines.append(row("deliveries", "\(count(deliveries.received)) of \(count(deliveries.expected))"))
        lines.append(
            row(
                "throughput", "\(number(acknowledgedPerSecond)) messages/s, \(number(deliveriesPerSecond)) deliveries/s"
            ))
        if delivery.count > 0 || acknowledgement.count > 0 {
            lines += ["", column(["latency in ms", "p50", "p90", "p99", "p99.9", "max"])]
            lines.append(column(["  acknowledged"] + acknowledgement.milliseconds))
            lines.append(column(["  delivered"] + delivery.milliseconds))
        }
        lines.append("")
        lines += costs
        lines.append(row("errors", problems.isEmpty ? "none" : problems.joined(separator: ", ")))
        if generator.busy >= 0.9 {
            lines.append(
                "The generator used its core up (\(percent(generator.busy))): the server may reach more than this shows."
            )
        }
        return lines.joined(separator: "\n")
    }

    private var headline: String {
        let pace = rate.map { "\($0) messages/s" } ?? "\(window ?? 0) in flight each"
        let places = rooms == 1 ? "one room" : "\(rooms) rooms"
        return
            "\(server) (\(self.protocol.rawValue)): \(count(connections)) connections in \(places), \(senders) senders, "
            + "\(pace), \(textBytes) bytes, measured \(seconds) s"
    }

    private var costs: [String] {
        var lines = [row("connecting", "\(ramp.seconds) s" + rampCost)]
        if let process {
            let delivery = process.microsecondsPerDelivery.map { ", \($0) µs a delivery" } ?? ""
            let message = process.microsecondsPerMessage.map { ", \($0) µs a message" } ?? ""
            lines.append(
                row("server", "\(process.cores) cores\(delivery)\(message), \(process.residentBytes / 1_048_576) MiB"))
        }
        let each = generator.microsecondsPerDelivery.map { ", \($0) µs a delivery" } ?? ""
        lines.append(row("generator", "\(percent(generator.busy)) of its core\(each)"))
        return lines
    }

    private var rampCost: String {
        guard let cpu = ramp.serverMicrosecondsPerConnection, let bytes = ramp.serverBytesPerConnection else {
            return ""
        }
        return "; of the server, a connection: \(cpu) µs, \(rounded(bytes / 1024, 1)) KiB"
    }

    private var problems: [String] {
        var problems = errors.sorted { $0.key < $1.key }.map { "\($0.key): \(count($0.value))" }
        if messages.unanswered > 0 { problems.append("unanswered: \(count(messages.unanswered))") }
        let missing = deliveries.expected - deliveries.received
        if missing > 0 { problems.append("deliveries missing: \(count(missing))") }
        // Their senders' connections ended before the acknowledgement.
        if missing < 0 { problems.append("deliveries of unacknowledged messages: \(count(-missing))") }
        return problems
    }

    private func row(_ name: String, _ value: String) -> String {
        name.padding(toLength: 14, withPad: " ", startingAt: 0) + value
    }

    private func column(_ cells: [String]) -> String {
        let head = (cells.first ?? "").padding(toLength: 14, withPad: " ", startingAt: 0)
        return cells.dropFirst().reduce(head) { $0 + String(repeating: " ", count: max(1, 10 - $1.count)) + $1 }
    }

    private func percent(_ part: Double) -> String { "\(Int(exactly: (part * 100).rounded()) ?? 0) %" }
    private func count(_ value: Int) -> String { number(Double(value)) }
}

/// With commas between the thousands.
func number(_ value: Double) -> String {
    var digits = String(Int64(exactly: value.rounded()) ?? 0)
    var groups: [String] = []
    while digits.count > 3, digits.suffix(3).allSatisfy(\.isNumber), digits.dropLast(3).last?.isNumber == true {
        groups.insert(String(digits.suffix(3)), at: 0)
        digits = String(digits.dropLast(3))
    }
    return ([digits] + groups).joined(separator: ",")
}

extension LoadReport.Latencies {
    /// With two decimals, or three below a millisecond.
    fileprivate var milliseconds: [String] {
        [p50, p90, p99, p999, max].map { String(format: $0 < 1_000 ? "%.3f" : "%.2f", $0 / 1_000) }
    }
}
