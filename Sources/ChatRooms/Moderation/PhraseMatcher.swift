/// Finds any of many phrases in a text, in one pass: the automaton of Aho and Corasick.
struct PhraseMatcher: Sendable {
    /// The state behind each step, by ``key(_:_:)``.
    private var edges: [UInt64: UInt32] = [:]
    /// The same, once all phrases are there: a table with linear probing, a power of two of places.
    private var keys: [UInt64] = []
    private var states: [UInt32] = []
    /// The state of the longest phrase's beginning that ends here, too.
    private var fallback: [UInt32] = [0]
    private var isMatch: [Bool] = [false]
    /// Whether a phrase begins with an ASCII character.
    private var begins = Array(repeating: false, count: 128)

    /// - Parameter phrases: none is empty
    init(_ phrases: some Sequence<[UInt32]>) {
        for phrase in phrases {
            var state: UInt32 = 0
            for unit in phrase { state = next(state, unit) }
            isMatch[Int(state)] = true
            if let first = phrase.first, first < 128 { begins[Int(first)] = true }
        }
        link()
        spread()
    }

    /// Whether a phrase is in the text. Each unit is looked at once, and every fallback gives back
    /// a step that was taken before.
    func matches(_ text: [UInt32]) -> Bool {
        var state: UInt32 = 0
        for unit in text {
            if state == 0, unit < 128, !begins[Int(unit)] { continue }
            while true {
                if let next = find(state, unit) {
                    state = next
                    break
                }
                if state == 0 { break }
                state = fallback[Int(state)]
            }
            if isMatch[Int(state)] { return true }
        }
        return false
    }

    private static func key(_ state: UInt32, _ unit: UInt32) -> UInt64 { UInt64(state) << 32 | UInt64(unit) }

    /// No step has this key: there are fewer states.
    private static let none = UInt64.max

    private func find(_ state: UInt32, _ unit: UInt32) -> UInt32? {
        let key = Self.key(state, unit)
        var place = Self.place(key, keys.count)
        while true {
            if keys[place] == key { return states[place] }
            if keys[place] == Self.none { return nil }
            place = (place + 1) & (keys.count - 1)
        }
    }

    private static func place(_ key: UInt64, _ count: Int) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & (count - 1)
    }

    private mutating func spread() {
        var count = 64
        while count < edges.count * 2 { count *= 2 }
        keys = Array(repeating: Self.none, count: count)
        states = Array(repeating: 0, count: count)
        for (key, state) in edges {
            var place = Self.place(key, count)
            while keys[place] != Self.none { place = (place + 1) & (count - 1) }
            keys[place] = key
            states[place] = state
        }
        edges = [:]
    }

    private mutating func next(_ state: UInt32, _ unit: UInt32) -> UInt32 {
        let key = Self.key(state, unit)
        if let known = edges[key] { return known }
        let new = UInt32(isMatch.count)
        edges[key] = new
        isMatch.append(false)
        fallback.append(0)
        return new
    }

    /// Finds the fallbacks, the states nearest to the beginning first.
    private mutating func link() {
        var children: [[(unit: UInt32, state: UInt32)]] = Array(repeating: [], count: isMatch.count)
        for (key, state) in edges {
            children[Int(key >> 32)].append((UInt32(truncatingIfNeeded: key), state))
        }
        var queue: [UInt32] = [0]
        var position = 0
        while position < queue.count {
            let state = queue[position]
            position += 1
            for (unit, child) in children[Int(state)] {
                let behind = state == 0 ? 0 : follow(fallback[Int(state)], unit)
                fallback[Int(child)] = behind
                if isMatch[Int(behind)] { isMatch[Int(child)] = true }
                queue.append(child)
            }
        }
    }

    private func follow(_ state: UInt32, _ unit: UInt32) -> UInt32 {
        var state = state
        while true {
            if let next = edges[Self.key(state, unit)] { return next }
            if state == 0 { return 0 }
            state = fallback[Int(state)]
        }
    }
}
