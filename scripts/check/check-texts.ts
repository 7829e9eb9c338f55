/**
 * Fails with file and line for every text in JSX that a browser's translation would break. Translation replaces a text by
 * elements of its own; React then cannot remove the text it knows, nor put anything before it (docs/decisions/085).
 * Within an element of several children
 * - a text that comes, goes or changes by a condition has an element of its own, and
 * - no text follows something that comes and goes.
 * Of two elements that React takes for the same one, because a condition shows one or the other, neither has a text beside
 * other children: React would keep the element and exchange what is in it.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import {
  type ArrowFunctionExpression,
  type Function as FunctionNode,
  type Node,
  type Program,
  parseSync,
  Visitor,
} from 'oxc-parser'

type JSXElement = Extract<Node, { type: 'JSXElement' }>
type Parent = Extract<Node, { type: 'JSXElement' | 'JSXFragment' }>
type Child = Parent['children'][number]
/** `comes`: elements that are there or not. `changing`: text by a condition. `text`: text that stays. */
type Kind = 'blank' | 'element' | 'comes' | 'changing' | 'text'

/** Values that hold elements, never a bare text, wherever they stand beside something that comes and goes. */
const slots: ReadonlySet<string> = new Set([
  'action',
  'back',
  'chart',
  'children',
  'comments',
  'content',
  'dialog',
  'form',
  'giveUp',
  'menu',
  'share',
  'skeleton',
  'vote',
])

/** What these return changes while it is shown. */
const counting: ReadonlySet<string> = new Set(['countOf', 'formatCount', 'formatPercent', 'relativeTime'])

/** The texts of one file that translation would break, as `file:line  what`. */
export function breakableTexts(file: string, source: string): string[] {
  const broken: string[] = []
  const check = (parent: Parent) => {
    const kinds = flatChildren(parent).map((child) => [child, kindOf(child)] as const)
    const shown = kinds.filter(([, kind]) => kind !== 'blank')
    if (shown.length < 2 && !shown.some(([child]) => isWrittenFragment(child))) return
    const firstComing = shown.findIndex(([, kind]) => kind === 'comes')
    shown.forEach(([child, kind], at) => {
      const line = source.slice(0, child.start).split('\n').length
      if (kind === 'changing') broken.push(`${file}:${line}  a text that changes needs an element of its own`)
      if (kind === 'text' && firstComing !== -1 && firstComing < at)
        broken.push(`${file}:${line}  a text after something that comes and goes needs an element of its own`)
    })
  }
  const lineOf = (node: Node) => source.slice(0, node.start).split('\n').length
  const refuseExchanged = (nodes: Node[]) => {
    for (const element of exchangedTexts(nodes))
      broken.push(
        `${file}:${lineOf(element)}  a text that is exchanged with its neighbours needs an element of its own`,
      )
  }
  const { program } = parseSync(file, source)
  new Visitor({
    JSXElement: check,
    JSXFragment: check,
    ConditionalExpression: (node) => refuseExchanged(alternatives(node)),
  }).visit(program)
  for (const { returned, strings } of componentsOf(program)) {
    for (const value of returned)
      if (isText(value, strings)) broken.push(`${file}:${lineOf(value)}  a component's text needs an element`)
    if (returned.length > 1) refuseExchanged(returned.filter((value) => value.type !== 'ConditionalExpression'))
  }
  return broken
}

/** What a condition chooses from. */
function alternatives(value: Node): Node[] {
  if (value.type === 'ConditionalExpression') return [value.consequent, value.alternate].flatMap(alternatives)
  if (value.type === 'LogicalExpression') return [value.left, value.right].flatMap(alternatives)
  return value.type === 'ParenthesizedExpression' ? alternatives(value.expression) : [value]
}

/** A fragment with a text that comes and goes: React removes each of its nodes, even where nothing is beside it. */
const isWrittenFragment = (child: Child): boolean =>
  child.type === 'JSXExpressionContainer' &&
  alternatives(child.expression).some((value) => value.type === 'JSXFragment' && flatChildren(value).some(isWritten))

/** Elements with a bare text beside other children, and with another of the same name and key to take their place. */
function exchangedTexts(values: Node[]): Node[] {
  const elements = values
    .flatMap(alternatives)
    .flatMap((value) => (value.type === 'JSXElement' ? [value] : []))
    .map((element) => [element, identityOf(element.openingElement)] as const)
  return elements
    .filter(
      ([element, name]) =>
        name !== '' &&
        elements.some(([other, otherName]) => other !== element && otherName === name) &&
        hasBareText(element),
    )
    .map(([element]) => element)
}

function hasBareText(element: JSXElement): boolean {
  const kinds = flatChildren(element)
    .map(kindOf)
    .filter((kind) => kind !== 'blank')
  return kinds.length > 1 && kinds.includes('text')
}

/** Name and key: what React knows an element by in its place. */
function identityOf({ name, attributes }: JSXElement['openingElement']): string {
  if (name.type !== 'JSXIdentifier') return ''
  const key = attributes.find((one) => one.type === 'JSXAttribute' && one.name.name === 'key')
  return key?.type === 'JSXAttribute' && key.value?.type === 'Literal' ? `${name.name} ${key.value.value}` : name.name
}

type Component = { returned: Node[]; strings: ReadonlySet<string> }

