import { oauthReturnPath } from '@hot/domain/url/app-links'
import { appFolders, appPages } from '@hot/domain/url/app-pages'
import type { Element } from '@xmldom/xmldom'
import {
  androidManifest,
  appController,
  attribute,
  elementsOf,
  entitlements,
  type Finding,
  infoPlist,
  readPlist,
  strings,
  type Tree,
  textOf,
  unless,
  xcodeProject,
} from '../tree.ts'

const children = (filter: Element | undefined, name: string) => [...(filter?.getElementsByTagName(name) ?? [])]
/** Every value of one attribute among the `data` elements of a filter. */
const data = (filter: Element | undefined, name: string) =>
  children(filter, 'data').flatMap((element) => attribute(element, name) ?? [])

/** A value that Gradle puts into the manifest. */
const placeholder = (name: string) => `\${${name}}`

const same = (found: readonly string[], expected: readonly string[]) =>
  [...found].sort().join(' ') === [...expected].sort().join(' ')

function viewFilters(tree: Tree): Element[] {
  return elementsOf(tree, androidManifest, 'intent-filter').filter((filter) =>
    children(filter, 'action').some((action) => attribute(action, 'name') === 'android.intent.action.VIEW'),
  )
}

function androidLinks(tree: Tree): Finding[] {
  const filters = viewFilters(tree)
  const site = filters.find((filter) => attribute(filter, 'autoVerify') === 'true')
  const own = filters.find((filter) => data(filter, 'scheme').join() === placeholder('applicationId'))
  const [host = '', ...rest] = oauthReturnPath.split('/')
  const kinds = ['pathPattern', 'pathAdvancedPattern', 'pathSuffix', 'port', 'mimeType']
  return unless([
    [
      filters.length === 2,
      'AndroidManifest.xml: Genau zwei Filter öffnen Links, die Website und die Rückkehr der Anmeldung.',
    ],
    [
      same(data(site, 'scheme'), ['https']),
      'AndroidManifest.xml: Links der Website öffnen sich nur über https (autoVerify).',
    ],
    [
      same(data(site, 'host'), [placeholder('siteHost')]),
      `AndroidManifest.xml: Der Rechner der Links muss ${placeholder('siteHost')} sein.`,
    ],
    [
      same(data(site, 'path'), ['', ...appPages]) && same(data(site, 'pathPrefix'), appFolders),
      'AndroidManifest.xml: Die Pfade der Links sind nicht die aus domain/src/url/app-pages.ts (npm run app-links).',
    ],
    [
      same(data(own, 'host'), [host]) && same(data(own, 'path'), [`/${rest.join('/')}`]),
      `AndroidManifest.xml: Das eigene Schema gilt nur für ${oauthReturnPath}.`,
    ],
    [
      filters.every(
        (filter) =>
          kinds.every((kind) => data(filter, kind).length === 0) &&
          (filter === site || data(filter, 'pathPrefix').length === 0),
      ),
      'AndroidManifest.xml: Ein Filter öffnet mehr, als er soll.',
    ],
  ])
}

function iosLinks(tree: Tree): Finding[] {
  const domains = strings(readPlist(tree, entitlements)['com.apple.developer.associated-domains'])
  const types = readPlist(tree, infoPlist).CFBundleURLTypes
  const schemes = Array.isArray(types)
    ? types.flatMap((type) => strings(Reflect.get(Object(type), 'CFBundleURLSchemes')))
    : []
  return unless([
    [
      same(domains, ['applinks:$(HOT_SITE_HOST)', 'webcredentials:$(HOT_SITE_HOST)']),
      'App.entitlements: Verbundene Domains sind applinks:$(HOT_SITE_HOST) und webcredentials:$(HOT_SITE_HOST), und keine weitere.',
    ],
    [
      same(schemes, ['$(PRODUCT_BUNDLE_IDENTIFIER)']),
      'Info.plist: Das Schema der App muss ihre ID sein, und kein weiteres.',
    ],
  ])
}

/** Which links open the apps: the site's public pages, and the sign-in callback. */
export const checkLinks = (tree: Tree): Finding[] => [...androidLinks(tree), ...iosLinks(tree)]

const app = 'native/ios/App/App'

/** What only the projects can provide: swiping back, the back key on every Android version, and network events. */
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
