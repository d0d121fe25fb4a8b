import ChatRooms

/// Copies the tables of a log from one engine to another. Every row arrives as it was.
package struct LogCopy {
    /// A table of the log, with its columns.
    package struct Table: Hashable {
        package let name: String
        package let columns: [Column]

        package init(name: String, columns: [Column]) {
            self.name = name
            self.columns = columns
        }
    }

    /// A column, with the kind of its values.
    package struct Column: Hashable {
        package enum Kind: Hashable { case integer, bytes, text }

        package let name: String
        package let kind: Kind

        package init(name: String, kind: Kind) {
            self.name = name
            self.kind = kind
        }
    }

    private let source: any SQLDatabase
    private let destination: any SQLDatabase
    private let progress: (UInt64, UInt64) -> Void
    private var rows: UInt64 = 0
    private var total: UInt64 = 0

    /// - Parameter progress: called now and then with the number of rows copied so far, and their
    ///   total
    package init(
        from source: any SQLDatabase, to destination: any SQLDatabase, progress: @escaping (UInt64, UInt64) -> Void
    ) {
        self.source = source
        self.destination = destination
        self.progress = progress
    }

    /// Copies the tables in their order. Those of the destination must be empty. Called in a
    /// transaction of the destination.
    ///
    /// - Throws: ``StoreError/unusable(_:)`` if a table of the destination has not as many rows
    ///   afterwards as the source counted before
    package mutating func run(_ tables: [Table]) throws {
        let counted = try tables.map { (table: $0, rows: try LogCopy.count($0, source)) }
        total = counted.reduce(0) { $0 + $1.rows }
        progress(0, total)
        for (table, expected) in counted {
            try copy(table)
            guard try LogCopy.count(table, destination) == expected else {
                throw StoreError.unusable(
                    "Not all rows of the table \(table.name) arrived: run the command again.")
            }
        }
        progress(rows, total)
    }

    /// The number of a table's rows.
    package static func count(_ table: Table, _ db: any SQLDatabase) throws -> UInt64 {
        UInt64(clamping: try db.integer("SELECT count(*) FROM \(table.name)") ?? 0)
    }

    private mutating func copy(_ table: Table) throws {
        let names = table.columns.map(\.name).joined(separator: ", ")
        let places = table.columns.map { _ in "?" }.joined(separator: ", ")
        let select = try RawStatement("SELECT \(names) FROM \(table.name)", in: source)
        let insert = try RawStatement("INSERT INTO \(table.name) (\(names)) VALUES (\(places))", in: destination)
        while try select.step() {
            for (index, column) in table.columns.enumerated() {
                try Self.copy(column, at: Int32(index), of: table, from: select, to: insert)
            }
            try insert.run()
            rows += 1
            if rows.isMultiple(of: 4_096) { progress(rows, total) }
        }
    }

    private static func copy(
        _ column: Column, at index: Int32, of table: Table, from select: borrowing RawStatement,
        to insert: borrowing RawStatement
    ) throws {
        guard !select.isNull(index) else { return insert.bind(nil as Int64?, at: index + 1) }
        switch column.kind {
        case .integer: insert.bind(select.integer(index), at: index + 1)
        case .bytes: insert.bind(select.bytes(index), at: index + 1)
        case .text:
            guard let text = select.text(index) else {
                throw Damage("the table \(table.name) has a text that is not UTF-8")
            }
            try insert.bind(text, at: index + 1)
        }
    }
}
