import Testing

@testable import ChatUI

struct UserMenuTests {
    @Test func `the menu about the user has what there is for them`() {
        #expect(UserMenuEntry.entries(hasProfile: false, isAdministrator: false) == [.blocked])
        #expect(UserMenuEntry.entries(hasProfile: true, isAdministrator: false) == [.profile, .blocked])
        #expect(
            UserMenuEntry.entries(hasProfile: true, isAdministrator: true) == [
                .profile, .blocked, .reports, .serverBans,
            ])
        #expect(Set(UserMenuEntry.allCases.map(\.title)).count == 4)
        #expect(Set(UserMenuEntry.allCases.map(\.symbol)).count == 4)
    }
}
