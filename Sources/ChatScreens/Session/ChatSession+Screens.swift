import ChatCore
import ChatModel
import ChatStore
import ChatWire
import Foundation

/// What the system and the views report to a session.
extension ChatSession {
    /// The system reported something about the app. Returns the task that saves the state, if there
    /// is one.
    @discardableResult
    func heard(_ event: AppEvent) -> Task<Void, Never>? {
        if event == .unlocked { restore() }
        if let isActive = event.isActive { activityChanged(isActive: isActive) }
        // A suspended app is not told of a new time zone.
        if event == .becameActive || event == .timeZoneChanged { use(UTCOffsets(of: .current)) }
        guard event.mayEnd else { return nil }
        return Task {
            await shared?.finish()
            try? await save()
        }
    }

    /// Shows days and times by these offsets.
    func use(_ offsets: UTCOffsets) {
        if store.state.utcOffsets != offsets { store.dispatch(action: TimeZoneChanged(utcOffsets: offsets)) }
    }

    /// A view of a room came onto the screen, and opens its room.
    ///
    /// - Parameter room: `nil` for a view that shows whichever room is open.
    func appeared(_ screen: RoomScreens.ID, opening room: RoomName?) {
        start()
        if !store.state.screens.contains(screen) { show(room, on: screen) }
    }

    /// A view was given another room.
    func changed(_ screen: RoomScreens.ID, to room: RoomName?) {
        if store.state.screens.contains(screen) { show(room, on: screen) }
    }

    /// A view of a room left the screen, or is covered.
    func left(_ screen: RoomScreens.ID) {
        if store.state.screens.contains(screen) { store.dispatch(action: ScreenAction.left(screen)) }
    }

    /// SwiftUI reported the phase of the scene that a view is in.
    func sceneChanged(of screen: RoomScreens.ID, isActive: Bool) {
        if store.state.screens.contains(screen) {
            store.dispatch(action: ScreenAction.sceneChanged(screen, isActive: isActive))
        }
    }

    /// A link was followed.
    func follow(_ link: ChatLink) {
        start()
        whenRestored { self.store.dispatch(action: NavigationAction.linkFollowed(link)) }
    }

    private func show(_ room: RoomName?, on screen: RoomScreens.ID) {
        store.dispatch(action: ScreenAction.appeared(screen, room))
        if let room, store.state.screens.front == screen { open(room) }
    }
}
