import { expect, test } from 'vitest'
import { laterCodeScript } from './route-preload.ts'

/** Runs the script in a document whose styles say this, and answers what it asks for. */
function asked(code: string | undefined) {
  const links: unknown[] = []
  const document = {
    querySelector: () => (code === undefined ? null : { dataset: { code } }),
    createElement: () => ({}),
    head: { append: (link: unknown) => links.push(link) },
  }
  new Function('document', laterCodeScript)(document)
  return links
}

test('each file of the routes is asked for, behind everything else', () =>
  expect(asked('/a.js /b.js')).toEqual([
    { rel: 'modulepreload', fetchPriority: 'low', href: '/a.js' },
    { rel: 'modulepreload', fetchPriority: 'low', href: '/b.js' },
  ]))

test.each([[undefined], ['']])('without further files (%j) nothing is asked for', (code) =>
  expect(asked(code)).toEqual([]),
)
