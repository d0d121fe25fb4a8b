import ChatServer
import NIOCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// An address of a host.
struct HostAddress: Sendable {
    let number: IPAddress
    /// The address as text, for a connection.
    let text: String

    /// The addresses of a host, none if the name is unknown. Blocks until the system's resolver has
    /// answered.
    static func of(_ host: String) -> [HostAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        // A constant whose type differs between systems.
        #if canImport(Glibc)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = SOCK_STREAM
        #endif
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &first) == 0 else { return [] }
        defer { freeaddrinfo(first) }
        var found: [HostAddress] = []
        var next = first
        while let info = next {
            next = info.pointee.ai_next
            guard let address = socketAddress(info.pointee), let text = address.ipAddress,
                let number = IPAddress(address)
            else { continue }
            found.append(HostAddress(number: number, text: text))
        }
        return found
    }

    private static func socketAddress(_ info: addrinfo) -> SocketAddress? {
        switch info.ai_family {
        case AF_INET: info.ai_addr?.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { SocketAddress($0.pointee) }
        case AF_INET6: info.ai_addr?.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { SocketAddress($0.pointee) }
        default: nil
        }
    }
}
