// swift-tools-version: 6.2
import PackageDescription

let sdk: [Target.Dependency] = ["SupportMessages", .product(name: "ChatCoreNIO", package: "martlet")]

let package = Package(
    name: "SupportBot",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "martlet", path: "../..")],
    targets: [
        .target(name: "SupportMessages", dependencies: [.product(name: "ChatCore", package: "martlet")]),
        .executableTarget(name: "SupportBot", dependencies: sdk),
        .executableTarget(name: "SupportCustomer", dependencies: sdk),
    ])
