#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The files, and so the connections, that this process may open.
enum OpenFiles {
    /// Opens `/dev/null` in place of a standard descriptor that is closed (`martlet serve >&-`).
    /// Otherwise a file or a socket would get its number, and what is printed would go there. Call
    /// it before anything is opened.
    static func openStandardDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // It gets the lowest number that is free.
            _ = open("/dev/null", O_RDWR)
        }
    }

    /// Raises their number to the system's maximum: shells set 1,024.
    static func raiseLimit() {
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(resource, &limit)
    }
}
