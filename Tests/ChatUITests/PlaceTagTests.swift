import Testing

@testable import ChatUI

struct PlaceTagTests {
    @Test(arguments: [
        // XMP.
        "City", "State", "Country", "CountryCode", "Location", "LocationCreated", "LocationShown", "GPSLatitude",
        "GPSAltitude", "GpsLongitude",
        // IPTC.
        "SubLocation", "Province/State", "Country/PrimaryLocationCode", "Country/PrimaryLocationName",
        "ContentLocationName", "ContentLocationCode",
    ])
    func `what says where a photo was taken is a place`(name: String) {
        #expect(PlaceTag.namesPlace(name))
    }

    @Test(arguments: ["Orientation", "DateCreated", "Make", "Model", "subject", "description", "Byline", "Status", ""])
    func `what else metadata says is not`(name: String) {
        #expect(!PlaceTag.namesPlace(name))
    }
}
