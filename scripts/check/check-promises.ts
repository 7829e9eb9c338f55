/**
 * Fails with file and line for every promise in docs/promises.md that is no longer said where the table says, or that no
 * test proves: each row quotes the sentence, names where people read it, and names tests by file and title.
 */
import fs from 'node:fs'
import path from 'node:path'

const page = 'docs/promises.md'
/** `file` *title*, the way the column of tests names one. */
const namedTest = /`([^`]+\.(?:test|spec)\.tsx?)` \*([^*]+)\*/g
const testFile = /`[^`]+\.(?:test|spec)\.tsx?`/g
const namedFile = /`([^`]+)`/g

/** What the table in `markdown` claims and the files below `root` do not bear out, as `docs/promises.md:line  what`. */
export function brokenPromises(root: string, markdown: string): string[] {
  const rows = markdown.split('\n').flatMap((line, at) => {
    const cells = line.startsWith('|') ? cellsOf(line) : []
    const isBody = cells.length > 0 && cells[0] !== 'Promise' && !/^:?-+:?$/.test(cells[0] ?? '')
    return isBody ? [{ cells, at }] : []
  })
  if (rows.length === 0) return [`${page}:1  no table of promises`]
  return rows.flatMap(({ cells, at }) => complaints(root, cells).map((what) => `${page}:${at + 1}  ${what}`))
}

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim())

function complaints(root: string, cells: readonly string[]): string[] {
  const [sentence = '', saidIn = '', tests = '', between = ''] = cells
  if (cells.length !== 4 || between === '')
    return ['a promise has four cells: sentence, where, test, what happens in between']
  return [...unsaid(root, sentence, saidIn), ...untested(root, tests)]
}

/** `…` stands for what the code fills in or the table leaves out. */
function unsaid(root: string, sentence: string, saidIn: string): string[] {
  const files = [...saidIn.matchAll(namedFile)].map(([, file = '']) => file)
  const missing = files.filter((file) => !fs.existsSync(path.join(root, file)))
  if (files.length === 0 || files.includes(page)) return ['no file says it']
  if (missing.length > 0) return missing.map((file) => `${file}: does not exist`)
  const said = files.map((file) => oneLine(fs.readFileSync(path.join(root, file), 'utf8'))).join('\n')
  return sentence
    .split('…')
    .map((part) => oneLine(part))
    .filter((part) => part !== '' && !said.includes(part))
    .map((part) => `"${part}" is not in ${files.join(', ')}`)
}

function untested(root: string, tests: string): string[] {
  const named = [...tests.matchAll(namedTest)]
  if (named.length === 0) return ['no test is named']
  if (named.length !== [...tests.matchAll(testFile)].length) return ['a test file is named without the title of a test']
  return named.flatMap(([, file = '', title = '']) => {
    const full = path.join(root, file)
    if (!fs.existsSync(full)) return [`${file}: does not exist`]
    return hasTitle(fs.readFileSync(full, 'utf8'), title) ? [] : [`${file}: no test "${title}"`]
  })
}

/** Whether a call gets `title` as its first argument, as `test`, `test.each(…)` and `describe` do. */
function hasTitle(source: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => {
    const written = `${quote}${title.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)}${quote}`
    return source
      .split(written)
      .slice(0, -1)
      .some((before) => /\(\s*$/.test(before))
  })
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

if (import.meta.main) {
  const broken = brokenPromises(process.cwd(), fs.readFileSync(page, 'utf8'))
  for (const line of broken) console.error(line)
  if (broken.length > 0) process.exitCode = 1
}
