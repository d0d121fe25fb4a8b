#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// Changes a room's settings.
    public struct RoomSettingsSheet: View {
        @State private var form: RoomSettingsForm
        /// Whether the room is a group. Only a group has settings for new members.
        private let isGroup: Bool
        private let save: (SettingsChange) -> Void
        private let cancel: () -> Void

        /// Creates the view.
        ///
        /// - Parameters:
        ///   - form: The form, filled in with the room's settings.
        ///   - isGroup: Whether the room is a group.
        ///   - save: Called with what the user has changed.
        ///   - cancel: Closes the sheet.
        public init(
            form: RoomSettingsForm, isGroup: Bool, save: @escaping (SettingsChange) -> Void,
            cancel: @escaping () -> Void
        ) {
            _form = State(initialValue: form)
            self.isGroup = isGroup
            self.save = save
            self.cancel = cancel
        }

        public var body: some View {
            FormSheet(
                title: localized("Room settings"), height: 420,
                confirm: FormButton(title: localized("Save"), isDisabled: form.change == nil, act: saveChange),
                cancel: cancel
            ) {
                Section {
                    FormField(
                        title: localized("Title"), prompt: localized("What people see"), text: $form.title,
                        problem: form.titleProblem,
                        kind: .text)
                    FormField(
                        title: localized("Topic"), prompt: localized("What it is about"), text: $form.topic,
                        problem: form.topicProblem,
                        kind: .text)
                }
                Section(localized("Who may write")) { writing }
                if isGroup { Section(localized("New members")) { joining } }
            }
        }

        private func saveChange() {
            if let change = form.change { save(change) }
        }

        @ViewBuilder private var writing: some View {
            Picker(localized("Messages from"), selection: $form.posting) {
                Text(verbatim: RoomSettingsForm.text(.everyone as RoomSettings.Posting))
                    .tag(RoomSettings.Posting.everyone)
                Text(verbatim: RoomSettingsForm.text(.moderators as RoomSettings.Posting))
                    .tag(RoomSettings.Posting.moderators)
            }
            Picker(localized("Slow mode"), selection: $form.slowMode) {
                ForEach(form.pauses, id: \.self) { (seconds: UInt64) in
                    Text(verbatim: RoomSettingsForm.text(ofPause: seconds)).tag(seconds)
                }
            }
        }

        @ViewBuilder private var joining: some View {
            Picker(localized("May join"), selection: $form.joining) {
                Text(verbatim: RoomSettingsForm.text(.invited)).tag(RoomSettings.Joining.invited)
                Text(verbatim: RoomSettingsForm.text(.request)).tag(RoomSettings.Joining.request)
                Text(verbatim: RoomSettingsForm.text(.anyone)).tag(RoomSettings.Joining.anyone)
            }
            Picker(localized("May read"), selection: $form.newcomers) {
                Text(verbatim: RoomSettingsForm.text(.all)).tag(RoomSettings.Newcomers.all)
                Text(verbatim: RoomSettingsForm.text(.joined)).tag(RoomSettings.Newcomers.joined)
            }
        }
    }
#endif
