/// Media types by the names of files: what a message is shown as until the server has looked at the
/// bytes.
enum MediaType {
    static let unknown = "application/octet-stream"

    static func ofFile(named name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return unknown }
        return switch name[name.index(after: dot)...].lowercased() {
        case "jpg", "jpeg": "image/jpeg"
        case "png": "image/png"
        case "gif": "image/gif"
        case "webp": "image/webp"
        case "heic", "heif": "image/heic"
        case "mp4", "m4v": "video/mp4"
        case "mov": "video/quicktime"
        case "webm": "video/webm"
        case "m4a": "audio/mp4"
        case "mp3": "audio/mpeg"
        case "ogg", "oga", "opus": "audio/ogg"
        case "wav": "audio/wav"
        case "pdf": "application/pdf"
        case "txt", "log", "md": "text/plain"
        case "zip": "application/zip"
        default: unknown
        }
    }
}
