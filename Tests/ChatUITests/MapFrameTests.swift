import ChatModel
import Foundation
import Testing

@testable import ChatUI

struct MapFrameTests {
    private func frame(_ latitude: Double, _ longitude: Double = 0) throws -> MapFrame? {
        MapFrame(try #require(Location(latitude: latitude, longitude: longitude)))
    }

    @Test(arguments: [-85.0, -52.5, 0, 37.5, 85.0])
    func `a map shows as many meters at every latitude`(latitude: Double) throws {
        let frame = try #require(try frame(latitude, 14.25))
        #expect(frame.latitude == latitude && frame.longitude == 14.25)
        let degree = 111_195.0
        #expect(abs(frame.latitudeSpan * degree - 600) < 0.001)
        #expect(abs(frame.longitudeSpan * degree * cos(latitude * .pi / 180) - 1_200) < 0.001)
    }

    @Test func `near a pole there is no map`() throws {
        // Half of the height is 0.0027 degrees; the edge is at 85.0511.
        #expect(try frame(85.0484) != nil && frame(-85.0484) != nil)
        #expect(try frame(85.0485) == nil && frame(-85.0485) == nil)
        #expect(try frame(90) == nil && frame(-90) == nil)
        #expect(try frame(0, 180) != nil && frame(0, -180) != nil)
    }
}
