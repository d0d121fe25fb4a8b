import Foundation

/// An app's own content: of a message (``MessageContent``), of a room, or of a person.
///
/// ```swift
/// struct Order: PayloadContent {
///     static let type = "com.example.order"
///     var number: Int
///     var isPaid: Bool
/// }
///
/// try await client.setContent(of: room, Order(number: 4711, isPaid: false))
/// let order = conversation.info?.settings.content(as: Order.self)
/// ```
public protocol PayloadContent: Codable, Sendable {
    /// 1 to 64 characters of `a`–`z`, `0`–`9`, `.`, `-` and `_`. Begin with a domain that you own.
    static var type: String { get }
}

extension Payload {
    /// Encodes the content as JSON with sorted keys, so that equal content has equal bytes.
    public init<Content: PayloadContent>(_ content: Content) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        self.init(type: Content.type, data: String(decoding: try encoder.encode(content), as: UTF8.self))
    }

    /// Decodes the content; `nil` if the type differs or the JSON does not fit.
    public func content<Content: PayloadContent>(as type: Content.Type = Content.self) -> Content? {
        guard self.type == Content.type else { return nil }
        return try? JSONDecoder().decode(Content.self, from: Data(data.utf8))
    }
}

extension ChatClient {
    /// Sets an app's own content of a room, in place of the former one: at most
    /// ``ChatWire/Limits/roomPayloadBytes`` bytes of JSON. Who may enter the room may read it. Only
    /// moderators may do this; people see that the room was changed.
    ///
    /// - Throws: Like ``updateSettings(of:_:)``, or what the content's `encode` throws.
    @discardableResult
    public func setContent(of room: RoomName, _ content: some PayloadContent) async throws -> Sending {
        try await updateSettings(of: room, SettingsChange(payload: .content(try Payload(content))))
    }

    /// Removes the app's own content of a room. Only moderators may do this.
    @discardableResult
    public func removeContent(of room: RoomName) async throws -> Sending {
        try await updateSettings(of: room, SettingsChange(payload: .removed))
    }

    /// Sets an app's own content of the user, in place of the former one: at most
    /// ``ChatWire/Limits/profilePayloadBytes`` bytes of JSON. Others read it in the user's profile
    /// (``profile(of:)``).
    ///
    /// - Throws: Like ``setProfile(_:)``, or what the content's `encode` throws.
    @discardableResult
    public func setContent(_ content: some PayloadContent) async throws -> Sending {
        try await setProfile(ProfileChange(payload: .content(try Payload(content))))
    }

    /// Removes the app's own content of the user.
    @discardableResult
    public func removeContent() async throws -> Sending { try await setProfile(ProfileChange(payload: .removed)) }
}

extension RoomSettings {
    /// The app's own content of the room; `nil` if there is none, its type differs, or it can't be
    /// decoded.
    public func content<Content: PayloadContent>(as type: Content.Type = Content.self) -> Content? {
        payload?.content(as: type)
    }
}

extension Profile {
    /// The app's own content of the user; `nil` if there is none, its type differs, or it can't be
    /// decoded.
    public func content<Content: PayloadContent>(as type: Content.Type = Content.self) -> Content? {
        payload?.content(as: type)
    }
}

extension ShownProfile {
    /// The app's own content of the user; `nil` if there is none, its type differs, or it can't be
    /// decoded.
    public func content<Content: PayloadContent>(as type: Content.Type = Content.self) -> Content? {
        payload?.content(as: type)
    }
}
