import ChatRooms
import ChatWire
import Testing

@Suite struct FileLimitsTests {
    private let limits = FileLimits(largest: 10, quota: 20)
    private let photo = Attachment(
        id: FileID(high: 1, low: 1), name: "a.png", type: "image/png", size: 5, dimensions: nil)
    private let ann = UserID(high: 1, low: 1)
    private let bob = UserID(high: 1, low: 2)

    @Test func `a file is within the size, and all files of a user within the quota`() {
        #expect([10, 11].map { limits.refusal(ofSize: $0)?.code } == [nil, .file])
        #expect([20, 21].map { limits.refusal(ofTotal: $0)?.code } == [nil, .fileQuota])
    }

    @Test func `an id that another user or another size has is refused before a byte is read`() {
        let record = FileRecord(attachment: photo, user: ann, digest: [1], at: 1, place: FilePlace(high: 1, low: 1))
        #expect(record.refusal(ofUpload: 5, by: ann) == nil)
        #expect(record.refusal(ofUpload: 6, by: ann)?.code == .fileConflict)
        #expect(record.refusal(ofUpload: 5, by: bob)?.code == .fileConflict)
    }

    @Test func `an uploader is told the file that stands under the id`() throws {
        var first = photo
        first.name = "first.png"
        let record = FileRecord(attachment: first, user: ann, digest: [1], at: 1, place: FilePlace(high: 1, low: 1))
        let (new, again) = try (
            FileOutcome.recorded.result(of: photo), FileOutcome.alreadyThere(record).result(of: photo)
        )
        #expect(new == (photo, true))
        #expect(again == (first, false))
        for (outcome, code) in [
            (FileOutcome.conflict, WireError.Code.fileConflict), (.refused(.overloaded), .overloaded),
        ] {
            let error = #expect(throws: WireError.self) { try outcome.result(of: photo) }
            #expect(error?.code == code)
        }
    }
}
