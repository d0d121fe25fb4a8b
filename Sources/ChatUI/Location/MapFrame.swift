import ChatModel
import Foundation

/// The map in the bubble of a place: its size, and the part of the Earth that it shows.
public struct MapFrame: Hashable, Sendable {
    /// The latitude of the center in degrees north.
    public let latitude: Double
    /// The longitude of the center in degrees east.
    public let longitude: Double
    /// How many degrees of latitude are shown.
    public let latitudeSpan: Double
    /// How many degrees of longitude are shown: more of them the nearer to a pole.
    public let longitudeSpan: Double

    /// The width in points. In a narrower bubble it shrinks, and the height in proportion.
    public static let width: Double = 260
    /// The height in points.
    public static let height: Double = 130
    /// Meters from the upper edge to the lower one.
    static let meters: Double = 600
    /// The latitude at which the maps of the Mercator projection end.
    private static let edge: Double = 85.051129
    /// Meters of a degree of latitude.
    private static let degree: Double = 111_195

    /// The map with the place in its middle. `nil` near a pole, which no map shows.
    public init?(_ location: Location) {
        let (latitude, span) = (location.latitude, MapFrame.meters / MapFrame.degree)
        guard abs(latitude) + span / 2 <= MapFrame.edge else { return nil }
        self.latitude = latitude
        longitude = location.longitude
        latitudeSpan = span
        longitudeSpan = span * MapFrame.width / MapFrame.height / cos(latitude * .pi / 180)
    }
}
