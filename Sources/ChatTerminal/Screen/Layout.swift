import ChatModel

/// Where the parts of the screen are.
package struct Layout: Hashable, Sendable {
    /// The cells of the column of rooms; 0 if there is none.
    package let rooms: Int
    package private(set) var timeline: Frame
    /// The line above the composer.
    package private(set) var contextY: Int
    /// The first line of the composer, or of the question in its place.
    private(set) var composerY: Int
    /// The first line of the status.
    private(set) var statusY: Int
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
        rooms = Layout.rooms(of: interface)
        let width = size.width - rooms
        composer = ComposerView(
            interface.prompt?.shown ?? interface.composer.editor, prompt: Layout.prompt(interface), width: width,
            height: max(1, size.height / 3))
        statusY = size.height - 1
        composerY = statusY - composer.lines.count
        contextY = composerY - 1
        timeline = Frame(x: rooms, y: 1, width: width, height: max(contextY - 1, 1))
    }

    /// The cells of the column of rooms. A list with addresses covers it.
    static func rooms(of interface: Interface) -> Int {
        let width = interface.size.width
        return width < 80 || interface.panel?.hasAddresses == true ? 0 : min(26, width / 4)
    }

    /// Makes room for long sentences at the foot of the screen. The timeline gets shorter.
    ///
    /// - Parameters:
    ///   - status: the lines of the status
    ///   - question: the lines of a question or a sentence in the composer's place
    ///   - context: the lines between the line above the composer and the composer
    mutating func reserve(status: Int, question: Int, context: Int) {
        statusY -= status - 1
        composerY = statusY - (question > 1 ? question : composer.lines.count)
        contextY = composerY - context - 1
        timeline.height = max(contextY - 1, 1)
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
        let index = Layout.first(around: current, of: count, height: height - 1) + place.y
        return index < count ? index : nil
    }

    /// The index of the first line that is shown of `count` lines. The current line is in the
    /// middle, except near the ends.
    static func first(around current: Int, of count: Int, height: Int) -> Int {
        max(0, min(current - height / 2, count - height))
    }
}
