import ChatWire

/// Recognises the two frames of a load by their first and last bytes, as Martlet writes them. Other
/// frames go to the full decoder: a server that orders its keys differently can be measured too, at
/// a higher cost for the generator.
struct Recognition: Sendable {
    enum Found: Hashable {
        case delivery(Marker)
        case sent(ref: UInt32)
    }

    private let door: LoadPlan.Door
    private let run: UInt32
    /// Bytes from the beginning of the text to the end of the frame.
    private let fromEnd: Int

    init(door: LoadPlan.Door, run: UInt32, textBytes: Int) {
        self.door = door
        self.run = run
        let after =
            switch door {
            case .v1: #""}"#.utf8.count
            case .swiftchat: #"","user":"\#(LoadConnection.user)","userID":""}"#.utf8.count + 36
            }
        fromEnd = textBytes + after
    }

    func find(_ payload: UnsafeRawBufferPointer) -> Found? {
        guard payload.count >= 16 else { return nil }
        let first = payload.loadUnaligned(as: UInt64.self)
        switch door {
        case .v1:
            guard first == Recognition.type else { return nil }
            let kind = payload.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            if kind == Recognition.event { return delivery(payload) }
            return kind == Recognition.sent ? sent(payload) : nil
        case .swiftchat:
            return first == Recognition.date ? delivery(payload) : nil
        }
    }

    private func delivery(_ payload: UnsafeRawBufferPointer) -> Found? {
        let start = payload.count - fromEnd
        guard start > 0, payload[start - 1] == UInt8(ascii: "\""), let marker = Marker(payload, at: start),
            marker.run == run
        else { return nil }
        return .delivery(marker)
    }

    /// `{"type":"sent","ref":N,`
    private func sent(_ payload: UnsafeRawBufferPointer) -> Found? {
        var position = 20
        guard payload.count > position + 10, payload[position] == UInt8(ascii: ":") else { return nil }
        position += 1
        var ref: UInt32 = 0
        for _ in 0..<10 {
            let byte = payload[position]
            if byte == UInt8(ascii: ",") { return .sent(ref: ref) }
            let digit = UInt32(byte &- UInt8(ascii: "0"))
            let (tens, tensOverflow) = ref.multipliedReportingOverflow(by: 10)
            let (sum, overflow) = tens.addingReportingOverflow(digit)
            guard digit < 10, !tensOverflow, !overflow else { return nil }
            ref = sum
            position += 1
        }
        return payload[position] == UInt8(ascii: ",") ? .sent(ref: ref) : nil
    }

    private static let type = word(#"{"type":"#)
    private static let event = word(#""event","#)
    private static let sent = word(#""sent",""#)
    private static let date = word(#"{"date":"#)

    /// Eight bytes as they stand in memory.
    private static func word(_ text: StaticString) -> UInt64 {
        guard text.utf8CodeUnitCount >= 8 else { return 0 }
        return UnsafeRawPointer(text.utf8Start).loadUnaligned(as: UInt64.self)
    }
}
