import ChatModel
import Foundation

extension FileName {
    /// The name of a picture that has become a JPEG: with the ending of one.
    static func jpeg(_ name: String) -> String {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard let ending = parts.last, parts.count > 1 else { return allowed("\(name).jpg") }
        if ["jpg", "jpeg"].contains(ending.lowercased()) { return allowed(name) }
        return allowed(parts.dropLast().joined(separator: ".") + ".jpg")
    }
}
