/** `npm run build`: builds the web app, removes the source maps, compresses it and records the hash of its sources. */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { releaseName } from '@hot/domain/installation/build-name'
import { moveSourceMaps, precompress, sourceMapFolder } from '../../server/commands/build-output.ts'
import { buildInfo } from '../../server/settings/build-info.ts'
import { root, scriptFile } from '../node-program.js'
import { noteBuild } from './current-build.ts'

const web = path.join(root, 'web')
const dist = path.join(web, 'dist')

const vite = spawn(process.execPath, [scriptFile('vite'), 'build'], { cwd: web, stdio: 'inherit' })
const code = await new Promise<number | null>((resolve) => vite.once('close', resolve))
if (code !== 0) process.exit(code ?? 1)

moveSourceMaps(path.join(dist, 'client'), path.join(dist, sourceMapFolder))
const { files, saved } = await precompress(path.join(dist, 'client'))
noteBuild()
// What the reports of this build call it, for whoever uploads its source maps.
fs.writeFileSync(path.join(dist, 'release'), `${releaseName(buildInfo())}\n`)
console.info(`${files} Dateien komprimiert, ${Math.round(saved / 1000)} kB gespart.`)
