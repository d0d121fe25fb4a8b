#if os(iOS)
    import ChatLanguages
    import ChatModel
    import Foundation
    import SwiftUI
    import UIKit

    /// The share extension: shows what is shared and the rooms, and hands the message to the app.
    /// The extension's own class is derived from it.
    @MainActor
    open class SharingController: UIViewController {
        open override func viewDidLoad() {
            super.viewDidLoad()
            // Before anything is said.
            Language.use(Translations.language(among: Locale.preferredLanguages))
            let model: ShareModel = ShareModel { [weak self] (isHanded: Bool) in self?.finish(isHanded) }
            let screen: UIHostingController<ShareScreen> = UIHostingController(rootView: ShareScreen(model: model))
            addChild(screen)
            screen.view.frame = view.bounds
            screen.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            view.addSubview(screen.view)
            screen.didMove(toParent: self)
            let items: [NSExtensionItem] = (extensionContext?.inputItems ?? []).compactMap { (item: Any) in
                item as? NSExtensionItem
            }
            // Ends when everything that is shared has been read.
            Task { await model.read(items) }
        }

        private func finish(_ isHanded: Bool) {
            if isHanded {
                extensionContext?.completeRequest(returningItems: nil, completionHandler: nil)
            } else {
                extensionContext?.cancelRequest(withError: CocoaError(CocoaError.Code.userCancelled))
            }
        }
    }
#endif
