/**
 * Fails with file and line for every text in JSX that a browser's translation would break. Translation replaces a text by
 * elements of its own; React then cannot remove the text it knows, nor put anything before it (docs/decisions/085).
 * Within an element of several children
 * - a text that comes, goes or changes by a condition has an element of its own, and
 * - no text follows something that comes and goes.
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

type Parent = Extract<Node, { type: 'JSXElement' | 'JSXFragment' }>
type Child = Parent['children'][number]
/** `comes`: elements that are there or not. `changing`: text by a condition. `text`: text that stays. */
type Kind = 'blank' | 'element' | 'comes' | 'changing' | 'text'

/** Values that hold elements, never a bare text, wherever they stand beside something that comes and goes. */
const slots: ReadonlySet<string> = new Set([
  'action',
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
    if (shown.length < 2) return
    const firstComing = shown.findIndex(([, kind]) => kind === 'comes')
    shown.forEach(([child, kind], at) => {
      const line = source.slice(0, child.start).split('\n').length
      if (kind === 'changing') broken.push(`${file}:${line}  a text that changes needs an element of its own`)
      if (kind === 'text' && firstComing !== -1 && firstComing < at)
        broken.push(`${file}:${line}  a text after something that comes and goes needs an element of its own`)
    })
  }
  const { program } = parseSync(file, source)
  new Visitor({ JSXElement: check, JSXFragment: check }).visit(program)
  for (const returned of returnsOfComponents(program))
    if (isText(returned))
      broken.push(`${file}:${source.slice(0, returned.start).split('\n').length}  a component's text needs an element`)
  return broken
}

/** What functions whose name begins with a capital letter return. */
function returnsOfComponents(program: Node): Node[] {
  const returned: Node[] = []
  /** Innermost last: whether each function around is a component. */
  const around: boolean[] = []
  const named = new Map<Node, string>()
  const enter = (node: FunctionNode | ArrowFunctionExpression) => {
    around.push(/^[A-Z]/.test(named.get(node) ?? ('id' in node ? node.id?.name : undefined) ?? ''))
    if (around.at(-1) && node.body && node.body.type !== 'BlockStatement') returned.push(node.body)
  }
  const leave = () => void around.pop()
  new Visitor({
    VariableDeclarator: ({ id, init }) => void (init && id.type === 'Identifier' && named.set(init, id.name)),
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    ReturnStatement: ({ argument }) => void (argument && around.at(-1) && returned.push(argument)),
  }).visit(program as Program)
  return returned
}

/** A text that nothing surrounds, also by a condition or in a fragment. */
function isText(value: Node): boolean {
  switch (value.type) {
    case 'Literal':
      return typeof value.value === 'string' && value.value.trim() !== ''
    case 'TemplateLiteral':
      return true
    case 'ParenthesizedExpression':
      return isText(value.expression)
    case 'ConditionalExpression':
      return isText(value.consequent) || isText(value.alternate)
    case 'LogicalExpression':
      return isText(value.right) || (value.operator !== '&&' && isText(value.left))
    case 'CallExpression':
      return value.callee.type === 'Identifier' && counting.has(value.callee.name)
    case 'JSXFragment':
      return flatChildren(value).some((child) =>
        child.type === 'JSXExpressionContainer' ? isText(child.expression) : kindOf(child) === 'text',
      )
    default:
      return false
  }
}

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
    case 'JSXElement':
    case 'JSXFragment':
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
