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
        let numbers = "\(Location.text(location.millionthsNorth)),\(Location.text(location.millionthsEast))"
        components.queryItems = [
            URLQueryItem(name: "ll", value: numbers), URLQueryItem(name: "q", value: location.label ?? numbers),
        ]
        return components.url
    }

    /// “50.0870° N, 14.4208° E”.
    public static func degrees(_ location: Location, locale: Locale = .ofSentences) -> String {
        func number(_ degrees: Double) -> String {
            abs(degrees).formatted(.number.precision(.fractionLength(4)).locale(locale))
        }
        let (north, east) = (location.latitude, location.longitude)
        let latitude = localized(north < 0 ? "\(number(north))° S" : "\(number(north))° N")
        let longitude = localized(east < 0 ? "\(number(east))° W" : "\(number(east))° E")
        return localized("\(latitude), \(longitude)")
    }

    /// What VoiceOver says: “Location, Old Town Hall”.
    public static func label(_ location: Location, locale: Locale = .ofSentences) -> String {
        localized("Location, \(location.label.map(Sentences.isolated) ?? degrees(location, locale: locale))")
    }
}
