import ChatModel
import ChatServer
import ChatRooms
import ChatWire
import NIOCore

/// The server's ends of uploads and downloads: what the HTTP routes are to ``MartletServer``.
///
/// @unchecked: a world runs on one thread.
final class ServerTransfers: @unchecked Sendable {
    /// What a transfer's other end learns.
    enum News {
        /// The upload is admitted, or its last part is taken.
        case continues
        /// The upload must give its slot to another one.
        case givesWay
        case uploaded(FileID, Result<(Attachment, isNew: Bool), WireError>)
        /// A file of so many bytes is open; `nil`: there is none.
        case opened(Result<UInt64?, WireError>)
        case read(Result<[UInt8], WireError>)
    }

    private struct Upload {
        let id: FileID
        var upload: ServerCore.Upload?
        /// Whether the server is to call back.
        var isBusy = true
        var isCut = false
    }

    private let core: ServerCore
    private var uploads: [TransferID: Upload] = [:]
    private var downloads: [TransferID: ServerCore.Download] = [:]
    var tell: ((TransferID, News) -> Void)?

    init(_ core: ServerCore) { self.core = core }

    func begin(_ number: TransferID, _ upload: ChatModel.Upload, by user: UserID, at address: ClientAddress) {
        uploads[number] = Upload(id: upload.id)
        core.beginUpload(
            upload.id, name: upload.name, size: upload.size, by: user, at: address,
            end: { self.tell?(number, .givesWay) },
            done: { result in
                switch result {
                case .success(let upload):
                    self.uploads[number]?.upload = upload
                    self.goOn(number)
                case .failure(let error): self.end(number, .failure(error))
                }
            })
    }

    /// The next part of a body is there.
    func receive(_ part: [UInt8], of number: TransferID) {
        guard let upload = uploads[number]?.upload else { return }
        uploads[number]?.isBusy = true
        upload.receive(ByteBuffer(bytes: part)) { result in
            switch result {
            case .success: self.goOn(number)
            case .failure(let error): upload.abandon { self.end(number, .failure(error)) }
            }
        }
    }

    /// The body has ended.
    func finish(_ number: TransferID) {
        guard let upload = uploads[number]?.upload else { return }
        uploads[number]?.isBusy = true
        upload.finish { self.end(number, $0) }
    }

    /// The connection is gone.
    func cut(_ number: TransferID) {
        downloads[number] = nil
        guard let known = uploads[number] else { return }
        uploads[number]?.isCut = true
        if !known.isBusy { abandon(number) }
    }

    func open(_ number: TransferID, _ file: FileID, for user: UserID) {
        core.openFile(file, for: user) { result in
            self.downloads[number] = try? result.get()
            self.tell?(number, .opened(result.map { $0?.record.attachment.size }))
        }
    }

    func read(_ number: TransferID, _ count: Int, at offset: UInt64) {
        downloads[number]?.read(count, at: offset) { result in
            self.tell?(number, .read(result.map { Array($0.readableBytesView) }))
        }
    }

    private func goOn(_ number: TransferID) {
        guard let upload = uploads[number] else { return }
        uploads[number]?.isBusy = false
        if upload.isCut { abandon(number) } else { tell?(number, .continues) }
    }

    private func abandon(_ number: TransferID) {
        uploads[number]?.isBusy = true
        uploads[number]?.upload?.abandon { self.uploads[number] = nil }
    }

    private func end(_ number: TransferID, _ result: Result<(Attachment, isNew: Bool), WireError>) {
        guard let upload = uploads.removeValue(forKey: number) else { return }
        tell?(number, .uploaded(upload.id, result))
    }
}
