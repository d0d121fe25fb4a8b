/// Why a frame could not be understood, and which request it was, so that the refusal can name it.
public struct FrameError: Error, Hashable, Sendable {
    /// The frame's `ref`; `nil` if it has none or is not JSON. Then nothing in it can be relied on.
    public var ref: UInt64?
    /// What is wrong with the frame: the refusal that a server answers.
    public var error: WireError

    /// Creates the value.
    public init(ref: UInt64?, error: WireError) {
        self.ref = ref
        self.error = error
    }
}
