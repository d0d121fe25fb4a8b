import ChatWire

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Divides the file descriptors of the process.
///
/// The store, the listeners and the event loops come first, then files. Connections get the rest.
/// So, however many clients connect, the store can be read, files can be opened, and surplus
/// connections can be turned away.
public struct DescriptorBudget: Hashable, Sendable {
    /// The descriptors that the process may open.
    public let limit: Int
    /// The maximum of connections, at least one.
    public let connections: Int
    /// The maximum of open files.
    public let files: Int

    /// - Parameters:
    ///   - limit: The descriptors that the process may open.
    ///   - eventLoops: The number of event loops.
    public init(limit: Int, eventLoops: Int) {
        self.limit = limit
        files = max(8, limit / 8)
        // Each loop needs three: the selector, the wake-up and the timer.
        let others = Limits.descriptorsReserved + Limits.descriptorsSpare + 3 * max(1, min(eventLoops, 4_096))
        connections = max(1, limit - min(limit, files + others))
    }

    /// The budget of this process, under the system's current limit.
    public static func current(eventLoops: Int) -> DescriptorBudget {
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        var limits = rlimit()
        let isKnown = getrlimit(resource, &limits) == 0
        return DescriptorBudget(limit: isKnown ? Int(clamping: limits.rlim_cur) : 256, eventLoops: eventLoops)
    }

    /// A warning for the operator at start; `nil` if there is enough room.
    public var warning: String? {
        guard connections < Limits.fewConnections else { return nil }
        return "This process may open \(limit) files, which allows \(connections) connections. "
            + "Raise the limit (ulimit -n, or LimitNOFILE= of systemd)."
    }
}
