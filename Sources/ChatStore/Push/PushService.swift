import ChatCore
import ChatWire

/// The app, as Apple's push service knows it.
public struct PushApp: Hashable, Sendable {
    /// Which of Apple's two push services the app's device tokens belong to.
    public enum Environment: String, Hashable, Sendable, Codable {
        /// For apps that Xcode has signed for development.
        case development
        /// For apps from TestFlight and the App Store.
        case production
    }

    /// The app's bundle id.
    public var topic: String
    /// Where the device tokens are valid.
    public var environment: Environment
    /// The app's version. After an update it registers again.
    public var version: String

    /// Creates the value.
    public init(topic: String, environment: Environment, version: String) {
        (self.topic, self.environment, self.version) = (topic, environment, version)
    }
}

/// What a push service has to know to reach one account on one device. Its JSON is described in
/// `docs/app.md`, "Push".
public struct PushRegistration: Hashable, Sendable, Codable {
    /// Who delivers the push.
    public enum Service: String, Hashable, Sendable, Codable {
        /// Apple's push service.
        case apns
    }

    /// Who delivers the push.
    public var service: Service = .apns
    /// Which of Apple's services the token belongs to.
    public var environment: PushApp.Environment
    /// The app's bundle id.
    public var topic: String
    /// The device's token.
    public var token: DeviceToken
    /// The installation of this account on this device. A registration replaces that of the same
    /// device.
    public var device: DeviceID
    /// The chat server.
    public var server: ServerAddress
    /// The user there.
    public var user: UserID

    /// Creates the value.
    public init(app: PushApp, token: DeviceToken, user: PushUser) {
        (environment, topic, self.token) = (app.environment, app.topic, token)
        (device, server, self.user) = (user.device, user.server, user.user)
    }
}

/// The user of an account, as a push service knows them.
public struct PushUser: Hashable, Sendable {
    /// The chat server.
    public var server: ServerAddress
    /// The user's id there.
    public var user: UserID
    /// The account's installation on this device.
    public var device: DeviceID

    /// Creates the value.
    public init(server: ServerAddress, user: UserID, device: DeviceID) {
        (self.server, self.user, self.device) = (server, user, device)
    }
}

/// Tells the sender of pushes about this device. Martlet's server takes no registrations, so an app
/// implements this for its own backend, or uses ``HTTPPushService``.
///
/// ``PushRegistrar`` calls it, one call at a time, and repeats what has failed. So a call may
/// arrive twice.
public protocol PushService: Sendable {
    /// Stores a registration in place of an earlier one of the same device.
    ///
    /// - Parameter tokens: Supplies the account's token, which proves the user. Ask for it anew
    ///   each time.
    /// - Throws: ``PushRefusal`` says whether to try again. After any other error it is tried
    ///   again.
    func register(_ registration: PushRegistration, tokens: any TokenProvider) async throws

    /// Forgets a registration. The account may be signed out by now, so there is no token: the
    /// registration itself is the proof. One that is unknown is no error.
    ///
    /// - Throws: As ``register(_:tokens:)``.
    func unregister(_ registration: PushRegistration) async throws
}

/// Why a ``PushService`` has not done what it was asked.
public struct PushRefusal: Error, Hashable, Sendable {
    /// Whether another try is of no use before something changes.
    public var isFinal: Bool
    /// Milliseconds until the service wants to be asked again; `nil` if it does not say.
    public var retry: UInt64?

    /// Creates the value.
    public init(isFinal: Bool, retry: UInt64? = nil) { (self.isFinal, self.retry) = (isFinal, retry) }
}
