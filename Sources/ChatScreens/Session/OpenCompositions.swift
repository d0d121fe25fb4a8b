import ChatStore
import ChatUI
import ChatWire

/// The chosen files and replies of the rooms that are not on the screen, and the folder of the
/// files.
@MainActor
final class OpenCompositions {
    /// Copies of chosen files that are not sent yet.
    let folder: OutgoingFolder
    private var compositions = Compositions()

    init(in folder: OutgoingFolder) { self.folder = folder }

    /// What to compose when a room is opened.
    func composition(in place: Compositions.Place, draft: String?) -> Composition {
        compositions.composition(in: place, draft: draft)
    }

    /// Notes what is being composed in a room.
    func note(_ composition: Composition, in place: Compositions.Place) {
        remove(compositions.note(composition, in: place))
    }

    /// Forgets the rooms of accounts that were removed.
    func keep(accounts: Accounts) { remove(compositions.keep(accounts: Set(accounts.all.map(\.id.text)))) }

    private func remove(_ files: [FileID]) {
        for file in files { folder.remove(file) }
    }
}
