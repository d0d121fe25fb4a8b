import ChatWire

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// How a server divides the descriptors that its process may have open.
///
/// First come the store, the listeners and the event loops, then files, and connections get the rest: so that however many connect, the
/// store can be read, files can be opened and a connection that is one too many can be turned away.
public struct DescriptorBudget: Hashable, Sendable {
    /// Descriptors of the process.
    public let limit: Int
    /// Connections at once, at least one.
    public let connections: Int
    /// Files open at once, on their way in or out.
    public let files: Int

    /// - Parameter limit: descriptors that the process may have open
    public init(limit: Int, eventLoops: Int) {
        self.limit = limit
        files = max(8, limit / 8)
        // Of each loop: what it waits on, what wakes it, and its timer.
        let others = Limits.descriptorsReserved + Limits.descriptorsSpare + 3 * max(1, min(eventLoops, 4_096))
        connections = max(1, limit - min(limit, files + others))
    }

    /// Of this process, as the system limits it now.
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

    /// What to tell the operator at start; `nil` where there is room enough.
    public var warning: String? {
        guard connections < Limits.fewConnections else { return nil }
        return "This process may have \(limit) files open, which is room for \(connections) connections: "
            + "allow it more (ulimit -n, or LimitNOFILE= of systemd)."
    }
}
