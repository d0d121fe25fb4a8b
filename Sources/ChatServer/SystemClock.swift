#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The two clocks of the machine: one tells the time of day and may jump, the other measures and
/// never goes back.
enum SystemClock {
    /// Milliseconds since 1970-01-01 UTC.
    static func milliseconds() -> Int64 {
        let time = read(CLOCK_REALTIME)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Nanoseconds since an arbitrary moment.
    static func nanoseconds() -> Int64 {
        let time = read(CLOCK_MONOTONIC)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Milliseconds since an arbitrary moment.
    static func uptime() -> Int64 { nanoseconds() / 1_000_000 }

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        clock_gettime(clock, &time)
        return time
    }
}
