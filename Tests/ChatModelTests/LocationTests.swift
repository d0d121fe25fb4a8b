import ChatWire
import Testing

@testable import ChatModel

struct LocationTests {
    private func read(_ data: String, type: String = Location.payloadType) -> Location? {
        Location(Payload(type: type, data: data))
    }

    @Test func `a place that is sent is read as the same place, to the last millionth`() throws {
        for (latitude, longitude) in [
            (50_087_000, 14_420_800), (-1, 1), (90_000_000, -180_000_000), (0, 0), (-33_856_784, 151_215_297),
            (100_000, -10),
        ] as [(Int32, Int32)] {
            let place = try #require(
                Location(millionthsNorth: latitude, millionthsEast: longitude, label: "Tea \"room\""))
            #expect(Location(place.payload) == place)
        }
    }

    @Test func `a place is written in degrees with a point`() throws {
        let place = try #require(Location(latitude: 50.087, longitude: -14.0208004, label: "Town Hall"))
        #expect(place.payload.data == #"{"latitude":50.087,"longitude":-14.0208,"label":"Town Hall"}"#)
        #expect(place.fallback == "📍 Town Hall (50.087, -14.0208)")
        #expect(Location(millionthsNorth: -500_000, millionthsEast: 7)?.fallback == "📍 -0.5, 0.000007")
        #expect(place.message().check() == nil)
    }

    @Test func `degrees of others may have more places than are kept, and keys that are not known`() {
        let place = read(#"{"longitude":-0.12345678901234567,"more":[1],"latitude":51}"#)
        #expect(place == Location(millionthsNorth: 51_000_000, millionthsEast: -123_456))
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"latitude":1}"#, #"{"latitude":"1","longitude":1}"#,
        #"{"latitude":90.000001,"longitude":0}"#,
        #"{"latitude":0,"longitude":-180.1}"#, #"{"latitude":1e1,"longitude":0}"#,
        #"{"latitude":0,"longitude":12345678901}"#,
        #"{"latitude":0,"longitude":0,"label":""}"#, #"{"latitude":0,"longitude":0,"label":"two\nlines"}"#,
        #"{"latitude":0,"longitude":0,"label":5}"#, #"{"latitude":0,"longitude":0}x"#,
        #"{"latitude":NaN,"longitude":0}"#,
    ])
    func `what is no place is not read as one`(data: String) {
        #expect(read(data) == nil)
    }

    @Test func `a payload of another type is no place, and a place off the Earth can't be made`() {
        #expect(read(#"{"latitude":0,"longitude":0}"#, type: "com.example.place") == nil)
        #expect(Location(latitude: .nan, longitude: 0) == nil)
        #expect(Location(latitude: 91, longitude: 0) == nil)
        #expect(Location(latitude: .infinity, longitude: 1e300) == nil)
    }

    @Test func `a name that no place may have is left off`() {
        #expect(Location(millionthsNorth: 0, millionthsEast: 0, label: "a\nb")?.label == nil)
        #expect(
            Location(millionthsNorth: 0, millionthsEast: 0, label: String(repeating: "a", count: 256))?.label == nil)
        #expect(
            Location(millionthsNorth: 0, millionthsEast: 0, label: String(repeating: "a", count: 255))?.label != nil)
    }
}
