/**
 * Sentences with facts in them, written once and told twice: here, and by the SQL that scripts/generate writes from the
 * same text.
 *
 * - `{name}`: the fact. `{name!}`: the fact, with a full stop unless it ends a sentence itself.
 * - `{name|heart=❤️|=nothing|otherwise}`: by its value; `=` is one that is absent.
 * - `[ about {name}]`: left out when a fact that stands in it is absent.
 * - `{name*each}`: once for every element of a list, whose facts are those of the element.
 */
export type Template = readonly Part[]
export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'fact'; name: string; ended: boolean }
  | { kind: 'choice'; name: string; options: readonly (readonly [value: string, Template])[]; otherwise: Template }
  | { kind: 'optional'; parts: Template }
  | { kind: 'each'; name: string; parts: Template }

export type Facts = Readonly<Record<string, unknown>>

const parsed = new Map<string, Template>()

/** The parts of a template. Throws for one that cannot be read. */
export function templateOf(written: string): Template {
  const known = parsed.get(written)
  if (known) return known
  const reader = { written, at: 0 }
  const parts = partsUntil(reader, '')
  parsed.set(written, parts)
  return parts
}

type Reader = { readonly written: string; at: number }

function partsUntil(reader: Reader, ends: string): Template {
  const parts: Part[] = []
  for (;;) {
    const next = reader.written.slice(reader.at).search(/[{}[\]|]/u)
    const end = next < 0 ? reader.written.length : reader.at + next
    if (end > reader.at) parts.push({ kind: 'text', text: reader.written.slice(reader.at, end) })
    reader.at = end
    const sign = reader.written[end] ?? ''
    if (sign === '' && ends !== '') throw new Error(`"${reader.written}" does not end`)
    if (sign === '' || ends.includes(sign)) return parts
    reader.at += 1
    if (sign === '[') parts.push({ kind: 'optional', parts: partsUntil(reader, ']') })
    else if (sign === '{') parts.push(placeholder(reader))
    else throw new Error(`"${reader.written}" has a stray ${sign}`)
    if (sign === '[') reader.at += 1
  }
}

/** What stands between `{` and `}`. */
function placeholder(reader: Reader): Part {
  const [head = '', name = '', sign] = /^([a-z_.]+)([!|*]?)/u.exec(reader.written.slice(reader.at)) ?? []
  if (!name) throw new Error(`"${reader.written}" names no fact at ${reader.at}`)
  reader.at += head.length
  if (sign === '|') return choice(reader, name)
  const parts = sign === '*' ? partsUntil(reader, '}') : undefined
  if (reader.written[reader.at] !== '}') throw new Error(`"${reader.written}" does not close ${name}`)
  reader.at += 1
  return parts ? { kind: 'each', name, parts } : { kind: 'fact', name, ended: sign === '!' }
}

function choice(reader: Reader, name: string): Part {
  const options: [string, Template][] = []
  let otherwise: Template = []
  for (;;) {
    const [head = '', value] = /^([\w-]*)=/u.exec(reader.written.slice(reader.at)) ?? []
    reader.at += head.length
    const parts = partsUntil(reader, '|}')
    if (value === undefined) otherwise = parts
    else options.push([value, parts])
    reader.at += 1
    if (reader.written[reader.at - 1] === '}') return { kind: 'choice', name, options, otherwise }
  }
}

const factOf = (facts: Facts, name: string): unknown =>
  name.split('.').reduce<unknown>((within, key) => (within as Facts | null | undefined)?.[key], facts)

/** A fact as text; one that is absent or null is empty. */
const textOf = (facts: Facts, name: string): string => String(factOf(facts, name) ?? '')

/** A text with a full stop, unless it ends a sentence itself. */
export const ended = (text: string): string => text.replace(/([^.!?…])$/u, '$1.')

/** A template with its facts. */
export const filled = (written: string, facts: Facts): string => told(templateOf(written), facts)

const told = (parts: Template, facts: Facts): string => parts.map((part) => toldPart(part, facts)).join('')

function toldPart(part: Part, facts: Facts): string {
  if (part.kind === 'text') return part.text
  if (part.kind === 'optional')
    return factsIn(part.parts).every((name) => textOf(facts, name)) ? told(part.parts, facts) : ''
  if (part.kind === 'each') {
    const list = factOf(facts, part.name)
    return Array.isArray(list) ? list.map((each: Facts) => told(part.parts, each)).join('') : ''
  }
  const text = textOf(facts, part.name)
  if (part.kind === 'fact') return part.ended ? ended(text) : text
  return told(part.options.find(([value]) => value === text)?.[1] ?? part.otherwise, facts)
}

/** Names of the facts that stand in a template itself, not in a part of it. */
export const factsIn = (parts: Template): string[] => parts.flatMap((part) => (part.kind === 'fact' ? [part.name] : []))
