import ChatModel
import ChatWire
import Foundation
import Testing

@testable import ChatUI

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct FileIntakeTests {
    private struct Unreadable: Error {}

    private func file(_ number: UInt64) -> PickedFile {
        PickedFile(
            id: FileID(high: 1, low: number), name: "\(number).jpg", type: "image/jpeg", size: 10,
            url: URL(fileURLWithPath: "/tmp/\(number)"))
    }

    @Test func `items of all rooms come one after the other, and one that fails keeps none back`() async {
        let intake = FileIntake()
        let (gate, opener) = AsyncStream<Void>.makeStream()
        let (ends, end) = AsyncStream<Void>.makeStream()
        var came: [String] = []
        func note(_ place: String) -> FileIntake.Arrived {
            { result in
                came.append("\(place) \((try? result.get())?.name ?? "none")")
                if came.count == 4 { end.finish() }
            }
        }
        intake.add(
            [
                {
                    for await _ in gate { break }
                    return file(1)
                }, { throw Unreadable() },
            ], arrived: note("tea"))
        // The user is in another room by now.
        intake.add([{ file(2) }, { file(3) }], arrived: note("garden"))
        #expect(intake.waiting == 4 && came.isEmpty)
        opener.finish()
        for await _ in ends {}
        #expect(came == ["tea 1.jpg", "tea none", "garden 2.jpg", "garden 3.jpg"] && intake.waiting == 0)
    }
}
