import ChatCore
import ChatModel
import ChatWire
import Foundation

/// A ``PushService`` that sends registrations to a backend of the app's own, as JSON over HTTPS.
///
/// `POST ADDRESS/devices` has a ``PushRegistration`` as its body, and the account's token as its
/// bearer. `DELETE ADDRESS/devices/DEVICE` has the same body and no bearer. `docs/app.md`, "Push",
/// has examples, and says what each status means.
public struct HTTPPushService: PushService {
    private let requests: any RequestTransport

    /// Creates the service.
    ///
    /// - Parameter requests: Sends requests to the backend, such as a `URLSessionRequests`.
    public init(_ requests: any RequestTransport) { self.requests = requests }

    /// Reads the backend's address: `push.example.org/chat`. `nil` if it is not one, or has no TLS:
    /// a token must not travel in the clear.
    public static func address(_ text: String) -> URL? {
        guard let address = ServerAddress(text), address.isSecure else { return nil }
        return address.url(of: "")
    }

    /// Stores a registration. After status 401 it is sent once more, if the account has a newer
    /// token.
    ///
    /// - Throws: ``PushRefusal``, or the transport's error if there was no answer.
    public func register(_ registration: PushRegistration, tokens: any TokenProvider) async throws {
        guard let token = try await tokens.token(replacing: nil) else { throw PushRefusal(isFinal: true) }
        let request = ServerRequest(.post, "/devices", token: token, body: try HTTPPushService.body(registration))
        var answer = try await requests.answer(to: request)
        if answer.status == 401, let newer = try await tokens.token(replacing: token) {
            var again = request
            again.token = newer
            answer = try await requests.answer(to: again)
        }
        if let refusal = HTTPPushService.refusal(in: answer) { throw refusal }
    }

    /// Forgets a registration, without a token.
    ///
    /// - Throws: As ``register(_:tokens:)``.
    public func unregister(_ registration: PushRegistration) async throws {
        let path = "/devices/\(registration.device.text)"
        let body = try HTTPPushService.body(registration)
        let answer = try await requests.answer(to: ServerRequest(.delete, path, body: body))
        if answer.status == 404 || answer.status == 410 { return }
        if let refusal = HTTPPushService.refusal(in: answer) { throw refusal }
    }

    private static func refusal(in answer: ServerAnswer) -> PushRefusal? {
        switch answer.status {
        case 200..<300: nil
        case 408, 429, 500...599: PushRefusal(isFinal: false, retry: answer.advice)
        default: PushRefusal(isFinal: true)
        }
    }

    private static func body(_ registration: PushRegistration) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(registration))
    }
}
