import type { CapacitorConfig } from '@capacitor/cli'
import { floor } from '../domain/src/installation/floor.ts'
import { readNativeConfig } from '../scripts/native/config.ts'

const { appId, appName } = readNativeConfig()

/** Read by `cap`; `npm run native:sync` copies the result into both projects. */
const config: CapacitorConfig = {
  appId,
  appName,
  webDir: '../web/dist-native/client',
  loggingBehavior: 'debug',
  server: {
    // The origins allowed by server/http/backend-routes.ts.
    androidScheme: 'https',
    hostname: 'localhost',
    cleartext: false,
    // All other addresses open outside the app.
    allowNavigation: [],
    // Shown where the WebView is older than the floor (native/pages).
    errorPath: 'webview.html',
  },
  android: { allowMixedContent: false, minWebViewVersion: Number(floor.chrome) },
  plugins: {
    // The page learns the size of the bars from env(safe-area-inset-…), as on iOS.
    SystemBars: { insetsHandling: 'native', initialViewportFitValueHint: 'cover' },
    // Hidden by the app: web/src/platform/browser-chrome/start-screen.ts.
    SplashScreen: { launchAutoHide: false },
    // While the app is open, its notification menu shows them.
    PushNotifications: { presentationOptions: [] },
  },
}
export default config
