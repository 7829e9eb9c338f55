import type * as z from 'zod/v4/core'

/** What a fixture says: any part of a row; what it says nothing of is filled. */
type Part<T> = T extends readonly (infer Item)[]
  ? readonly Part<Item>[]
  : T extends object
    ? { readonly [K in keyof T]?: Part<T[K]> }
    : T

/** A string of its format, where the schema asks for one. */
const formats: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  datetime: '2026-01-01T12:00:00Z',
  date: '2026-01-01',
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function filledObject(shape: z.$ZodShape, given: Readonly<Record<string, unknown>>): object {
  const missing = Object.entries(shape).filter(
    ([name, field]) => given[name] !== undefined || field._zod.optin !== 'optional',
  )
  return { ...given, ...Object.fromEntries(missing.map(([name, field]) => [name, filled(field, given[name])])) }
}

/** What is given, and for all else the plainest value: nothing where that is allowed, empty, zero, no, the first choice. */
function filled(schema: z.$ZodType, given: unknown): unknown {
  const { def } = (schema as z.$ZodTypes)._zod
  const nothing = given === undefined
  switch (def.type) {
    case 'object':
      return nothing || isObject(given) ? filledObject(def.shape, given ?? {}) : given
    case 'array':
      return Array.isArray(given) ? given.map((item) => filled(def.element, item)) : (given ?? [])
    case 'nullable':
      return nothing || given === null ? null : filled(def.innerType, given)
    case 'optional':
      return nothing ? given : filled(def.innerType, given)
    case 'pipe':
      return filled(def.in, given)
  }
  if (!nothing) return given
  switch (def.type) {
    case 'string':
      return formats['format' in def ? String(def.format) : ''] ?? ''
    case 'number':
      return 0
    case 'boolean':
      return false
    case 'record':
      return {}
    case 'enum':
      return Object.values(def.entries)[0]
    case 'literal':
      return def.values[0]
    case 'union':
      return def.options[0] && filled(def.options[0], undefined)
    default:
      throw new Error(`exampleOf() has no value for ${def.type}: give one`)
  }
}

/**
 * A row, an answer or the fields of a form, as their schema has them: a fixture says what its test is about, so that a new
 * column does not touch it.
 */
export const exampleOf = <S extends z.$ZodType>(schema: S, given: Part<z.output<S>> = {} as Part<z.output<S>>) =>
  filled(schema, given) as z.output<S>
