import { pushChannel } from '@hot/domain/notification/push'
import { z } from 'zod'
import type { NativeConfig } from '../config.ts'
import {
  androidManifest,
  appController,
  appDelegate,
  appGradle,
  attribute,
  doubtful,
  elementsOf,
  entitlements,
  type Finding,
  googleServices,
  readPlist,
  sceneDelegate,
  type Tree,
  textOf,
  unless,
  wrong,
  xcodeProject,
} from '../tree.ts'

const services = z.object({
  client: z.array(z.object({ client_info: z.object({ android_client_info: z.object({ package_name: z.string() }) }) })),
})

function packagesOf(text: string): string[] {
  try {
    return services
      .parse(JSON.parse(text))
      .client.map(({ client_info }) => client_info.android_client_info.package_name)
  } catch {
    return []
  }
}

/** Google's file: never in the repository, required in a release that uses Google's push service. */
function googleFile(tree: Tree, { appId, push }: NativeConfig): Finding[] {
  if (!push.includes('android')) return []
  if (!tree.bytes(googleServices))
    return [doubtful(`${googleServices} fehlt: Die Android-App bietet keine Mitteilungen an (docs/native.md).`)]
  if (packagesOf(textOf(tree, googleServices)).includes(appId)) return []
  return [wrong(`${googleServices} gehört nicht zu ${appId}.`)]
}

const pushService = 'native/ios/App/App/PushServicePlugin.swift'
const firebase = 'com.google.firebase.messaging.default_notification'

function android(tree: Tree) {
  const metas = elementsOf(tree, androidManifest, 'meta-data')
  const meta = (name: string) => metas.find((element) => attribute(element, 'name') === name)
  const drawable = attribute(meta(`${firebase}_icon`), 'resource')?.replace('@drawable/', '')
  const asks = elementsOf(tree, androidManifest, 'uses-permission').some(
    (element) => attribute(element, 'name') === 'android.permission.POST_NOTIFICATIONS',
  )
  return [
    [asks, 'AndroidManifest.xml: Ohne POST_NOTIFICATIONS fragt Android niemanden nach Mitteilungen.'],
    [
      attribute(meta(`${firebase}_channel_id`), 'value') === pushChannel,
      `AndroidManifest.xml: Mitteilungen gehören in den Kanal „${pushChannel}“.`,
    ],
    [
      Boolean(drawable && tree.bytes(`native/android/app/src/main/res/drawable/${drawable}.xml`)),
      'AndroidManifest.xml: Mitteilungen brauchen ein Zeichen, das es gibt (default_notification_icon).',
    ],
    [
      attribute(meta('firebase_messaging_auto_init_enabled'), 'value') === 'false',
      'AndroidManifest.xml: Niemand meldet sich bei Google an, ohne es zu wollen (firebase_messaging_auto_init_enabled).',
    ],
    [
      textOf(tree, appGradle).includes("apply plugin: 'com.google.gms.google-services'") &&
        textOf(tree, 'native/android/build.gradle').includes('com.google.gms:google-services:'),
      'build.gradle: Das Plugin für google-services.json fehlt.',
    ],
  ] as const
}

function ios(tree: Tree) {
  const delegate = textOf(tree, appDelegate)
  return [
    // Xcode replaces it by `production` when it signs for TestFlight and the store.
    [
      readPlist(tree, entitlements)['aps-environment'] === 'development',
      'App.entitlements: aps-environment muss development sein, sonst gibt Apple kein Token.',
    ],
    ...['DidRegister', 'DidFailToRegister'].map(
      (name) =>
        [
          delegate.includes(`.capacitor${name}ForRemoteNotifications`),
          `AppDelegate.swift reicht nicht weiter, was Apple antwortet (${name}).`,
        ] as const,
    ),
    [
      textOf(tree, sceneDelegate).includes('connectionOptions.notificationResponse'),
      'SceneDelegate.swift: Eine Mitteilung, die die App startet, führt nirgendwohin.',
    ],
    [
      textOf(tree, pushService).includes('jsName = "PushService"') &&
        textOf(tree, pushService).includes('name: "clear"') &&
        textOf(tree, xcodeProject).includes('PushServicePlugin.swift in Sources */,') &&
        textOf(tree, appController).includes('registerPluginInstance(PushServicePlugin())'),
      'PushServicePlugin.swift fehlt in der App: Was Xcode aufs Gerät bringt, bekommt keine Mitteilungen.',
    ],
  ] as const
}

/** What both systems need to deliver a message to the app and to open its target. */
export const checkPush = (tree: Tree, config: NativeConfig): Finding[] => [
  ...unless([...android(tree), ...ios(tree)]),
  ...googleFile(tree, config),
]
