import Foundation

/// Encodes and decodes actions of given types, each under its type's name.
public struct ActionCoder: Sendable {
    /// Why a log can't be encoded or decoded.
    public enum Failure: Error, Hashable {
        /// The coder was not given this action's type.
        case unknown(type: String)
    }

    private let types: [String: any (Action & Codable).Type]

    /// Creates a coder for these types and ``SavingFailed``, which a store dispatches itself. An
    /// action of another type is a ``Failure/unknown(type:)``.
    public init(_ types: [any (Action & Codable).Type]) {
        let known = (types + [SavingFailed.self]).map { (String(reflecting: $0), $0) }
        self.types = Dictionary(known) { first, _ in first }
    }

    fileprivate func record(_ action: any Action) throws -> Record? {
        let name = String(reflecting: type(of: action))
        if types[name] != nil, let action = action as? any Action & Codable {
            return Record(type: name, action: action)
        }
        // Its effects were dispatched as other actions.
        if action is any AsyncAction || action is Cancel { return nil }
        throw Failure.unknown(type: name)
    }

    /// An encoded action.
    fileprivate struct Record: Codable {
        static let coder = CodingUserInfoKey(rawValue: "ActionCoder")

        enum CodingKeys: CodingKey { case type, action }

        let type: String
        let action: any Action & Codable

        init(type: String, action: any Action & Codable) { (self.type, self.action) = (type, action) }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            type = try values.decode(String.self, forKey: .type)
            let coder = Self.coder.flatMap { decoder.userInfo[$0] } as? ActionCoder
            guard let known = coder?.types[type] else { throw Failure.unknown(type: type) }
            action = try values.decode(known, forKey: .action)
        }

        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(type, forKey: .type)
            try values.encode(action, forKey: .action)
        }
    }
}

/// Saves a log as a file: a user's session, for example, for a test to replay.
extension ActionLog where State: Codable {
    private struct File: Codable {
        let base: State
        let actions: [ActionCoder.Record]
    }

    /// Encodes the log as JSON: the base, and the actions in effect. Async actions and ``Cancel``
    /// are left out unless the coder has their types: include them if a reducer handles them.
    ///
    /// - Throws: ``ActionCoder/Failure/unknown(type:)`` if the coder lacks another action's type.
    public func exported(with coder: ActionCoder) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return try encoder.encode(File(base: base, actions: actions.prefix(position).compactMap(coder.record)))
    }

    /// Decodes a log; ``state`` is computed with the reducer.
    public init(importing data: Data, with coder: ActionCoder, reducer: Reducer<State, any Action>) throws {
        let decoder = JSONDecoder()
        if let key = ActionCoder.Record.coder { decoder.userInfo[key] = coder }
        let file = try decoder.decode(File.self, from: data)
        self.init(base: file.base, capacity: max(file.actions.count, 1_024), reducer: reducer)
        for record in file.actions { append(record.action) }
    }
}
