/** `npm run build`: builds the web app, removes the source maps, compresses it, prepares a database and records the hash of its sources. */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { releaseName } from '@hot/domain/installation/build-name'
import type { PublicConfig } from '../../server/backend/site-info.ts'
import { moveSourceMaps, precompress, sourceMapFolder } from '../../server/commands/build-output.ts'
import { storePage } from '../../server/documents/stored-document.ts'
import type { ServerEntry } from '../../server/pages/page-render.ts'
import { buildInfo } from '../../server/settings/build-info.ts'
import { root, scriptFile } from '../node-program.js'
import { noteBuild } from './current-build.ts'
import { prepareDatabase } from './prepare-database.ts'
import { writeStyleParts } from './style-parts.ts'

/** No page has this address: what is left is what all have. */
const nowhere = '/-'
const nonce = 'nonce'

/**
 * Writes the dictionary of a build (`server/documents/dictionary.ts`): the page of an address that does not exist, as it is without
 * a backend. It is the same for every installation of a build.
 */
async function writeDictionary(dist: string): Promise<number> {
  const siteUrl = 'https://hot.invalid'
  const config: PublicConfig = {
    supabaseUrl: '',
    publishableKey: '',
    siteUrl,
    site: {},
    services: [],
    apps: { version: '', leastVersion: '' },
  }
  const fetch = async () => Response.json({}, { status: 503 })
  Reflect.set(globalThis, Symbol.for('hot.server'), { fetch, config })
  const { href } = pathToFileURL(path.join(dist, 'server/server.js'))
  const { default: entry } = (await import(href)) as { default: ServerEntry }
  let html: Buffer<ArrayBuffer> | undefined
  const takePage = (page: Buffer<ArrayBuffer>) => {
    html = page
  }
  const request = new Request(config.siteUrl + nowhere, { headers: { accept: 'text/html' } })
  const answer = await entry.fetch(request, { context: { nonce, takePage } })
  const page = html ?? Buffer.from(await answer.arrayBuffer())
  const { body } = storePage(answer, page, { nonce, origins: {} })
  fs.writeFileSync(path.join(dist, 'dictionary'), body)
  return body.length
}

const web = path.join(root, 'web')
const dist = path.join(web, 'dist')

const vite = spawn(process.execPath, [scriptFile('vite'), 'build'], { cwd: web, stdio: 'inherit' })
const code = await new Promise<number | null>((resolve) => vite.once('close', resolve))
if (code !== 0) process.exit(code ?? 1)

const shared = await writeDictionary(dist)
writeStyleParts(path.join(dist, 'client'), path.join(dist, 'styles.json'))
moveSourceMaps(path.join(dist, 'client'), path.join(dist, sourceMapFolder))
const { files, saved } = await precompress(path.join(dist, 'client'))
prepareDatabase()
noteBuild()
// What the reports of this build call it, for whoever uploads its source maps.
fs.writeFileSync(path.join(dist, 'release'), `${releaseName(buildInfo())}\n`)
console.info(
  `${files} Dateien komprimiert, ${Math.round(saved / 1000)} kB gespart, ${Math.round(shared / 1000)} kB Wörterbuch.`,
)
// The app keeps timers.
process.exit(0)
