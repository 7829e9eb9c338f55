import { floor } from '@hot/domain/installation/floor'
import {
  type Finding,
  gradleVariables,
  oldWebViewPage,
  swiftPackage,
  type Tree,
  textOf,
  unless,
  xcodeProject,
} from '../tree.ts'

type Shell = { server?: { errorPath?: string }; android?: { minWebViewVersion?: number } }

/** Both projects begin with the systems that the floor names, and an older WebView gets a page that says what to do. */
export function checkFloor(tree: Tree, { server = {}, android = {} }: Shell): Finding[] {
  const project = textOf(tree, xcodeProject)
  const targets = [...project.matchAll(/IPHONEOS_DEPLOYMENT_TARGET = ([\d.]+);/g)].map(([, version]) => version)
  const page = textOf(tree, oldWebViewPage)
  return unless([
    [
      targets.length > 0 && targets.every((version) => version === floor.safari),
      `project.pbxproj: IPHONEOS_DEPLOYMENT_TARGET muss überall ${floor.safari} sein (domain/src/installation/floor.ts).`,
    ],
    [
      textOf(tree, swiftPackage).includes(`.iOS(.v${Number.parseInt(floor.safari, 10)})`),
      'CapApp-SPM/Package.swift nennt ein anderes iOS als project.pbxproj: npm run native:sync.',
    ],
    [
      new RegExp(`\\bminSdkVersion = ${floor.androidApi}\\b`).test(textOf(tree, gradleVariables)),
      `variables.gradle: minSdkVersion muss ${floor.androidApi} sein (domain/src/installation/floor.ts).`,
    ],
    [
      android.minWebViewVersion === Number(floor.chrome),
      `capacitor.config.ts: minWebViewVersion muss ${floor.chrome} sein (domain/src/installation/floor.ts).`,
    ],
    [
      page !== '' && oldWebViewPage.endsWith(`/${server.errorPath}`),
      'capacitor.config.ts: errorPath muss die Seite für eine alte WebView sein.',
    ],
  ])
}
