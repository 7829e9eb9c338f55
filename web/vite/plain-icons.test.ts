import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { drawingOf, plainIcons, withoutList } from './plain-icons.ts'

const icons = path.join(path.dirname(createRequire(import.meta.url).resolve('lucide-react')), '../esm/icons')

const { transform } = plainIcons()

function transformed(code: string, file: string): string {
  if (typeof transform !== 'function') throw new Error('the plugin transforms by function')
  return (transform.call({} as never, code, file) as { code: string } | null)?.code ?? ''
}

/** What the build makes of an icon's file, without its import. */
function built(name: string): string {
  const file = path.join(icons, `${name}.mjs`)
  return transformed(fs.readFileSync(file, 'utf8'), file).split('\n')[1] ?? ''
}

describe('drawings', () => {
  test('lines are one path, each beginning where it began alone', () => {
    const node = [['path', { d: 'M3 9h18', key: 'a' }] as const, ['path', { d: 'm17 2-5 5-5-5', key: 'b' }] as const]
    expect(drawingOf(node)).toEqual({ path: 'M3 9h18M17 2l-5 5-5-5', shapes: [] })
  })

  test('other shapes stay, without keys', () => {
    expect(drawingOf([['circle', { cx: '12', cy: '11', r: '4', key: 'a' }]])).toEqual({
      path: '',
      shapes: [['circle', { cx: '12', cy: '11', r: '4' }]],
    })
  })

  test('every icon of the package is understood, or passes another one on', () => {
    const names = fs.readdirSync(icons).filter((file) => file.endsWith('.mjs') && file !== 'index.mjs')
    expect(names.length).toBeGreaterThan(1_000)
    const others = names.filter((file) => !/icon\("M|icon\("", \[\[/.test(built(file.replace('.mjs', ''))))
    for (const file of others)
      expect(fs.readFileSync(path.join(icons, file), 'utf8'), file).toMatch(/^export \{ default \} from /m)
  })

  test('an icon written differently stops the build', () => {
    expect(() => transformed('createLucideIcon("tv", shapes)', path.join(icons, 'tv.mjs'))).toThrow(/tv\.mjs/)
  })
})

describe('imports', () => {
  const files = new Map([
    ['TriangleAlert', 'triangle-exclamation-point'],
    ['Tv', 'tv'],
  ])

  test('come from the icons themselves, under the names they had', () => {
    expect(withoutList("import { Tv, TriangleAlert as Warning } from 'lucide-react'", files)).toBe(
      "import Tv from 'lucide-react/icons/tv';import Warning from 'lucide-react/icons/triangle-exclamation-point'",
    )
  })

  test('of types stay', () => {
    const types = "import type { LucideIcon } from 'lucide-react'"
    expect(withoutList(types, files)).toBe(types)
  })

  test('of an icon that does not exist stop the build', () => {
    expect(() => withoutList("import { Hot } from 'lucide-react'", files)).toThrow(/Hot/)
  })
})
