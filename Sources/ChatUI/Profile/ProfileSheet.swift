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
        /// Whether the copy of the chosen picture is being made small.
        @State private var isShrinking: Bool = false
        /// Copies the chosen picture.
        @StateObject private var intake: FileIntake = FileIntake()
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
                confirm: FormButton(
                    title: localized("Done"),
                    act: {
                        save()
                        actions.close()
                    })
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
                if let refusal { Text(verbatim: refusal).themeFont(\.explanation) }
            }
            .announced(refusal)
            // Asks for a format that every client can show.
            .photosPicker(
                isPresented: $choosesPicture, selection: $chosen, maxSelectionCount: 1,
                matching: PHPickerFilter.images, preferredItemEncoding: .compatible
            )
            .onChange(of: chosen) { (items: [PhotosPickerItem]) in
                if items.isEmpty { return }
                let sources: [FileIntake.Source] = items.map { (item: PhotosPickerItem) in .photo(item) }
                intake.add(sources, to: outgoingFolder) { (result: Result<PickedFile, any Error>) in take(result) }
                chosen = []
            }
        }

        /// Why the last picture or line was not taken.
        private var refusal: String? { problem ?? content.refusal }

        @ViewBuilder private var picture: some View {
            HStack(spacing: 16) {
                Avatar(author: content.author, size: 64)
                    .environment(\.avatars, content.avatar.map { [content.author.user: $0] } ?? [:])
                Text(verbatim: content.author.name)
                Spacer()
                if content.isChanging || isTaking { ProgressView() }
            }
            Button(localized("Choose a picture")) { choosesPicture = true }.disabled(isTaking)
            if content.avatar != nil {
                Button(localized("Remove the picture"), role: .destructive) {
                    actions.change(ProfileChange(avatar: .removed))
                }
            }
        }

        private func save() {
            if let change = content.change(about: about) { actions.change(change) }
        }

        private var isTaking: Bool { isShrinking || intake.waiting > 0 }

        private func take(_ result: Result<PickedFile, any Error>) {
            switch result {
            case .success(let file):
                isShrinking = true
                Task {
                    await use(file)
                    isShrinking = false
                }
            case .failure(let error): problem = error.localizedDescription
            }
        }

        /// Makes the copy of the chosen picture small, and takes it.
        private func use(_ file: PickedFile) async {
            let fault: String? = ProfileContent.problem(of: file, words: FileWords(locale: dateFormatting.locale))
            problem = fault
            do {
                if fault == nil {
                    try await AvatarImage.shrink(file.url)
                    return actions.setPicture(file)
                }
            } catch {
                problem = error.localizedDescription
            }
            outgoingFolder.remove(file.id)
        }
    }
#endif
