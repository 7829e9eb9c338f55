import UIKit
import Capacitor

class AppViewController: CAPBridgeViewController {

    /// A swipe from the edge goes one page back, as everywhere on iOS. Capacitor has no setting for it.
    override func capacitorDidLoad() {
        super.capacitorDidLoad()
        webView?.allowsBackForwardNavigationGestures = true
    }
}
