// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that a build of the server builds none of it.

func martlet(_ modules: String...) -> [Target.Dependency] {
    modules.map { .product(name: $0, package: "martlet") }
}

let package = Package(
    name: "martlet-benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "martlet", path: "../"),
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        .target(name: "CAllocations"),
        // Measures an outbox without a connection. It takes no part in the thresholds.
        .executableTarget(name: "QueueOffline", dependencies: martlet("ChatCore")),
        // Measures a client in a long room of a running server. It takes no part in the thresholds.
        .executableTarget(name: "LongRoom", dependencies: martlet("ChatCore", "ChatCoreNIO")),
        .executableTarget(
            name: "ChatBenchmarks",
            dependencies: ["CAllocations"] + martlet("ChatWire", "ChatRooms", "ChatNIO", "ChatSQLite", "Flux") + [
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ],
            path: "Benchmarks/ChatBenchmarks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
    ]
)
