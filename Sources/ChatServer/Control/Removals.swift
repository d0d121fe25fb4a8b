import ChatRooms
import ChatWire
import Logging
import NIOCore

/// Removes rooms and people from the log of a server that goes on: step by step, each in a commit.
struct Removals: Sendable {
    let committer: Committer
    /// For its clock.
    let loop: any EventLoop
    let logger: Logger

    /// - Throws: the refusal of a step. Rooms that have lost their names by then are removed when
    ///   the server starts next.
    func run(_ subject: Removal.Subject) async throws(WireError) -> Removed {
        var sum = Removed()
        var failures = 0
        repeat {
            switch await committer.remove(Removal(subject, at: sum.next)) {
            case .success(let step):
                sum.add(step)
                failures = 0
                // A commit without a step in between: others wait for one at most.
                if sum.next != nil { await pause(milliseconds: 5) }
            case .failure(let refusal):
                failures += 1
                guard sum.next != nil, refusal.code.isTemporary, committer.isAccepting, failures < 6 else {
                    throw refusal
                }
                await pause(milliseconds: Limits.chorePause)
            }
        } while sum.next != nil
        if sum.events > 0 || sum.files > 0 {
            logger.notice(
                "Something was removed from the log.",
                metadata: ["rooms": "\(sum.rooms.count)", "events": "\(sum.events)", "files": "\(sum.files)"])
        }
        return sum
    }

    /// Goes on with what a server before this one had begun.
    func finishInterrupted() {
        loop.makeFutureWithTask {
            do throws(WireError) {
                _ = try await run(.remains)
            } catch {
                logger.warning(
                    "What is left of deleted rooms stays until the next start.", metadata: ["error": "\(error.text)"])
            }
        }.whenComplete { _ in }
    }

    private func pause(milliseconds: Int64) async {
        try? await loop.scheduleTask(in: .milliseconds(milliseconds)) {}.futureResult.get()
    }
}
