import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

/** A TypeScript file of the product: which of our files it imports, and its longest function in lines. */
export type SourceFile = {
  file: string
  lines: number
  imports: string[]
  longest: { name: string; lines: number }
}

type Node = { type: string; start: number; end: number; id?: { name?: string } | null; [key: string]: unknown }

const aliases = [
  ['@hot/domain/', 'domain/src/'],
  ['@hot/embedded/', 'packages/embedded/src/'],
  ['#web/', 'web/src/'],
  // Not how we write it, but Node finds them.
  ['@hot/server/', 'server/'],
  ['@hot/web/', 'web/'],
] as const

const isTest = (file: string) => /\.(test|spec)\.tsx?$|(^|\/)(tests?|bench)\//.test(file)
const isGenerated = (file: string) => /\.gen\.ts$|database\.types\.ts$/.test(file)
/** SQL has figures of its own. */
const isCode = (file: string) => /\.(tsx?|m?js|css)$/.test(file)

/** Every tracked or untracked file that git does not ignore. */
const trackedFiles = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { maxBuffer: 1 << 26 })
    .toString()
    .split('\0')
    .filter((file) => file !== '' && fs.existsSync(file))

/** All files of code of the product, declarations and styles included: no tests, no benchmarks, nothing generated. */
const productFiles = () => trackedFiles().filter((file) => isCode(file) && !isTest(file) && !isGenerated(file))

const linesOf = (text: string) => text.split('\n').length - 1

/** Product files under so many lines; a route is as short as its page allows. */
export const filesUnder = (lines: number): string[] =>
  productFiles().filter((file) => !file.startsWith('web/src/routes/') && linesOf(fs.readFileSync(file, 'utf8')) < lines)

/** All TypeScript files of the product. */
export function readSources(): SourceFile[] {
  const files = productFiles().filter((file) => /\.tsx?$/.test(file))
  const known = new Set(files)
  return files.map((file) => readSource(file, known))
}

export function readSource(file: string, known: ReadonlySet<string>, text = fs.readFileSync(file, 'utf8')): SourceFile {
  const { module, program } = parseSync(file, text)
  const types: string[] = []
  // A second walk is dear, and few files write a type so.
  if (text.includes('import('))
    new Visitor({ TSImportType: ({ source }) => void types.push(source.value) }).visit(program)
  const specifiers = [
    ...types,
    ...module.staticImports.map((found) => found.moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest?.value)),
    ...module.dynamicImports.map((found) => unquoted(text.slice(found.moduleRequest.start, found.moduleRequest.end))),
  ]
  const imports = specifiers.flatMap((specifier) => specifier && resolved(file, specifier, known)).filter(Boolean)
  const lineAt = lineCounter(text)
  const longest = { name: '', lines: 0 }
  walk(program as unknown as Node, (node, name) => {
    const lines = lineAt(node.end) - lineAt(node.start) + 1
    if (lines > longest.lines) Object.assign(longest, { name, lines })
  })
  return { file, lines: linesOf(text), imports: [...new Set(imports as string[])], longest }
}

const unquoted = (literal: string) => /^(['"`])(.*)\1$/.exec(literal)?.[2] ?? ''

function resolved(importer: string, specifier: string, known: ReadonlySet<string>): string | undefined {
  const alias = aliases.find(([prefix]) => specifier.startsWith(prefix))
  const target = alias
    ? alias[1] + specifier.slice(alias[0].length)
    : specifier.startsWith('.')
      ? path.posix.join(path.posix.dirname(importer), specifier)
      : undefined
  return target && [target, `${target}.ts`, `${target}.tsx`].find((candidate) => known.has(candidate))
}

function lineCounter(text: string): (offset: number) => number {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return (offset) => starts.findLastIndex((start) => start <= offset)
}

/** Calls `visit` for every function, with the name it is known by. */
function walk(node: Node, visit: (node: Node, name: string) => void, name = '') {
  if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type))
    visit(node, node.id?.name ?? name)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child === 'object' && typeof child.type === 'string') walk(child, visit, nameOf(node) ?? name)
    }
  }
}

function nameOf(node: Node): string | undefined {
  const named = (node.type === 'VariableDeclarator' ? node.id : node.type === 'Property' ? node.key : undefined) as
    | { name?: string }
    | undefined
  return named?.name
}

/** Groups of files that import one another, types and dynamic imports included (Tarjan's strongly connected components). */
export function circlesOf(sources: readonly SourceFile[]): string[][] {
  const imports = new Map(sources.map((source) => [source.file, source.imports]))
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const connect = (file: string) => {
    index.set(file, index.size)
    low.set(file, index.size - 1)
    stack.push(file)
    for (const next of imports.get(file) ?? []) {
      if (!index.has(next)) connect(next)
      if (stack.includes(next)) low.set(file, Math.min(low.get(file) ?? 0, low.get(next) ?? 0))
    }
    if (low.get(file) !== index.get(file)) return
    const group = stack.splice(stack.indexOf(file))
    if (group.length > 1) circles.push(group.sort())
  }
  for (const { file } of sources) if (!index.has(file)) connect(file)
  return circles
}
