#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// A person of a room, with a menu of what the user may do.
    struct PersonLine: View {
        let line: PeopleList.Line
        let actions: [PersonAction]
        let act: (PersonAction) -> Void

        var body: some View {
            LargeTextStack(spacing: 12) {
                Avatar(author: line.person.author, size: 32)
                VStack(alignment: .leading) {
                    Text(verbatim: line.person.author.name)
                    if let detail = line.detail {
                        Text(verbatim: detail).themeFont(\.detail).foregroundColor(.secondary)
                    }
                }
                .fillsLine()
                if line.isMe { Text(localized("You")).themeFont(\.detail).foregroundColor(.secondary) }
                if !actions.isEmpty { menu }
            }
            .accessibilityElement(children: .contain)
        }

        private var menu: some View {
            Menu {
                ForEach(actions, id: \.self) { (action: PersonAction) in
                    Button(role: action.isDestructive ? ButtonRole.destructive : nil) {
                        act(action)
                    } label: {
                        Label(action.title, systemImage: action.symbol)
                    }
                }
            } label: {
                Label(localized("More about \(line.person.author.name)"), systemImage: "ellipsis.circle")
                    .labelStyle(.iconOnly)
                    .touchTarget()
            }
            .menuStyle(.borderlessButton)
            .fixedSize()
        }
    }
#endif
