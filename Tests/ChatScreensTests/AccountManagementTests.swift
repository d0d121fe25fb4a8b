import ChatModel
import ChatStore
import ChatUI
import Testing

@testable import ChatScreens

/// What a session's screens leave out if the app has signed in its user.
struct AccountManagementTests {
    private let own = AccountManagement(isOffered: true)
    private let app = AccountManagement(isOffered: false)

    @Test func `sheets that change accounts are for sessions whose user manages them`() {
        let accounts: [Navigation.Sheet] = [.server(address: "", room: ""), .settings, .signIn, .account]
        for sheet in accounts {
            #expect(own.sheet(sheet) == sheet && app.sheet(sheet) == nil)
        }
        let others: [Navigation.Sheet] = [
            .join, .newGroup, .findRooms, .findMessages, .members, .links, .linkedRoom, .blocked, .newMessage,
            .roomSettings, .reports,
            .profile,
        ]
        for sheet in others { #expect(own.sheet(sheet) == sheet && app.sheet(sheet) == sheet) }
        #expect(own.sheet(nil) == nil && app.sheet(nil) == nil)
    }

    @Test func `the menu about the user is for sessions without settings`() {
        #expect(app.userMenu([.profile, .blocked]) == [.profile, .blocked])
        #expect(own.userMenu([.profile, .blocked]).isEmpty)
    }

    @Test func `a banner offers another try in place of a sheet that is not there`() {
        for remedy in [ConnectionNotice.Remedy.rename, .signIn] {
            let notice = ConnectionNotice(sentence: "Sign in again.", remedy: remedy)
            #expect(own.notice(notice) == notice)
            #expect(app.notice(notice) == ConnectionNotice(sentence: "Sign in again.", remedy: .reconnect))
        }
        let quiet = ConnectionNotice(sentence: "The disk is full.")
        #expect(app.notice(quiet) == quiet && app.notice(nil) == nil)
    }
}
