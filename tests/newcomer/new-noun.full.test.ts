import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from '../../scripts/node-program.js'

const recipe = fs.readFileSync(path.join(root, 'docs/recipes/new-noun.md'), 'utf8')
/** Made by builds and runs, or by git. */
const notCopied = new Set(['.git', 'node_modules', 'dist', 'dist-native', '.data', '.tanstack', 'test-results'])

/** A block of the recipe: its file, and the text before whose line it stands, or `end`; neither for a new file. */
type Block = { file: string; before: string | undefined; atEnd: boolean; text: string }

const blocks: Block[] = [...recipe.matchAll(/^```\w+ (\S+)( at the end| before (.+))?\n([\s\S]*?)^```$/gm)].map(
  ([, file = '', where, before, text = '']) => ({ file, before, atEnd: where === ' at the end', text }),
)

let copy: string
beforeEach(() => {
  copy = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-recipe-'))
  fs.cpSync(root, copy, { recursive: true, filter: (file) => !notCopied.has(path.basename(file)) })
  for (const folder of ['.', 'server', 'packages/embedded']) linkModules(folder)
  run('git', 'init', '--quiet')
  run('git', 'add', '--all')
})
afterEach(() => fs.rmSync(copy, { recursive: true, force: true }))

/** The installed packages, but the repository's own from the copy. Caches of tools stay where they are. */
function linkModules(folder: string): void {
  const from = path.join(root, folder, 'node_modules')
  const to = path.join(copy, folder, 'node_modules')
  if (!fs.existsSync(from)) return
  fs.mkdirSync(to)
  for (const name of fs.readdirSync(from))
    if (name === '@hot')
      fs.cpSync(path.join(from, name), path.join(to, name), { recursive: true, verbatimSymlinks: true })
    else if (!name.startsWith('.') || name === '.bin') fs.symlinkSync(path.join(from, name), path.join(to, name))
}

/** Runs a command in the copy, and fails with the end of what it said. */
function run(program: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: copy, encoding: 'utf8', maxBuffer: 64 << 20 })
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${`${stdout}${stderr}`.slice(-4000)}`)
}

function apply({ file, before, atEnd, text }: Block): void {
  const target = path.join(copy, file)
  const had = fs.existsSync(target) ? fs.readFileSync(target, 'utf8') : undefined
  const isNew = !atEnd && before === undefined
  expect([file, had === undefined]).toEqual([file, isNew])
  fs.mkdirSync(path.dirname(target), { recursive: true })
  if (before === undefined) fs.writeFileSync(target, (had ?? '') + text)
  else {
    const [above, below, ...more] = (had ?? '').split(`\n${before}`)
    expect([file, before, below !== undefined && more.length === 0]).toEqual([file, before, true])
    fs.writeFileSync(target, `${above}\n${text}${before}${below}`)
  }
}

test('a new noun is twelve files, after which check, build and the tests of all nouns are green', {
  timeout: 1_800_000,
}, () => {
  expect(new Set(blocks.map(({ file }) => file)).size).toBeLessThanOrEqual(12)
  for (const block of blocks) apply(block)
  run('npm', 'run', 'db:migration', '--', 'podcasts')
  for (const command of ['types', 'app-links', 'build', 'check']) run('npm', 'run', command)
  const tests = [
    'posts/podcasts',
    'account/account-',
    'account/what-',
    'account/inventory',
    'access/matrix',
    'access/quotas',
    'access/heard-members',
  ]
  const reading = ['access/catalogue', 'pages/shapes', 'schemas/equality']
    .concat(tests)
    .map((name) => `supabase/tests/${name}`)
  run(process.execPath, 'scripts/run.js', 'vitest', 'run', '--project', 'sql', ...reading)
})
