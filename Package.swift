// swift-tools-version: 6.2
import PackageDescription

// Every product of another package has the trait that fetches it. A trait that a consumer leaves
// out fetches and builds nothing: docs/sdk.md says which lines to write.
let nio: [Target.Dependency] = [
    .product("NIOCore", of: "swift-nio", for: "NIO"),
    .product("NIOPosix", of: "swift-nio", for: "NIO"),
    .product("NIOHTTP1", of: "swift-nio", for: "NIO"),
    .product("NIOWebSocket", of: "swift-nio", for: "NIO"),
]

extension Target.Dependency {
    static func product(_ name: String, of package: String, for trait: String) -> Target.Dependency {
        .product(name: name, package: package, condition: .when(traits: [trait]))
    }
}

let package = Package(
    name: "martlet",
    // macOS 14 is Hummingbird's minimum. A package has one list of platforms, whatever its traits
    // are; the modules that apps use need no more than macOS 13.
    platforms: [.macOS(.v14), .iOS(.v16)],
    products: [
        .library(name: "ChatWire", targets: ["ChatWire"]),
        .library(name: "ChatModel", targets: ["ChatModel"]),
        // Apart from ChatModel: the web page loads its translations by itself.
        .library(name: "ChatLanguages", targets: ["ChatLanguages"]),
        .library(name: "ChatCore", targets: ["ChatCore"]),
        .library(name: "ChatCoreNIO", targets: ["ChatCoreNIO"]),
        // Apart from ChatCoreNIO, so that BoringSSL is built only where it is used.
        .library(name: "ChatCoreTLS", targets: ["ChatCoreTLS"]),
        .library(name: "ChatScreens", targets: ["ChatScreens"]),
        .library(name: "ChatStore", targets: ["ChatStore"]),
        .library(name: "ChatTesting", targets: ["ChatTesting"]),
        .library(name: "ChatUI", targets: ["ChatUI"]),
        .library(name: "Flux", targets: ["Flux"]),
        // Apart from Flux: it imports Testing, which apps do not have.
        .library(name: "FluxTesting", targets: ["FluxTesting"]),
        .library(name: "ChatRooms", targets: ["ChatRooms"]),
        .library(name: "ChatNIO", targets: ["ChatNIO"]),
        .library(name: "ChatSQLite", targets: ["ChatSQLite"]),
        .library(name: "ChatPostgres", targets: ["ChatPostgres"]),
        .library(name: "ChatNATS", targets: ["ChatNATS"]),
        .library(name: "ChatServer", targets: ["ChatServer"]),
        // Apart from ChatServer, like ChatCoreTLS from ChatCoreNIO.
        .library(name: "ChatServerTLS", targets: ["ChatServerTLS"]),
        // Apart from ChatServer, too: signed tokens need an HTTP client and X.509.
        .library(name: "ChatTokens", targets: ["ChatTokens"]),
        // Apart from ChatServer, too: previews of links need an HTTP client.
        .library(name: "ChatPreviews", targets: ["ChatPreviews"]),
        // Apart from ChatServer, too: files in a bucket need an HTTP client.
        .library(name: "ChatS3", targets: ["ChatS3"]),
        .library(name: "MartletPage", targets: ["MartletPage"]),
        .executable(name: "martlet", targets: ["martlet"]),
        .executable(name: "EchoServer", targets: ["EchoServer"]),
    ],
    traits: [
        .trait(name: "NIO", description: "The transports on SwiftNIO: ChatNIO and ChatCoreNIO"),
        .trait(name: "TLS", description: "BoringSSL: ChatCoreTLS and ChatServerTLS", enabledTraits: ["NIO"]),
        .trait(name: "Server", description: "The server: ChatServer and ChatSQLite", enabledTraits: ["NIO"]),
        .trait(name: "Tokens", description: "Signed tokens: ChatTokens", enabledTraits: ["Server", "TLS"]),
        .trait(name: "Previews", description: "Link previews: ChatPreviews", enabledTraits: ["Server", "TLS"]),
        .trait(name: "S3", description: "Files in a bucket: ChatS3", enabledTraits: ["Server", "TLS"]),
        .trait(
            name: "Command", description: "The command martlet",
            enabledTraits: ["Server", "TLS", "Tokens", "Previews", "S3"]),
        .default(enabledTraits: ["Command"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        // Without its file formats: the configuration file is read by Yams directly, which knows
        // the line of each key.
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-atomics", from: "1.3.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
        .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .target(name: "ChatWire"),
        .target(name: "ChatModel", dependencies: ["ChatWire"]),
        // The translations of what clients say. Scripts/languages.py makes its tables.
        .target(name: "ChatLanguages", dependencies: ["ChatModel"]),
        // The page's client. Scripts/page.sh compiles it to WebAssembly.
        .target(name: "PageModel", dependencies: ["ChatModel"], exclude: ["WebAssembly"]),
        .target(name: "Flux"),
        .target(name: "FluxTesting", dependencies: ["Flux"]),
        .target(name: "ChatCore", dependencies: ["ChatModel"]),
        .target(name: "ChatCoreNIO", dependencies: ["ChatCore", "ChatNIO"] + nio),
        .target(
            name: "ChatCoreTLS",
            dependencies: [
                "ChatCoreNIO", .product("NIOCore", of: "swift-nio", for: "NIO"),
                .product("NIOSSL", of: "swift-nio-ssl", for: "TLS"),
            ]
        ),
        .target(name: "ChatStore", dependencies: ["ChatCore", "Flux"]),
        .target(name: "ChatUI", dependencies: ["ChatModel"]),
        // ChatUI's views, connected to ChatStore's store: complete screens.
        .target(name: "ChatScreens", dependencies: ["ChatStore", "ChatUI"]),
        .target(name: "ChatTerminal", dependencies: ["ChatCore", "ChatLanguages"]),
        .target(name: "ChatTesting", dependencies: ["ChatCore", "ChatRooms"]),
        .target(name: "ChatRooms", dependencies: ["ChatWire"]),
        .target(name: "ChatNIO", dependencies: ["ChatWire"] + nio),
        .target(name: "CFileSystem"),
        // The log as tables, whatever the engine.
        .target(name: "ChatSQL", dependencies: ["ChatRooms"]),
        .target(
            name: "ChatSQLite",
            dependencies: [
                "CFileSystem", "ChatRooms", "ChatSQL", .product("Crypto", of: "swift-crypto", for: "Server"),
                .product("GRDB", of: "GRDB.swift", for: "Server"),
                .product("GRDBSQLite", of: "GRDB.swift", for: "Server"),
            ]
        ),
        // Loads libpq when the program runs.
        .target(name: "CPostgres", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .target(name: "ChatPostgres", dependencies: ["CPostgres", "ChatRooms", "ChatSQL"]),
        .target(name: "CNATS", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .target(name: "ChatNATS", dependencies: ["CNATS", "ChatRooms"]),
        // The files of the web page, compiled in. Scripts/page.sh makes CPage from Page.
        .target(name: "MartletPage", dependencies: ["CPage"], exclude: ["Page"]),
        .target(name: "CPage", exclude: ["content", "tools"]),
        .target(
            name: "ChatServer",
            dependencies: [
                "ChatRooms", "ChatNIO", "MartletPage",
                .product("Atomics", of: "swift-atomics", for: "Server"),
                .product("Crypto", of: "swift-crypto", for: "Server"),
                .product("CryptoExtras", of: "swift-crypto", for: "Server"),
                .product("HTTPTypes", of: "swift-http-types", for: "Server"),
                .product("Hummingbird", of: "hummingbird", for: "Server"),
                .product("Logging", of: "swift-log", for: "Server"),
                .product("Metrics", of: "swift-metrics", for: "Server"),
                .product("NIOHTTPTypesHTTP1", of: "swift-nio-extras", for: "Server"),
                .product("NIOTLS", of: "swift-nio", for: "NIO"),
                .product("ServiceLifecycle", of: "swift-service-lifecycle", for: "Server"),
                .product("Tracing", of: "swift-distributed-tracing", for: "Server"),
            ]
        ),
        .target(
            name: "ChatServerTLS",
            dependencies: [
                "ChatServer", .product("NIOSSL", of: "swift-nio-ssl", for: "TLS"),
                .product("NIOTLS", of: "swift-nio", for: "NIO"),
            ]
        ),
        .target(
            name: "ChatTokens",
            dependencies: [
                "ChatServer", .product("AsyncHTTPClient", of: "async-http-client", for: "Tokens"),
                .product("JWTKit", of: "jwt-kit", for: "Tokens"),
                .product("Crypto", of: "swift-crypto", for: "Server"),
                .product("Logging", of: "swift-log", for: "Server"),
                .product("NIOCore", of: "swift-nio", for: "NIO"),
            ]
        ),
        .target(
            name: "ChatPreviews",
            dependencies: [
                "ChatModel", "ChatServer", .product("AsyncHTTPClient", of: "async-http-client", for: "Previews"),
                .product("NIOCore", of: "swift-nio", for: "NIO"),
                .product("NIOHTTP1", of: "swift-nio", for: "NIO"),
                .product("NIOPosix", of: "swift-nio", for: "NIO"),
            ]
        ),
        .target(
            name: "ChatS3",
            dependencies: [
                "ChatServer", .product("AsyncHTTPClient", of: "async-http-client", for: "S3"),
                .product("Crypto", of: "swift-crypto", for: "Server"),
                .product("NIOCore", of: "swift-nio", for: "NIO"),
                .product("NIOHTTP1", of: "swift-nio", for: "NIO"),
            ]
        ),
        .executableTarget(
            name: "martlet",
            dependencies: [
                "ChatCoreNIO", "ChatCoreTLS", "ChatNATS", "ChatPostgres", "ChatPreviews", "ChatS3", "ChatServer",
                "ChatServerTLS",
                "ChatSQL", "ChatSQLite",
                "ChatTerminal",
                "ChatTokens",
                .product("ArgumentParser", of: "swift-argument-parser", for: "Command"),
                .product("Configuration", of: "swift-configuration", for: "Command"),
                .product("Histogram", of: "hdrhistogram-swift", for: "Command"),
                .product("SystemPackage", of: "swift-system", for: "Command"),
                .product("UnixSignals", of: "swift-service-lifecycle", for: "Server"),
                .product("Yams", of: "Yams", for: "Command"),
            ]
        ),
        .executableTarget(name: "EchoServer", dependencies: ["ChatNIO"] + nio, path: "Examples/EchoServer"),
        // What the system's tests run clients in: processes to be killed.
        .executableTarget(name: "SDKDriver", dependencies: ["ChatCoreNIO"], path: "Tests/Drivers/SDKDriver"),
        .testTarget(name: "ChatWireTests", dependencies: ["ChatTesting", "ChatWire"]),
        .testTarget(name: "ChatModelTests", dependencies: ["ChatLanguages", "ChatModel", "ChatTesting"]),
        .testTarget(name: "ChatCoreTests", dependencies: ["ChatCore", "ChatTesting"]),
        .testTarget(name: "ChatStoreTests", dependencies: ["ChatStore", "ChatTesting", "FluxTesting"]),
        .testTarget(name: "ChatUITests", dependencies: ["ChatUI", "ChatTesting"]),
        .testTarget(name: "ChatScreensTests", dependencies: ["ChatScreens", "ChatTesting"]),
        .testTarget(name: "ChatTerminalTests", dependencies: ["ChatLanguages", "ChatTerminal", "ChatTesting"]),
        // The whole system under a seeded scheduler, and the command that runs seeds.
        .executableTarget(
            name: "Simulation",
            dependencies: ["ChatTesting", "ChatServer", "ChatNIO", .product(name: "Logging", package: "swift-log")]
                + nio,
            path: "Tests/Simulation"
        ),
        .testTarget(name: "SimulationTests", dependencies: ["ChatTesting", "Simulation"]),
        .testTarget(name: "FluxTests", dependencies: ["Flux", "FluxTesting"]),
        .testTarget(
            name: "ChatCoreNIOTests",
            dependencies: [
                "ChatCoreNIO", "ChatServer", .product("Logging", of: "swift-log", for: "Server"),
                .product("NIOEmbedded", of: "swift-nio", for: "NIO"),
                .product("ServiceLifecycle", of: "swift-service-lifecycle", for: "Server"),
            ] + nio
        ),
        .testTarget(
            name: "ChatCoreTLSTests",
            dependencies: [
                "ChatCoreTLS", "ChatServer", .product("Logging", of: "swift-log", for: "Server"),
                .product("NIOSSL", of: "swift-nio-ssl", for: "TLS"),
                .product("ServiceLifecycle", of: "swift-service-lifecycle", for: "Server"),
            ] + nio
        ),
        .testTarget(name: "ChatRoomsTests", dependencies: ["ChatRooms", "ChatTesting"]),
        .testTarget(
            name: "ChatNIOTests",
            dependencies: ["ChatNIO", "ChatTesting", .product("NIOEmbedded", of: "swift-nio", for: "NIO")] + nio
        ),
        .testTarget(
            name: "StoreTests",
            dependencies: [
                "ChatRooms", "ChatSQL", "ChatSQLite", "ChatTesting", .product("GRDB", of: "GRDB.swift", for: "Server"),
            ]
        ),
        .testTarget(
            name: "ChatPostgresTests",
            dependencies: [
                "ChatPostgres", "ChatSQL", "ChatSQLite", "ChatTesting",
                .product("GRDB", of: "GRDB.swift", for: "Server"),
            ]
        ),
        .testTarget(
            name: "ChatServerTests",
            dependencies: [
                "ChatServer", "ChatNIO", "ChatTesting",
                .product("InMemoryTracing", of: "swift-distributed-tracing", for: "Server"),
                .product("Logging", of: "swift-log", for: "Server"),
                .product("MetricsTestKit", of: "swift-metrics", for: "Server"),
                .product("ServiceLifecycle", of: "swift-service-lifecycle", for: "Server"),
            ] + nio
        ),
        .testTarget(
            name: "ChatTokensTests",
            dependencies: [
                "ChatTokens", .product("Crypto", of: "swift-crypto", for: "Server"),
                .product("CryptoExtras", of: "swift-crypto", for: "Server"),
                .product("Logging", of: "swift-log", for: "Server"),
            ]
        ),
        .testTarget(name: "ChatS3Tests", dependencies: ["ChatS3"]),
        .testTarget(
            name: "ChatPreviewsTests",
            dependencies: ["ChatPreviews", .product("NIOCore", of: "swift-nio", for: "NIO")]
        ),
        .testTarget(
            name: "martletTests",
            dependencies: [
                "martlet", .product("ArgumentParser", of: "swift-argument-parser", for: "Command"),
                .product("Histogram", of: "hdrhistogram-swift", for: "Command"),
            ]
        ),
    ]
)

// In a release build, too, tests are not optimized: to compile them takes less time.
for target in package.targets where target.type == .test {
    target.swiftSettings = [.unsafeFlags(["-Onone"], .when(configuration: .release))]
}
