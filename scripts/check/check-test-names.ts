/**
 * Fails for every test beside code that is not called after what it tests: `x.test.ts`, or `x.aspect.test.ts`, is about
 * `x.ts` of its folder. Only a test that imports none or several files of its folder, because it is about what they do
 * together or starts the whole, has a name of its own.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const testName = /\.test\.tsx?$/
const neighbour = /(?:from|import\()\s*'\.\/([\w.-]+)\.(?:tsx?|js)(?:\?\w+)?'/g

/** `[test, the file it is about]` for every test that bears another name. `read` gives a file's text. */
export function misnamed(files: readonly string[], read: (file: string) => string): [test: string, about: string][] {
  const sources = new Set(
    files.filter((file) => !testName.test(file)).map((file) => file.replace(/\.(?:tsx?|js)$/, '')),
  )
  return files
    .filter((file) => testName.test(file))
    .flatMap((file): [string, string][] => {
      const folder = path.posix.dirname(file)
      const parts = path.posix.basename(file).replace(testName, '').split('.')
      const named = parts.map((_, at) => parts.slice(0, at + 1).join('.'))
      if (named.some((name) => sources.has(`${folder}/${name}`) || sources.has(`${folder}/${name}.native`))) return []
      const imported = new Set([...read(file).matchAll(neighbour)].map(([, name = '']) => name))
      const about = [...imported].filter((name) => sources.has(`${folder}/${name}`))
      return about.length === 1 ? [[file, about[0] ?? '']] : []
    })
}

if (import.meta.main) {
  const git = [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    'domain',
    'packages/*/src',
    'scripts',
    'server',
    'web',
  ]
  const files = execFileSync('git', git, { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(?:tsx?|js)$/.test(file) && fs.existsSync(file))
  const wrong = misnamed(files, (file) => fs.readFileSync(file, 'utf8'))
  for (const [test, about] of wrong)
    console.error(`${test}: is about ${about}; call it ${about}.test.ts or ${about}.ASPECT.test.ts`)
  if (wrong.length > 0) process.exitCode = 1
}
