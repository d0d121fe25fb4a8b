import ChatCore
import ChatCoreNIO
import ChatCoreTLS
import ChatWire

/// Why a load was given up.
enum LoadError: Error, CustomStringConvertible {
    case unreachable(ServerAddress, String)
    case untrusted(UntrustedServer)
    case rateLimited
    case closed(UInt16?)
    case serverGone(UInt16?)
    case refused(WireError)
    case noPorts(Int)
    case noFiles(Int)

    var description: String {
        switch self {
        case .unreachable(let address, let why):
            "No server answers at \(address.host):\(address.port) (\(why)). Start one: martlet serve --rate-limit off"
        case .untrusted(let reason): reason.advice
        case .rateLimited:
            "The server limits how much a user may send (error 200): start it with --rate-limit off."
        case .closed(let code): "The server closed a connection before it was ready (\(LoadError.name(code)))."
        case .serverGone(let code): "The server closed all connections (\(LoadError.name(code)))."
        case .refused(let error): "The server refused a connection: error \(error.code.rawValue), \(error.text.asCell)"
        case .noPorts(let open):
            "After \(open) connections this machine had no port left: use fewer, or wait a minute for closed ones to be free again."
        case .noFiles(let open):
            "After \(open) connections no more files could be opened: raise the limit (ulimit -n) or use fewer connections."
        }
    }

    private static func name(_ code: UInt16?) -> String { code.map { "code \($0)" } ?? "without a word" }
}
