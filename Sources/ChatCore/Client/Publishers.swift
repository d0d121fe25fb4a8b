#if canImport(Combine)
    import Combine

    extension AsyncSequence where Self: Sendable, Element: Sendable {
        /// What a listener hears, as a publisher for the main thread. Cancelling the subscription ends the listening.
        ///
        /// Listening begins with the call. Values that nobody is subscribed to are lost, but for the newest.
        @MainActor
        public func publisher() -> AnyPublisher<Element, Never> {
            let subject = CurrentValueSubject<Element?, Never>(nil)
            let listening = Task { @MainActor in
                do {
                    for try await value in self { subject.send(value) }
                } catch {}
                subject.send(completion: .finished)
            }
            return subject.compactMap { $0 }
                .handleEvents(receiveCancel: { listening.cancel() })
                .eraseToAnyPublisher()
        }
    }
#endif
