#if canImport(SwiftUI)
    import ChatWire
    import Foundation
    import UniformTypeIdentifiers

    /// Makes what the system hands over the app's own.
    enum FileCopies {
        static func fresh(_ id: FileID) throws -> URL { try OutgoingFolder.shared.fresh(id) }

        /// A copy of the file at `url`, without the place where it was taken. A file that is too large is not copied: it is refused by
        /// ``PickedFile/problem(_:)``.
        static func take(_ url: URL) async throws -> PickedFile {
            let id: FileID = FileID.random()
            let values: URLResourceValues = try url.resourceValues(forKeys: [
                .fileSizeKey, .contentTypeKey, .isDirectoryKey,
            ])
            if values.isDirectory == true { throw Folder() }
            let type: UTType = values.contentType ?? UTType(filenameExtension: url.pathExtension) ?? UTType.data
            let size: UInt64 = UInt64(clamping: values.fileSize ?? 0)
            if size > UInt64(Limits.fileBytes) {
                return PickedFile(
                    id: id, name: url.lastPathComponent, type: type.preferredMIMEType, size: size, url: url)
            }
            let copy: URL = try OutgoingFolder.shared.copy(url, id: id)
            do {
                if type.conforms(to: UTType.image) { try PhotoPrivacy.removeLocation(of: copy) }
                if type.conforms(to: UTType.movie) { try await VideoPrivacy.removeLocation(of: copy) }
                return try picked(copy, id: id, type: type)
            } catch {
                OutgoingFolder.shared.remove(id)
                throw error
            }
        }

        /// What was chosen is no file.
        private struct Folder: LocalizedError {
            var errorDescription: String? { "A folder can't be sent: send what is in it, or an archive of it." }
        }

        private static func picked(_ copy: URL, id: FileID, type: UTType) throws -> PickedFile {
            // Anew: what was taken out of it made it smaller.
            let attributes: [FileAttributeKey: Any] = try FileManager.default.attributesOfItem(atPath: copy.path)
            let size: UInt64 = (attributes[FileAttributeKey.size] as? NSNumber)?.uint64Value ?? 0
            let isImage: Bool = type.conforms(to: UTType.image)
            return PickedFile(
                id: id, name: copy.lastPathComponent, type: type.preferredMIMEType, size: size,
                dimensions: isImage ? PictureDecoder.dimensions(at: copy) : nil, url: copy)
        }
    }
#endif
