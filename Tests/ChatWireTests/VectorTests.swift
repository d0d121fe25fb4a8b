import ChatWire
import Foundation
import Testing

/// `Tests/Fixtures/events.json`: what frames, folds and matches must be, for every implementation.
enum Vectors {
    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/events.json")
    private static let data = (try? Data(contentsOf: file)) ?? Data()

    static var all: [String: [[String: Any]]] {
        let json = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
        return json.compactMapValues { $0 as? [[String: Any]] }
    }

    static func names(_ part: String) -> [String] { (all[part] ?? []).compactMap { $0["name"] as? String } }

    static func vector(_ part: String, _ name: String) throws -> [String: Any] {
        try #require(all[part]?.first { $0["name"] as? String == name })
    }
}

extension [String: Any] {
    func object(_ key: String) throws -> [String: Any] { try #require(self[key] as? [String: Any]) }

    func objects(_ key: String) throws -> [[String: Any]] { try #require(self[key] as? [[String: Any]]) }

    var json: String {
        get throws {
            String(decoding: try JSONSerialization.data(withJSONObject: self, options: .sortedKeys), as: UTF8.self)
        }
    }

    /// The event that this object is, as an element of a page. A vector leaves out what no rule
    /// looks at.
    var event: Event {
        get throws {
            let event = merging(
                ["seq": 1, "id": UUID().uuidString, "at": 1, "user": UUID().uuidString, "name": "someone"]
            ) { given, _ in given }
            let page: [String: Any] = [
                "type": "page", "ref": 1, "room": "lobby", "epoch": 1, "head": 1, "events": [event],
            ]
            guard case .page(_, _, _, _, let events) = try server(page.json).get() else { throw NoPage() }
            return try #require(events.first)
        }
    }

    /// What a request does to a room.
    var mutation: Mutation {
        get throws {
            let request = merging(["ref": 1, "room": "lobby"]) { given, _ in given }
            guard case .mutate(_, _, _, let mutation) = try client(request.json).get().request else { throw NoPage() }
            return mutation
        }
    }
}

private struct NoPage: Error {}

/// The object that JSON is, to be compared.
private func object(_ json: String) throws -> NSDictionary {
    try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSDictionary)
}

@Suite struct `The vectors that all implementations share` {
    @Test func `there are some of each kind`() {
        #expect(["frames", "folds", "refusals", "matches"].allSatisfy { Vectors.names($0).count > 15 })
        #expect(Vectors.all.values.joined().allSatisfy { $0["name"] is String })
    }

    @Test(arguments: Vectors.names("frames"))
    func frame(_ name: String) throws {
        let vector = try Vectors.vector("frames", name)
        let json = try vector.object("frame").json
        let means = try vector["means"] == nil ? json : vector.object("means").json
        let isClient = vector["from"] as? String == "client"
        if let code = vector["code"] as? UInt16 {
            #expect((isClient ? client(json).failure : server(json).failure)?.error.code.rawValue == code)
        } else if isClient {
            let frame = try client(json).get()
            try #expect(object(written { frame.write(to: &$0) }) == object(means))
        } else {
            let frame = try server(json).get()
            try #expect(object(written { frame.write(to: &$0) }) == object(means))
        }
    }

    @Test(arguments: Vectors.names("folds"))
    func fold(_ name: String) throws {
        let vector = try Vectors.vector("folds", name)
        let said = try vector.object("event").event
        var event = said
        for later in try vector.objects("later").map({ try $0.event }) {
            event.fold(later)
            let once = event
            event.fold(later)
            #expect(event == once, "twice in a row")
        }
        try #expect(event.content == vector.object("becomes").event.content)
        #expect(event.seq == said.seq && event.id == said.id && event.author == said.author && event.at == said.at)
    }

    @Test(arguments: Vectors.names("matches"))
    func match(_ name: String) throws {
        let vector = try Vectors.vector("matches", name)
        let isMatch = try vector.object("request").mutation.became(vector.object("event").event.content)
        #expect(isMatch == vector["matches"] as? Bool)
    }

    @Test func `what a request becomes, it became`() throws {
        for vector in Vectors.all["matches"] ?? [] {
            let mutation = try vector.object("request").mutation
            #expect(mutation.became(mutation.content))
        }
    }
}
