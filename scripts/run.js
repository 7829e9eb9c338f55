// `node scripts/run.js SCRIPT [ARGUMENT …]`: runs a script with Node 24, no matter which Node or shell started npm.
import { spawn } from 'node:child_process'
import { killedText, nodeProgram, noNode, scriptCall, scriptEnvironment, withNodeFirst } from './node-program.js'

const [script = '', ...args] = process.argv.slice(2)
const node = nodeProgram()
if (!node) {
  console.error(noNode)
  process.exit(1)
}

const env = withNodeFirst(scriptEnvironment(script, process.env), node)
const child = spawn(node, scriptCall(script, args), { stdio: 'inherit', env })

/** @type {NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
// A console of Windows tells the script of Ctrl-C itself, and `kill` would end it there and then.
const forward = process.platform === 'win32' ? () => {} : (/** @type {NodeJS.Signals} */ signal) => child.kill(signal)
for (const signal of signals) process.on(signal, forward)
// A shell may end before its background processes; npm does not.
if (process.env.npm_lifecycle_event) await import('./end-with-parent.js')

child.once('error', (error) => {
  console.error(`Node ließ sich nicht starten (${node}): ${error.message}`)
  process.exit(1)
})
child.once('exit', (code, signal) => {
  if (signal === 'SIGKILL' && script === 'start.ts') console.error(killedText)
  if (!signal) process.exit(code ?? 1)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
})
