/** What a file of JavaScript or TypeScript asks of the platform that the floor's browsers may not have. */
import { parseSync } from 'oxc-parser'
import postcss, { type AtRule, type Container, type Document } from 'postcss'
import {
  lackingAtRule,
  lackingAttribute,
  lackingFunction,
  lackingGlobal,
  lackingMember,
  lackingProperty,
  lackingSelector,
  lackingStatic,
} from './compat.ts'

/** `name`: what is asked for, `URL.canParse`. */
export type Newer = { name: string; line: number; why: string }

type Node = { type: string; start: number } & Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'
const nameOf = (value: unknown): string | undefined =>
  isNode(value) && (value.type === 'Identifier' || value.type === 'JSXIdentifier') ? String(value.name) : undefined

/** Around expressions; everything else of TypeScript is gone in the build. */
const wrappers = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'])

/** Every node of the program but types, with what it stands in. */
function* nodesOf(value: unknown, parent: Node | null = null): Generator<[node: Node, parent: Node | null]> {
  if (Array.isArray(value)) {
    for (const inner of value) yield* nodesOf(inner, parent)
    return
  }
  if (!isNode(value)) return
  if (value.type.startsWith('TS') && !wrappers.has(value.type)) return
  yield [value, parent]
  for (const [key, inner] of Object.entries(value)) if (key !== 'type') yield* nodesOf(inner, value)
}

type OwnNames = { all: ReadonlySet<string>; imported: ReadonlySet<string> }

/** Names a file has given itself: imports, variables, parameters, functions. */
function ownNames(all: readonly (readonly [Node, Node | null])[]): OwnNames {
  const own = new Set<string>()
  const imported = new Set<string>()
  const binding = (value: unknown): void => {
    for (const [node, parent] of nodesOf(value)) {
      const name = nameOf(node)
      const isKey = parent?.type === 'Property' && parent.key === node && parent.value !== node
      if (name && !isKey) own.add(name)
    }
  }
  for (const [node] of all) {
    if (node.type === 'VariableDeclarator') binding(node.id)
    if (/^Import(Default|Namespace)?Specifier$/.test(node.type)) {
      binding(node.local)
      imported.add(nameOf(node.local) ?? '')
    }
    if (/Function|Class/.test(node.type)) {
      binding(node.id)
      binding(node.params)
    }
    if (node.type === 'CatchClause') binding(node.param)
  }
  return { all: own, imported }
}

const memberOf = (node: Node): string | undefined =>
  node.type === 'MemberExpression' && node.computed === false ? nameOf(node.property) : undefined

/** `'share'`, and `` `share` `` as the build writes it. */
function textOf(value: unknown): string {
  const [first] = isNode(value) && Array.isArray(value.quasis) ? value.quasis : []
  return isNode(value) ? String(first ? Reflect.get(Object(first.value), 'cooked') : value.value) : ''
}

/** Whether it is only asked for: `typeof x.y`, `x.y?.()`, `x.y ? …`, `if (!x.y)`, `x.y && …`. */
function isAsked(node: Node, parent: Node | null): boolean {
  if (!parent) return false
  if (parent.type === 'UnaryExpression') return parent.operator === 'typeof' || parent.operator === '!'
  if (parent.type === 'CallExpression') return parent.callee === node && parent.optional === true
  if (parent.type === 'MemberExpression') return parent.object === node && parent.optional === true
  if (parent.type === 'ConditionalExpression' || parent.type === 'IfStatement') return parent.test === node
  if (parent.type === 'BinaryExpression') return parent.operator === 'in' || /^[!=]==?$/.test(String(parent.operator))
  return parent.type === 'LogicalExpression' && parent.left === node
}

function newerName(node: Node, parent: Node | null, own: OwnNames): [name: string, why: string] | null {
  const member = memberOf(node)
  if (member) {
    const owner = nameOf(node.object)
    const isOwn = owner !== undefined && own.all.has(owner)
    const why = owner && !isOwn ? lackingStatic(owner, member) : null
    if (why) return [`${owner}.${member}`, why]
    const isCalled = parent?.type === 'CallExpression' && parent.callee === node
    const general = isCalled && !(owner && own.imported.has(owner)) ? lackingMember(member) : null
    return general ? [member, general] : null
  }
  const name = nameOf(node)
  if (node.type === 'Identifier' && name && parent && !own.all.has(name)) {
    const isUsed =
      ((parent.type === 'NewExpression' || parent.type === 'CallExpression') && parent.callee === node) ||
      (parent.type === 'MemberExpression' && parent.object === node)
    const why = isUsed ? lackingGlobal(name) : null
    return why ? [name, why] : null
  }
  return null
}

const calledMethod = (call: Node) => (isNode(call.callee) ? (memberOf(call.callee) ?? '') : '')

/** Selectors and flags in texts: `matches(':popover-open')`, `/…/v`. */
function newerText(node: Node, parent: Node | null): [name: string, why: string] | null {
  const { value } = node
  const selects =
    parent?.type === 'CallExpression' && /^(matches|closest|querySelector(All)?)$/.test(calledMethod(parent))
  if (selects && node.type === 'Literal' && typeof value === 'string')
    for (const [, name = ''] of value.matchAll(/::?([a-z][a-z-]*)/g)) {
      const why = lackingSelector(name)
      if (why) return [`:${name}`, `${why}, where the selector throws`]
    }
  const regex: unknown = node.type === 'Literal' ? node.regex : undefined
  if (typeof regex === 'object' && regex && /v/.test(String(Reflect.get(regex, 'flags'))))
    return ['/v', 'a syntax error in safari 16.4, chrome 111']
  return null
}

function newerAttribute(node: Node, parent: Node | null): [name: string, why: string] | null {
  const name = node.type === 'JSXAttribute' ? nameOf(node.name)?.toLowerCase() : undefined
  const tag = nameOf(parent?.name) ?? ''
  if (!name || /^[A-Z]/.test(tag) || tag === '') return null
  const why = lackingAttribute(tag, name)
  return why ? [`<${tag} ${name}>`, why] : null
}

/**
 * What a file uses that is newer than the floor, unless the same file also asks whether it is there. Instances are
 * known by the names of their methods only: one that an older class has as well (`values().map`) is left to the
 * `lib` of tsconfig.json.
 */
export function newerCode(file: string, source: string): Newer[] {
  const all = [...nodesOf(parseSync(file, source).program)]
  const own = ownNames(all)
  const asked = new Set<string>()
  const found: Newer[] = []
  for (const [node, parent] of all) {
    if (node.type === 'BinaryExpression' && node.operator === 'in') asked.add(textOf(node.left))
    if (isAsked(node, parent)) asked.add(memberOf(node) ?? nameOf(node) ?? '')
    const newer = newerName(node, parent, own) ?? newerText(node, parent) ?? newerAttribute(node, parent)
    if (!newer) continue
    const [name, why] = newer
    found.push({ name, why, line: source.slice(0, node.start).split('\n').length })
  }
  const last = (name: string) => name.split('.').at(-1) ?? name
  const isGuarded = (name: string) =>
    asked.has(name) || asked.has(last(name)) || asked.has(name.replace(/^:(\w+)-open$/, '$1'))
  return found.filter(({ name }) => !isGuarded(name))
}

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
