#if canImport(SwiftUI)
    import ChatCore
    import ChatScreens
    import SwiftUI

    struct SupportView: View {
        @StateObject private var session = ChatSession(
            server: "https://chat.example.org", user: "42", tokens: FixedToken("eyJhbGciOi…"))

        var body: some View {
            NavigationStack { ChatView(session, room: "support") }
        }
    }
#endif
