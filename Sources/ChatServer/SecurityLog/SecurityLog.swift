import ChatRooms
import ChatWire
import Logging
import NIOConcurrencyHelpers

/// Logs sign-ins, refusals, the operator's commands and what administrators do, for operators and
/// programs such as fail2ban: addresses, user ids and codes; never a text, a token, or the name of
/// a user or a room.
///
/// A sign-in is `info`. A refusal is `notice` if it may be part of an attack, otherwise `info`. A
/// cut connection is `warning` if the client broke the rules, otherwise `info`. Commands and acts
/// of administrators are `notice`. A flood is counted instead of written; see ``LineBudget``.
final class SecurityLog: Sendable {
    /// Each kind has lines of its own, so that a flood of one kind does not hide the others.
    private enum Kind: String, CaseIterable {
        case signIn = "signed in"
        case refusal = "refused"
        case cut = "cut"
        case act = "administrator"
    }

    private let logger: Logger
    private let budgets = NIOLockedValueBox<[Kind: LineBudget]>([:])

    private let clock: ServerClock

    init(_ logger: Logger, clock: ServerClock = ServerClock()) {
        self.logger = logger
        self.clock = clock
    }

    func signedIn(_ user: UserID, _ client: ClientAddress, _ protocolName: String) {
        write(.signIn, .info, client, user, protocolName, [:])
    }

    /// - Parameter user: `nil` if nobody has signed in on the connection.
    func refused(_ error: WireError, _ user: UserID?, _ client: ClientAddress, _ protocolName: String) {
        write(.refusal, error.code.securityLevel, client, user, protocolName, ["code": "\(error.code.rawValue)"])
    }

    /// A connection was closed. It is not logged if the client or the network ended it.
    func closed(_ code: CloseCode?, _ user: UserID?, _ client: ClientAddress, _ protocolName: String) {
        guard let code, let level = code.securityLevel else { return }
        write(.cut, level, client, user, protocolName, ["code": "\(code.number)"])
    }

    /// A connection was refused: its address has too many.
    func turnedAway(_ client: ClientAddress) {
        write(.cut, .warning, client, nil, "any", ["code": "\(CloseCode.tooManyConnections.number)"])
    }

    /// An administrator did something to a room, a message or a person.
    func administratorActed(_ act: AdministratorAct) {
        var metadata: Logger.Metadata = ["action": "\(act.action)"]
        if let person = act.person { metadata["about"] = "\(person)" }
        write(.act, .notice, act.client, act.administrator, nil, metadata)
    }

    /// A command was done on this server: `martlet account …`, `key …`, `erase` or `room delete`.
    ///
    /// - Parameters:
    ///   - user: the owner of the account or API key, or the erased person; `nil` for an invite and
    ///     for a room
    ///   - role: the role that the command has given
    func commandDone(_ command: String, about user: UserID?, _ role: ServerRole?) {
        var metadata: Logger.Metadata = ["command": "\(command)"]
        if let user { metadata["about"] = "\(user)" }
        if let role { metadata["role"] = "\(role.name)" }
        logger.notice("command", metadata: metadata)
    }

    /// Logs what was omitted. Called every second.
    func tick(at now: Int64) {
        let omissions = budgets.withLockedValue { budgets in
            Kind.allCases.compactMap { kind in budgets[kind]?.renew(at: now).map { (kind, $0) } }
        }
        for (kind, omission) in omissions {
            let seconds = "\(Limits.securityLogInterval / 1_000)"
            logger.log(
                level: .warning, "\(kind.rawValue), not written",
                metadata: ["count": "\(omission.count)", "seconds": "\(seconds)"])
            for part in omission.addresses {
                logger.log(
                    level: .warning, "\(kind.rawValue), not written, of one address",
                    metadata: [
                        "address": "\(part.address)", "count": "\(part.count)", "seconds": "\(seconds)",
                    ])
            }
        }
    }

    private func write(
        _ kind: Kind, _ level: Logger.Level, _ client: ClientAddress, _ user: UserID?, _ protocolName: String?,
        _ more: Logger.Metadata
    ) {
        guard level >= logger.logLevel else { return }
        let now = clock.uptime()
        guard budgets.withLockedValue({ $0[kind, default: LineBudget()].take(client, at: now) }) else { return }
        var metadata = more
        metadata["address"] = "\(client)"
        if let protocolName { metadata["protocol"] = "\(protocolName)" }
        if let user { metadata["user"] = "\(user)" }
        logger.log(level: level, "\(kind.rawValue)", metadata: metadata)
    }
}

extension WireError.Code {
    /// Refusals that may be part of an attack: wrong tokens and passwords, others' names and ids,
    /// names that look like the server's, and limits.
    fileprivate var securityLevel: Logger.Level {
        switch self {
        case .tokenRefused, .inviteRefused, .signInFailed, .nameReserved, .rateLimited, .addressLimited,
            .tooManyConnections, .roomsFull, .tooManyNewRooms, .tooManyNewRoomsHere, .fileConflict, .fileQuota:
            .notice
        default: .info
        }
    }
}

extension CloseCode {
    /// `nil` for a close code that says nothing about the client.
    fileprivate var securityLevel: Logger.Level? {
        switch number {
        case 1002, 1003, 1007, 1008, 1009, 4010, 4400...4499: .warning
        case 4002, 4008, 4009, 4014: .info
        default: nil
        }
    }
}
