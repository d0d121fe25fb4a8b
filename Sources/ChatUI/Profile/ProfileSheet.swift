#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import PhotosUI
    import SwiftUI

    /// The user's own profile: their picture, and a line about them.
    public struct ProfileSheet: View {
        /// The user's actions.
        public struct Actions {
            /// Saves the line, or removes the picture.
            public var change: (ProfileChange) -> Void = { (_: ProfileChange) in }
            /// Sets the picture: a small JPEG, the app's own copy. The closure deletes it
            /// afterwards.
            public var setPicture: (PickedFile) -> Void = { (_: PickedFile) in }
            /// Closes the sheet.
            public var close: () -> Void = {}

            /// Creates actions that do nothing.
            public init() {}
        }

        /// What the sheet shows.
        public var content: ProfileContent
        /// What the buttons of the sheet do.
        public var actions: Actions
        /// The line as typed.
        @State private var about: String
        @State private var choosesPicture: Bool = false
        @State private var chosen: [PhotosPickerItem] = []
        /// The chosen picture, while it is being copied.
        @State private var intake: FileIntake = FileIntake()
        /// Why the chosen picture can't be used.
        @State private var problem: String?
        @Environment(\.outgoingFolder) private var outgoingFolder: OutgoingFolder
        @Environment(\.dateFormatting) private var dateFormatting: DateFormatting

        /// Creates the view.
        public init(content: ProfileContent, actions: Actions) {
            self.content = content
            self.actions = actions
            _about = State(initialValue: content.about)
        }

        public var body: some View {
            FormSheet(
                title: localized("Your profile"), height: 400,
                confirm: FormButton(title: localized("Done"), act: actions.close)
            ) {
                Section(localized("Picture")) { picture }
                Section {
                    FormField(
                        title: localized("About you"), prompt: localized("One line"), text: $about,
                        problem: ProfileContent.problem(of: about), kind: .text)
                    Button(localized("Save"), action: save).disabled(content.change(about: about) == nil)
                } footer: {
                    Text(localized("Everyone on the server can see your picture and this line."))
                }
                if let refusal = problem ?? content.refusal { Text(verbatim: refusal).font(.footnote) }
            }
            // Asks for a format that every client can show.
            .photosPicker(
                isPresented: $choosesPicture, selection: $chosen, maxSelectionCount: 1,
                matching: PHPickerFilter.images, preferredItemEncoding: .compatible
            )
            .onChange(of: chosen) { (items: [PhotosPickerItem]) in
                if items.isEmpty { return }
                intake.add(items.map { (item: PhotosPickerItem) in FileIntake.Source.photo(item) })
                chosen = []
            }
            .task(id: intake.waiting.first?.id) { await take() }
        }

        @ViewBuilder private var picture: some View {
            HStack(spacing: 16) {
                Avatar(author: content.author, size: 64)
                    .environment(\.avatars, content.avatar.map { [content.author.user: $0] } ?? [:])
                Text(verbatim: content.author.name)
                Spacer()
                if content.isChanging || !intake.waiting.isEmpty { ProgressView() }
            }
            Button(localized("Choose a picture")) { choosesPicture = true }.disabled(!intake.waiting.isEmpty)
            if content.avatar != nil {
                Button(localized("Remove the picture"), role: .destructive) {
                    actions.change(ProfileChange(avatar: .removed))
                }
            }
        }

        private func save() {
            if let change = content.change(about: about) { actions.change(change) }
        }

        /// Copies the chosen picture, and makes it small.
        private func take() async {
            guard let next: FileIntake.Waiting = intake.waiting.first else { return }
            var unused: FileID?
            do {
                let file: PickedFile = try await next.source.picked(into: outgoingFolder)
                unused = file.id
                problem = ProfileContent.problem(of: file, words: FileWords(locale: dateFormatting.locale))
                if problem == nil {
                    try await AvatarImage.shrink(file.url)
                    actions.setPicture(file)
                    unused = nil
                }
            } catch {
                if !Task.isCancelled { problem = error.localizedDescription }
            }
            if let unused { outgoingFolder.remove(unused) }
            intake.finish(next.id)
        }
    }
#endif
