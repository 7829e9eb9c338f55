import { describe, expect, test } from 'vitest'
import { climbingImports, folderCircles } from './floors.ts'
import { readSources } from './graph.ts'

const source = (file: string, ...imports: string[]) => ({ file, lines: 1, imports, longest: { name: '', lines: 0 } })
const plan = { house: [['cellar'], ['kitchen', 'bath'], ['attic']] }

test('an import climbs when it goes up, to the side, or to a folder on no floor', () => {
  const down = source('house/attic/window.ts', 'house/cellar/wine.ts', 'house/attic/lamp.ts', 'house/door.ts')
  expect(climbingImports([down], plan)).toEqual([])
  expect(climbingImports([source('house/cellar/deep/wine.ts', 'house/attic/lamp.ts')], plan)).toEqual([
    'house/cellar/deep/wine.ts → house/attic/lamp.ts',
  ])
  expect(climbingImports([source('house/bath/tap.ts', 'house/kitchen/pipe.ts')], plan)).toHaveLength(1)
  expect(climbingImports([source('house/attic/window.ts', 'house/shed/spade.ts')], plan)).toEqual([
    'house/shed is on no floor (scripts/structure/floors.ts)',
  ])
})

test('folders in a circle are found, however long it is; a whole and its parts are none', () => {
  const circle = [source('a/x/1.ts', 'a/y/2.ts'), source('a/y/3.ts', 'a/z/deep/4.ts'), source('a/z/5.ts', 'a/x/6.ts')]
  expect(folderCircles(circle)).toEqual(['a: x, y, z'])
  expect(folderCircles([source('a/whole.ts', 'a/x/1.ts'), source('a/x/1.ts', 'a/part.ts')])).toEqual([])
})

test('what builds a package may start or read others', () => {
  expect(folderCircles([source('web/vite/a.ts', 'server/b.ts'), source('server/b.ts', 'web/src/c.ts')])).toEqual([])
  expect(folderCircles([source('web/src/a.ts', 'server/b.ts'), source('server/b.ts', 'web/src/c.ts')])).toEqual([
    '.: server, web',
  ])
  expect(climbingImports([source('web/src/a.ts', 'server/b.ts')])).toEqual(['web/src/a.ts → server/b.ts'])
})

describe('the product', () => {
  const sources = readSources()
  test('no import climbs', () => expect(climbingImports(sources)).toEqual([]))
  test('no folders beside each other import one another', () => expect(folderCircles(sources)).toEqual([]))
})
