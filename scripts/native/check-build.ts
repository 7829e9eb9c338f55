import { createHash } from 'node:crypto'
import type { NativeConfig } from './config.ts'
import { shellConfig } from './generated.ts'
import { doubtful, type Finding, type Tree, textOf, webBuild, webCopies, wrong } from './tree.ts'

/** Beside the build: what it was made of (scripts/build/build-stamp.ts). */
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

/** Both projects carry the build of the sources as they are now (`sources`: their hash), with today's configuration. */
export function checkBuild(tree: Tree, config: NativeConfig, sources: string): Finding[] {
  if (!tree.bytes(`${webBuild}/index.html`)) return [doubtful('Die App ist noch nicht gebaut: npm run native:sync.')]
  const findings: Finding[] = []
  if (textOf(tree, stampFile) !== sources)
    findings.push(wrong('Der Web-Build ist älter als die Quellen: npm run native:sync.'))
  if (textOf(tree, `${webBuild}/config.json`) !== shellConfig(config, tree))
    findings.push(wrong('config.json der App passt nicht zu app.config.json: npm run native:sync.'))
  const current = hashOf(tree, webBuild)
  const stale = webCopies.filter((folder) => hashOf(tree, folder) !== current)
  return [
    ...findings,
    ...stale.map((folder) => wrong(`${folder} ist nicht der aktuelle Web-Build: npm run native:sync.`)),
  ]
}
