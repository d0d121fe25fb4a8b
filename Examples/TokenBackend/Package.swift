// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "TokenBackend",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "martlet", path: "../.."),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        .executableTarget(
            name: "TokenBackend",
            dependencies: [
                .product(name: "Crypto", package: "swift-crypto"), .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        .executableTarget(name: "TokenClient", dependencies: [.product(name: "ChatCoreNIO", package: "martlet")]),
    ])
