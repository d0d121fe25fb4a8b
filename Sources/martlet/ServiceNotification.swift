import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Reports the server's state to the service manager that started it (`sd_notify(3)`): a datagram
/// to the socket that it named.
///
/// Without such a socket it does nothing. Lost datagrams do not matter: the manager has a deadline
/// of its own.
struct ServiceNotification {
    enum State: String {
        case ready = "READY=1"
        /// Ready to take over: a start does not wait until the other server ends.
        case standingBy = "READY=1\nSTATUS=Standing by: another server has the database"
        /// The server serves. It may have stood by before.
        case serving = "READY=1\nSTATUS=Serving"
        case stopping = "STOPPING=1"
    }

    private let path: String?

    init(environment: [String: String]) { path = environment["NOTIFY_SOCKET"] }

    func send(_ state: State) {
        guard let path, var address = Self.address(path) else { return }
        #if canImport(Glibc)
            let type = Int32(SOCK_DGRAM.rawValue)
        #else
            let type = SOCK_DGRAM
        #endif
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // An abstract name's length must not count the zeros behind it.
        let length = MemoryLayout.offset(of: \sockaddr_un.sun_path).map { $0 + path.utf8.count } ?? 0
        let bytes = Array(state.rawValue.utf8)
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = sendto(descriptor, bytes, bytes.count, 0, address, socklen_t(length))
            }
        }
    }

    /// A path, or with a leading `@` a name of Linux's abstract namespace; `nil` if it does not
    /// fit.
    private static func address(_ path: String) -> sockaddr_un? {
        guard path.hasPrefix("/") || path.hasPrefix("@") else { return nil }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var name = Array(path.utf8)
        if path.hasPrefix("@") { name[0] = 0 }
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { buffer in
            guard name.count < buffer.count else { return false }
            buffer.copyBytes(from: name)
            return true
        }
        return fits ? address : nil
    }
}
