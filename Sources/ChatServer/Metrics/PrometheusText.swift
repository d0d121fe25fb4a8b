/// Writes metrics in Prometheus' text format, version 0.0.4.
///
/// https://prometheus.io/docs/instrumenting/exposition_formats/
struct PrometheusText {
    private(set) var text = ""

    mutating func counter(_ name: String, _ help: String, _ value: UInt64) {
        head(name, "counter", help)
        text += "\(name) \(value)\n"
    }

    mutating func gauge(_ name: String, _ help: String, _ value: Int) {
        head(name, "gauge", help)
        text += "\(name) \(value)\n"
    }

    /// Writes one line for each value of `label`. Values must be the server's own, never a user's
    /// text.
    mutating func family(_ name: String, _ type: String, _ help: String, label: String, _ values: [(String, UInt64)]) {
        head(name, type, help)
        for (value, count) in values { text += "\(name){\(label)=\"\(value)\"} \(count)\n" }
    }

    mutating func histogram(_ name: String, _ help: String, _ histogram: Histogram) {
        head(name, "histogram", help)
        var below: UInt64 = 0
        for (bound, count) in zip(histogram.bounds, histogram.counts) {
            below += count
            text += "\(name)_bucket{le=\"\(bound)\"} \(below)\n"
        }
        text += "\(name)_bucket{le=\"+Inf\"} \(histogram.count)\n"
        text += "\(name)_sum \(histogram.sum)\n\(name)_count \(histogram.count)\n"
    }

    private mutating func head(_ name: String, _ type: String, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }
}
