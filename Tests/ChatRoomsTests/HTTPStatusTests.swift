import ChatRooms
import ChatWire
import Testing

/// The page of the HTTP API has the table (`docs/http-api.md`, "Errors").
@Suite struct HTTPStatusTests {
    @Test(arguments: [
        (WireError.Code.held, 202), (.badJSON, 400), (.textTooLong, 400), (.tokenRefused, 401), (.signInFailed, 401),
        (.banned, 403), (.guestsReadOnly, 403), (.noSuchRoom, 404), (.noSuchFile, 404), (.nameTaken, 409),
        (.fileConflict, 409), (.outOfTurn, 409), (.fileQuota, 413), (.rateLimited, 429), (.addressLimited, 429),
        (.damaged, 500), (.overloaded, 503), (.storageFailed, 503), (.shuttingDown, 503), (.noSpace, 507),
    ])
    func `the status of a refusal follows from its error`(_ code: WireError.Code, _ status: Int) {
        #expect(WireError(code, "").httpStatus == status)
    }

    @Test func `an error that can't succeed by itself and says when to try again is a rate limit`() {
        #expect(WireError(.membership, "", retry: 1).httpStatus == 429)
        #expect(WireError(.storageFailed, "", retry: 1).httpStatus == 503)
        for code in [WireError.Code.banned, .serverBanned, .muted] {
            #expect(WireError(code, "", retry: 1).httpStatus == 403, "a ban that ends is no rate limit")
        }
    }
}
