/// Two servers under the same load, in turn.
struct Comparison: Codable, Hashable, Sendable {
    struct Figure: Codable, Hashable, Sendable {
        /// Medians of the rounds.
        var a: Double
        var b: Double
        /// B divided by A in each round: the median, the least and the greatest.
        var ratio: Double
        var least: Double
        var greatest: Double
    }

    var rounds: Int
    var a: [LoadReport]
    var b: [LoadReport]
    var figures: [String: Figure]

    private static let measures: [(name: String, decimals: Int, of: @Sendable (LoadReport) -> Double?)] = [
        ("messages/s", 1, { $0.acknowledgedPerSecond }),
        ("deliveries/s", 1, { $0.deliveriesPerSecond }),
        ("acknowledged, p50 µs", 1, { $0.acknowledgement.p50 }),
        ("acknowledged, p99 µs", 1, { $0.acknowledgement.p99 }),
        ("delivered, p50 µs", 1, { $0.delivery.p50 }),
        ("delivered, p99 µs", 1, { $0.delivery.p99 }),
        ("server, µs a delivery", 3, { $0.process?.microsecondsPerDelivery }),
        ("server, µs a message", 3, { $0.process?.microsecondsPerMessage }),
        ("server, bytes a connection", 0, { $0.ramp.serverBytesPerConnection }),
    ]

    /// - Parameters:
    ///   - a: the reports of one server, a round each
    ///   - b: those of the other, in the same order
    init(a: [LoadReport], b: [LoadReport]) {
        rounds = min(a.count, b.count)
        self.a = a
        self.b = b
        figures = [:]
        for (name, decimals, value) in Comparison.measures {
            let pairs = zip(a, b).compactMap { a, b in value(a).flatMap { a in value(b).map { (a, $0) } } }
            let ratios = pairs.filter { $0.0 > 0 }.map { $0.1 / $0.0 }.sorted()
            guard let least = ratios.first, let greatest = ratios.last else { continue }
            figures[name] = Figure(
                a: rounded(median(pairs.map(\.0)), decimals), b: rounded(median(pairs.map(\.1)), decimals),
                ratio: rounded(median(ratios), 3), least: rounded(least, 3), greatest: rounded(greatest, 3))
        }
    }

    /// The comparison for people.
    var text: String {
        func cell(_ text: String, _ width: Int = 14) -> String {
            String(repeating: " ", count: max(1, width - text.count)) + text
        }
        func name(_ text: String) -> String { text + String(repeating: " ", count: max(1, 28 - text.count)) }
        var lines = [
            "A \(a.first?.server ?? ""), B \(b.first?.server ?? ""), medians of \(rounds) rounds",
            "", name("") + cell("A") + cell("B") + cell("B/A") + cell("least to greatest", 20),
        ]
        for (measure, _, _) in Comparison.measures {
            guard let figure = figures[measure] else { continue }
            lines.append(
                name(measure) + cell("\(figure.a)") + cell("\(figure.b)") + cell("\(figure.ratio)")
                    + cell("\(figure.least) to \(figure.greatest)", 20))
        }
        return lines.joined(separator: "\n")
    }
}

/// The middle value, or between the two middle ones; 0 of none.
func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard let upper = sorted.dropFirst(sorted.count / 2).first else { return 0 }
    guard sorted.count.isMultiple(of: 2), let lower = sorted.dropFirst(sorted.count / 2 - 1).first else { return upper }
    return (lower + upper) / 2
}
