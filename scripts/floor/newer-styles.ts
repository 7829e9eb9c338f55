/** What a style sheet asks for that the floor's browsers may not have. */
import postcss, { type AtRule, type Container, type Document } from 'postcss'
import { lackingAtRule, lackingFunction, lackingProperty, lackingSelector } from './compat.ts'
import type { Newer } from './newer-code.ts'

/** Tailwind's own, gone in the build. */
const ofTheBuild = new Set(['theme', 'utility', 'apply', 'variant', 'custom-variant', 'source', 'plugin', 'reference'])

function isGuarded(node: { parent?: Container | Document }): boolean {
  for (let at = node.parent; at; at = at.parent)
    if (at.type === 'atrule' && (at as AtRule).name === 'supports') return true
  return false
}

/**
 * Names outside of `@supports`. A property that a browser does not know is passed over by it, an unknown selector takes
 * its whole rule along, an unknown at-rule what is in it.
 */
export function newerStyles(source: string): Newer[] {
  const found: Newer[] = []
  const note = (
    name: string,
    why: string | null,
    node: { source?: { start?: { line: number } }; parent?: Container | Document },
  ) => {
    if (why && !isGuarded(node)) found.push({ name, why, line: node.source?.start?.line ?? 0 })
  }
  postcss.parse(source).walk((node) => {
    if (node.type === 'atrule' && !ofTheBuild.has(node.name)) note(`@${node.name}`, lackingAtRule(node.name), node)
    if (node.type === 'rule')
      for (const [, name = ''] of node.selector.matchAll(/::?([a-z][a-z-]*)/g))
        note(`:${name}`, lackingSelector(name), node)
    if (node.type !== 'decl' || node.prop.startsWith('--')) return
    note(node.prop, lackingProperty(node.prop), node)
    for (const [, name = ''] of node.value.matchAll(/([a-z][a-z-]*)\(/g)) note(`${name}()`, lackingFunction(name), node)
  })
  return found
}
