import ChatWire
import Testing

/// SplitMix64: small, and the same on every machine.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// What `write` writes.
func written(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
}

/// What the decoder of client frames answers.
func client(_ json: String) -> Result<ClientFrame, FrameError> {
    do { return .success(try ClientFrame(json: Array(json.utf8))) } catch { return .failure(error) }
}

func server(_ json: String) -> Result<ServerFrame, FrameError> {
    do { return .success(try ServerFrame(json: Array(json.utf8))) } catch { return .failure(error) }
}

extension Result {
    var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
