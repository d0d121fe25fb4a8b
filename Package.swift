// swift-tools-version: 6.2
import PackageDescription

let nio: [Target.Dependency] = [
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOPosix", package: "swift-nio"),
    .product(name: "NIOHTTP1", package: "swift-nio"),
    .product(name: "NIOWebSocket", package: "swift-nio"),
]

let package = Package(
    name: "martlet",
    // macOS 14 is what Hummingbird needs; the modules that apps use (ChatWire, ChatNIO) need no more than macOS 13.
    platforms: [.macOS(.v14), .iOS(.v16)],
    products: [
        .library(name: "ChatWire", targets: ["ChatWire"]),
        .library(name: "ChatModel", targets: ["ChatModel"]),
        .library(name: "ChatCore", targets: ["ChatCore"]),
        .library(name: "ChatCoreNIO", targets: ["ChatCoreNIO"]),
        // Apart from ChatCoreNIO, so that BoringSSL is built only where it is used.
        .library(name: "ChatCoreTLS", targets: ["ChatCoreTLS"]),
        .library(name: "ChatStore", targets: ["ChatStore"]),
        .library(name: "ChatTesting", targets: ["ChatTesting"]),
        .library(name: "ChatUI", targets: ["ChatUI"]),
        .library(name: "Flux", targets: ["Flux"]),
        .library(name: "ChatRooms", targets: ["ChatRooms"]),
        .library(name: "ChatNIO", targets: ["ChatNIO"]),
        .library(name: "ChatSQLite", targets: ["ChatSQLite"]),
        .library(name: "ChatServer", targets: ["ChatServer"]),
        // Apart from ChatServer, like ChatCoreTLS from ChatCoreNIO.
        .library(name: "ChatServerTLS", targets: ["ChatServerTLS"]),
        .library(name: "MartletPage", targets: ["MartletPage"]),
        .executable(name: "martlet", targets: ["martlet"]),
        .executable(name: "EchoServer", targets: ["EchoServer"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        // Without its file formats: the configuration file is read by Yams directly, which knows the line of each key.
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .target(name: "ChatWire"),
        .target(name: "ChatModel", dependencies: ["ChatWire"]),
        .target(name: "Flux"),
        .target(name: "ChatCore", dependencies: ["ChatModel"]),
        .target(name: "ChatCoreNIO", dependencies: ["ChatCore", "ChatNIO"] + nio),
        .target(
            name: "ChatCoreTLS",
            dependencies: [
                "ChatCoreNIO", .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]
        ),
        .target(name: "ChatStore", dependencies: ["ChatCore", "Flux"]),
        .target(name: "ChatUI", dependencies: ["ChatModel"]),
        .target(name: "ChatTesting", dependencies: ["ChatCore", "ChatRooms"]),
        .target(name: "ChatRooms", dependencies: ["ChatWire"]),
        .target(name: "ChatNIO", dependencies: ["ChatWire"] + nio),
        .target(name: "CFileSystem"),
        .target(
            name: "ChatSQLite",
            dependencies: [
                "CFileSystem", "ChatRooms", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]
        ),
        // The files of the web page, compiled in.
        .target(name: "MartletPage", resources: [.embedInCode("Page")]),
        .target(
            name: "ChatServer",
            dependencies: [
                "ChatRooms", "ChatNIO", "MartletPage",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ]
        ),
        .target(
            name: "ChatServerTLS",
            dependencies: [
                "ChatServer", .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
            ]
        ),
        .executableTarget(
            name: "martlet",
            dependencies: [
                "ChatCoreNIO", "ChatCoreTLS", "ChatServer", "ChatServerTLS", "ChatSQLite",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Histogram", package: "hdrhistogram-swift"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "Yams", package: "Yams"),
            ]
        ),
        .executableTarget(name: "EchoServer", dependencies: ["ChatNIO"] + nio, path: "Examples/EchoServer"),
        // What the system's tests run clients in: processes to be killed.
        .executableTarget(name: "SDKDriver", dependencies: ["ChatCoreNIO"], path: "Tests/Drivers/SDKDriver"),
        .testTarget(name: "ChatWireTests", dependencies: ["ChatWire"]),
        .testTarget(name: "ChatModelTests", dependencies: ["ChatModel"]),
        .testTarget(name: "ChatCoreTests", dependencies: ["ChatCore", "ChatTesting"]),
        .testTarget(name: "ChatStoreTests", dependencies: ["ChatStore", "ChatTesting"]),
        .testTarget(name: "ChatUITests", dependencies: ["ChatUI", "ChatTesting"]),
        // The whole system under a seeded scheduler, and the command that runs seeds.
        .executableTarget(
            name: "Simulation",
            dependencies: ["ChatTesting", "ChatServer", "ChatNIO", .product(name: "Logging", package: "swift-log")]
                + nio,
            path: "Tests/Simulation"
        ),
        .testTarget(name: "SimulationTests", dependencies: ["ChatTesting", "Simulation"]),
        .testTarget(name: "FluxTests", dependencies: ["Flux"]),
        .testTarget(
            name: "ChatCoreNIOTests",
            dependencies: [
                "ChatCoreNIO", "ChatServer", .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ] + nio
        ),
        .testTarget(
            name: "ChatCoreTLSTests",
            dependencies: [
                "ChatCoreTLS", "ChatServer", .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ] + nio
        ),
        .testTarget(name: "ChatRoomsTests", dependencies: ["ChatRooms"]),
        .testTarget(
            name: "ChatNIOTests",
            dependencies: ["ChatNIO", .product(name: "NIOEmbedded", package: "swift-nio")] + nio
        ),
        .testTarget(
            name: "StoreTests",
            dependencies: ["ChatRooms", "ChatSQLite", .product(name: "GRDB", package: "GRDB.swift")]
        ),
        .testTarget(
            name: "ChatServerTests",
            dependencies: [
                "ChatServer", "ChatNIO", .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ] + nio
        ),
        .testTarget(
            name: "martletTests",
            dependencies: [
                "martlet", .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Histogram", package: "hdrhistogram-swift"),
            ]
        ),
    ]
)
