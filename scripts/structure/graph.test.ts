import { expect, test } from 'vitest'
import { circlesOf, filesUnder, readSource, readSources } from './graph.ts'

const source = (file: string, ...imports: string[]) => ({ file, lines: 1, imports, longest: { name: '', lines: 0 } })

test('a cycle of any length is found once', () => {
  const chain = [
    source('a', 'b'),
    source('b', 'c'),
    source('c', 'a'),
    source('d', 'a'),
    source('e', 'f'),
    source('f', 'e'),
  ]
  expect(circlesOf(chain)).toEqual([
    ['a', 'b', 'c'],
    ['e', 'f'],
  ])
  expect(circlesOf([source('a', 'b'), source('b')])).toEqual([])
})

test('imports of the sources are read, types and dynamic ones included', () => {
  const sources = readSources()
  const route = sources.find(({ file }) => file === 'web/src/routes/stars.$starSlug.tsx')
  expect(route?.imports.length).toBeGreaterThan(3)
  const table = sources.find(({ file }) => file === 'domain/src/contract/rpcs.ts')
  expect(table?.imports).toContain('domain/src/contract/star.ts')
  const rpc = sources.find(({ file }) => file === 'web/src/lib/api/rpc/rpc.ts')
  expect(rpc?.imports).toContain('web/src/lib/api/rpc/call-rpc.ts')
  expect(sources.some(({ file }) => file.includes('.test.'))).toBe(false)
})

test.each([
  ['a value', `import { b } from '../http/b.ts'`],
  ['what is passed on', `export * from '../http/b.ts'`],
  ['a type', `import type { B } from '../http/b.ts'`],
  ['a type in its place', `export type B = import('../http/b.ts').B`],
  ['the type of all', `let all: typeof import('../http/b.ts')`],
  ['on demand', `const b = () => import('../http/b.ts')`],
  ['by the name of the package', `import { b } from '@hot/server/http/b.ts'`],
])('an import is seen: %s', (_, text) =>
  expect(readSource('server/wire/a.ts', new Set(['server/http/b.ts']), text).imports).toEqual(['server/http/b.ts']),
)

test('short files are found whatever they are written in: declarations of types and plain JavaScript too', () => {
  const short = filesUnder(15)
  for (const file of ['web/src/ui/class-names.ts', 'web/src/ui/react-attributes.d.ts', 'scripts/require-node.js'])
    expect(short).toContain(file)
  expect(short).toContain('web/src/app/shell/logo.tsx')
  expect(short.some((file) => file.startsWith('web/src/routes/') || file.includes('.test.'))).toBe(false)
})
