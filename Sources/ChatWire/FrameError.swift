/// Why a frame could not be understood, and which request it was, so that the refusal finds its way back.
public struct FrameError: Error, Hashable, Sendable {
    /// The frame's `ref`; `nil` where it has none, or was not JSON: then nothing in it can be relied on.
    public var ref: UInt64?
    public var error: WireError

    public init(ref: UInt64?, error: WireError) {
        self.ref = ref
        self.error = error
    }
}
