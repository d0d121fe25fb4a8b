/// How long to wait before trying again: a random part of a time that doubles with every failure (full jitter), so that a
/// thousand clients of a server that was restarted do not come back at the same moment.
enum Backoff {
    static let first: UInt64 = 1_000
    static let most: UInt64 = 30_000
    /// What a server may ask for at most, in milliseconds.
    static let longestAdvice: UInt64 = 300_000

    /// Milliseconds: 0 up to 1 s after no failure, up to 30 s after five; at least what the server advised.
    static func delay(failures: Int, advice: UInt64? = nil, random: UInt64) -> Int64 {
        let ceiling = min(most, first << UInt64(min(max(failures, 0), 5)))
        let jitter = random.multipliedFullWidth(by: ceiling).high
        return Int64(max(jitter, min(advice ?? 0, longestAdvice)))
    }
}
