import Atomics
import ChatWire
import Metrics
import NIOConcurrencyHelpers

/// Keeps the server's metrics for the page at `/metrics`.
///
/// It takes the metrics of ``Metric`` and no others, each in at most ``Limits/metricSeries``
/// combinations of dimensions: what it keeps is bounded. Counting takes no lock.
final class PrometheusFactory: MetricsFactory, Sendable {
    private struct Key: Hashable {
        var metric: Metric
        /// As the page writes them: `code="101"`.
        var dimensions: String
    }

    private let series = NIOLockedValueBox<[Key: any PrometheusSeries]>([:])

    /// The page, in Prometheus' text format.
    var text: String {
        let all = Dictionary(grouping: series.withLockedValue { $0 }, by: \.key.metric)
        var text = PrometheusText()
        for metric in Metric.allCases {
            text.begin(metric)
            let series = (all[metric] ?? []).filter { $0.value.hasValue }
            for (key, series) in series.sorted(by: { $0.key.dimensions < $1.key.dimensions }) {
                series.write(metric.rawValue, key.dimensions, to: &text)
            }
        }
        return text.text
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        make(label, dimensions, .counter, CountedSeries.init) ?? NOOPMetricsHandler.instance
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        make(label, dimensions, .gauge, MeasuredSeries.init) ?? NOOPMetricsHandler.instance
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        make(label, dimensions, .sizes) { HistogramSeries(.sizes) } ?? NOOPMetricsHandler.instance
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        make(label, dimensions, .seconds) { HistogramSeries(.seconds) } ?? NOOPMetricsHandler.instance
    }

    // A series stays on the page as long as the server runs.
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}

    /// The series of these dimensions; `nil` if the page does not have this metric, or already has
    /// ``Limits/metricSeries`` series of it.
    private func make<Series: PrometheusSeries>(
        _ label: String, _ dimensions: [(String, String)], _ kind: Metric.Kind, _ make: () -> Series
    ) -> Series? {
        guard let metric = Metric(rawValue: label), metric.kind == kind else { return nil }
        let key = Key(metric: metric, dimensions: dimensions.map { "\($0)=\"\($1)\"" }.joined(separator: ","))
        return series.withLockedValue { series in
            if let known = series[key] { return known as? Series }
            guard series.count(where: { $0.key.metric == metric }) < Limits.metricSeries else { return nil }
            let new = make()
            series[key] = new
            return new
        }
    }
}

/// One line of the page, or the lines of one histogram.
protocol PrometheusSeries: AnyObject, Sendable {
    /// Whether there is something to show.
    var hasValue: Bool { get }
    func write(_ name: String, _ dimensions: String, to text: inout PrometheusText)
}

/// A counter. It begins with 0.
final class CountedSeries: CounterHandler, PrometheusSeries {
    private let count = ManagedAtomic<Int64>(0)

    let hasValue = true

    func increment(by amount: Int64) { count.wrappingIncrement(by: amount, ordering: .relaxed) }

    func reset() { count.store(0, ordering: .relaxed) }

    func write(_ name: String, _ dimensions: String, to text: inout PrometheusText) {
        text.line(name, dimensions, "\(count.load(ordering: .relaxed))")
    }
}

/// A gauge. It is not shown before it has a value.
final class MeasuredSeries: MeterHandler, PrometheusSeries {
    private static let unknown = Int64.min
    private let value = ManagedAtomic<Int64>(unknown)

    var hasValue: Bool { value.load(ordering: .relaxed) != Self.unknown }

    func set(_ new: Int64) { value.store(new, ordering: .relaxed) }

    func set(_ new: Double) { set(Int64(exactly: new.rounded()) ?? Self.unknown) }

    func increment(by amount: Double) { change(by: amount) }

    func decrement(by amount: Double) { change(by: -amount) }

    private func change(by amount: Double) {
        guard let amount = Int64(exactly: amount.rounded()) else { return }
        _ = value.compareExchange(expected: Self.unknown, desired: 0, ordering: .relaxed)
        value.wrappingIncrement(by: amount, ordering: .relaxed)
    }

    func write(_ name: String, _ dimensions: String, to text: inout PrometheusText) {
        text.line(name, dimensions, "\(value.load(ordering: .relaxed))")
    }
}
