/**
 * `npm run native:doctor`: one line for everything that is wrong with the native projects. Exits with 1 on any
 * finding; `-- --release` also counts what is acceptable on a developer's machine but not in a store.
 */
import { createHash } from 'node:crypto'
import path from 'node:path'
import shell from '../../native/capacitor.config.ts'
import { sourceStamp } from '../build/current-build.ts'
import { checkPermissions, checkPrivacy, checkSecrets } from './checks/access.ts'
import { checkFloor } from './checks/floor.ts'
import { checkIds, checkVersions } from './checks/identity.ts'
import { checkBehaviour, checkLinks } from './checks/navigation.ts'
import { checkPush } from './checks/push.ts'
import { checkResources } from './checks/resources.ts'
import { checkStore } from './checks/store.ts'
import { type NativeConfig, readNativeConfig, shellConfig } from './config.ts'
import { withPolicy } from './policy.ts'
import { diskTree, doubtful, type Finding, type Tree, textOf, unless, webBuild, webCopies, wrong } from './tree.ts'

/** Written beside the build: the hash of its sources (scripts/build/current-build.ts). */
export const stampFile = 'web/dist-native/built-from'

/** Capacitor adds these for old plugins. */
const added = new Set(['cordova.js', 'cordova_plugins.js'])

/** One hash of all files of a folder, by name and content. */
function hashOf(tree: Tree, folder: string): string {
  const hash = createHash('sha256')
  const names = tree.list(folder).map((file) => file.slice(folder.length + 1))
  for (const name of names.filter((name) => !added.has(name)).sort())
    hash.update(`${name}\n`).update(
      createHash('sha256')
        .update(tree.bytes(`${folder}/${name}`) ?? '')
        .digest(),
    )
  return hash.digest('hex')
}

/** Both projects contain the build of the current sources (`sources`: their hash) with the current configuration. */
export function checkBuild(tree: Tree, config: NativeConfig, sources: string): Finding[] {
  if (!tree.bytes(`${webBuild}/index.html`)) return [doubtful('Die App ist noch nicht gebaut: npm run native:sync.')]
  const findings: Finding[] = []
  if (textOf(tree, stampFile) !== sources)
    findings.push(wrong('Der Web-Build ist älter als die Quellen: npm run native:sync.'))
  if (textOf(tree, `${webBuild}/config.json`) !== shellConfig(config, tree))
    findings.push(wrong('config.json der App passt nicht zu app.config.json: npm run native:sync.'))
  const page = textOf(tree, `${webBuild}/index.html`)
  if (!/<head[^>]*><meta http-equiv="Content-Security-Policy"/.test(page) || withPolicy(page, config) !== page)
    findings.push(wrong('index.html der App hat keine Content-Security-Policy, oder eine fremde: npm run native:sync.'))
  const current = hashOf(tree, webBuild)
  const stale = webCopies.filter((folder) => hashOf(tree, folder) !== current)
  return [
    ...findings,
    ...stale.map((folder) => wrong(`${folder} ist nicht der aktuelle Web-Build: npm run native:sync.`)),
  ]
}

type Shell = typeof shell

/** What the shell may open inside itself, and where its pages come from. */
function checkShell({ server = {}, android = {}, ios = {} }: Shell): Finding[] {
  return unless([
    [server.allowNavigation?.length === 0, 'capacitor.config.ts: allowNavigation muss leer sein.'],
    [!server.url, 'capacitor.config.ts: Die App lädt sich nicht von einem Server (server.url).'],
    [
      server.cleartext === false && server.androidScheme === 'https' && android.allowMixedContent === false,
      'capacitor.config.ts: Unverschlüsselte Inhalte müssen verboten sein.',
    ],
    [
      !android.webContentsDebuggingEnabled && !ios.webContentsDebuggingEnabled,
      'capacitor.config.ts: Eine fertige App lässt nicht in sich hineinsehen (webContentsDebuggingEnabled).',
    ],
  ])
}

/** Everything that can be checked without a build: ids, links, permissions, versions, secrets. */
export const checkProjects = (tree: Tree, config: NativeConfig, capacitor: Shell): Finding[] => [
  ...checkIds(tree, config),
  ...checkLinks(tree),
  ...checkShell(capacitor),
  ...checkFloor(tree, capacitor),
  ...checkPermissions(tree),
  ...checkPush(tree, config),
  ...checkPrivacy(tree),
  ...checkBehaviour(tree),
  ...checkVersions(tree),
  ...checkSecrets(tree),
  ...checkResources(tree),
  ...checkStore(tree),
]

if (import.meta.main) {
  const release = process.argv.includes('--release')
  const tree = diskTree(path.resolve(import.meta.dirname, '../..'))
  const config = readNativeConfig()
  const findings = [...checkProjects(tree, config, shell), ...checkBuild(tree, config, sourceStamp())]
  for (const { level, text } of findings)
    console.info(`${level === 'error' || release ? 'FEHLER' : 'Hinweis'}  ${text}`)
  const errors = findings.filter(({ level }) => release || level === 'error').length
  console.info(errors > 0 ? `${errors} Fehler.` : 'Alles in Ordnung.')
  process.exitCode = errors > 0 ? 1 : 0
}
