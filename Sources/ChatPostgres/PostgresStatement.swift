import ChatSQL
import ChatWire
import CPostgres

/// A statement of one connection. Its results are whole in memory, so that others may be stepped
/// while it has rows.
///
/// The server prepares it once for each list of types that is bound to it. NULL has no type:
/// PostgreSQL infers the type of a parameter that has only been NULL.
final class PostgresStatement: SQLStatement {
    private let session: PostgresSession
    private let transaction: PostgresTransaction
    private let sql: PostgresSQL
    /// `nil` for a statement that is not in the cache. Then the server does not keep it either.
    private let name: String?
    private var values: [PostgresValue]
    private var types: [pg_oid]
    private var plans: [[pg_oid]: PostgresPlan] = [:]
    private var plan: PostgresPlan?
    private var rows: PostgresRows?
    private var row = -1

    init(_ sql: String, name: String?, _ session: PostgresSession, _ transaction: PostgresTransaction) {
        self.sql = PostgresSQL(sql)
        self.name = name
        self.session = session
        self.transaction = transaction
        values = Array(repeating: .null, count: self.sql.parameters)
        types = Array(repeating: 0, count: self.sql.parameters)
    }

    func bind(_ value: Int64?, at index: Int32) { set(value.map { .integer($0) } ?? .null, at: index) }

    func bind(high: UInt64, low: UInt64, at index: Int32) { set(.identifier(high: high, low: low), at: index) }

    func bind(_ bytes: [UInt8], at index: Int32) { set(.bytes(bytes), at: index) }

    func bind(_ text: String?, at index: Int32) throws {
        // No text of PostgreSQL holds U+0000. The texts that clients send have none.
        guard text?.utf8.contains(0) != true else {
            throw PostgresError(state: "22021", message: "A text contains the character U+0000")
        }
        set(text.map { .text($0) } ?? .null, at: index)
    }

    private func set(_ value: PostgresValue, at index: Int32) {
        precondition((1...values.count).contains(Int(index)), "the statement has no parameter \(index)")
        let position = Int(index) - 1
        values[position] = value
        guard let type = value.type, type != types[position] else { return }
        types[position] = type
        plan = nil
    }

    func step() throws -> Bool {
        if rows == nil {
            rows = try execute()
            row = -1
        }
        row += 1
        if let rows, row < rows.count { return true }
        reset()
        return false
    }

    func run() throws {
        reset()
        // Without a transaction nobody would commit it.
        guard transaction.isOpen, !transaction.awaitsEachRun else { return _ = try execute() }
        try session.queue(currentPlan(), values)
    }

    func runCounting() throws -> Int {
        reset()
        return try execute().changed
    }

    func reset() { rows = nil }

    func integer(_ column: Int32) -> Int64 { rows?.integer(row, column) ?? 0 }

    func isNull(_ column: Int32) -> Bool { rows?.isNull(row, column) ?? true }

    func identifier(_ column: Int32) -> (high: UInt64, low: UInt64)? { rows?.identifier(row, column) }

    func bytes(_ column: Int32) -> [UInt8] { rows?.bytes(row, column) ?? [] }

    func text(_ column: Int32) -> String? { rows?.text(row, column) }

    private func execute() throws -> PostgresRows {
        let rows = try session.execute(currentPlan(), values)
        if let type = rows.unreadable {
            throw PostgresError(state: "0A000", message: "A column has the type number \(type), which can't be read")
        }
        return rows
    }

    private func currentPlan() -> PostgresPlan {
        if let plan { return plan }
        let found = plans[types] ?? makePlan()
        plan = found
        return found
    }

    private func makePlan() -> PostgresPlan {
        guard let name, plans.count < Limits.databasePlans else { return PostgresPlan(sql: sql.text, types: types) }
        let made = PostgresPlan(name: "\(name)_\(plans.count)", sql: sql.text, types: types)
        plans[types] = made
        return made
    }
}
