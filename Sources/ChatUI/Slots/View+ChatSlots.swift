#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    extension View {
        /// Replaces a part of the chat's views in this view.
        ///
        /// ```swift
        /// ChatView(session, room: room)
        ///     .chatSlot(\.bubble) { message, bubble in
        ///         bubble.overlay(alignment: .topTrailing) { if message.bubble.isEdited { EditedMark() } }
        ///     }
        /// ```
        ///
        /// Of several for one part, the innermost is used. Rows, bubbles, avatars and menus of the
        /// list of messages are in cells, outside of the environment of this view: pass them what
        /// they need in the closure.
        ///
        /// - Parameters:
        ///   - slot: The part.
        ///   - value: What the content depends on besides its context. The list of messages draws
        ///     its rows again when it changes.
        ///   - content: Draws the part. It gets the default view, too, which it may contain.
        public func chatSlot<Context, Content: View>(
            _ slot: WritableKeyPath<ChatSlots, ChatSlot<Context>?>, dependingOn value: some Hashable = 0,
            @ViewBuilder content: @escaping @MainActor (Context, AnyView) -> Content
        ) -> some View {
            transformEnvironment(\.chatSlots) { (slots: inout ChatSlots) in
                slots[keyPath: slot] = ChatSlot<Context>(dependency: AnyHashable(value)) {
                    (context: Context, original: AnyView) -> AnyView in
                    AnyView(content(context, original))
                }
            }
        }

        /// Draws messages with a payload of this type. Their text is not drawn, nor is the place of
        /// a `martlet.location`.
        ///
        /// ```swift
        /// .payloadView(for: "com.example.buttons") { payload, message in
        ///     Button("Yes") { message.send("Yes", isReply: true) }
        /// }
        /// ```
        ///
        /// The view is in the message's bubble, and in a cell, outside of the environment of this
        /// view.
        ///
        /// - Parameters:
        ///   - type: The payload's type.
        ///   - value: What the content depends on besides the message. The list of messages draws
        ///     its rows again when it changes.
        public func payloadView<Content: View>(
            for type: String, dependingOn value: some Hashable = 0,
            @ViewBuilder content: @escaping @MainActor (Payload, MessageContext) -> Content
        ) -> some View {
            payloadSlot(type, value) { (payload: Payload, message: MessageContext) -> AnyView? in
                AnyView(content(payload, message))
            }
        }

        /// Draws messages with a payload of this type, decoded from its JSON: once, however often
        /// the message is drawn. A message whose payload can't be decoded shows its text.
        ///
        /// ```swift
        /// .payloadView(for: "com.example.poll", as: Poll.self) { poll, message in
        ///     PollView(poll) { answer in message.send(answer, isReply: true) }
        /// }
        /// ```
        ///
        /// - Parameters:
        ///   - type: The payload's type.
        ///   - model: What the payload's JSON is decoded as.
        ///   - value: What the content depends on besides the message. The list of messages draws
        ///     its rows again when it changes.
        public func payloadView<Model: Decodable, Content: View>(
            for type: String, as model: Model.Type, dependingOn value: some Hashable = 0,
            @ViewBuilder content: @escaping @MainActor (Model, MessageContext) -> Content
        ) -> some View {
            payloadSlot(type, value) { (payload: Payload, message: MessageContext) -> AnyView? in
                DecodedPayloads.shared.content(of: payload, as: model).map { (decoded: Model) -> AnyView in
                    AnyView(content(decoded, message))
                }
            }
        }

        private func payloadSlot(
            _ type: String, _ value: some Hashable, view: @escaping @MainActor (Payload, MessageContext) -> AnyView?
        ) -> some View {
            transformEnvironment(\.chatSlots) { (slots: inout ChatSlots) in
                slots.payloads[type] = PayloadSlot(dependency: AnyHashable(value), view: view)
            }
        }

        /// Changes the menus of messages: leaves entries out, sorts them, and adds others.
        ///
        /// ```swift
        /// .messageActions { defaults, message in
        ///     defaults.filter { $0.kind != .report }
        ///         + [MessageAction("Translate", symbol: "globe") { translate($0) }]
        /// }
        /// ```
        ///
        /// `MessageAction(_:symbol:actions:)` is a submenu. Of several changes, the outer ones come
        /// first, and the inner ones get what they have left.
        ///
        /// - Parameters:
        ///   - value: What the entries depend on besides the message.
        ///   - change: Called with the entries and the message, each time the message is drawn.
        ///     VoiceOver offers the same entries.
        public func messageActions(
            dependingOn value: some Hashable = 0,
            _ change: @escaping @MainActor (_ defaults: [MessageAction], _ message: Row.Bubble) -> [MessageAction]
        ) -> some View {
            transformEnvironment(\.chatSlots) { (slots: inout ChatSlots) in
                slots.actions.add(change)
                slots.actionDependencies.append(AnyHashable(value))
            }
        }
    }
#endif
