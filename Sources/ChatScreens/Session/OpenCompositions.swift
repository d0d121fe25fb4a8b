import ChatStore
import ChatUI
import ChatWire

#if canImport(Combine)
    import Combine
#endif

/// What is being written in the rooms, on the screen or not, and the folder of the chosen files.
/// The texts are drafts, in the store.
///
/// It outlives the views of rooms: a file that is copied, or a recording that ends, after its room
/// has left the screen is there when the room is opened again.
@MainActor
final class OpenCompositions {
    /// Copies of chosen files that are not sent yet.
    let folder: OutgoingFolder
    #if canImport(Combine)
        @Published
    #endif
    private var compositions = Compositions()
    private var intakes: [Compositions.Place: FileIntake] = [:]

    init(in folder: OutgoingFolder) { self.folder = folder }

    /// What is being composed in a room.
    ///
    /// - Parameters:
    ///   - draft: The room's draft, which is the text.
    ///   - edit: The edit that the room's view keeps; `nil` if there is none.
    func composition(in place: Compositions.Place, draft: String?, edit: Composition? = nil) -> Composition {
        compositions.composition(in: place, draft: draft, edit: edit)
    }

    /// Notes what is being composed in a room.
    func note(_ composition: Composition, in place: Compositions.Place) {
        change { $0.note(composition, in: place) }
    }

    /// A room has left the screen.
    func left(_ place: Compositions.Place) {
        change { compositions in
            compositions.left(place)
            return []
        }
    }

    /// Copies the files that are chosen in a room.
    func intake(in place: Compositions.Place) -> FileIntake {
        if let intake = intakes[place] { return intake }
        let intake = FileIntake()
        intakes[place] = intake
        return intake
    }

    /// Forgets the rooms of accounts that were removed.
    func keep(accounts: Accounts) {
        let known = Set(accounts.all.map(\.id.text))
        intakes = intakes.filter { known.contains($0.key.account) }
        change { $0.keep(accounts: known) }
    }

    /// Makes a change, and deletes the files that it drops. The views hear only of what is
    /// different.
    private func change(_ change: (inout Compositions) -> [FileID]) {
        var changed = compositions
        let dropped = change(&changed)
        if changed != compositions { compositions = changed }
        for file in dropped { folder.remove(file) }
    }
}

#if canImport(Combine)
    extension OpenCompositions: ObservableObject {}
#endif
