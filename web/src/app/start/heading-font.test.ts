import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { headFaceScript } from './heading-font.ts'

type Face = { family: string; source: string; weight: string; stretch: string; unicodeRange: string }
type Options = { paint?: boolean; loads?: boolean }

/** Runs the script in a window of its own; `see` is the first paint, `used` what the page's text is set in from then on. */
function run({ paint = true, loads = true }: Options = {}) {
  const made: Face[] = []
  const used: Face[] = []
  const watching: (() => void)[] = []
  class FontFace {
    constructor(family: string, source: string, descriptors: Omit<Face, 'family' | 'source'>) {
      Object.assign(this, { family, source, ...descriptors })
      made.push(this as unknown as Face)
    }
    load = () => (loads ? Promise.resolve(this) : Promise.reject(new Error('offline')))
  }
  class PerformanceObserver {
    told: (list: unknown, observer: unknown) => void
    constructor(told: (list: unknown, observer: unknown) => void) {
      this.told = told
    }
    disconnect() {}
    observe() {
      watching.push(() => this.told({}, this))
    }
  }
  const see = () => {
    for (const tell of watching) tell()
  }
  const window = paint ? { PerformancePaintTiming: true } : {}
  const document = { fonts: { add: (face: Face) => used.push(face) } }
  const names = ['self', 'document', 'FontFace', 'PerformanceObserver']
  new Function(...names, headFaceScript)(window, document, FontFace, PerformanceObserver)
  return { made, used, see }
}
const settled = () => new Promise<void>((resolve) => setTimeout(resolve))

test('nothing is asked for before something is seen', async () => {
  const { made, used, see } = run()
  await settled()
  expect(made).toEqual([])
  see()
  await settled()
  expect(used.map(({ source }) => source)).toEqual(['url(/fonts/hot-kopf.woff2)', 'url(/fonts/hot-kopf-ext.woff2)'])
})

test('a browser that does not tell of its first paint brings the face at once', async () => {
  const { used } = run({ paint: false })
  await settled()
  expect(used).toHaveLength(2)
})

test('without a network the stand-in stays, and nothing fails', async () => {
  const { used, see } = run({ loads: false })
  see()
  await settled()
  expect(used).toEqual([])
})

test('without scripts the style sheet brings the same faces', () => {
  const css = readFileSync(new URL('../../ui/styles/fonts.css', import.meta.url), 'utf8')
  const block = /@media \(scripting: none\) \{([\s\S]*?)\n\}/.exec(css)?.[1] ?? ''
  const inSheet = [...block.matchAll(/@font-face \{([\s\S]*?)\}/g)].map(([, rules = '']) => {
    const value = (name: string) => new RegExp(`${name}:\\s*([^;]+);`).exec(rules)?.[1]?.replaceAll(/[\s"]/g, '')
    return [value('font-family'), value('src'), value('font-weight'), value('font-stretch'), value('unicode-range')]
  })
  const { made, see } = run()
  see()
  const bare = (text: string) => text.replaceAll(/\s/g, '')
  const byScript = made.map(({ family, source, weight, stretch, unicodeRange }) => [
    bare(family),
    `${source.replace('(', '("').replace(')', '")').replaceAll('"', '')}format(woff2)`,
    bare(weight),
    bare(stretch),
    bare(unicodeRange),
  ])
  expect(inSheet).toEqual(byScript)
})
