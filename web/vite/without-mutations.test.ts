import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'
import { checkQueryClient, withoutMutations } from './without-mutations.ts'

const library = path.join(path.dirname(createRequire(import.meta.url).resolve('@tanstack/query-core')), '..', 'modern')
const source = (name: string) => fs.readFileSync(path.join(library, name), 'utf8')

const transform = (code: string, id: string) => {
  const { transform: run } = withoutMutations()
  if (typeof run !== 'function') throw new Error('the plugin has no transform')
  return Reflect.apply(run, undefined, [code, id])
}

test('knows all that the installed query client asks of its mutation cache', () => {
  expect(() => checkQueryClient(source('queryClient.js'))).not.toThrow()
})

test('fails when the query client asks for more, or looks different', () => {
  expect(() => checkQueryClient('this.#mutationCache.build(a)')).toThrow(/build/)
  expect(() => checkQueryClient('class QueryClient {}')).toThrow(/no calls/)
})

test('empties the mutation cache, and fails when the app begins to use mutations', () => {
  const id = '/x/node_modules/@tanstack/query-core/build/modern/mutationCache.js'
  expect(transform(source('mutationCache.js'), id)).toMatchObject({ code: expect.stringContaining('getAll()') })
  expect(() => transform("import { useMutation } from '@tanstack/react-query'", '/x/web/src/a.tsx')).toThrow(
    /mutations/,
  )
  expect(transform('const a = 1', '/x/web/src/a.tsx')).toBeNull()
})
