#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import Foundation
    import UniformTypeIdentifiers

    /// Copies files from the system into the app.
    enum FileCopies {
        /// Copies the file at `url` into `folder`, and removes its location. A file that is too
        /// large is not copied: ``PickedFile/problem(_:)`` refuses it.
        static func take(_ url: URL, into folder: OutgoingFolder) async throws -> PickedFile {
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
            let copy: URL = try folder.copy(url, id: id)
            do {
                if type.conforms(to: UTType.image), try PhotoPrivacy.removeLocation(of: copy) {
                    return try await picked(renamed(copy), id: id, type: UTType.jpeg)
                }
                if type.conforms(to: UTType.movie) { try await VideoPrivacy.removeLocation(of: copy) }
                return try await picked(copy, id: id, type: type)
            } catch {
                folder.remove(id)
                throw error
            }
        }

        /// The chosen item is a folder.
        private struct Folder: LocalizedError {
            var errorDescription: String? {
                localized("A folder can't be sent. Send its files, or an archive of it.")
            }
        }

        /// Gives a picture that has become a JPEG the name of one.
        private static func renamed(_ picture: URL) throws -> URL {
            let name: String = FileName.jpeg(picture.lastPathComponent)
            if name == picture.lastPathComponent { return picture }
            let place: URL = picture.deletingLastPathComponent().appendingPathComponent(name, isDirectory: false)
            try FileManager.default.moveItem(at: picture, to: place)
            return place
        }

        private static func picked(_ copy: URL, id: FileID, type: UTType) async throws -> PickedFile {
            // Measured again: removing the location made the file smaller.
            let attributes: [FileAttributeKey: Any] = try FileManager.default.attributesOfItem(atPath: copy.path)
            let size: UInt64 = (attributes[FileAttributeKey.size] as? NSNumber)?.uint64Value ?? 0
            let isImage: Bool = type.conforms(to: UTType.image)
            return PickedFile(
                id: id, name: copy.lastPathComponent, type: type.preferredMIMEType, size: size,
                dimensions: isImage ? PictureDecoder.dimensions(at: copy) : nil,
                thumbnail: await ThumbnailMaker.thumbnail(of: copy, type: type, size: size), url: copy)
        }
    }
#endif
