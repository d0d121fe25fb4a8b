import ChatModel
import ChatWire
import Testing

@testable import ChatUI

/// What moderators are asked before they decide, and lists that are loaded in steps.
struct ModerationTests {
    private let bob = Author(user: UserID(high: 2, low: 2), name: "bob")

    @Test func `a moderator may say why a message is deleted, and an author need not`() {
        var deletion = Deletion(of: 7, by: bob)
        #expect(deletion.asksReason && deletion.problem == nil && deletion.mutation == .delete(of: 7))
        deletion.reason = "advertising"
        #expect(deletion.mutation == .delete(of: 7, reason: "advertising") && deletion.problem == nil)
        for wrong in ["two\nlines", String(repeating: "x", count: Limits.reasonBytes + 1)] {
            deletion.reason = wrong
            #expect(deletion.problem != nil)
        }
        #expect(deletion.id == Deletion(of: 7, by: bob).id)
        let own = Deletion(of: 7, by: nil)
        #expect(!own.asksReason && own.mutation == .delete(of: 7) && own.title == "Delete your message?")
    }

    @Test func `a role that gives or takes power is asked about, and no other change is`() throws {
        let promotion = try #require(Promotion(.role(.owner), of: bob))
        #expect(promotion.change == MembershipChange(bob.user, .role(.owner), called: "bob"))
        #expect(try #require(Promotion(.role(.member), of: bob)).title != promotion.title)
        #expect(Promotion(.role(.moderator), of: bob) == nil && Promotion(.unban, of: bob) == nil)
    }

    @Test func `a list is called empty only when it is loaded`() {
        let sentence = "There are no reports to decide."
        #expect(ListStatus(emptiness: sentence).note == sentence)
        #expect(ListStatus(isLoading: true, emptiness: sentence).note == nil)
        #expect(ListStatus(failure: "x", emptiness: sentence).note == nil)
        #expect(ListStatus(isLoading: true, failure: "x", hasMore: true).foot == .progress)
        #expect(ListStatus(failure: "x", hasMore: true).foot == .failure("x"))
        #expect(ListStatus(hasMore: true).foot == .more && ListStatus().foot == .none)
    }

    @Test func `blocked people are listed by name, those without one last`() {
        let names = [UserID(high: 1, low: 1): "eve", UserID(high: 2, low: 2): "bob"]
        let users: Set<UserID> = [UserID(high: 1, low: 1), UserID(high: 2, low: 2), UserID(high: 0, low: 0)]
        let list = BlockedPerson.list(users) { names[$0] }
        #expect(list.map(\.name) == ["bob", "eve", nil])
        #expect(BlockedPerson.list([]) { names[$0] }.isEmpty)
    }
}
