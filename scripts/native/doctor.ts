/**
 * `npm run native:doctor`: one line for everything that is wrong with the native projects. Ends with 1 when something is;
 * `-- --release` also counts what is fine on a developer's machine and not in a store.
 */
import path from 'node:path'
import shell from '../../native/capacitor.config.ts'
import { sourceStamp } from '../build/build-stamp.ts'
import { checkBuild, checkProjects } from './check-projects.ts'
import { readNativeConfig } from './config.ts'
import { diskTree } from './tree.ts'

const release = process.argv.includes('--release')
const tree = diskTree(path.resolve(import.meta.dirname, '../..'))
const config = readNativeConfig()
const findings = [...checkProjects(tree, config, shell), ...checkBuild(tree, config, sourceStamp())]
for (const { level, text } of findings) console.info(`${level === 'error' || release ? 'FEHLER' : 'Hinweis'}  ${text}`)
const errors = findings.filter(({ level }) => release || level === 'error').length
console.info(errors > 0 ? `${errors} Fehler.` : 'Alles in Ordnung.')
process.exitCode = errors > 0 ? 1 : 0
