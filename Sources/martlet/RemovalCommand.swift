import ChatRooms
import ChatSQLite
import ChatServer
import ChatWire
import Foundation

/// Removes something from the log of a data folder; where a server runs on it, by asking that
/// server over its control socket.
struct RemovalCommand {
    let paths: DataPaths

    /// Blocks until everything is done, and says where that makes no room on a full disk.
    func run(_ request: ControlRequest) throws -> Removed {
        let removed = try perform(request)
        if paths.isDiskFull { StandardError.write("\(paths.noRoomByDeletion)\n") }
        return removed
    }

    private func perform(_ request: ControlRequest) throws -> Removed {
        guard let removal = request.removal else { return Removed() }
        do throws(StoreError) {
            return try SQLiteStore.remove(removal, in: paths) { try FileBucket(paths: paths).remoteFiles() }
        } catch {
            guard paths.isInUse else { throw CommandFailure(error.description) }
        }
        switch try RunningServer(paths: paths).reply(to: request) {
        case .removed(let removed): return removed
        // The server's sentence about a full disk is for somebody who sends a message.
        case .refused(StoreError.full("").refusal): throw CommandFailure(paths.noRoomForDeletion)
        case .refused(let error): throw CommandFailure(error.text.asCell)
        case .lines, .known: return Removed()
        }
    }
}

/// The server that runs on a data folder, asked over its control socket.
struct RunningServer {
    let paths: DataPaths

    /// Blocks until everything is done.
    ///
    /// - Throws: `CommandFailure` with the server's refusal
    func ask(_ request: ControlRequest) throws -> ControlReply {
        let reply = try reply(to: request)
        if case .refused(let error) = reply { throw CommandFailure(error.text.asCell) }
        return reply
    }

    /// Whether the log has anything of a user; `nil` if no server answers, or it can't tell.
    func knows(_ user: UserID) -> Bool? {
        guard paths.logIsInPostgres, case .known(let isKnown)? = try? reply(to: .knows(user)) else { return nil }
        return isKnown
    }

    /// Blocks until everything is done, or refused.
    ///
    /// - Throws: `CommandFailure` if no server answers
    func reply(to request: ControlRequest) throws -> ControlReply {
        let socket: UnixSocket
        do throws(UnixSocket.Refusal) {
            socket = try UnixSocket(paths.controlSocket)
        } catch {
            throw CommandFailure(
                "\(paths.database) is in use by a process that takes no commands: stop it first (\(error.reason)). If it is a server that stands by, run the command beside the server that serves."
            )
        }
        guard socket.write(request.line), let line = socket.readLine(), let reply = try? ControlReply(json: line) else {
            throw CommandFailure(
                "The server did not answer; it may have stopped. What it had begun it goes on with at its next start: run the command again then."
            )
        }
        return reply
    }
}

/// A connection to a unix domain socket, for one question and one answer. Blocks.
final class UnixSocket {
    /// Nobody listens at the path, or nobody may.
    struct Refusal: Error {
        let reason = String(cString: strerror(errno))
    }

    private let descriptor: Int32

    init(_ path: String) throws(Refusal) {
        #if canImport(Darwin)
            descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #else
            descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        // From here on, `deinit` closes it also when this throws.
        guard descriptor >= 0, Self.connect(descriptor, to: path) else { throw Refusal() }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private static func connect(_ descriptor: Int32, to path: String) -> Bool {
        let short = SocketPath(path)
        defer { withExtendedLifetime(short) {} }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(short.name.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            errno = ENAMETOOLONG
            return false
        }
        // The rest is zero, and ends it.
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Foundation.connect(descriptor, $0, size) == 0 }
        }
    }

    func write(_ bytes: [UInt8]) -> Bool {
        var left = bytes[...]
        while !left.isEmpty {
            let count = left.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Self.noSignal) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            left = left.dropFirst(count)
        }
        return true
    }

    /// Reads a line, without its line feed; `nil` if the other end closes before that.
    func readLine() -> [UInt8]? {
        var line: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while line.last != UInt8(ascii: "\n") {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0, line.count < 1 << 20 else { return nil }
            line += buffer.prefix(count)
        }
        return Array(line.dropLast())
    }

    #if canImport(Darwin)
        private static let noSignal: Int32 = 0
    #else
        private static let noSignal = Int32(MSG_NOSIGNAL)
    #endif
}
