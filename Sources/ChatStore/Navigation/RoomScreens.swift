import ChatWire

/// The views that show the open room, as far as the app reports them (``ScreenAction``).
///
/// Nobody sees a room whose view is not on the screen: its new messages are announced, and are not
/// marked as read. Of several views the one that appeared last is in front. A view whose scene is
/// not active is behind the others.
public struct RoomScreens: Hashable, Sendable {
    /// The identity of one view.
    public struct ID: Hashable, Sendable {
        private let number: UInt64

        /// Creates the identity of a new view.
        public init() { number = UInt64.random(in: .min ... .max) }
    }

    private struct Screen: Hashable {
        let id: ID
        /// `nil` for a view that shows whichever room is open.
        var room: RoomName?
        /// `nil` until its scene was active: UIKit's hosts never tell.
        var isSceneActive: Bool?
    }

    private var screens: [Screen] = []
    /// Whether the app reports its views. If not, the open room counts as on the screen.
    var isReported = false

    init() {}

    private var frontScreen: Screen? { screens.last { $0.isSceneActive != false } ?? screens.last }

    /// The view in front; `nil` if none is on the screen.
    public var front: ID? { frontScreen?.id }

    /// Whether the view in front shows whichever room is open, as the one beside a list does.
    public var isFrontFollowing: Bool { frontScreen.map { $0.room == nil } ?? false }

    /// Whether this view is on the screen.
    public func contains(_ id: ID) -> Bool { screens.contains { $0.id == id } }

    /// The room that this view shows; `nil` if it is not on the screen, or shows whichever room is
    /// open.
    public func room(of id: ID) -> RoomName? { screens.first { $0.id == id }?.room }

    /// Whether the open room can be seen if the app is in the foreground.
    var showsRoom: Bool { !isReported || frontScreen.map { $0.isSceneActive != false } ?? false }

    /// The room of the view in front.
    var frontRoom: RoomName? { frontScreen?.room }

    mutating func reduce(_ action: ScreenAction) {
        switch action {
        case .appeared(let id, let room):
            if let index = index(of: id) {
                screens[index].room = room
            } else {
                screens.append(Screen(id: id, room: room))
            }
        case .left(let id): screens.removeAll { $0.id == id }
        case .sceneChanged(let id, let isActive):
            guard let index = index(of: id), isActive || screens[index].isSceneActive != nil else { return }
            screens[index].isSceneActive = isActive
        }
    }

    /// A room was opened: the view in front shows it from now on.
    mutating func opened(_ room: RoomName) {
        guard let front, let index = index(of: front), screens[index].room != nil else { return }
        screens[index].room = room
    }

    private func index(of id: ID) -> Int? { screens.firstIndex { $0.id == id } }
}

extension AppState {
    /// The room that the user can see: it is open, its view is on the screen, and the app is in the
    /// foreground.
    public var seenRoom: RoomName? { isActive && screens.showsRoom ? shown?.room : nil }
}
