import ChatCore
import ChatStore
import ChatUI
import ChatWire

/// The cards of linked pages. They are made anew when a preview comes, and not for each drawing of
/// a screen.
@MainActor
final class LinkCards {
    private var previews: [String: LinkPreview] = [:]
    private var server: ServerAddress?
    private var cards: [String: LinkCard] = [:]

    /// The cards in this state.
    func cards(in state: AppState) -> [String: LinkCard] {
        let (found, current) = (state.previews.found, state.accounts.current?.server)
        if previews != found || server != current { (previews, server, cards) = (found, current, state.linkCards) }
        return cards
    }
}
