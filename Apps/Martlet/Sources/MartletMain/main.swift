#if canImport(SwiftUI)
    import MartletApp

    ChatApp.main()
#else
    print("The app needs macOS or iOS. Here the same chat is at hand as `martlet chat`, and as a page in the browser.")
#endif
