import ChatModel
import Foundation

/// The file on the screen.
public struct ViewedFile: Hashable, Sendable {
    public let file: Row.File
    public internal(set) var state: State = .coming

    public enum State: Hashable, Sendable {
        /// It is being downloaded.
        case coming
        /// It is on this device.
        case here(URL)
        /// Why it can't be loaded.
        case failed(String)
    }

    init(_ file: Row.File) { self.file = file }
}
