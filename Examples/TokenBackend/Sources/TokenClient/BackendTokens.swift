import ChatCore
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Fetches the user's tokens from the app's backend.
struct BackendTokens: TokenProvider {
    /// The address of `/chat-token`.
    let address: URL
    /// The user's session on the backend.
    let session: String

    /// The client calls this before it connects, and when a token has expired or soon will. The
    /// backend makes a new token for each request, so `refused` is never returned again.
    func token(replacing refused: String?) async throws -> String? {
        var request = URLRequest(url: address, timeoutInterval: 10)
        request.httpMethod = "POST"
        request.setValue("Bearer \(session)", forHTTPHeaderField: "Authorization")
        let (body, response) = try await URLSession.shared.data(for: request)
        switch (response as? HTTPURLResponse)?.statusCode {
        case 200: return String(decoding: body, as: UTF8.self)
        // The user is signed out.
        case 401: return nil
        // The client asks again after a pause.
        default: throw URLError(.badServerResponse)
        }
    }
}
