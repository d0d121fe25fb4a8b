import ChatWire
import Testing

@testable import ChatUI

struct FormTests {
    private func people(_ count: UInt64) -> [Author] {
        (0..<count).map { Author(user: UserID(high: 2, low: $0), name: "p\($0)") }
    }

    @Test func `a group is made with a title, and the chosen people are invited`() {
        var form = GroupForm()
        #expect(!form.isComplete && form.invited.isEmpty)
        form.title = "Tea"
        form.offer(people(3))
        for person in people(2) { form.choose(person.user, true) }
        form.choose(people(1)[0].user, false)
        #expect(form.isComplete && form.invited.map(\.name) == ["p1"])
        form.title = "two\nlines"
        #expect(!form.isComplete && form.problem != nil)
    }

    @Test func `no more people are offered than can be shown and invited`() {
        var form = GroupForm()
        form.offer(people(UInt64(Limits.peopleOffered) + 50))
        #expect(form.people.count == Limits.peopleOffered)
    }

    @Test func `a guest is told before what signing in loses`() {
        #expect(SignInWay.signIn.explanation(isGuest: true).hasSuffix("and what waits is not sent."))
        #expect(SignInWay.signIn.explanation(isGuest: false).hasSuffix("are sent after you have signed in."))
        #expect(SignInWay.signUp.explanation(isGuest: true).hasPrefix("Your messages and rooms stay yours"))
    }

    @Test func `the user is told before what signing out loses`() {
        var content = AccountScreenContent(title: "ann", sessions: nil)
        #expect(!content.signOutSentence.contains("lost"))
        content.pending = 2
        #expect(content.signOutSentence.hasSuffix("2 unsent messages and changes will be lost."))
        content.pending = 1
        #expect(content.signOutSentence.hasSuffix("1 unsent message or change will be lost."))
    }

    @Test func `sessions that could not be listed can be asked for again`() {
        let refused = AccountScreenContent(title: "ann", sessions: nil, failure: "No connection.")
        #expect(refused.lacksSessions && refused.report == "No connection.")
        let again = AccountScreenContent(title: "ann", sessions: nil, isBusy: true, failure: "No connection.")
        #expect(!again.lacksSessions)
        #expect(!AccountScreenContent(title: "ann", sessions: nil).lacksSessions)
        let changed = AccountScreenContent(title: "ann", sessions: [], success: "Your password was changed.")
        #expect(!changed.lacksSessions && changed.report == "Your password was changed.")
    }

    @Test func `a session is listed by its program, and without one by its beginning`() {
        let formatting = DateFormatting()
        let created: Int64 = 1_795_223_116_482
        func line(_ isCurrent: Bool, _ program: String?) -> SessionLine {
            SessionLine(
                id: SessionID(high: 1, low: 1), isCurrent: isCurrent, program: program, created: created,
                used: created, now: created, dateFormatting: formatting)
        }
        let begin = "Signed in \(formatting.full(created))"
        let use = "Last used: \(formatting.day(created, now: created))"
        let program = "\u{2068}Firefox (Linux)\u{2069}"
        #expect([line(false, nil).title, line(false, nil).detail] == [begin, use])
        let other = line(false, "Firefox (Linux)")
        #expect([other.title, other.detail] == [program, "\(begin) · \(use)"])
        #expect([line(true, nil).title, line(true, nil).detail] == ["This device", begin])
        let own = line(true, "Firefox (Linux)")
        #expect([own.title, own.detail] == ["This device · \(program)", begin])
    }
}
