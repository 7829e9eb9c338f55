import { androidManifest, appController, type Finding, type Tree, textOf, unless, xcodeProject } from './tree.ts'
import { attribute, elementsOf } from './xml.ts'

const app = 'native/ios/App/App'

/** What only the projects can give the page: swiping back, the back key on every Android, and news of the network. */
export function checkBehaviour(tree: Tree): Finding[] {
  const [application] = elementsOf(tree, androidManifest, 'application')
  const asked = elementsOf(tree, androidManifest, 'uses-permission').map((element) => attribute(element, 'name'))
  return unless([
    [
      textOf(tree, appController).includes('allowsBackForwardNavigationGestures = true'),
      'AppViewController.swift: Zurückwischen ist nicht eingeschaltet.',
    ],
    [
      textOf(tree, xcodeProject).includes('AppViewController.swift in Sources */,'),
      'project.pbxproj: AppViewController.swift wird nicht übersetzt.',
    ],
    [
      textOf(tree, `${app}/SceneDelegate.swift`).includes('rootViewController = AppViewController()') &&
        textOf(tree, `${app}/Base.lproj/Main.storyboard`).includes('customClass="AppViewController"'),
      'SceneDelegate.swift und Main.storyboard müssen AppViewController zeigen.',
    ],
    [
      attribute(application, 'enableOnBackInvokedCallback') === 'true',
      'AndroidManifest.xml: enableOnBackInvokedCallback muss true sein, damit Zurück überall denselben Weg geht.',
    ],
    [
      asked.includes('android.permission.ACCESS_NETWORK_STATE'),
      'AndroidManifest.xml: Ohne ACCESS_NETWORK_STATE erfährt die Seite nicht, dass das Netz weg ist.',
    ],
  ])
}
