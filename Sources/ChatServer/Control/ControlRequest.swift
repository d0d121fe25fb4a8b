import ChatRooms
import ChatWire

/// What a command asks of a running server: one JSON object a line, over the control socket in the
/// data folder.
package enum ControlRequest: Hashable, Sendable {
    case deleteRoom(RoomName)
    case erase(UserID)
    /// Asks whether anything of a person is in the log.
    case knows(UserID)
    case account(AccountCommand)

    /// - Throws: what is wrong with the line.
    init(json: [UInt8]) throws(WireError) {
        let read = json.withUnsafeBufferPointer { buffer -> Result<ControlRequest, WireError> in
            do throws(WireError) { return .success(try ControlRequest(try JSONObject(buffer))) } catch {
                return .failure(error)
            }
        }
        self = try read.get()
    }

    private init(_ object: JSONObject) throws(WireError) {
        switch try object.string("type") {
        case "deleteRoom": self = .deleteRoom(try object.room("room"))
        case "erase": self = .erase(try object.id("user"))
        case "knows": self = .knows(try object.id("user"))
        case "account": self = .account(try AccountCommand(object))
        default: throw .key("type", "must be deleteRoom, erase, knows or account")
        }
    }

    /// With its line feed.
    package var line: [UInt8] {
        ControlRequest.line { writer in
            switch self {
            case .deleteRoom(let room):
                writer.member("type", "deleteRoom" as String?)
                writer.member("room", room.text as String?)
            case .erase(let user):
                writer.member("type", "erase" as String?)
                writer.member("user", user as UserID?)
            case .knows(let user):
                writer.member("type", "knows" as String?)
                writer.member("user", user as UserID?)
            case .account(let command):
                writer.member("type", "account" as String?)
                command.write(to: &writer)
            }
        }
    }

    /// What it removes from the log, if it does.
    package var removal: Removal.Subject? {
        switch self {
        case .deleteRoom(let room): .rooms([room], quietSince: nil)
        case .erase(let user): .person(user)
        case .knows, .account: nil
        }
    }

    fileprivate static func line(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        members(&writer)
        writer.endObject()
        return writer.withBytes { Array($0) } + [UInt8(ascii: "\n")]
    }
}

/// The server's answer to a ``ControlRequest``, in one line, when everything has been done.
package enum ControlReply: Hashable, Sendable {
    case removed(Removed)
    /// Lines to print.
    case lines([String])
    /// Whether anything of the person is in the log; `nil` if the store can't tell.
    case known(Bool?)
    /// Why it was not done.
    case refused(WireError)

    /// - Throws: what is wrong with the line.
    package init(json: [UInt8]) throws(WireError) {
        let read = json.withUnsafeBufferPointer { buffer -> Result<ControlReply, WireError> in
            do throws(WireError) { return .success(try ControlReply(try JSONObject(buffer))) } catch {
                return .failure(error)
            }
        }
        self = try read.get()
    }

    private init(_ object: JSONObject) throws(WireError) {
        switch try object.string("type") {
        case "removed": break
        case "lines":
            self = .lines(try object.optionalStrings("lines") ?? [])
            return
        case "known":
            self = .known(try object.optionalBool("known"))
            return
        default:
            let code = UInt16(clamping: try object.optionalNumber("code") ?? 0)
            let retry = try object.optionalNumber("retry")
            self = .refused(WireError(WireError.Code(rawValue: code), try object.string("text"), retry: retry))
            return
        }
        var removed = Removed()
        if let room = try object.optionalString("room").flatMap({ RoomName($0) }) { removed.rooms = [room] }
        removed.events = try object.number("events")
        removed.messages = try object.number("messages")
        removed.files = try object.number("files")
        self = .removed(removed)
    }

    /// With its line feed.
    var line: [UInt8] {
        ControlRequest.line { writer in
            switch self {
            case .removed(let removed):
                writer.member("type", "removed" as String?)
                writer.member("room", removed.rooms.first?.text)
                writer.member("events", removed.events as UInt64?)
                writer.member("messages", removed.messages as UInt64?)
                writer.member("files", removed.files as UInt64?)
            case .lines(let lines):
                writer.member("type", "lines" as String?)
                writer.key("lines")
                writer.beginArray()
                for line in lines { writer.value(line) }
                writer.endArray()
            case .known(let isKnown):
                writer.member("type", "known" as String?)
                if let isKnown { writer.member("known", isKnown) }
            case .refused(let error):
                writer.member("type", "refused" as String?)
                writer.member("code", UInt64(error.code.rawValue) as UInt64?)
                writer.member("text", error.text as String?)
                writer.member("retry", error.retry)
            }
        }
    }
}
