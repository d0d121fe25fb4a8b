extension UInt64 {
    /// `1 byte`, `512 bytes`, `179 KB`, `5.0 MB`, in units of 1,024 bytes.
    package var bytesInWords: String {
        switch self {
        case 1: return "1 byte"
        case ..<1_024: return "\(self) bytes"
        case ..<1_048_576: return "\(self / 1_024) KB"
        default:
            let tenths = self % 1_048_576 * 10 / 1_048_576
            return "\(self / 1_048_576).\(tenths) MB"
        }
    }
}
