import ChatCore
import ChatModel
import ChatWire
import Foundation

/// What a push says: where a message is, and nothing of what it says. The format is described in
/// `docs/app.md`, "Push".
///
/// A push comes from outside. One with anything missing or wrong is `nil`: it would open the wrong
/// place.
public struct PushPayload: Hashable, Sendable {
    /// The chat server.
    public var server: ServerAddress
    /// The user who gets the message.
    public var user: UserID
    /// The room.
    public var room: RoomName
    /// The message's number.
    public var seq: Seq
    /// The title that the push has itself.
    public var title: String?
    /// The text that the push has itself.
    public var body: String?

    /// Creates the value.
    public init(
        server: ServerAddress, user: UserID, room: RoomName, seq: Seq, title: String? = nil, body: String? = nil
    ) {
        (self.server, self.user, self.room, self.seq) = (server, user, room, seq)
        (self.title, self.body) = (title, body)
    }

    /// Reads what the system hands over with a push.
    public init?(_ userInfo: [AnyHashable: Any]) {
        guard let own = userInfo["martlet"] as? [String: Any], JSONSerialization.isValidJSONObject(own),
            let data = try? JSONSerialization.data(withJSONObject: own), data.count <= Limits.pushPayloadBytes
        else { return nil }
        let read = Array(data).withUnsafeBufferPointer { bytes -> PushPayload? in
            do throws(WireError) { return try PushPayload(try JSONObject(bytes)) } catch { return nil }
        }
        guard let read else { return nil }
        self = read
        let alert = (userInfo["aps"] as? [String: Any])?["alert"]
        let parts = alert as? [String: Any]
        title = PushPayload.text(parts?["title"])
        body = PushPayload.text(parts?["body"] ?? alert)
    }

    private init?(_ object: JSONObject) throws(WireError) {
        let (text, user, room) = (try object.string("server"), try object.id("user") as UserID, try object.room("room"))
        guard let server = ServerAddress(text), !room.isOwn else { return nil }
        self.init(server: server, user: user, room: room, seq: try object.seq("number"))
    }

    private static func text(_ value: Any?) -> String? {
        guard let text = value as? String, !text.isEmpty, text.utf8.count <= Limits.pushTextBytes else { return nil }
        return text
    }

    /// Leads to the message.
    public var link: ChatLink { ChatLink(server: server, room: room, seq: seq) }
}

extension AppState {
    /// Where the message of a push is; `nil` if its account is not on this device, or its user is
    /// not known yet.
    public func place(of push: PushPayload) -> Announcement.Place? {
        let account = accounts.all.first { account in
            account.server == push.server && chat(of: account.id).identity?.user == push.user
        }
        return account.map { Announcement.Place(account: $0.id, link: push.link) }
    }

    /// Whether the account of a push may still turn out to be on this device: the accounts are not
    /// known yet, or the user of one on its server is not.
    public func mayKnow(_ push: PushPayload) -> Bool {
        awaitsStorage
            || accounts.all.contains { account in
                let chat = chat(of: account.id)
                return account.server == push.server && chat.identity == nil && chat.failure == nil
            }
    }
}
