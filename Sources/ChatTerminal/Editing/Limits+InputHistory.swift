import ChatCore

extension Limits {
    /// Messages and commands that the terminal client keeps to bring back, of all rooms together.
    static let inputHistory = 200
}
