#if os(iOS)
    import ChatStore

    /// The app's background tasks: ``BackgroundSending`` with this app's identifiers and outboxes.
    @MainActor
    enum BackgroundWork {
        // The same as in Info.plist, BGTaskSchedulerPermittedIdentifiers.
        static let refresh: String = "chat.martlet.app.refresh"
        static let outbox: String = "chat.martlet.app.outbox"

        private static let sending: BackgroundSending = BackgroundSending(outbox: outbox, refresh: refresh)

        /// Registers the tasks with the system. Call once, before the launch ends.
        static func register() {
            sending.register {
                let isDone: Bool = await ChatRuntime.shared.drain()
                await schedule(hasPending: ChatRuntime.shared.mayHavePending)
                return isDone
            }
        }

        static func schedule(hasPending: Bool) { sending.schedule(hasPending: hasPending) }
    }
#endif
