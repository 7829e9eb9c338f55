import UIKit
import Capacitor

class AppViewController: CAPBridgeViewController {

    override func capacitorDidLoad() {
        super.capacitorDidLoad()
        // A swipe from the edge goes back one page, as usual on iOS. Capacitor has no setting for it.
        webView?.allowsBackForwardNavigationGestures = true
        bridge?.registerPluginInstance(PushServicePlugin())
    }
}
