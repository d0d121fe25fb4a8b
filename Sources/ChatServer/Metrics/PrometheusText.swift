/// Writes metrics in Prometheus' text format, version 0.0.4.
///
/// https://prometheus.io/docs/instrumenting/exposition_formats/
struct PrometheusText {
    private(set) var text = ""

    /// Begins the lines of a metric.
    mutating func begin(_ metric: Metric) {
        text += "# HELP \(metric.rawValue) \(metric.help)\n# TYPE \(metric.rawValue) \(metric.kind.name)\n"
    }

    /// - Parameter dimensions: `name="value"`, separated by commas. Values must be the server's
    ///   own, never a user's text.
    mutating func line(_ name: String, _ dimensions: String, _ value: String) {
        text += dimensions.isEmpty ? "\(name) \(value)\n" : "\(name){\(dimensions)} \(value)\n"
    }
}

extension Metric.Kind {
    fileprivate var name: String {
        switch self {
        case .counter: "counter"
        case .gauge: "gauge"
        case .seconds, .sizes: "histogram"
        }
    }
}
