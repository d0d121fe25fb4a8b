import FuzzSupport
import ChatWire
import NIOCore

/// What a trusted proxy says of its clients. A client chooses what stands before that in the same
/// header.
enum Proxies {
    static func run(_ bytes: [UInt8]) {
        var input = FuzzInput(bytes)
        switch input.byte() % 3 {
        case 0: header(input.all())
        case 1: xForwardedFor(values(&input))
        default: forwarded(values(&input))
        }
    }

    /// The PROXY protocol: however the bytes are cut, the outcome is one.
    private static func header(_ bytes: [UInt8]) {
        let whole = ProxyHeader.read(ByteBuffer(bytes: bytes))
        switch whole {
        case .incomplete: require(bytes.count < Limits.proxyHeaderBytes, "a header is bounded")
        case .invalid: break
        case .own(let count), .client(_, let count):
            require(count <= min(bytes.count, Limits.proxyHeaderBytes), "a header is what has arrived")
        }
        for count in 0..<min(bytes.count, 256) {
            let outcome = ProxyHeader.read(ByteBuffer(bytes: bytes.prefix(count)))
            require(outcome == .incomplete || outcome == whole, "a header is read the same however it is cut")
        }
    }

    private static func xForwardedFor(_ values: [String]) {
        let proxy = "192.0.2.1"
        check(ForwardedHeader.hops(xForwardedFor: values + [proxy]), isSecure: nil)
        guard let last = values.last else { return }
        check(ForwardedHeader.hops(xForwardedFor: values.dropLast() + ["\(last), \(proxy)"]), isSecure: nil)
    }

    private static func forwarded(_ values: [String]) {
        for proxy in ["for=192.0.2.1;proto=https", "for=\"192.0.2.1:80\";proto=https;by=\"a,b\""] {
            check(ForwardedHeader.hops(forwarded: values + [proxy]), isSecure: true)
            guard let last = values.last else { return }
            check(ForwardedHeader.hops(forwarded: values.dropLast() + ["\(last), \(proxy)"]), isSecure: true)
        }
    }

    private static func check(_ hops: [ForwardedHeader.Hop], isSecure: Bool?) {
        require(hops.count <= Limits.forwardedHops, "hops are bounded")
        let added = ForwardedHeader.Hop(address: IPAddress("192.0.2.1"), isSecure: isSecure)
        require(hops.first == added, "what the proxy adds is read, whatever its client sent")
    }

    private static func values(_ input: inout FuzzInput) -> [String] {
        var values: [String] = []
        while !input.isEmpty, values.count < 64 { values.append(String(decoding: input.line(), as: UTF8.self)) }
        return values
    }
}
