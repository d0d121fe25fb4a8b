import FuzzSupport

/// libFuzzer calls this with each input. The variable `FUZZ_TARGET` says which target takes it.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    chosen(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}

private let chosen = chosenTarget([
    "frames": WebSocketFrames.run, "lines": Lines.run, "handshake": Handshakes.run, "uploads": Uploads.run,
    "rows": Rows.run, "proxies": Proxies.run,
])
