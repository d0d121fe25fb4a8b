/// A random generator that gives the same numbers for the same seed. A simulation has no other one.
///
/// It is SplitMix64 (Steele, Lea and Flood 2014): one addition and a mixing function. All seeds are
/// equally good, so tests count them up.
public struct SeededGenerator: RandomNumberGenerator, Hashable, Sendable {
    private var state: UInt64

    /// Creates a generator. The same seed gives the same numbers.
    public init(seed: UInt64) { state = seed }

    /// Returns the next 64 random bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a generator for one part of a simulation. What the other parts draw does not change
    /// its numbers.
    public mutating func split() -> SeededGenerator { SeededGenerator(seed: next()) }

    /// `true` once in `count` times, on average; never for 0.
    public mutating func oneIn(_ count: Int) -> Bool {
        count > 0 && Int.random(in: 0..<count, using: &self) == 0
    }
}
