import ChatWire

/// A whole number with a unit, such as `25MiB` or `24h`.
package struct Quantity: Sendable {
    /// The units from the largest to the smallest; the last one is worth 1.
    private let units: [(name: String, worth: UInt64)]

    package static let bytes = Quantity(units: [
        ("TiB", 1 << 40), ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("B", 1),
    ])
    package static let seconds = Quantity(units: [("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1)])

    /// The number in the smallest unit. `nil` for anything else, such as ``lacksUnit(_:)``.
    package func number(_ text: String) -> UInt64? {
        let digits = text.prefix { "0123456789".contains($0) }
        let name = text.dropFirst(digits.count)
        guard let count = UInt64(digits) else { return nil }
        if name.isEmpty, count == 0 { return 0 }
        guard let worth = units.first(where: { $0.name == name })?.worth else { return nil }
        let (product, overflow) = count.multipliedReportingOverflow(by: worth)
        return overflow ? nil : product
    }

    /// Whether the text is a number without a unit, such as `90`: nobody can tell which unit is
    /// meant. `0` is the same in every unit.
    package static func lacksUnit(_ text: String) -> Bool {
        !text.isEmpty && text.allSatisfy { "0123456789".contains($0) } && !text.allSatisfy { $0 == "0" }
    }

    /// The shortest text for the number.
    package func text(_ number: UInt64) -> String {
        guard number > 0, let unit = units.first(where: { number.isMultiple(of: $0.worth) }) else {
            return "\(number)\(units.last?.name ?? "")"
        }
        return "\(number / unit.worth)\(unit.name)"
    }
}

extension Quantity {
    /// The seconds that a period may have: one second to a hundred years.
    package static let periods: ClosedRange<UInt64> = 1...3_153_600_000
}
