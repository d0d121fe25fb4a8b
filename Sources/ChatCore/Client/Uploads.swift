/// The running uploads of a client: one task each, until it is cancelled or has its answer.
struct Uploads {
    private var tasks: [Ticket: (attempt: UInt64, task: Task<Void, Never>)] = [:]
    private var attempts: UInt64 = 0

    /// Starts an upload.
    ///
    /// - Parameter start: Starts the task. It gets the number that ``end(_:_:)`` takes.
    mutating func begin(_ ticket: Ticket, _ start: (_ attempt: UInt64) -> Task<Void, Never>) {
        attempts &+= 1
        tasks.updateValue((attempts, start(attempts)), forKey: ticket)?.task.cancel()
    }

    mutating func cancel(_ ticket: Ticket) { tasks.removeValue(forKey: ticket)?.task.cancel() }

    mutating func cancelAll() {
        for (_, task) in tasks.values { task.cancel() }
        tasks = [:]
    }

    func isCurrent(_ ticket: Ticket, _ attempt: UInt64) -> Bool { tasks[ticket]?.attempt == attempt }

    /// Ends an attempt. Returns `false` if it was cancelled, or another attempt has replaced it.
    mutating func end(_ ticket: Ticket, _ attempt: UInt64) -> Bool {
        guard isCurrent(ticket, attempt) else { return false }
        tasks[ticket] = nil
        return true
    }
}

/// One upload, from its first byte to its outcome.
struct UploadRun: Sendable {
    let ticket: Ticket
    let upload: Upload
    let token: String
    let source: FileSource
    let thumbnail: (upload: Upload, source: FileSource)?
    let files: (any FileTransport)?

    /// Runs the upload.
    ///
    /// - Parameter progress: Called now and then with the number of bytes sent, in order.
    func run(_ progress: @escaping @Sendable (UInt64) async -> Void) async -> Input {
        guard let files else {
            return .uploadFailed(ticket, WireError(.file, localized("This app's transport does not support files.")))
        }
        let (steps, continuation) = AsyncStream.makeStream(of: UInt64.self, bufferingPolicy: .bufferingNewest(1))
        return await withTaskGroup(of: Void.self) { group in
            group.addTask { await tell(steps, progress) }
            let end = await attempt(files) { continuation.yield($0) }
            continuation.finish()
            return end
        }
    }

    private func attempt(_ files: any FileTransport, _ progress: @escaping @Sendable (UInt64) -> Void) async -> Input {
        do {
            // A thumbnail that can't be uploaded keeps no photo waiting.
            var small: Attachment?
            if let (upload, source) = thumbnail {
                small = try? await files.upload(upload, from: source, token: token) { _ in }
            }
            let attachment = try await files.upload(upload, from: source, token: token, progress: progress)
            return .uploaded(ticket, attachment.with(thumbnail: small))
        } catch let error as WireError {
            return .uploadFailed(ticket, error)
        } catch let error as StorageError {
            let text = localized("The file can no longer be read on this device. Attach it again. \(error.description)")
            return .uploadFailed(ticket, WireError(.fileMissing, text))
        } catch {
            return .uploadFailed(ticket, nil)
        }
    }

    /// Reports progress in a hundred steps: enough for a progress bar, and cheap.
    private func tell(_ steps: AsyncStream<UInt64>, _ progress: @Sendable (UInt64) async -> Void) async {
        let step = max(upload.size / 100, UInt64(Limits.filePartBytes))
        var told: UInt64 = 0
        for await bytes in steps where bytes >= upload.size || bytes >= told && bytes - told >= step {
            told = bytes
            await progress(bytes)
        }
    }
}
