// Uploads of files.
extension ChatClient {
    func spool() throws(StorageError) -> any Spool { try opened().spool }

    func begin(_ upload: Upload, _ ticket: Ticket, _ token: String) {
        guard let spool = engine?.spool else { return }
        let run = UploadRun(
            ticket: ticket, upload: upload, token: token, source: spool.source(of: ticket, size: upload.size),
            thumbnail: upload.ofThumbnail.map { ($0, spool.source(of: ticket.ofThumbnail, size: $0.size)) },
            files: files)
        uploads.begin(ticket) { attempt in
            Task { [weak self] in
                let end = await run.run { [weak self] in await self?.uploading(ticket, attempt, $0) }
                await self?.uploaded(ticket, attempt, end)
            }
        }
    }

    private func uploading(_ ticket: Ticket, _ attempt: UInt64, _ bytes: UInt64) {
        if uploads.isCurrent(ticket, attempt) { try? handle(.uploadProgress(ticket, bytes)) }
    }

    private func uploaded(_ ticket: Ticket, _ attempt: UInt64, _ end: Input) {
        if uploads.end(ticket, attempt) { try? handle(end) }
    }
}
