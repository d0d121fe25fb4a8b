#if canImport(Combine)
    import Combine

    extension ClientUpdates {
        /// Publishes the states on the main thread.
        ///
        /// Listening begins with this call, and ends when a subscription is cancelled: subscribe
        /// once, or share the publisher. States without a subscriber are lost, except the newest.
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
