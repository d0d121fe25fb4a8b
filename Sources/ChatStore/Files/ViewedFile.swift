import ChatModel
import Foundation

/// The file on the screen.
public struct ViewedFile: Hashable, Sendable {
    /// The file that the user opened.
    public let file: Row.File
    /// How far the file is loaded.
    public internal(set) var state: State = .coming

    /// How far a file is loaded.
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
