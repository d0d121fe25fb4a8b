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
}
