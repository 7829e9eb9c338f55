import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { drawingOf, plainIcons } from './plain-icons.ts'

const icons = path.join(path.dirname(createRequire(import.meta.url).resolve('lucide-react')), '../esm/icons')

/** What the build makes of an icon's file, without its import. */
function built(name: string): string {
  const file = path.join(icons, `${name}.mjs`)
  const { transform } = plainIcons()
  if (typeof transform !== 'function') throw new Error('the plugin transforms by function')
  const result = transform.call({} as never, fs.readFileSync(file, 'utf8'), file)
  return (result as { code: string } | null)?.code.split('\n')[1] ?? ''
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
    const { transform } = plainIcons()
    if (typeof transform !== 'function') throw new Error('the plugin transforms by function')
    const file = path.join(icons, 'tv.mjs')
    expect(() => transform.call({} as never, 'createLucideIcon("tv", shapes)', file)).toThrow(/tv\.mjs/)
  })
})
