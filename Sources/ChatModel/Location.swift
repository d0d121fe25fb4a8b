import ChatWire

/// A place on Earth, as a message's content: the payload `martlet.location` (docs/protocol.md,
/// "Sending").
///
/// Coordinates are in millionths of a degree (11 cm). So a place that is read and sent again is the
/// same place.
public struct Location: Hashable, Sendable {
    /// Millionths of a degree north of the equator: −90,000,000…90,000,000.
    public let millionthsNorth: Int32
    /// Millionths of a degree east of Greenwich: −180,000,000…180,000,000.
    public let millionthsEast: Int32
    /// The place's name: one line, at most ``ChatWire/Limits/locationLabelBytes`` bytes. `nil` if
    /// it has none.
    public let label: String?

    /// The payload's type.
    public static let payloadType = "martlet.location"

    /// Creates a place from millionths of a degree.
    ///
    /// - Parameter label: Left out if it is empty, too long or has several lines.
    /// - Returns: `nil` if the place is not on Earth.
    public init?(millionthsNorth north: Int32, millionthsEast east: Int32, label: String? = nil) {
        guard north.magnitude <= 90_000_000, east.magnitude <= 180_000_000 else { return nil }
        millionthsNorth = north
        millionthsEast = east
        self.label = label.flatMap { Location.isLabel($0) ? $0 : nil }
    }

    /// Creates a place from degrees. `nil` if a number is not finite, or the place is not on Earth.
    public init?(latitude: Double, longitude: Double, label: String? = nil) {
        guard let north = Int32(exactly: (latitude * 1_000_000).rounded()),
            let east = Int32(exactly: (longitude * 1_000_000).rounded())
        else { return nil }
        self.init(millionthsNorth: north, millionthsEast: east, label: label)
    }

    /// Reads a payload from outside. `nil` if its type differs, or its content is not exactly a
    /// place.
    public init?(_ payload: Payload) {
        guard payload.type == Location.payloadType else { return nil }
        var data = payload.data
        let read: Location? = data.withUTF8 { bytes in
            do throws(WireError) { return try Location(JSONObject(bytes)) } catch { return nil }
        }
        guard let read else { return nil }
        self = read
    }

    private init(_ object: JSONObject) throws(WireError) {
        let latitude = try object.millionths("latitude", most: 90)
        let longitude = try object.millionths("longitude", most: 180)
        let label = try object.optionalString("label")
        if let label, !Location.isLabel(label) { throw .key("label", "must be a name on one line") }
        // Both fit: they were checked against their ranges.
        millionthsNorth = Int32(clamping: latitude)
        millionthsEast = Int32(clamping: longitude)
        self.label = label
    }

    private static func isLabel(_ label: String) -> Bool {
        guard (1...Limits.locationLabelBytes).contains(label.utf8.count), TextRule.check(label) == nil else {
            return false
        }
        return !label.unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
    }

    /// Degrees north of the equator: −90…90.
    public var latitude: Double { Double(millionthsNorth) / 1_000_000 }
    /// Degrees east of Greenwich: −180…180.
    public var longitude: Double { Double(millionthsEast) / 1_000_000 }

    /// The payload of a message with this place.
    public var payload: Payload {
        var writer = JSONWriter(capacity: 64)
        writer.beginObject()
        writer.member("latitude", millionths: Int64(millionthsNorth))
        writer.member("longitude", millionths: Int64(millionthsEast))
        writer.member("label", label)
        writer.endObject()
        return Payload(type: Location.payloadType, data: writer.withBytes { String(decoding: $0, as: UTF8.self) })
    }

    /// The text for clients that do not know places: “📍 Old Town Hall (50.087, 14.4208)”.
    public var fallback: String {
        let numbers = "\(Location.text(millionthsNorth)), \(Location.text(millionthsEast))"
        return label.map { "📍 \($0) (\(numbers))" } ?? "📍 \(numbers)"
    }

    /// A message with this place.
    public func message(replyTo reply: Seq? = nil) -> Mutation {
        .message(text: fallback, reply: reply, payload: payload)
    }

    /// Degrees with a decimal point in every language: `-0.5`.
    public static func text(_ millionths: Int32) -> String {
        var writer = JSONWriter(capacity: 16)
        writer.value(millionths: Int64(millionths))
        return writer.withBytes { String(decoding: $0, as: UTF8.self) }
    }
}
