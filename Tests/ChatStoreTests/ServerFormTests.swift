import ChatWire
import Testing

@testable import ChatStore

struct ServerFormTests {
    @Test func `a form is complete when everything in it is right, and empty fields are not scolded`() {
        var form = ServerForm()
        #expect(!form.isComplete && form.addressProblem == nil && form.nameProblem == nil)
        form.address = "chat.example.org"
        form.name = " ann "
        #expect(form.isComplete)
        #expect(form.account(id: AccountID(high: 1, low: 2))?.account.name == "ann")
        form.name = "admin"
        #expect(!form.isComplete && form.nameProblem?.contains("reserved") == true)
        form.room = "Two words"
        #expect(form.roomProblem != nil)
    }
}
