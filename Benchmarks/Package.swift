// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that whoever builds the server builds none of this.
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
        .executableTarget(
            name: "ChatBenchmarks",
            dependencies: [
                "CAllocations",
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "ChatWire", package: "martlet"),
                .product(name: "ChatRooms", package: "martlet"),
                .product(name: "ChatNIO", package: "martlet"),
                .product(name: "ChatSQLite", package: "martlet"),
                .product(name: "Flux", package: "martlet"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ],
            path: "Benchmarks/ChatBenchmarks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
    ]
)
