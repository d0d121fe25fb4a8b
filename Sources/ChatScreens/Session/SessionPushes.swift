import ChatCore
import ChatModel
import ChatStore
import ChatWire
import Foundation

/// What a session does for push notifications.
@MainActor
final class SessionPushes {
    /// Writes what a notification service extension reads; `nil` without one.
    let sharing: PushSharing?
    /// Tells the push service about this device; `nil` without one.
    private(set) var registrar: PushRegistrar?
    /// The device's token. It may come before there is a registrar.
    private var token: DeviceToken?

    init(_ access: PushAccess?) { sharing = access.map { PushSharing($0) } }

    func follow(_ state: AppState) {
        sharing?.follow(state)
        registrar?.follow(state)
    }

    /// Tells a push service about this device from now on.
    func begin(_ registrar: PushRegistrar, _ state: AppState) {
        self.registrar = registrar
        if let token { registrar.tokenCame(token) }
        registrar.follow(state)
    }

    func tokenCame(_ token: DeviceToken) {
        self.token = token
        registrar?.tokenCame(token)
    }

    /// Returns when a sign-out is on the disk, and the push service was asked once.
    func finish() async {
        await sharing?.finish()
        await registrar?.settle()
    }
}

// Push notifications: docs/app.md, "Push".
extension ChatSession {
    /// Tells a push service of this device, for all accounts of the session, from now on. The
    /// device's token comes with ``deviceTokenCame(_:)``. Call it once, before ``start(isActive:)``
    /// or after it.
    ///
    /// - Parameters:
    ///   - service: Takes the registrations.
    ///   - app: The app, as Apple's push service knows it.
    ///   - clock: The time and the pauses.
    public func registerForPush(
        with service: any PushService, for app: PushApp, clock: any ClientClock = SystemClock()
    ) {
        let (effects, own) = (self.effects, user?.tokens)
        let registrar = PushRegistrar(
            service, for: app, file: files.registrations, tokens: { own ?? effects.tokens(of: $0) }, clock: clock)
        pushes.begin(registrar, store.state)
    }

    /// The system has given the app the device's token
    /// (`didRegisterForRemoteNotificationsWithDeviceToken`). It does so after each launch that asks
    /// for it. The token may come before ``registerForPush(with:for:clock:)``.
    public func deviceTokenCame(_ token: Data) {
        if let token = DeviceToken(token) { pushes.tokenCame(token) }
    }

    /// Opens the message of an announcement, in its account. Nothing happens if the account is
    /// gone.
    public func open(_ place: Announcement.Place) {
        start()
        whenRestored { self.openNow(place) }
    }

    private func openNow(_ place: Announcement.Place) {
        guard let account = store.state.accounts.all.first(where: { $0.id == place.account }) else { return }
        // A link's text leaves out the path of the server's address.
        var link = place.link
        link.server = account.server
        if account.id != store.state.accounts.currentID { store.dispatch(action: AccountAction.chosen(account.id)) }
        store.dispatch(action: NavigationAction.linkFollowed(link))
    }

    /// Opens the message of a push, which the user has tapped. A push for an account that is not on
    /// this device is ignored. Returns when that is known: after a launch, when the clients are
    /// open.
    public func open(_ push: PushPayload) async {
        start()
        for await state in store.states {
            if let place = state.place(of: push) { return open(place) }
            if !state.mayKnow(push) { return }
        }
    }
}
