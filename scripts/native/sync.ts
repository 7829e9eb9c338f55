/**
 * `npm run native:sync`: builds the single-page app, adds the configuration and copies both into the iOS and Android
 * projects, with the list of plugins. Needs neither Xcode nor Gradle. `--built` uses the existing build.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { sourceStamp } from '../build/current-build.ts'
import { scriptFile, withNodeFirst } from '../node-program.js'
import { projectFiles, readNativeConfig, shellConfig } from './config.ts'
import { stampFile } from './doctor.ts'
import { withPolicy } from './policy.ts'
import { diskTree, oldWebViewPage } from './tree.ts'

const root = path.resolve(import.meta.dirname, '../..')
const native = path.join(root, 'native')
const built = path.join(root, 'web/dist-native/client')

const run = (program: string, args: readonly string[], cwd: string) =>
  execFileSync(process.execPath, [scriptFile(program), ...args], {
    cwd,
    stdio: 'inherit',
    env: withNodeFirst({ ...process.env, NODE_ENV: 'production' }, process.execPath),
  })

const config = readNativeConfig()
for (const [file, text] of Object.entries(projectFiles(config))) fs.writeFileSync(path.join(native, file), text)

if (!process.argv.includes('--built')) {
  const sources = sourceStamp()
  fs.rmSync(path.dirname(built), { recursive: true, force: true })
  run('vite', ['build', '--mode', 'native'], path.join(root, 'web'))
  fs.writeFileSync(path.join(root, stampFile), sources)
}
const page = path.join(built, 'index.html')
fs.writeFileSync(page, withPolicy(fs.readFileSync(page, 'utf8'), config))
fs.copyFileSync(path.join(root, oldWebViewPage), path.join(built, path.basename(oldWebViewPage)))
fs.writeFileSync(path.join(built, 'config.json'), shellConfig(config, diskTree(root)))
run('@capacitor/cli:cap', ['sync'], native)
