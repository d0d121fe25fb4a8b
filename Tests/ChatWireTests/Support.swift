import ChatWire
import Testing

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
