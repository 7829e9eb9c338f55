/** A recipe of `docs/recipes`, applied to a copy of the repository. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { root } from '../../scripts/node-program.js'

/** Made by builds and runs, or by git. */
const notCopied = new Set(['.git', 'node_modules', 'dist', 'dist-native', '.data', '.tanstack', 'test-results'])

/** A block of a recipe: whether it is what changes or a text, its file, the words behind that, and its lines. */
type Block = { isDiff: boolean; file: string; where: string; text: string }

const blocksOf = (recipe: string): Block[] =>
  [
    ...fs
      .readFileSync(path.join(root, 'docs/recipes', recipe), 'utf8')
      .matchAll(/^```(\w+) (\S+)(.*)\n([\s\S]*?)^```$/gm),
  ].map(([, language, file = '', where = '', text = '']) => ({
    isDiff: language === 'diff',
    file,
    where: where.trim(),
    text,
  }))

export type Copy = {
  /** Applies a recipe by its name, and says which files that changed. */
  apply: (recipe: string) => string[]
  /** Runs a command in it, and fails with the end of what it said. */
  run: (program: string, ...args: string[]) => void
  remove: () => void
}

/** A copy of the repository with its packages, as somebody has it who works on it. */
export function copyRepository(): Copy {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-recipe-'))
  fs.cpSync(root, copy, { recursive: true, filter: (file) => !notCopied.has(path.basename(file)) })
  for (const folder of ['.', 'server', 'packages/embedded']) linkModules(copy, folder)
  const run: Copy['run'] = (program, ...args) => {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: copy, encoding: 'utf8', maxBuffer: 64 << 20 })
    if (status !== 0)
      throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${`${stdout}${stderr}`.slice(-4000)}`)
  }
  run('git', 'init', '--quiet')
  run('git', 'add', '--all')
  return {
    run,
    apply: (recipe) => {
      const blocks = blocksOf(recipe)
      for (const block of blocks) applyBlock(copy, block)
      return [...new Set(blocks.map(({ file }) => file))]
    },
    remove: () => fs.rmSync(copy, { recursive: true, force: true }),
  }
}

/** The installed packages, but the repository's own from the copy. Caches of tools stay where they are. */
function linkModules(copy: string, folder: string): void {
  const from = path.join(root, folder, 'node_modules')
  const to = path.join(copy, folder, 'node_modules')
  if (!fs.existsSync(from)) return
  fs.mkdirSync(to)
  for (const name of fs.readdirSync(from))
    if (name === '@hot')
      fs.cpSync(path.join(from, name), path.join(to, name), { recursive: true, verbatimSymlinks: true })
    else if (!name.startsWith('.') || name === '.bin') fs.symlinkSync(path.join(from, name), path.join(to, name))
}

function applyBlock(copy: string, block: Block): void {
  const target = path.join(copy, block.file)
  const had = fs.existsSync(target) ? fs.readFileSync(target, 'utf8') : undefined
  fs.mkdirSync(path.dirname(target), { recursive: true })
  fs.writeFileSync(target, changed(had, block))
}

/** Fails unless the block fits at one place of what the file had. */
function changed(had: string | undefined, { isDiff, file, where, text }: Block): string {
  if (isDiff) {
    const hunks = text.split(/^@@\n/m).map((hunk) => hunk.split('\n').slice(0, -1))
    const of = (hunk: string[], gone: string) =>
      hunk.filter((line) => !line.startsWith(gone)).map((line) => line.slice(1))
    if (had === undefined) return `${hunks.flatMap((hunk) => of(hunk, '-')).join('\n')}\n`
    return hunks.reduce((now, hunk) => replaced(now, of(hunk, '+').join('\n'), of(hunk, '-').join('\n'), file), had)
  }
  if (where === 'at the end' && had !== undefined) return had + text
  const before = /^before (.+)$/.exec(where)?.[1]
  if (before && had !== undefined) return replaced(had, `\n${before}`, `\n${text}${before}`, file)
  if (where || had !== undefined) throw new Error(`${file} is ${had === undefined ? 'not there' : 'there already'}`)
  return text
}

function replaced(text: string, from: string, to: string, file: string): string {
  const [above, below, ...more] = text.split(from)
  if (below === undefined || more.length > 0)
    throw new Error(`${file} has ${more.length + (below === undefined ? 0 : 1)} places like this, not one:\n${from}`)
  return `${above}${to}${below}`
}
