import ChatWire

/// Several rows with one statement. The statement is the same for any number of them, so that it is
/// prepared once: it has ``ChatWire/Limits/databaseRows`` parameters, or one.
enum Rows {
    /// Splits values into groups, and fills each up.
    static func groups<Value>(of values: [Value]) -> [[Value]] {
        stride(from: 0, to: values.count, by: Limits.databaseRows).map { start in
            filled(Array(values[start..<min(start + Limits.databaseRows, values.count)]))
        }
    }

    /// Fills a group of two values or more up to ``ChatWire/Limits/databaseRows``, with its last
    /// value.
    static func filled<Value>(_ group: [Value]) -> [Value] {
        guard group.count > 1, let last = group.last else { return group }
        return group + Array(repeating: last, count: max(0, Limits.databaseRows - group.count))
    }

    /// The parameters of a group, for `IN`, or one row of `VALUES` for each.
    static func parameters(_ count: Int, each parameter: String = "?") -> String {
        Array(repeating: parameter, count: count).joined(separator: ", ")
    }
}
