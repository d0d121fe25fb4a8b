import ChatCore

@testable import ChatTerminal

/// A terminal that understands what ``GridDifference`` writes. It gives each character the cells
/// that a simple terminal does: those of its scalars, one after the other.
struct SmallTerminal {
    private(set) var cells: [[Cell]]
    private(set) var place = Place(x: 0, y: 0)
    private(set) var isCursorShown = true
    private var style = Style.plain
    private var link: String?

    init(_ size: Size) { cells = Array(repeating: Array(repeating: Cell(), count: size.width), count: size.height) }

    var text: String {
        cells.map { row in
            var text = row.map(\.text).joined()
            while text.last == " " { text.removeLast() }
            return text
        }.joined(separator: "\n")
    }

    mutating func write(_ bytes: [UInt8]) {
        var rest = Substring(String(decoding: bytes, as: UTF8.self)).unicodeScalars
        while let scalar = rest.popFirst() {
            guard scalar == "\u{1B}" else {
                put(scalar)
                continue
            }
            guard let next = rest.popFirst() else { return }
            if next == "]" {
                var command = ""
                while let scalar = rest.popFirst(), scalar != "\u{1B}" { command.unicodeScalars.append(scalar) }
                _ = rest.popFirst()
                let address = command.dropFirst("8;;".count)
                link = address.isEmpty ? nil : String(address)
                continue
            }
            var body = ""
            while let scalar = rest.popFirst() {
                body.unicodeScalars.append(scalar)
                if (0x40..<0x7F).contains(scalar.value) { break }
            }
            command(body)
        }
    }

    private mutating func command(_ body: String) {
        let numbers = body.dropLast().split(separator: ";").map { Int($0) ?? 0 }
        switch body.last {
        case "H": place = Place(x: (numbers.count > 1 ? numbers[1] : 1) - 1, y: (numbers.first ?? 1) - 1)
        case "J": cells = cells.map { $0.map { _ in Cell() } }
        case "h" where body == "?25h": isCursorShown = true
        case "l" where body == "?25l": isCursorShown = false
        case "m": select(numbers)
        default: break
        }
    }

    private mutating func select(_ numbers: [Int]) {
        style = Style.plain
        var rest = numbers[...]
        while let number = rest.popFirst() {
            switch number {
            case 1: style.isBold = true
            case 2: style.isFaint = true
            case 3: style.isItalic = true
            case 4: style.isUnderlined = true
            case 7: style.isReversed = true
            case 9: style.isStruck = true
            case 30...37: style.text = .palette(UInt8(number - 30))
            case 90...97: style.text = .palette(UInt8(number - 82))
            case 40...47: style.ground = .palette(UInt8(number - 40))
            default: break
            }
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        let width = CellWidth.of(scalar)
        if width == 0 {
            guard (1...cells[place.y].count).contains(place.x) else { return }
            let index = cells[place.y][place.x - 1].text.isEmpty && place.x > 1 ? place.x - 2 : place.x - 1
            cells[place.y][index].text.unicodeScalars.append(scalar)
            return
        }
        for offset in 0..<width where place.x + offset < cells[place.y].count { erase(place.x + offset) }
        guard place.x < cells[place.y].count else { return }
        cells[place.y][place.x] = Cell(String(scalar), style, link: link)
        if width == 2, place.x + 1 < cells[place.y].count { cells[place.y][place.x + 1] = Cell("", style, link: link) }
        place.x += width
    }

    /// Half of a wide character takes the other half with it.
    private mutating func erase(_ x: Int) {
        let y = place.y
        if cells[y][x].text.isEmpty, x > 0 { cells[y][x - 1].text = " " }
        if x + 1 < cells[y].count, cells[y][x + 1].text.isEmpty { cells[y][x + 1].text = " " }
        cells[y][x] = Cell()
    }
}

extension Author {
    static let ann = Author(user: UserID(high: 1, low: 1), name: "ann")
    static let bob = Author(user: UserID(high: 2, low: 2), name: "bob")
    static let cleo = Author(user: UserID(high: 3, low: 3), name: "cleo")
}

extension RoomName {
    static let garden = RoomName("garden").unsafelyUnwrapped
}
