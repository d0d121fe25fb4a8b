#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// Asks for a new group's title, and for the people to invite.
    public struct NewGroupSheet: View {
        /// What was typed and chosen.
        @Binding public var form: GroupForm
        /// Makes the group. The button is disabled until ``form`` is complete.
        public var create: () -> Void
        /// Closes the sheet.
        public var cancel: () -> Void

        /// Creates the view.
        public init(form: Binding<GroupForm>, create: @escaping () -> Void, cancel: @escaping () -> Void) {
            _form = form
            self.create = create
            self.cancel = cancel
        }

        public var body: some View {
            FormSheet(
                title: localized("New group"), height: 240,
                confirm: FormButton(title: localized("Create"), isDisabled: !form.isComplete, act: create),
                cancel: cancel
            ) {
                FormField(
                    title: localized("Title"), prompt: localized("Tea ##an example of a group's title"),
                    text: $form.title, problem: form.problem, kind: .text)
                if !form.people.isEmpty {
                    Section(localized("Invite")) {
                        ForEach(form.people, id: \.user) { (person: Author) in
                            Toggle(person.name, isOn: isInvited(person.user))
                        }
                    }
                }
            }
        }

        private func isInvited(_ user: UserID) -> Binding<Bool> {
            Binding<Bool>(
                get: { form.chosen.contains(user) },
                set: { (isOn: Bool) in form.choose(user, isOn) })
        }
    }
#endif
