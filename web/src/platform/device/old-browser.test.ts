import fs from 'node:fs'
import path from 'node:path'
import vm from 'node:vm'
import { floor } from '@hot/domain/installation/floor'
import { expect, test } from 'vitest'
import { oldBrowserScript } from './old-browser.ts'

const note = fs.readFileSync(path.resolve(import.meta.dirname, '../../../public/old-browser.js'), 'utf8')

/** What a browser with these two abilities does; `from`: the page before. */
function visitedWith({ property, mix }: { property: boolean; mix: boolean }, from = '') {
  const dataset: Record<string, string> = {}
  const texts: string[] = []
  const element = () => ({ style: {}, setAttribute: () => {}, textContent: '', src: '' })
  const scope: Record<string, unknown> = {
    CSS: { supports: (name: string, value: string) => mix && name === 'color' && value.startsWith('color-mix(') },
    location: { protocol: 'https:', host: 'hot.example' },
    document: {
      referrer: from,
      documentElement: { dataset },
      createElement: element,
      head: { append: ({ src }: { src: string }) => src === '/old-browser.js' && vm.runInNewContext(note, scope) },
      body: { firstChild: null, insertBefore: ({ textContent }: { textContent: string }) => texts.push(textContent) },
    },
  }
  scope.window = property ? { CSSPropertyRule: class {} } : {}
  vm.runInNewContext(oldBrowserScript, scope)
  return { isOld: 'old' in dataset, texts }
}

test.each([
  ['the floor', { property: true, mix: true }, false],
  ['Safari 16.3, Firefox 127', { property: false, mix: true }, true],
  ['Chrome 110', { property: true, mix: false }, true],
])('%s: too old is %#', (_, abilities, isOld) => expect(visitedWith(abilities).isOld).toBe(isOld))

test('an old browser says so once in a visit, and which ones are new enough', () => {
  const { texts } = visitedWith({ property: false, mix: true })
  expect(texts).toHaveLength(1)
  for (const version of [floor.safari, floor.chrome, floor.firefox]) expect(texts[0]).toContain(`ab ${version}`)
  expect(visitedWith({ property: false, mix: true }, 'https://hot.example/stars').texts).toEqual([])
  expect(visitedWith({ property: false, mix: true }, 'https://search.example/').texts).toHaveLength(1)
  expect(visitedWith({ property: true, mix: true }).texts).toEqual([])
})
