/** Takes the style sheet of a build apart, so that a page can bring only what it shows (`server/documents/used-styles.ts`). */
import { hash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import postcss, { type ChildNode } from 'postcss'
import type { StylePart, StyleParts } from '../../server/documents/used-styles.ts'

/** A class, an escape, an attribute, a bracket, or any other character of a selector. */
const token = /\.((?:\\[0-9a-f]{1,6}\s?|\\.|[\w-]|[^\0-\x7f])+)|\\.|\[(?:"[^"]*"|[^\]"])*\]|[()]|./gis

const unescaped = (name: string) =>
  name.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gi, (_, code, character) =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : character,
  )

/**
 * The classes without which a selector cannot match. Those in brackets do not count: `:not(.a)` matches without the class, and
 * `:is(.a, .b)` with one of two.
 */
export function classesOf(selector: string): string[] {
  const names: string[] = []
  let depth = 0
  for (const [text, name] of selector.matchAll(token)) {
    if (text === '(') depth += 1
    else if (text === ')') depth -= 1
    else if (name !== undefined && depth === 0) names.push(unescaped(name))
  }
  return names
}

/** Fonts are in every page; a second time they would be loaded anew, and texts flicker. */
const withoutFonts = (css: string): string => {
  const root = postcss.parse(css)
  root.walkAtRules('font-face', (rule) => {
    rule.remove()
  })
  return root.toString()
}

/** `nameOf` gives the file of the rest its address, by its content. */
export function partsOf(css: string, nameOf: (rest: string) => string): StyleParts & { css: string } {
  const indexes = new Map<string, number>()
  const indexOf = (name: string) => {
    const index = indexes.get(name) ?? indexes.size
    indexes.set(name, index)
    return index
  }
  const read = (node: ChildNode): StylePart => {
    if (node.type === 'rule') {
      const needs = node.selectors.map((selector) => classesOf(selector).map(indexOf))
      return needs.some((names) => names.length === 0) ? node.toString() : { css: node.toString(), needs }
    }
    if (node.type !== 'atrule') return ''
    if (!node.nodes) return `${node.toString()};`
    const isGroup = /^(layer|media|supports|container)$/.test(node.name)
    return isGroup ? { open: `@${node.name} ${node.params}`, parts: together(node.nodes.map(read)) } : node.toString()
  }
  const rest = withoutFonts(css)
  const parts = together(postcss.parse(css).nodes.map(read))
  return { classes: [...indexes.keys()], parts, rest: nameOf(rest), css: rest }
}

/** Joins texts that stand beside each other. */
function together(parts: readonly StylePart[]): StylePart[] {
  const joined: StylePart[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = last + part
    else if (part !== '') joined.push(part)
  }
  return joined
}

/** Writes the parts of the one style sheet in `client` to `file`, and the rest in its place. */
export function writeStyleParts(client: string, file: string): void {
  const assets = path.join(client, 'assets')
  const [sheet, ...others] = fs.readdirSync(assets).filter((name) => name.endsWith('.css'))
  if (!sheet || others.length > 0) throw new Error('The build should have one style sheet.')
  const nameOf = (rest: string) => `/assets/rest-${hash('sha256', rest, 'base64url').slice(0, 8)}.css`
  const { css, ...parts } = partsOf(fs.readFileSync(path.join(assets, sheet), 'utf8'), nameOf)
  fs.rmSync(path.join(assets, sheet))
  fs.writeFileSync(path.join(client, parts.rest), css)
  fs.writeFileSync(file, JSON.stringify(parts))
}
