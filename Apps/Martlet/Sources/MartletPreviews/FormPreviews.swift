#if canImport(SwiftUI)
    import ChatModel
    import ChatStore
    import ChatUI
    import ChatWire
    import SwiftUI

    /// The server screen with what someone typed so far.
    struct ServerPreview: View {
        @State var form: ServerForm
        @State var way: SignInWay = SignInWay.guest
        var refusal: String?

        var body: some View {
            ServerScreen(
                fields: ServerScreen.Fields(
                    address: $form.address, name: $form.name, room: $form.room, way: $way, password: $form.password,
                    invite: $form.invite),
                problems: ServerScreen.Problems(
                    address: form.addressProblem, name: form.nameProblem, room: form.roomProblem,
                    password: form.passwordProblem, refusal: refusal),
                canConnect: form.isComplete, connect: {})
        }
    }

    struct ServerScreen_Previews: PreviewProvider {
        static var previews: some View {
            Group {
                ServerPreview(form: ServerForm()).previewDisplayName("Empty")
                ServerPreview(form: ServerForm(address: "chat example", name: "admin", room: "Two words"))
                    .previewDisplayName("Wrong")
                ServerPreview(form: ServerForm(address: "chat.example.org", name: "ann")).previewDisplayName("Right")
                ServerPreview(
                    form: ServerForm(address: "chat.example.org", name: "ann"), way: SignInWay.signUp,
                    refusal: "Accounts are made with an invite here: ask the operator for one."
                ).previewDisplayName("New account")
            }
        }
    }

    struct Composer_Previews: PreviewProvider {
        static var previews: some View {
            Group {
                Composer(composition: Binding<Composition>.constant(Composition()), send: {})
                Composer(composition: Binding<Composition>.constant(Composition(text: "Two\nlines")), send: {})
                Composer(composition: Binding<Composition>.constant(reply), send: {})
            }
        }

        private static var reply: Composition {
            Composition(
                text: "Yes",
                purpose: Composition.Purpose.reply(of: 3, author: "bob", text: "Shall we meet at one o'clock?"))
        }
    }

    struct SettingsScreen_Previews: PreviewProvider {
        static var previews: some View {
            SettingsScreen(
                kind: SettingsScreen.AccountKind(profile: Profile()), name: Binding<String>.constant("ann"),
                nameProblem: nil, canRename: false,
                accounts: [
                    SettingsScreen.Line(id: "1", name: "ann", server: "chat.example.org", isCurrent: true),
                    SettingsScreen.Line(id: "2", name: "ann", server: "localhost:8080", isCurrent: false),
                ], notifies: Binding<Bool>.constant(true), showsMaps: Binding<Bool>.constant(false),
                pending: PreviewWorld.offline.state().waiting,
                actions: SettingsScreen.Actions())
        }
    }
#endif
