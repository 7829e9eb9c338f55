import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { parseSync } from 'oxc-parser'

type Manifest = Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>>

/** A workspace's own packages by what uses them: `code` runs in production, `tools` are its tests and its build. */
export type Usage = { code: string[]; tools: string[] }

export const workspaces = ['domain', 'native', 'packages/embedded', 'server', 'web'] as const

/** What runs where the product is built or tested. Stylesheets are read by the build. */
const isTool = (file: string) =>
  /\.(test|spec)\.tsx?$|\.css$/.test(file) ||
  /^(packages\/embedded\/test|web\/(vite|fonts)|native)\/|\/vite\.config\.ts$/.test(file)

/** `@scope/name` or `name` of what a specifier or a path below node_modules names; undefined: ours, or Node's own. */
export function packageOf(specifier: string): string | undefined {
  if (/^[./#]|^[a-z]+:/.test(specifier) || isBuiltin(specifier)) return undefined
  return /^(@[^/]+\/)?[^/?]+/.exec(specifier)?.[0]
}

/** What TypeScript imports, and what a stylesheet does. */
function specifiersOf(file: string, text: string): string[] {
  if (file.endsWith('.css'))
    return [...text.matchAll(/@(?:import|plugin) ['"]([^'"]+)['"]/g)].map(([, name = '']) => name)
  const { module } = parseSync(file, text)
  const literal = ({ start, end }: { start: number; end: number }) => /^['"](.+)['"]$/.exec(text.slice(start, end))?.[1]
  // Files that are read by their path.
  const read = [...text.matchAll(/createRequire\(import\.meta\.url\)(?:\.resolve)?\(['"]([^'"]+)['"]\)/g)]
  return [
    ...module.staticImports.map((found) => found.moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...module.dynamicImports.flatMap(({ moduleRequest }) => literal(moduleRequest) ?? []),
    ...read.map(([, name = '']) => name),
  ]
}

const trackedFiles = (folder: string): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z', folder], { maxBuffer: 1 << 26 })
    .toString()
    .split('\0')
    .filter((file) => /\.(tsx?|css)$/.test(file) && !file.endsWith('.d.ts') && fs.existsSync(file))

/** Which packages the files of a workspace import. */
export function usageOf(workspace: string): Usage {
  const used = { code: new Set<string>(), tools: new Set<string>() }
  for (const file of trackedFiles(workspace))
    for (const specifier of specifiersOf(file, fs.readFileSync(file, 'utf8'))) {
      const name = packageOf(specifier)
      if (name) used[isTool(file) ? 'tools' : 'code'].add(name)
    }
  return { code: [...used.code].sort(), tools: [...used.tools].sort() }
}

export const manifestOf = (workspace: string): Manifest =>
  JSON.parse(fs.readFileSync(path.join(workspace, 'package.json'), 'utf8')) as Manifest

/** Declared packages whose version is a range. */
export const ranges = (manifest: Manifest): string[] =>
  [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies]
    .flatMap((group) => Object.entries(group ?? {}))
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name} ${version}`)
