// `node scripts/run.js SCRIPT [ARGUMENT …]`: runs a script with Node 24, no matter which Node or shell started npm.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { nodeProgram, noNode, scriptFile, v8Flags } from './node-program.js'

const [script = '', ...args] = process.argv.slice(2)
const node = nodeProgram()
if (!node) {
  console.error(noNode)
  process.exit(1)
}

const endWithParent = pathToFileURL(path.join(import.meta.dirname, 'end-with-parent.js')).href
const child = spawn(
  node,
  [...(script === 'start.ts' ? v8Flags : []), '--import', endWithParent, scriptFile(script), ...args],
  {
    stdio: 'inherit',
    // Processes that the script starts find this Node as well.
    env: { ...process.env, PATH: [path.dirname(node), process.env.PATH].join(path.delimiter) },
  },
)

/** @type {NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
for (const signal of signals) process.on(signal, () => child.kill(signal))
// A shell may end before its background processes; npm does not.
if (process.env.npm_lifecycle_event) await import('./end-with-parent.js')

child.once('error', (error) => {
  console.error(`Node ließ sich nicht starten (${node}): ${error.message}`)
  process.exit(1)
})
child.once('exit', (code, signal) => {
  if (!signal) process.exit(code ?? 1)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
})
