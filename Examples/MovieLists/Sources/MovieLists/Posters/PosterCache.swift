import Foundation

/// Loads posters, and keeps the ones that were used last: a few in memory, and more on disk. Both
/// have a maximum of bytes.
///
/// Several requests for one poster at the same time load it once. A poster that can't be written to
/// the disk is loaded again later.
public actor PosterCache {
    public typealias Load = @Sendable (PosterPath) async throws(MovieError) -> Data

    private let load: Load
    private var memory: MemoryPosters
    private var disk: DiskPosters
    private var loading: [PosterPath: Task<Result<Data, MovieError>, Never>] = [:]

    /// - Parameters:
    ///   - folder: The posters' folder. Nothing else may be in it.
    ///   - memoryBytes, diskBytes: The maximum of bytes in memory, and on disk.
    ///   - load: Loads a poster that is not in the cache. It needs a deadline of its own.
    public init(
        folder: URL, memoryBytes: Int = Limits.postersInMemory, diskBytes: Int = Limits.postersOnDisk,
        load: @escaping Load
    ) {
        memory = MemoryPosters(capacity: memoryBytes)
        disk = DiskPosters(folder: folder, capacity: diskBytes)
        self.load = load
    }

    /// The poster's bytes.
    public func poster(_ path: PosterPath) async throws(MovieError) -> Data {
        if let data = memory[path] { return data }
        if let data = disk.read(path) {
            memory[path] = data
            return data
        }
        let task = loading[path] ?? start(path)
        return try await task.value.get()
    }

    /// The bytes in memory, and on disk.
    public var bytes: (memory: Int, disk: Int) { (memory.bytes, disk.bytes) }

    private func start(_ path: PosterPath) -> Task<Result<Data, MovieError>, Never> {
        let task = Task { [load] in
            let result: Result<Data, MovieError>
            do throws(MovieError) {
                result = .success(try await load(path))
            } catch {
                result = .failure(error)
            }
            ended(path, result)
            return result
        }
        loading[path] = task
        return task
    }

    private func ended(_ path: PosterPath, _ result: Result<Data, MovieError>) {
        loading[path] = nil
        guard let data = try? result.get() else { return }
        memory[path] = data
        disk.write(data, path)
    }
}
