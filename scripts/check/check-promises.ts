/**
 * Fails with file and line for every promise in docs/promises.md, and every "never" in docs/nevers.md, that is no longer
 * said where the table says, or that no test proves: each row quotes the sentence, names where people read it, and names
 * tests by file and title. A "never" or "Nobody" of docs/product that stands on neither page fails too.
 */
import fs from 'node:fs'
import path from 'node:path'

/** The tables, and the cells of their rows. */
const promises = { page: 'docs/promises.md', cells: 'sentence, where, test, what happens in between' }
const nevers = { page: 'docs/nevers.md', cells: 'sentence, where, test' }
const product = 'docs/product'
const strong = /\b(?:[Nn]ever|Nobody)\b/
type Table = typeof promises
/** `file` *title*, the way the column of tests names one. */
const namedTest = /`([^`]+\.(?:test|spec)\.tsx?)` \*([^*]+)\*/g
const testFile = /`[^`]+\.(?:test|spec)\.tsx?`/g
const namedFile = /`([^`]+)`/g

/** What the table in `markdown` claims and the files below `root` do not bear out, as `docs/promises.md:line  what`. */
export function brokenPromises(root: string, markdown: string, table: Table = promises): string[] {
  const rows = rowsOf(markdown)
  if (rows.length === 0) return [`${table.page}:1  no table of promises`]
  return rows.flatMap(({ cells, at }) =>
    complaints(root, cells, table).map((what) => `${table.page}:${at + 1}  ${what}`),
  )
}

function rowsOf(markdown: string): { cells: string[]; at: number }[] {
  return markdown.split('\n').flatMap((line, at) => {
    const cells = line.startsWith('|') ? cellsOf(line) : []
    const isBody = cells.length > 0 && cells[1] !== 'Said in' && !/^:?-+:?$/.test(cells[0] ?? '')
    return isBody ? [{ cells, at }] : []
  })
}

/** Each "never" and "Nobody" in `text`, a page of docs/product, that no row of `tables` quotes, with the words around it. */
export function unquotedNevers(page: string, text: string, tables: readonly string[]): string[] {
  const quoted = tables
    .flatMap(rowsOf)
    .filter(({ cells }) => cells[1]?.includes(page))
    .flatMap(({ cells }) => (cells[0] ?? '').split('…').map(oneLine))
    .filter((part) => strong.test(part))
  const rest = quoted.reduce((left, part) => left.replaceAll(part, ''), oneLine(text))
  return [...rest.matchAll(new RegExp(`.{0,40}${strong.source}.{0,40}`, 'g'))].map(
    ([words]) => `${page}  "${words.trim()}" has no row`,
  )
}

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim())

function complaints(root: string, cells: readonly string[], table: Table): string[] {
  const [sentence = '', saidIn = '', tests = ''] = cells
  if (cells.length !== table.cells.split(', ').length || cells.includes(''))
    return [`a row has these cells: ${table.cells}`]
  return [...unsaid(root, sentence, saidIn), ...untested(root, tests)]
}

/** `…` stands for what the code fills in or the table leaves out. */
function unsaid(root: string, sentence: string, saidIn: string): string[] {
  const files = [...saidIn.matchAll(namedFile)].map(([, file = '']) => file)
  const missing = files.filter((file) => !fs.existsSync(path.join(root, file)))
  if (files.length === 0 || files.includes(promises.page)) return ['no file says it']
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
  const read = (file: string) => fs.readFileSync(file, 'utf8')
  const pages = fs.readdirSync(product).map((file) => `${product}/${file}`)
  const tables = [promises, nevers]
  const broken = [
    ...tables.flatMap((table) => brokenPromises(process.cwd(), read(table.page), table)),
    ...pages.flatMap((page) =>
      unquotedNevers(
        page,
        read(page),
        tables.map((table) => read(table.page)),
      ),
    ),
  ]
  for (const line of broken) console.error(line)
  if (broken.length > 0) process.exitCode = 1
}
