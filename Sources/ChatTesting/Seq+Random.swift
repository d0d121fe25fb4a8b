import ChatWire

extension Seq {
    /// A random sequence number of the range.
    package static func random(in range: ClosedRange<Seq>, using random: inout some RandomNumberGenerator) -> Seq {
        Seq(UInt64.random(in: range.lowerBound.number...range.upperBound.number, using: &random))
    }
}
