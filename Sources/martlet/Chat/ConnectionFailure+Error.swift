import ChatCoreTLS
import ChatNIO
import ChatTerminal
import Foundation
import NIOCore
import NIOPosix

extension ConnectionFailure {
    /// Recognises what a transport threw. `nil` for an error that tells a person nothing.
    ///
    /// - Parameter host: the server's
    init?(_ error: any Error, host: String) {
        if let untrusted = UntrustedServer(error, host: host) {
            self = .untrusted(untrusted.advice)
            return
        }
        switch error {
        case let error as WebSocketClientError:
            self = error.status.map { .status(Int($0)) } ?? (error == .tooLate ? .timedOut : .noChat)
        case let error as NIOConnectionError:
            // A host may have several addresses. The one that refuses says most: the host is there.
            let failures = error.connectionErrors.compactMap { ConnectionFailure($0.error, host: host) }
            let isUnknown = error.connectionErrors.isEmpty && (error.dnsAError ?? error.dnsAAAAError) != nil
            guard
                let failure = failures.first(where: { $0 == .refused }) ?? failures.first
                    ?? (isUnknown ? .unknownHost : nil)
            else { return nil }
            self = failure
        case ChannelError.connectTimeout: self = .timedOut
        case let error as IOError:
            switch error.errnoCode {
            case ECONNREFUSED: self = .refused
            case ETIMEDOUT: self = .timedOut
            case ENETUNREACH, EHOSTUNREACH, ENETDOWN: self = .noRoute
            case ECONNRESET, EPIPE: self = .noChat
            default: return nil
            }
        default: return nil
        }
    }
}
