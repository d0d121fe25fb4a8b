#if canImport(SwiftUI)
    import ChatModel
    import ChatStore
    import ChatUI
    import ChatWire
    import SwiftUI

    struct AccountScreen_Previews: PreviewProvider {
        static var previews: some View {
            Group {
                AccountScreen(
                    content: AccountScreenContent(title: "ann · administrator", sessions: sessions, pending: 2),
                    problem: { (_: String) -> String? in nil }, actions: AccountScreen.Actions())
                AccountScreen(
                    content: AccountScreenContent(
                        title: "ann", sessions: nil, failure: "The name or the password is wrong."),
                    problem: { (_: String) -> String? in nil }, actions: AccountScreen.Actions()
                ).previewDisplayName("Refused")
            }
        }

        private static var sessions: [SessionLine] {
            [true, false].map { (isCurrent: Bool) -> SessionLine in
                SessionLine(
                    id: SessionID(high: 1, low: isCurrent ? 1 : 2), isCurrent: isCurrent,
                    program: isCurrent ? "Martlet (iPhone)" : "Firefox (Linux)", created: 1_795_223_116_482,
                    used: 1_795_223_116_482, now: 1_795_323_116_482)
            }
        }
    }

    struct ProfileSheet_Previews: PreviewProvider {
        static var previews: some View {
            Group {
                sheet(ProfileContent(author: ann, about: "Gardener"))
                sheet(ProfileContent(author: ann, isChanging: true)).previewDisplayName("Waiting")
                sheet(ProfileContent(author: ann, refusal: "What you say of yourself must be on one line."))
                    .previewDisplayName("Refused")
            }
        }

        private static var ann: Author { Author(user: UserID(high: 1, low: 1), name: "ann") }

        private static func sheet(_ content: ProfileContent) -> ProfileSheet {
            ProfileSheet(content: content, actions: ProfileSheet.Actions())
        }
    }

    struct SignInSheet_Previews: PreviewProvider {
        static var previews: some View {
            Group {
                sheet(SignInWay.signUp)
                sheet(SignInWay.signIn).previewDisplayName("A guest signs in")
            }
        }

        private static func sheet(_ way: SignInWay) -> SignInSheet {
            SignInSheet(
                name: Binding<String>.constant("ann"), password: Binding<String>.constant("short"),
                invite: Binding<String>.constant(""), way: Binding<SignInWay>.constant(way), isGuest: true,
                problems: ServerScreen.Problems(password: ServerForm.problem(ofPassword: "short")), isBusy: false,
                canSend: false, send: {}, cancel: {})
        }
    }

    struct SanctionSheet_Previews: PreviewProvider {
        static var previews: some View {
            SanctionSheet(
                sanction: Sanction(.ban, of: Author(user: UserID(high: 1, low: 1), name: "mallory")),
                decide: { (_: Sanction) in }, cancel: {})
        }
    }

    struct InviteSheet_Previews: PreviewProvider {
        static var previews: some View {
            Group {
                InviteSheet(
                    people: [Author(user: UserID(high: 1, low: 1), name: "bob")],
                    invite: { (_: UserID, _: String?) in }, close: {})
                InviteSheet(people: [], invite: { (_: UserID, _: String?) in }, close: {})
                    .previewDisplayName("Nobody nearby")
            }
        }
    }

    struct RoomSettingsSheet_Previews: PreviewProvider {
        static var previews: some View {
            RoomSettingsSheet(
                form: RoomSettingsForm(RoomSettings()), isGroup: true, save: { (_: SettingsChange) in }, cancel: {})
        }
    }
#endif
