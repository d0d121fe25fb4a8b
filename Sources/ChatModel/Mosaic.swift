import ChatWire

/// The frames of an album's photos: lines from edge to edge, in which each photo has a width by its
/// shape. All numbers are thousandths of the album's width.
struct Mosaic: Hashable {
    struct Frame: Hashable {
        var (x, y, width, height) = (0, 0, 0, 0)
    }

    private(set) var frames: [Frame] = []
    private(set) var height = 0

    /// The lines that come closest to the height for this number of photos.
    init(_ photos: [Attachment.Dimensions?]) {
        let shapes = photos.map(Mosaic.shape)
        let wanted = 600 + 60 * photos.count
        var best: Int?
        for lines in 1...max(min(photos.count, Mosaic.mostLines), 1) {
            let mosaic = Mosaic(shapes, lines: lines)
            let distance = abs(mosaic.height - wanted)
            if distance < best ?? .max { (best, self) = (distance, mosaic) }
        }
    }

    private static let mostLines = 5
    /// Widths, in thousandths of the height. Longer and higher photos are cropped.
    private static let shapes = 600...1_800
    /// A video, whose size the server does not tell: 16 : 9.
    private static let video = 1_778

    private init(_ shapes: [Int], lines: Int) {
        let total = shapes.reduce(0, +)
        var passed = 0
        var line: [Int] = []
        var number = 1
        for shape in shapes {
            // A photo is in the line in which its middle is.
            if !line.isEmpty, number < lines, (2 * passed + shape) * lines >= 2 * number * total {
                add(line)
                line = []
                number += 1
            }
            line.append(shape)
            passed += shape
        }
        add(line)
    }

    private mutating func add(_ line: [Int]) {
        let total = max(line.reduce(0, +), 1)
        let lineHeight = min(1_000_000 / total, 1_000)
        var passed = 0
        for shape in line {
            let x = passed * 1_000 / total
            passed += shape
            frames.append(Frame(x: x, y: height, width: passed * 1_000 / total - x, height: lineHeight))
        }
        height += lineHeight
    }

    private static func shape(_ photo: Attachment.Dimensions?) -> Int {
        guard let photo else { return video }
        let (width, height) = (min(photo.width, 1 << 40), min(max(photo.height, 1), 1 << 40))
        return min(max(Int(clamping: width * 1_000 / height), shapes.lowerBound), shapes.upperBound)
    }
}
