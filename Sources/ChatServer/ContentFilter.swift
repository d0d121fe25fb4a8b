import ChatRooms
import ChatWire
import Foundation
import Logging
import NIOConcurrencyHelpers

/// The operator's filter list (``ChatRooms/FilterList``), which all connections share. It is read
/// again when its file has changed, and two looks in a row find it the same. If it can't be read,
/// the list before it stays.
final class ContentFilter: Sendable {
    private struct State {
        var list: FilterList
        /// The file's stamp when it was last read, also if its list was wrong.
        var stamp: FileStamp?
        /// The file's stamp at the last look.
        var seen: FileStamp?
    }

    private let path: String
    private let logger: Logger
    private let state: NIOLockedValueBox<State>

    /// - Throws: what is wrong with the file
    init(path: String, logger: Logger) throws(StartError) {
        self.path = path
        self.logger = logger
        let stamp = FileStamp(path)
        state = NIOLockedValueBox(State(list: try ContentFilter.read(path, stamp), stamp: stamp, seen: stamp))
    }

    /// A list that no file has.
    init(_ list: FilterList, logger: Logger) {
        path = ""
        self.logger = logger
        state = NIOLockedValueBox(State(list: list))
    }

    /// The strictest verdict of the list on the texts of this mutation that others see.
    func verdict(of mutation: Mutation) -> FilterVerdict {
        let texts = mutation.shownTexts
        if texts.isEmpty { return .allowed }
        let list = list
        var verdict = FilterVerdict.allowed
        for text in texts where verdict < .refused { verdict = max(verdict, list.verdict(of: text)) }
        return verdict
    }

    /// Why nobody may be called this; `nil` if everyone may. A name can't be held.
    func refusal(ofName name: String) -> WireError? { list.verdict(of: name) == .allowed ? nil : .filteredName }

    /// Why nobody may make a room of this name; `nil` if everyone may. Only names of open rooms are
    /// chosen by people.
    func refusal(ofMaking room: RoomName) -> WireError? {
        guard case .open = room.kind, list.verdict(of: room.text) != .allowed else { return nil }
        return .filteredRoomName
    }

    private var list: FilterList { state.withLockedValue { $0.list } }

    /// Reads the file again if it has changed, and is as the last look found it: a file that still
    /// changes may be half written. Blocks.
    func readAgain() {
        let stamp = FileStamp(path)
        let isDue = state.withLockedValue { state in
            defer { state.seen = stamp }
            return state.stamp != stamp && state.seen == stamp
        }
        guard isDue else { return }
        do throws(StartError) {
            let list = try ContentFilter.read(path, stamp)
            guard FileStamp(path) == stamp else { return }
            state.withLockedValue { ($0.list, $0.stamp) = (list, stamp) }
            logger.notice("The filter list was read again.", metadata: ["entries": "\(list.count)"])
        } catch {
            // Told once for each change.
            state.withLockedValue { $0.stamp = stamp }
            logger.warning("The filter list stays as it was.", metadata: ["error": "\(error.description)"])
        }
    }

    private static func read(_ path: String, _ stamp: FileStamp?) throws(StartError) -> FilterList {
        guard let stamp else {
            throw StartError("There is no file \(path), or it can't be reached. Check the path given with --filter.")
        }
        guard stamp.isRegular, stamp.size <= Int64(Limits.filterBytes) else {
            throw StartError("\(path) is not a file of at most \(Limits.filterBytes) bytes. Shorten the filter list.")
        }
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)),
            let text = String(validUTF8: data)
        else {
            throw StartError("\(path) can't be read as UTF-8. Check the file given with --filter.")
        }
        do throws(FilterList.Fault) { return try FilterList(text) } catch {
            let place = error.line.map { "Line \($0) of \(path)" } ?? path
            throw StartError("\(place) is no entry of a filter list. \(error.sentence)")
        }
    }
}

extension WireError {
    fileprivate static let filteredName = WireError(
        .filtered, "This name has words that this server does not allow: choose another.")
    fileprivate static let filteredRoomName = WireError(
        .filtered, "The room's name has words that this server does not allow: choose another.")
}
