#if os(iOS)
    import ChatModel
    import ChatStore
    import ChatUI
    import SwiftUI

    /// What is shared, a text with it, and the rooms to choose from.
    struct ShareScreen: View {
        @ObservedObject var model: ShareModel
        @State private var search: String = ""

        var body: some View {
            NavigationStack {
                content
                    .navigationTitle(Text(verbatim: "Martlet"))
                    .navigationBarTitleDisplayMode(.inline)
                    .toolbar {
                        ToolbarItem(placement: .cancellationAction) {
                            Button(localized("Cancel"), action: model.cancel).disabled(model.isHanding)
                        }
                        ToolbarItem(placement: .confirmationAction) {
                            Button(localized("Send"), action: model.send).disabled(!canSend)
                        }
                    }
            }
            .languageOfSentences()
        }

        private var canSend: Bool { !model.isHanding && model.draft.message(at: 0) != nil }

        @ViewBuilder private var content: some View {
            if model.isReady, model.draft.places.isEmpty {
                EmptyNote(
                    symbol: "bubble.left.and.bubble.right",
                    sentence: localized("Open Martlet and join a room first. Then you can share to it.")
                )
                .frame(maxHeight: .infinity)
            } else {
                List {
                    message
                    ForEach(model.draft.places.found(by: search).groups) { (group: SharePlaces.Group) in
                        if !group.rooms.isEmpty { rooms(of: group) }
                    }
                }
                .searchable(text: $search, prompt: Text(localized("Search")))
            }
        }

        private var message: some View {
            Section {
                TextField(localized("Message"), text: $model.draft.text, axis: .vertical).lineLimit(1...6)
                ForEach(model.draft.files) { (file: ShareDraft.File) in
                    Label {
                        Text(verbatim: file.name).lineLimit(1).truncationMode(.middle)
                    } icon: {
                        Image(systemName: "doc")
                    }
                }
                if model.draft.waiting > 0 { ProgressView() }
                if let trouble: String = model.draft.problem ?? model.draft.refusal {
                    Text(verbatim: trouble).font(.footnote).foregroundColor(.red)
                }
            } footer: {
                Text(localized("Martlet sends this when it runs next. Open it to send this at once."))
            }
        }

        private func rooms(of group: SharePlaces.Group) -> some View {
            Section {
                ForEach(group.rooms, id: \.name) { (room: SharePlaces.Room) in
                    line(room, SharePlaces.Place(account: group.id, room: room.name))
                }
            } header: {
                // With one account there is nothing to tell apart.
                if model.draft.places.groups.count > 1 { Text(verbatim: group.title).textCase(nil) }
            }
        }

        private func line(_ room: SharePlaces.Room, _ place: SharePlaces.Place) -> some View {
            let isChosen: Bool = model.draft.place == place
            return Button {
                model.draft.place = place
            } label: {
                HStack {
                    Text(verbatim: room.title).foregroundColor(.primary)
                    Spacer()
                    if isChosen { Image(systemName: "checkmark").accessibilityHidden(true) }
                }
                .contentShape(Rectangle())
            }
            .accessibilityAddTraits(isChosen ? AccessibilityTraits.isSelected : [])
        }
    }
#endif
