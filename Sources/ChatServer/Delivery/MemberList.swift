/// The connections of one protocol in one room on one event loop: quick to walk, quick to leave.
struct MemberList<Member: AnyObject> {
    private(set) var members: [Member] = []
    private var positions: [ObjectIdentifier: Int] = [:]

    var isEmpty: Bool { members.isEmpty }

    func contains(_ member: Member) -> Bool { positions[ObjectIdentifier(member)] != nil }

    mutating func insert(_ member: Member) {
        guard positions[ObjectIdentifier(member)] == nil else { return }
        positions[ObjectIdentifier(member)] = members.count
        members.append(member)
    }

    mutating func remove(_ member: Member) {
        guard let position = positions.removeValue(forKey: ObjectIdentifier(member)), let last = members.popLast()
        else {
            return
        }
        guard last !== member else { return }
        members[position] = last
        positions[ObjectIdentifier(last)] = position
    }
}
