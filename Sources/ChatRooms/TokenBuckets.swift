/// A token bucket for each key, all with one rate. The table is bounded, and keeps only buckets
/// that are not full.
public struct TokenBuckets<Key: Hashable & Sendable>: Sendable {
    private let rate: TokenBucket.Rate
    private let capacity: Int
    /// When each bucket is full again.
    private var fullAt: [Key: Int64] = [:]

    /// - Parameter capacity: the maximum of buckets. When it is reached, full buckets are
    ///   forgotten; if there is none, the fuller half of all is.
    public init(_ rate: TokenBucket.Rate, capacity: Int) {
        self.rate = rate
        self.capacity = capacity
    }

    /// The number of buckets that are kept, at most the capacity. Some may have become full since.
    public var count: Int { fullAt.count }

    /// What ``take(_:at:)`` would answer.
    public func wait(_ key: Key, at now: Int64) -> UInt64? { bucket(key).wait(at: now) }

    /// Takes a token of a key's bucket. Returns `nil` if there was one, otherwise the milliseconds
    /// to wait.
    public mutating func take(_ key: Key, at now: Int64) -> UInt64? {
        var bucket = bucket(key)
        if let wait = bucket.take(at: now) { return wait }
        keep(bucket, key, now)
        return nil
    }

    /// Takes `count` tokens of a key's bucket, because they were used on another server.
    mutating func owe(_ count: Int, of key: Key, at now: Int64) {
        var bucket = bucket(key)
        bucket.owe(count, at: now)
        keep(bucket, key, now)
    }

    /// Whether less than half of the tokens of a key's bucket are left.
    func isLow(_ key: Key, at now: Int64) -> Bool { bucket(key).isLow(at: now) }

    /// Puts a token back into a key's bucket, because it was taken for something that did not
    /// happen.
    public mutating func giveBack(_ key: Key) {
        guard fullAt[key] != nil else { return }
        var bucket = bucket(key)
        bucket.giveBack()
        fullAt[key] = bucket.fullAt
    }

    private func bucket(_ key: Key) -> TokenBucket { TokenBucket(rate, fullAt: fullAt[key] ?? .min) }

    private mutating func keep(_ bucket: TokenBucket, _ key: Key, _ now: Int64) {
        if fullAt.count >= capacity, fullAt[key] == nil { makeRoom(now) }
        fullAt[key] = bucket.fullAt
    }

    private mutating func makeRoom(_ now: Int64) {
        fullAt = fullAt.filter { $0.value > now }
        guard fullAt.count >= capacity else { return }
        let middle = fullAt.values.sorted()[fullAt.count / 2]
        fullAt = fullAt.filter { $0.value > middle }
    }
}
