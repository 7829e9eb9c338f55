/**
 * Fails with file and line for every citation in code and docs that a reader could not follow: a path of this
 * repository that does not exist, a heading that its page does not have, or a document that is not part of the
 * repository.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { readLock } from './migrations-lock.ts'

const decisions = 'docs/decisions'
/** Contains broken citations on purpose. */
const ownTest = 'scripts/check/check-citations.test.ts'

/** Names of documents that exist outside this repository only. */
const outside =
  /\b(?:[Ss]pecifications?|[Dd]ecisions?) ?§|\b[Tt]he specification\b|\b(?:quality|look|house|product-spec|spec-map|progress)\.md\b|\.\.\/shared\b/g
/** A path below docs/, unless it is the end of a longer path or of a web address. */
const docsPath = /(?<![\w./@-])docs\/(?:[\w./-]*[\w/])?(?:#[\w-]+)?/g
/**
 * A source file or folder. Checked in prose only: in code it may be a module's name. `supabase/auth` is one of
 * Supabase's repositories.
 */
const sourcePath =
  /(?<![\w./@#:$-])(?:(?:bench|domain|e2e|local|native|packages|scripts|server|tests|web)\/|supabase\/(?:migrations|templates|tests)\/)[\w./-]*\w(?![\w./-]*[*{<$])/g
/** A line of prose among code: the line of a comment. */
const comment = /^\s*(?:\/[/*]|\*|--|#|<!--)/
const decisionNumber = /\bADR (\d{3})\b/g
/** `[text](target)`, `![text](target)` and `[label]: target`. */
const markdownLink = /\]\(<?([^)\s>]+)|^\s*\[[^\]]+\]:\s+(\S+)/g

/**
 * The citations of these files that lead nowhere, as `file:line  what`. Paths are relative to `root`. Released migrations
 * are left out: they name what there was then, and never change.
 */
export function brokenCitations(root: string, files: readonly string[]): string[] {
  const released = releasedMigrations(root)
  return files.flatMap((file) => {
    if (released.has(file)) return []
    const text = fs.readFileSync(path.join(root, file), 'utf8')
    if (text.includes('\0')) return []
    const isMarkdown = file.endsWith('.md')
    const lines = (isMarkdown ? withoutCodeBlocks(text) : text).split('\n')
    return lines.flatMap((line, at) =>
      [
        ...brokenMentions(root, line),
        ...(isMarkdown || comment.test(line) ? brokenSourcePaths(root, file, line) : []),
        ...(isMarkdown ? brokenLinks(root, file, line) : []),
      ].map((what) => `${file}:${at + 1}  ${what}`),
    )
  })
}

function releasedMigrations(root: string): ReadonlySet<string> {
  const lock = path.join(root, 'supabase/migrations.lock')
  if (!fs.existsSync(lock)) return new Set()
  return new Set(readLock(fs.readFileSync(lock, 'utf8')).map(({ file }) => `supabase/migrations/${file}`))
}

function brokenMentions(root: string, line: string): string[] {
  const found = (pattern: RegExp) => [...line.matchAll(pattern)]
  return [
    ...found(outside).map(([name]) => `${name}: not part of the repository`),
    ...found(docsPath).flatMap(([target]) => complaint(root, target)),
    ...found(decisionNumber).flatMap(([name, number = '']) =>
      decisionExists(root, number) ? [] : [`${name}: no such file in ${decisions}/`],
    ),
  ]
}

/**
 * A path may be relative to the repository or to a folder above the file. Files ignored by git are created by a build
 * or an operator.
 */
function brokenSourcePaths(root: string, file: string, line: string): string[] {
  const around = file.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/'))
  return [...line.matchAll(sourcePath)]
    .map(([target]) => target)
    .filter((target) => !around.some((folder) => fs.existsSync(path.join(root, folder, target))))
    .filter((target) => spawnSync('git', ['check-ignore', '--quiet', target], { cwd: root }).status !== 0)
    .map((target) => `${target}: does not exist`)
}

function brokenLinks(root: string, file: string, line: string): string[] {
  const targets = [...line.replace(/`[^`]*`/g, '').matchAll(markdownLink)].map(
    ([, inline, label]) => inline ?? label ?? '',
  )
  return targets
    .filter((target) => !/^(?:[a-z][a-z+.-]*:|\/\/)/i.test(target))
    .flatMap((target) =>
      complaint(root, target.startsWith('#') ? file + target : path.posix.join(path.posix.dirname(file), target)),
    )
}

/** Why a path with an optional `#heading` cannot be followed. `docs/decisions/012` stands for the file of that number. */
function complaint(root: string, target: string): string[] {
  const [wanted = '', heading] = target.split('#')
  const number = new RegExp(`^${decisions}/(\\d{3})$`).exec(wanted)?.[1]
  if (number && decisionExists(root, number)) return []
  const full = path.join(root, wanted)
  if (!fs.existsSync(full)) return [`${wanted}: does not exist`]
  if (!heading || !wanted.endsWith('.md')) return []
  return headingsOf(full).has(heading) ? [] : [`${target}: no such heading`]
}

const decisionExists = (root: string, number: string): boolean => {
  const folder = path.join(root, decisions)
  return fs.existsSync(folder) && fs.readdirSync(folder).some((name) => name.startsWith(`${number}-`))
}

/** The anchors GitHub gives to the headings of a page. */
function headingsOf(file: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, title = ''] of withoutCodeBlocks(fs.readFileSync(file, 'utf8')).matchAll(/^#{1,6}\s+(.+)$/gm)) {
    const anchor = title
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-')
    let unique = anchor
    for (let copy = 1; anchors.has(unique); copy++) unique = `${anchor}-${copy}`
    anchors.add(unique)
  }
  return anchors
}

/** The same text with the lines of fenced blocks emptied, so that line numbers stay the same. */
const withoutCodeBlocks = (markdown: string): string =>
  markdown.replace(/^\s*(```|~~~)[^\n]*\n[\s\S]*?^\s*\1.*$/gm, (block) => block.replace(/[^\n]/g, ''))

if (import.meta.main) {
  const git = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', git, { encoding: 'utf8' }).split('\0')
  const broken = brokenCitations(
    process.cwd(),
    files.filter((file) => file !== '' && file !== ownTest && fs.existsSync(file) && fs.statSync(file).isFile()),
  )
  for (const line of broken) console.error(line)
  if (broken.length > 0) process.exitCode = 1
}
