import NIOCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Why a server can't start: a sentence that says what to do.
public struct StartError: Error, CustomStringConvertible, Sendable {
    /// The sentence.
    public let description: String

    /// An error with a sentence for the operator.
    public init(_ description: String) {
        self.description = description
    }
}

extension StartError {
    /// The sentence for a port that can't be used.
    ///
    /// - Parameter flag: the option with the port
    static func cannotListen(_ host: String, _ port: Int, flag: String, _ error: any Error) -> StartError {
        // The others have only a port.
        let hostFlag = flag == "--metrics" ? flag : "--host"
        if error is SocketAddressError.UnknownHost {
            return StartError(
                "\(host) has no address here. Choose an address of this machine with \(hostFlag), such as 127.0.0.1 or 0.0.0.0."
            )
        }
        guard let error = error as? IOError else {
            return StartError("Can't listen on \(host):\(port): \(error)")
        }
        switch error.errnoCode {
        case EADDRINUSE:
            return StartError(
                "Port \(port) is taken. Stop what uses it, or choose another with \(flag) (0 takes any free one).")
        case EACCES:
            return StartError("Port \(port) requires elevated privileges. Choose one above 1023 with \(flag).")
        case EADDRNOTAVAIL:
            return StartError("\(host) is not an address of this machine. Choose one with \(hostFlag).")
        default:
            return StartError("Can't listen on \(host):\(port): \(error)")
        }
    }
}
