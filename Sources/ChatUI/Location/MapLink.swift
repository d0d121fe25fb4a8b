import ChatModel
import Foundation

/// Links and labels for showing a location in the system's maps.
public enum MapLink {
    /// A link that opens Maps. `nil` only if the system has no URLs.
    public static func url(_ location: Location) -> URL? {
        var components = URLComponents()
        components.scheme = "https"
        components.host = "maps.apple.com"
        components.path = "/"
        let numbers = "\(Location.text(location.latitude)),\(Location.text(location.longitude))"
        components.queryItems = [
            URLQueryItem(name: "ll", value: numbers), URLQueryItem(name: "q", value: location.label ?? numbers),
        ]
        return components.url
    }

    /// “50.0870° N, 14.4208° E”.
    public static func degrees(_ location: Location, locale: Locale = .autoupdatingCurrent) -> String {
        func side(_ degrees: Double, _ positive: String, _ negative: String) -> String {
            let number = abs(degrees).formatted(.number.precision(.fractionLength(4)).locale(locale))
            return "\(number)° \(degrees < 0 ? negative : positive)"
        }
        return "\(side(location.degreesNorth, "N", "S")), \(side(location.degreesEast, "E", "W"))"
    }

    /// What VoiceOver says: “Location, Old Town Hall”.
    public static func label(_ location: Location, locale: Locale = .autoupdatingCurrent) -> String {
        "Location, \(location.label.map(Sentences.isolated) ?? degrees(location, locale: locale))"
    }
}
