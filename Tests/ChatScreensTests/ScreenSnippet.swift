import ChatCore
import ChatScreens
import ChatStore
import ChatTesting
import Foundation

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

    #if canImport(UIKit)
        import ChatUI
        import UIKit

        final class ShopViewController: UIViewController {
            let session: ChatSession

            init(_ session: ChatSession) {
                self.session = session
                super.init(nibName: nil, bundle: nil)
            }

            @available(*, unavailable)
            required init?(coder: NSCoder) { return nil }

            /// As docs/sdk.md has it.
            func openChat() {
                let chat = ChatViewController(session, room: "support") { $0.theme(.shop) }
                navigationController?.pushViewController(chat, animated: true)
            }

            /// As docs/sdk.md has it.
            func addTab() {
                let chats = ConversationsViewController(session) { $0.theme(.shop) }
                tabBarController?.viewControllers?.append(chats)
            }
        }
    #endif
#endif

/// As docs/sdk.md has it.
@MainActor
private func registerForPush(_ session: ChatSession, _ requests: any RequestTransport) {
    let app = PushApp(topic: "org.example.app", environment: .production, version: "1.0")
    session.registerForPush(with: HTTPPushService(requests), for: app)
}

/// As docs/sdk.md has it.
@MainActor
private func screens(on server: LoopbackServer) -> ChatSession {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let session = ChatSession(
        server: "http://localhost", user: "ann", name: "ann",
        files: SessionFiles(folder: folder, downloads: folder.appendingPathComponent("Files")),
        connect: { _ in server.transport })
    return session
}
