import FuzzSupport

@testable import ChatWire

/// The strict reader and the writer: whatever strings and numbers are read, they are read again as
/// they were written.
enum JSONTexts {
    static func run(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { buffer in
            guard let document = try? JSONReader.read(buffer) else { return }
            require(String(validating: bytes, as: UTF8.self) != nil, "what was read is UTF-8")
            let leaves = leaves(of: document)
            var writer = JSONWriter()
            writer.beginArray()
            for leaf in leaves {
                switch leaf {
                case .string(let string): writer.value(string)
                case .integer(let integer): writer.value(integer)
                }
            }
            writer.endArray()
            let again = writer.withBytes { buffer in
                (try? JSONReader.read(buffer)).map { self.leaves(of: $0) }
            }
            require(again == leaves, "strings and numbers are read as they were written")
        }
    }

    private enum Leaf: Equatable {
        case string(String)
        case integer(Int64)

        static func == (one: Leaf, other: Leaf) -> Bool {
            switch (one, other) {
            // As bytes: Swift takes composed and decomposed characters for the same.
            case (.string(let one), .string(let other)): one.utf8.elementsEqual(other.utf8)
            case (.integer(let one), .integer(let other)): one == other
            default: false
            }
        }
    }

    private static func leaves(of document: JSONDocument) -> [Leaf] {
        document.nodes.compactMap { node in
            switch node.kind {
            case .string: .string(document.string(node))
            case .number: (try? document.integer(node)).map { .integer($0) }
            default: nil
            }
        }
    }
}
