import ChatModel

/// Where the parts of the screen are.
package struct Layout: Hashable, Sendable {
    /// The cells of the column of rooms; 0 if the window is too narrow for it.
    package let rooms: Int
    package let timeline: Frame
    /// The line above the composer.
    package let contextY: Int
    let composer: ComposerView

    /// A rectangle of cells.
    package struct Frame: Hashable, Sendable {
        package var x: Int
        package var y: Int
        package var width: Int
        package var height: Int
    }

    init(_ interface: Interface) {
        let size = interface.size
        rooms = size.width >= 80 ? min(26, size.width / 4) : 0
        let width = size.width - rooms
        composer = ComposerView(
            interface.prompt?.shown ?? interface.composer.editor, prompt: Layout.prompt(interface), width: width,
            height: max(1, size.height / 3))
        contextY = size.height - 2 - composer.lines.count
        timeline = Frame(x: rooms, y: 1, width: width, height: max(contextY - 1, 1))
    }

    /// The prompt of the composer.
    private static func prompt(_ interface: Interface) -> String {
        if let prompt = interface.prompt { return "\(prompt.label)> " }
        return switch interface.composer.purpose {
        case .new: "> "
        case .reply: "\(localized("reply"))> "
        case .edit: "\(localized("edit"))> "
        }
    }

    /// The index in the column of rooms of a place on the screen; `nil` for any other place.
    func roomRow(at place: Place, rooms count: Int, current: Int, height: Int) -> Int? {
        guard (0..<max(rooms - 1, 0)).contains(place.x), (0..<height - 1).contains(place.y) else { return nil }
        let index = Layout.firstRoom(current: current, of: count, height: height - 1) + place.y
        return index < count ? index : nil
    }

    /// The index of the first room in the column. The column scrolls to show the current room.
    static func firstRoom(current: Int, of count: Int, height: Int) -> Int {
        max(0, min(current - height / 2, count - height))
    }
}
