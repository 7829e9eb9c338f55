import fs from 'node:fs'
import path from 'node:path'
import { DOMParser, type Document, type Element, onErrorStopParsing } from '@xmldom/xmldom'
import plist from 'plist'
import { z } from 'zod'
import { nameBelow } from '../node-program.js'

/** Files below the repository's root, by their relative path. */
export type Tree = {
  /** Undefined when there is no such file. */
  bytes(file: string): Buffer | undefined
  /** Every file below a folder; empty when there is no such folder. */
  list(folder: string): string[]
}

export const diskTree = (root: string): Tree => ({
  bytes(file) {
    const at = path.join(root, file)
    return fs.statSync(at, { throwIfNoEntry: false })?.isFile() ? fs.readFileSync(at) : undefined
  },
  list(folder) {
    const at = path.join(root, folder)
    if (!fs.existsSync(at)) return []
    return fs
      .readdirSync(at, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => nameBelow(root, path.join(entry.parentPath, entry.name)))
  },
})

/** Empty when there is no such file. */
export const textOf = (tree: Tree, file: string): string => tree.bytes(file)?.toString('utf8') ?? ''

/** A fault of the native projects; `warning`: acceptable on a developer's machine, not in a store. */
export type Finding = { level: 'error' | 'warning'; text: string }

export const wrong = (text: string): Finding => ({ level: 'error', text })
export const doubtful = (text: string): Finding => ({ level: 'warning', text })

/** The texts of all conditions that are false. */
export const unless = (conditions: readonly (readonly [holds: boolean, text: string])[]): Finding[] =>
  conditions.filter(([holds]) => !holds).map(([, text]) => wrong(text))

export const infoPlist = 'native/ios/App/App/Info.plist'
export const entitlements = 'native/ios/App/App/App.entitlements'
export const privacyManifest = 'native/ios/App/App/PrivacyInfo.xcprivacy'
export const xcodeProject = 'native/ios/App/App.xcodeproj/project.pbxproj'
export const androidManifest = 'native/android/app/src/main/AndroidManifest.xml'
export const gradleVariables = 'native/android/variables.gradle'
export const swiftPackage = 'native/ios/App/CapApp-SPM/Package.swift'
/** The page of an Android whose WebView is too old; copied into the build. */
export const oldWebViewPage = 'native/pages/webview.html'
export const appGradle = 'native/android/app/build.gradle'
/** Firebase's configuration of the Android app; never in the repository. */
export const googleServices = 'native/android/app/google-services.json'
export const appDelegate = 'native/ios/App/App/AppDelegate.swift'
export const appController = 'native/ios/App/App/AppViewController.swift'
export const sceneDelegate = 'native/ios/App/App/SceneDelegate.swift'
/** The web build, and its copies in both projects. */
export const webBuild = 'web/dist-native/client'
export const webCopies = ['native/ios/App/App/public', 'native/android/app/src/main/assets/public'] as const

const dict = z.record(z.string(), z.unknown())

/** An Apple property list; empty when the file is missing or broken. */
export function readPlist(tree: Tree, file: string): Record<string, unknown> {
  try {
    return dict.parse(plist.parse(textOf(tree, file)))
  } catch {
    return {}
  }
}

/** The strings of a list that may be absent. */
export const strings = (value: unknown): string[] => z.array(z.string()).catch([]).parse(value)

/** Parsing a manifest takes longer than twenty lookups in it. */
const parsed = new Map<string, Document>()

function documentOf(text: string): Document {
  const document = parsed.get(text) ?? new DOMParser({ onError: onErrorStopParsing }).parseFromString(text, 'text/xml')
  parsed.set(text, document)
  return document
}

/** Elements of an XML file by name; none when the file is missing or broken. */
export function elementsOf(tree: Tree, file: string, name: string): Element[] {
  try {
    return [...documentOf(textOf(tree, file)).getElementsByTagName(name)]
  } catch {
    return []
  }
}

export const attribute = (element: Element | undefined, name: string): string | undefined =>
  element?.getAttribute(`android:${name}`) ?? undefined
