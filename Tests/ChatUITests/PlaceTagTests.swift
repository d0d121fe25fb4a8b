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

    @Test func `a video names its place under other names`() {
        for name in [
            "mdta/com.apple.quicktime.location.ISO6709", "mdta/com.apple.quicktime.location.accuracy.horizontal",
            "udta/%A9xyz", "comn/location", "3gps/loci",
        ] {
            #expect(PlaceTag.namesPlaceOfVideo(name))
        }
        for name in ["mdta/com.apple.quicktime.creationdate", "mdta/com.apple.quicktime.make", "itsk/%A9too", ""] {
            #expect(!PlaceTag.namesPlaceOfVideo(name))
        }
    }

    @Test(arguments: ["Orientation", "DateCreated", "Make", "Model", "subject", "description", "Byline", "Status", ""])
    func `what else metadata says is not`(name: String) {
        #expect(!PlaceTag.namesPlace(name))
    }
}