/** Functions whose name begins with a capital letter: what they return, and which of their properties are strings. */
function componentsOf(program: Node): Component[] {
  const components: Component[] = []
  /** Innermost last; null for a function that is no component. */
  const around: (Component | null)[] = []
  const named = new Map<Node, string>()
  const enter = (node: FunctionNode | ArrowFunctionExpression) => {
    const isComponent = /^[A-Z]/.test(named.get(node) ?? ('id' in node ? node.id?.name : undefined) ?? '')
    const component = isComponent ? { returned: [], strings: stringsOf(node) } : null
    around.push(component)
    if (!component) return
    components.push(component)
    if (node.body && node.body.type !== 'BlockStatement') add(node.body)
  }
  const add = (value: Node) => void around.at(-1)?.returned.push(value)
  const leave = () => void around.pop()
  new Visitor({
    VariableDeclarator: ({ id, init }) => void (init && id.type === 'Identifier' && named.set(init, id.name)),
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    ReturnStatement: ({ argument }) => void (argument && add(argument)),
  }).visit(program as Program)
  return components
}

/** Names of the properties that a component declares as strings where it takes them. */
function stringsOf({ params }: FunctionNode | ArrowFunctionExpression): Set<string> {
  const [first] = params
  const type = first?.type === 'ObjectPattern' ? first.typeAnnotation?.typeAnnotation : undefined
  const members = type?.type === 'TSTypeLiteral' ? type.members : []
  return new Set(
    members.flatMap((member) =>
      member.type === 'TSPropertySignature' &&
      member.key.type === 'Identifier' &&
      member.typeAnnotation?.typeAnnotation.type === 'TSStringKeyword'
        ? [member.key.name]
        : [],
    ),
  )
}

/** A text that nothing surrounds, also by a condition or in a fragment. */
function isText(value: Node, strings: ReadonlySet<string> = new Set()): boolean {
  switch (value.type) {
    case 'Literal':
      return typeof value.value === 'string' && value.value.trim() !== ''
    case 'TemplateLiteral':
      return true
    case 'Identifier':
      return strings.has(value.name)
    case 'ParenthesizedExpression':
      return isText(value.expression, strings)
    case 'ConditionalExpression':
      return isText(value.consequent, strings) || isText(value.alternate, strings)
    case 'LogicalExpression':
      return isText(value.right, strings) || (value.operator !== '&&' && isText(value.left, strings))
    case 'CallExpression':
      return value.callee.type === 'Identifier' && counting.has(value.callee.name)
    case 'JSXFragment':
      return flatChildren(value).some(isWritten)
    default:
      return false
  }
}

/** A text written there; a value may hold elements. */
const isWritten = (child: Child): boolean =>
  child.type === 'JSXExpressionContainer' ? isText(child.expression) : kindOf(child) === 'text'

/** What stands in a fragment stands in the element around it. */
const flatChildren = (parent: Parent): Child[] =>
  parent.children.flatMap((child) => (child.type === 'JSXFragment' ? flatChildren(child) : [child]))

function kindOf(child: Child): Kind {
  if (child.type === 'JSXText') return child.value.trim() === '' ? 'blank' : 'text'
  if (child.type !== 'JSXExpressionContainer') return 'element'
  return child.expression.type === 'JSXEmptyExpression' ? 'blank' : kindOfValue(child.expression, false)
}

/** `conditional`: whether a condition around the expression decides about it. */
function kindOfValue(value: Node, conditional: boolean): Kind {
  switch (value.type) {
    case 'JSXFragment':
      if (conditional && flatChildren(value).some(isWritten)) return 'changing'
      return conditional ? 'comes' : 'element'
    case 'JSXElement':
      return conditional ? 'comes' : 'element'
    case 'ParenthesizedExpression':
      return kindOfValue(value.expression, conditional)
    case 'LogicalExpression':
      return value.operator === '&&'
        ? kindOfValue(value.right, true)
        : stronger(kindOfValue(value.left, true), kindOfValue(value.right, true))
    case 'ConditionalExpression':
      return stronger(kindOfValue(value.consequent, true), kindOfValue(value.alternate, true))
    case 'Literal':
      if (typeof value.value !== 'string') return 'blank'
      return conditional ? 'changing' : value.value.trim() === '' ? 'blank' : 'text'
    case 'ChainExpression':
      return kindOfValue(value.expression, conditional)
    case 'CallExpression':
      if (value.callee.type === 'Identifier' && counting.has(value.callee.name)) return 'changing'
      return holdsJsx(value) ? 'comes' : conditional ? 'changing' : 'text'
    case 'Identifier':
      if (value.name === 'undefined') return 'blank'
      return slots.has(value.name) ? 'comes' : conditional ? 'changing' : 'text'
    default:
      return conditional ? 'changing' : 'text'
  }
}

const order: readonly Kind[] = ['blank', 'element', 'text', 'comes', 'changing']
const stronger = (one: Kind, other: Kind): Kind => (order.indexOf(one) > order.indexOf(other) ? one : other)

function holdsJsx(node: Node): boolean {
  let found = false
  const note = () => {
    found = true
  }
  const program = { type: 'Program', body: [{ type: 'ExpressionStatement', expression: node }] } as never
  new Visitor({ JSXElement: note, JSXFragment: note }).visit(program)
  return found
}

if (import.meta.main) {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', 'web/src/*.tsx'], {
    encoding: 'utf8',
  }).split('\0')
  const broken = files
    .filter((file) => file !== '' && !file.includes('.test.') && fs.existsSync(file))
    .flatMap((file) => breakableTexts(file, fs.readFileSync(file, 'utf8')))
  for (const line of broken) console.error(line)
  if (broken.length > 0) process.exitCode = 1
}
