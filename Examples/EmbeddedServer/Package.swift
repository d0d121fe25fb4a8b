// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "EmbeddedServer",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "martlet", path: "../..")],
    targets: [
        .executableTarget(
            name: "EmbeddedServer",
            dependencies: [
                .product(name: "ChatServer", package: "martlet"),
                .product(name: "ChatCoreNIO", package: "martlet"),
            ])
    ])
