import ArgumentParser
import ChatRooms
import ChatS3
import ChatSQLite
import ChatServer
import Foundation
import NIOCore

struct FileCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "files", abstract: "Copy the files of a data folder to a bucket.",
        subcommands: [CopyFiles.self])
}

struct CopyFiles: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Copy the files of a data folder to the bucket in which they will be.",
        discussion: """
            Start the server with --files and this address first, and leave it running: new files \
            go to the bucket, and those of the folder can still be read. This command copies them, \
            and then deletes each from the folder. Run it again after an interruption: it goes on \
            where it was. Credentials are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
            """)

    @Argument(help: "The bucket, such as s3://chat-files/prefix: the address that --files has.")
    var address: String

    @OptionGroup var options: DataOption

    func run() async throws {
        guard let address = S3Address(address) else { throw ValidationError("ADDRESS is \(S3Address.form).") }
        let progress = Progress()
        do {
            let files = FileBucket(paths: options.paths)
            guard try files.address()?.hasSameObjects(as: address) == true else {
                throw StartError(
                    "No server of \(options.paths.folder) has used \(address) yet. Start it with --files \(address) first, so that it reads files from there."
                )
            }
            let bucket = try files.bucket(address)
            let result: Result<Int, any Error>
            do {
                result = .success(
                    try await FolderFiles.moving(options.paths) { try await copy(to: bucket, progress) })
            } catch {
                result = .failure(error)
            }
            await bucket.shutdown()
            if progress.isTerminal { progress.end("Copying, files") }
            print("Copied \(try result.get()) files to \(address).")
        } catch {
            if progress.isTerminal { progress.end("Copying, files") }
            throw CommandFailure("\(error)")
        }
    }

    /// A file leaves the folder after its object is complete.
    private func copy(to bucket: S3Bucket, _ progress: Progress) async throws -> Int {
        let places = FolderFiles.places(options.paths)
        var count = 0
        for (index, place) in places.enumerated() {
            if progress.isTerminal { progress.show("Copying, files", index, of: places.count) }
            guard let (bytes, digest) = try FolderFiles.read(place, options.paths) else { continue }
            let buffer = ByteBuffer(bytes: bytes)
            try await bucket.put(place.text, size: UInt64(bytes.count), digest: digest) { count, offset in
                buffer.getSlice(at: Int(clamping: offset), length: count) ?? ByteBuffer()
            }
            if FolderFiles.remove(place, options.paths) {
                count += 1
            } else {
                // Its message was deleted meanwhile.
                try await bucket.delete(place.text)
            }
        }
        return count
    }
}
