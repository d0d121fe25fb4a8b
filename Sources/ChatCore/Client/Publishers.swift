#if canImport(Combine)
    import Combine

    extension AsyncSequence where Self: Sendable, Element: Sendable {
        /// Publishes a stream's values on the main thread. Cancelling the subscription ends the
        /// stream.
        ///
        /// Listening begins with this call. Values without a subscriber are lost, except the
        /// newest.
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
