import ChatCore
import ChatCoreNIO
import ChatCoreTLS
import ChatTerminal
import Foundation

/// The account of a client's user, with sentences for people.
struct ChatAccount: Sendable {
    let client: ChatClient
    private let host: String

    /// - Parameter host: the server's
    init(_ client: ChatClient, host: String) {
        self.client = client
        self.host = host
    }

    func answer(to request: AccountRequest) async -> AccountAnswer {
        do {
            switch request {
            case .signIn(let name, let password):
                return .done(request, name: try await client.signIn(name: name, password: password).name)
            case .signUp(let name, let password, let invite):
                let made = try await client.signUp(name: name, password: password, invite: invite)
                return .done(request, name: made.name)
            case .changePassword(let old, let new): try await client.changePassword(from: old, to: new)
            case .sessions: return .sessions(try await client.sessions())
            case .end(let session): try await client.endSession(session)
            case .signOut: try await client.signOut()
            }
            return .done(request, name: "")
        } catch {
            return .failed(request, (error as? WireError)?.code, sentence: sentence(error))
        }
    }

    /// Signs out, and erases what this device has of the user. Returns what to tell the user.
    ///
    /// - Throws: `StorageError` if something is not erased.
    func signOut() async throws -> String {
        do { try await client.signOut() } catch let error as StorageError { throw error } catch {
            let reason = sentence(error).asCell
            return localized(
                "You are signed out here. The server did not end the session: \(reason) It ends when it is not used for 90 days, or from another device."
            )
        }
        return localized("You are signed out. Nothing of yours is left in the client's folder.")
    }

    private func sentence(_ error: any Error) -> String {
        AccountSentences.of(error) ?? UntrustedServer(error, host: host)?.advice ?? AccountSentences.unanswered
    }
}
