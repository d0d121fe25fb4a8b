import ChatCore
import ChatWire

/// Why a command failed, as a sentence. It ends with status 1.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    init(_ refusal: WireError) { self.init("\(refusal.text.asCell) (error \(refusal.code.rawValue))") }

    init(_ trouble: Connection.Trouble) {
        switch trouble {
        case .refused(let error), .delayed(let error): self.init(error)
        case .closed(let code): self.init("The server closed the connection for good (code \(code.number)).")
        case .unreachable: self.init("The server can't be reached.")
        case .unauthenticated:
            self.init("The server does not accept the token. Sign in again, or make another API key.")
        }
    }
}
