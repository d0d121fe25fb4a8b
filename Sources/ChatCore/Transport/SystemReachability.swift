@preconcurrency import Dispatch

#if canImport(Network)
    import Network
#else
    import Foundation
#endif

/// The network as the system knows it: `NWPathMonitor` on Apple's systems; on Linux the addresses
/// of the network interfaces, whose changes the kernel announces (netlink). Elsewhere it tells
/// nothing.
public struct SystemReachability: Reachability {
    /// Creates the value.
    public init() {}

    /// Whether there is a network: now, and after every change.
    public func changes() -> AsyncStream<Bool> {
        let (stream, continuation) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))
        #if canImport(Network)
            let monitor = NWPathMonitor()
            monitor.pathUpdateHandler = { continuation.yield($0.status == .satisfied) }
            continuation.onTermination = { _ in monitor.cancel() }
            monitor.start(queue: DispatchQueue(label: "martlet.network"))
        #elseif os(Linux)
            guard let socket = InterfaceChanges.open() else {
                continuation.finish()
                return stream
            }
            let source = DispatchSource.makeReadSource(
                fileDescriptor: socket, queue: DispatchQueue(label: "martlet.network"))
            let known = KnownAddresses(InterfaceChanges.addresses())
            source.setEventHandler {
                InterfaceChanges.drain(socket)
                let addresses = InterfaceChanges.addresses()
                if known.replace(by: addresses) { continuation.yield(!addresses.isEmpty) }
            }
            source.setCancelHandler { close(socket) }
            // An address that came meanwhile is in the socket's buffer, and compared then.
            continuation.yield(!known.isEmpty)
            continuation.onTermination = { _ in source.cancel() }
            source.resume()
        #else
            continuation.finish()
        #endif
        return stream
    }
}

#if os(Linux)
    /// The addresses that were told last.
    ///
    /// `@unchecked Sendable`: `addresses` is touched only on one serial queue, after ``changes()``
    /// made it.
    private final class KnownAddresses: @unchecked Sendable {
        private var addresses: Set<[UInt8]>

        init(_ addresses: Set<[UInt8]>) { self.addresses = addresses }

        var isEmpty: Bool { addresses.isEmpty }

        /// Returns whether they differ.
        func replace(by others: Set<[UInt8]>) -> Bool {
            defer { addresses = others }
            return addresses != others
        }
    }

    private enum InterfaceChanges {
        /// Opens a socket that becomes readable when an address or an interface changes; `nil` if
        /// the system refuses.
        static func open() -> Int32? {
            // From linux/netlink.h and linux/rtnetlink.h, which Swift does not import.
            let (family, route): (UInt16, Int32) = (16, 0)
            let groups: UInt32 = 0x1 | 0x10 | 0x100  // RTMGRP_LINK, RTMGRP_IPV4_IFADDR, RTMGRP_IPV6_IFADDR
            let (raw, isNonBlocking, isClosedOnExec): (Int32, Int32, Int32) = (3, 0o4000, 0o2_000_000)
            let socket = socket(Int32(family), raw | isNonBlocking | isClosedOnExec, route)
            guard socket >= 0 else { return nil }
            // struct sockaddr_nl: family, padding, process, groups.
            let address: (UInt16, UInt16, UInt32, UInt32) = (family, 0, 0, groups)
            let isBound = withUnsafePointer(to: address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, 12) == 0 }
            }
            if isBound { return socket }
            close(socket)
            return nil
        }

        /// Reads what was announced: only that there was something counts.
        static func drain(_ socket: Int32) {
            var buffer = [UInt8](repeating: 0, count: 8_192)
            while recv(socket, &buffer, buffer.count, 0) > 0 {}
        }

        /// The addresses by which other machines can be reached: no loopback, no link-local ones.
        static func addresses() -> Set<[UInt8]> {
            var list: UnsafeMutablePointer<ifaddrs>?
            guard getifaddrs(&list) == 0 else { return [] }
            defer { freeifaddrs(list) }
            var addresses: Set<[UInt8]> = []
            var next = list
            while let interface = next {
                next = interface.pointee.ifa_next
                let flags = Int32(bitPattern: interface.pointee.ifa_flags)
                // IFF_UP, IFF_LOOPBACK, IFF_RUNNING
                guard flags & 0x1 != 0, flags & 0x8 == 0, flags & 0x40 != 0, let address = interface.pointee.ifa_addr
                else { continue }
                if let bytes = bytes(of: address) { addresses.insert(bytes) }
            }
            return addresses
        }

        private static func bytes(of address: UnsafeMutablePointer<sockaddr>) -> [UInt8]? {
            switch Int32(address.pointee.sa_family) {
            case AF_INET:
                let bytes = Array(UnsafeRawBufferPointer(start: UnsafeRawPointer(address) + 4, count: 4))
                return bytes.starts(with: [169, 254]) ? nil : bytes
            case AF_INET6:
                let bytes = Array(UnsafeRawBufferPointer(start: UnsafeRawPointer(address) + 8, count: 16))
                return bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80 ? nil : bytes
            default: return nil
            }
        }
    }
#endif
