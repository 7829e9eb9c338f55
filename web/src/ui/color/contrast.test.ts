import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrastRatio } from './contrast.ts'

const css = readFileSync(new URL('../styles/tokens.css', import.meta.url), 'utf8')

/** Text between the braces of the first block with this start. */
function block(start: string): string {
  const from = css.indexOf(`${start} {`)
  expect(from, `${start} is in tokens.css`).toBeGreaterThanOrEqual(0)
  return css.slice(css.indexOf('{', from) + 1, css.indexOf('}', from))
}

const declarations = (text: string) =>
  text
    .split(';')
    .map((line) => line.trim())
    .filter(Boolean)
const colors = (text: string) =>
  new Map([...text.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/gi)].map(([, name = '', value = '']) => [name, value]))

const dark = '[data-theme="dark"]'
const themes = { light: colors(block(':root')), dark: colors(block(dark)) }
const surfaces = ['paper', 'sheet', 'sunk']

/** Text on its surface: 4.5; graphics (bars, borders, focus): 3 (WCAG 2.2, 1.4.3 and 1.4.11). */
const pairs: [string, string, number][] = [
  ...['ink', 'ink-2', 'ink-3', 'hot-ink', 'cold', 'ok', 'danger'].flatMap((text) =>
    surfaces.map((surface): [string, string, number] => [text, surface, 4.5]),
  ),
  ...['hot', 'rule-ctl', 'focus'].flatMap((mark) =>
    surfaces.map((surface): [string, string, number] => [mark, surface, 3]),
  ),
  ['ink', 'hot-soft', 4.5],
  ['ink-2', 'hot-soft', 4.5],
  ['ink-3', 'hot-soft', 4.5],
  ['hot-ink', 'hot-soft', 4.5],
  ['cold', 'hot-soft', 4.5],
  ['cold', 'cold-soft', 4.5],
  ['ok', 'ok-soft', 4.5],
  ['danger', 'danger-soft', 4.5],
  ['ink', 'danger-soft', 4.5],
  ['on-hot', 'hot', 4.5],
  ['on-warn', 'warn', 4.5],
  ['paper', 'ink', 4.5],
  ['danger-inverted', 'ink', 3],
  ['lead-ink', 'lead-surface', 4.5],
  ['lead-meta', 'lead-surface', 4.5],
  ['lead-title', 'lead-surface', 4.5],
  ['lead-bar', 'lead-surface', 3],
  ['lead-paper', 'lead-ink', 4.5],
  ['on-hot', 'lead-hover', 4.5],
]

test.each(Object.keys(themes) as (keyof typeof themes)[])(
  'every allowed pair of the %s theme has enough contrast',
  (theme) => {
    const color = (name: string) => themes[theme].get(name) ?? expect.fail(`--${name} is missing in ${theme}`)
    const failing = pairs
      .map(([one, other, least]) => ({
        pair: `${one} on ${other}`,
        ratio: contrastRatio(color(one), color(other)),
        least,
      }))
      .filter(({ ratio, least }) => ratio < least)
    expect(failing).toEqual([])
  },
)

test('without JavaScript the dark system gets the same colours as the dark theme', () => {
  expect(declarations(block(':root:not([data-theme])'))).toEqual(declarations(block(dark)))
})

test('the dark theme overrides every colour of the light one', () => {
  const names = (text: string) => [...text.matchAll(/(--[\w-]+):/g)].map(([, name]) => name)
  expect(names(block(dark))).toEqual(names(block(':root')))
})

test('every colour utility refers to an existing token', () => {
  const theme = readFileSync(new URL('../styles/theme.css', import.meta.url), 'utf8')
  const used = [...theme.matchAll(/--color-[\w-]+:\s*var\(--([\w-]+)\)/g)].map(([, name]) => name)
  expect(used.length).toBeGreaterThan(15)
  expect(used.filter((name) => !themes.light.has(name ?? ''))).toEqual([])
})
