import ArgumentParser
import ChatCore
import ChatCoreNIO
import ChatCoreTLS
import ChatWire
import Foundation
import NIOCore
import NIOPosix

/// The server on which a command changes a room, and the user who does it.
struct RoomServer: ParsableArguments {
    @OptionGroup var server: ServerOption
    @OptionGroup var user: TokenOption
    @OptionGroup var trust: TrustOptions

    func open() throws -> RoomCall {
        guard let token = try user.token() else {
            throw ValidationError(
                "Name a file with a token: --token-file FILE. An API key will do: martlet key add NAME > FILE.")
        }
        let address = try server.address()
        return RoomCall(
            requests: NIORequests(address, security: try trust.security(for: address)), token: token, address: address)
    }
}

/// Asks a server over the HTTP API, as one user.
struct RoomCall {
    let requests: any RequestTransport
    let token: String
    let address: ServerAddress
    /// Numbers the mutations of this run, so that each is done once, however often it is sent.
    private let device = DeviceID.random()

    init(requests: any RequestTransport, token: String, address: ServerAddress) {
        self.requests = requests
        self.token = token
        self.address = address
    }

    /// The server, for people.
    var server: String { address.authority }

    /// Does one thing in a room. Prints nothing.
    ///
    /// - Parameter number: of the mutation in this run, from 1 on
    func perform(_ mutation: Mutation, in room: RoomName, number: UInt64 = 1) async throws {
        if let fault = mutation.check() { throw CommandFailure(fault) }
        _ = try await ask(.mutate(room: room, number: number, mutation))
    }

    /// Asks until the server has answered for good, for half a minute. Ends at once if there is no
    /// server at the first attempt.
    ///
    /// - Throws: `CommandFailure`
    func ask(_ request: ClientFrame.Request) async throws -> ServerFrame {
        let end = ContinuousClock.now + .milliseconds(Limits.requestDeadline)
        var failures = 0
        while true {
            let failure: CommandFailure
            var advice: UInt64?
            do {
                return try await requests.ask(request, token: token, device: device)
            } catch let error as WireError {
                guard error.code.isTemporary else { throw CommandFailure(error) }
                (failure, advice) = (CommandFailure(error), error.retry)
            } catch let error as UnexpectedAnswer {
                throw CommandFailure("\(server) gave \(error.description).")
            } catch {
                if let reason = UntrustedServer(error, host: address.host) { throw CommandFailure(reason.advice) }
                let isUnreachable = error is NIOConnectionError
                failure = CommandFailure(
                    isUnreachable
                        ? "No server can be reached at \(address.forPeople). Check the address, or start the server."
                        : "No answer from \(server) in time.")
                // Later it may be a server that starts again.
                if failures == 0, (error as? NIOConnectionError)?.isRefused == true { throw failure }
            }
            let pause = Duration.milliseconds(
                Backoff.delay(failures: failures, advice: advice, random: UInt64.random(in: .min ... .max)))
            guard ContinuousClock.now + pause < end else { throw failure }
            failures += 1
            try await Task.sleep(for: pause)
        }
    }

    /// A room's settings, pins and the user's own place; `nil` for an open room without any.
    func info(of room: RoomName) async throws -> RoomInfo? {
        guard case .joined(_, let joined) = try await ask(.join(room: room, since: nil)) else {
            throw CommandFailure("\(server) did not answer the question about \(room.text).")
        }
        return joined.info
    }

    /// The people of a room: members, and those with an invitation, a request, a role, a ban or a
    /// mute.
    func people(of room: RoomName) async throws -> [Person] {
        let pages = PeoplePages { after in
            guard case .people(_, _, let page, let next) = try await ask(.people(room: room, after: after)) else {
                throw CommandFailure("\(server) did not answer the question about the people of \(room.text).")
            }
            return (page, next)
        } isForward: {
            $0.isBefore($1)
        }
        return try await pages.reduce(into: []) { $0 += $1 }
    }

    /// The people who are connected and in the room; of many, the first
    /// ``ChatWire/Limits/membersListed``.
    private func present(in room: RoomName) async throws -> [Author] {
        guard case .members(_, _, _, let members) = try await ask(.here(room: room)) else {
            throw CommandFailure("\(server) did not say who is in \(room.text).")
        }
        return members.map(\.author)
    }

    /// The user that an argument names, by id or by name. A name is looked for among the people who
    /// have a place in the room, and those who are there now.
    func person(_ text: String, in room: RoomName) async throws -> UserID {
        if let id = UserID(text) { return id }
        let authors = try await people(of: room).map(\.author) + present(in: room)
        return try RoomCall.person(text, in: room, among: authors)
    }

    /// The one person of a name. The same person may be there several times.
    ///
    /// - Throws: `CommandFailure` if nobody or several people have the name
    static func person(_ name: String, in room: RoomName, among authors: [Author]) throws(CommandFailure) -> UserID {
        let users = Set(authors.filter { $0.name == name }.map(\.user))
        guard let user = users.first else {
            throw CommandFailure(
                """
                Nobody in \(room.text) is called \(name). Give the user id. In an open room, only people who are \
                there now or have a role, a ban or a mute are found by name. martlet tail \(room.text) --json \
                prints the user id with each message.
                """)
        }
        guard users.count == 1 else {
            let ids = users.map(\.text).sorted().joined(separator: ", ")
            throw CommandFailure(
                "\(users.count) people in \(room.text) are called \(name). Give the user id of one: \(ids).")
        }
        return user
    }
}

extension NIOConnectionError {
    /// Whether nobody listens at any of the host's addresses.
    fileprivate var isRefused: Bool {
        !connectionErrors.isEmpty && connectionErrors.allSatisfy { ($0.error as? IOError)?.errnoCode == ECONNREFUSED }
    }
}
