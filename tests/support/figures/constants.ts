import fs from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'

const root = path.resolve(import.meta.dirname, '../../..')
const aliases = [
  ['@hot/domain/', 'domain/src/'],
  ['@hot/embedded/', 'packages/embedded/src/'],
  ['#web/', 'web/src/'],
] as const

type Node = { type: string; [key: string]: unknown }
type Value = number | string | boolean | null | Value[] | { [name: string]: Value }
/** Where a name of a file comes from: its initial value, or what another file calls so. */
type Source = { value: Node } | { file: string; name: string }

/**
 * Reads a number that stands at the top level of a source file, exported or not, by its name and, within an object, by
 * the names that lead to it: `constants('server/wire/request-limits.ts')('REQUESTS.times')`. `per` converts units.
 */
export function constants(file: string): (name: string, per?: number) => number {
  return (name, per = 1) => {
    const [first = '', ...rest] = name.split('.')
    const found = rest.reduce<Value | undefined>(memberOf, named(file, first))
    if (typeof found !== 'number') throw new Error(`${file} has no number ${name}`)
    return found / per
  }
}

/**
 * Reads a number from the text of a file, where it is part of an expression, a string or a style:
 * `written('server/jobs/sql-jobs.ts')("schedule: '*\/{} * * * *'")`. What is written has to be there exactly once.
 */
export function written(file: string): (says: string, per?: number) => number {
  return (says, per = 1) => {
    const literal = says.split('{}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    const text = fs.readFileSync(path.join(root, file), 'utf8').replace(/\s+/g, ' ')
    const found = [...text.matchAll(new RegExp(literal.join('(-?[\\d._]+)'), 'g'))]
    if (found.length !== 1) throw new Error(`${file} says "${says}" ${found.length} times`)
    return Number(found[0]?.[1]?.replaceAll('_', '')) / per
  }
}

/** Every how many minutes a job of the database runs. */
export const every = (job: string): number =>
  written('server/jobs/sql-jobs.ts')(`{ name: '${job}', schedule: '*/{} * * * *' }`)

const memberOf = (value: Value | undefined, name: string): Value | undefined => {
  if (Array.isArray(value)) return name === 'length' ? value.length : value[Number(name)]
  if (typeof value !== 'object' || value === null) return undefined
  if (Object.hasOwn(value, name)) return value[name]
  return name === 'length' ? Object.keys(value).length : undefined
}

const read = new Map<string, Map<string, Source>>()

function named(file: string, name: string): Value {
  const names = read.get(file) ?? namesOf(file)
  read.set(file, names)
  const source = names.get(name)
  if (!source) throw new Error(`${file} has no constant ${name}`)
  return 'value' in source ? worthOf(file, source.value) : named(source.file, source.name)
}

function namesOf(file: string): Map<string, Source> {
  const { program } = parseSync(file, fs.readFileSync(path.join(root, file), 'utf8'))
  const names = new Map<string, Source>()
  for (const statement of program.body as unknown as Node[]) {
    const declared = statement.type === 'ExportNamedDeclaration' ? (statement.declaration as Node | null) : statement
    if (declared?.type === 'VariableDeclaration')
      for (const { id, init } of declared.declarations as { id: Node; init: Node | null }[])
        if (id.type === 'Identifier' && init) names.set(String(id.name), { value: init })
    if (statement.type === 'ImportDeclaration') addImports(names, file, statement)
  }
  return names
}

function addImports(names: Map<string, Source>, file: string, statement: Node) {
  const from = String((statement.source as Node).value)
  const target = aliases.flatMap(([alias, folder]) =>
    from.startsWith(alias) ? folder + from.slice(alias.length) : [],
  )[0]
  const found = target ?? path.posix.join(path.posix.dirname(file), from)
  for (const { local, imported } of statement.specifiers as { local: Node; imported?: Node }[])
    if (imported)
      names.set(String(local.name), {
        file: /\.tsx?$/.test(found) ? found : `${found}.ts`,
        name: String(imported.name),
      })
}

/** What a literal expression is worth; anything that has to run is refused where it is met. */
function worthOf(file: string, node: Node): Value {
  const of = (child: unknown) => worthOf(file, child as Node)
  switch (node.type) {
    case 'Literal':
      return node.value as Value
    case 'Identifier':
      return named(file, String(node.name))
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return of(node.expression)
    case 'UnaryExpression':
      return node.operator === '-' ? -Number(of(node.argument)) : null
    case 'BinaryExpression':
      return arithmetic(String(node.operator), Number(of(node.left)), Number(of(node.right)))
    case 'MemberExpression':
      return memberOf(of(node.object), String((node.property as Node).name)) ?? null
    case 'ArrayExpression':
      return (node.elements as Node[]).map(of)
    case 'ObjectExpression':
      return objectOf(file, node.properties as Node[])
    default:
      return null
  }
}

function objectOf(file: string, properties: readonly Node[]): Value {
  const pairs = properties.flatMap((property): [string, Value][] => {
    if (property.type === 'SpreadElement')
      return Object.entries(worthOf(file, property.argument as Node) ?? {}) as [string, Value][]
    const key = property.key as Node
    return [[String(key.name ?? key.value), worthOf(file, property.value as Node)]]
  })
  return Object.fromEntries(pairs)
}

function arithmetic(operator: string, left: number, right: number): number {
  switch (operator) {
    case '*':
      return left * right
    case '/':
      return left / right
    case '+':
      return left + right
    case '-':
      return left - right
    case '<<':
      return left << right
    case '**':
      return left ** right
    default:
      return Number.NaN
  }
}
