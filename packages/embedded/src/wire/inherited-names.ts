import { isUtf8 } from 'node:buffer'

/**
 * Names that every object of JavaScript inherits. A library that collects parameters, aliases or keys in a plain object
 * finds something at these names that nobody sent, and by assigning to it changes an object that the whole process shares.
 * So no request may name one, whatever it is for; no column, function or setting is called like that.
 */
const INHERITED: ReadonlySet<string> = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype'])

export const isInherited = (name: string): boolean => INHERITED.has(name)

/** Where parameters and path parts separate names: `author.name`, `data->x`, `id,name:title`, `or(id.eq.1)`. */
const BETWEEN_NAMES = /[^\p{L}\p{N}_$]+/u

const namesInherited = (text: string): boolean => text.split(BETWEEN_NAMES).some(isInherited)

const refuse = (message: string, details: string | null = null, code = 'PGRST100'): Response =>
  Response.json({ code, message, details, hint: null }, { status: 400 })

const notText = () => refuse('The address of the request is no text')
const notAllowed = (where: string) => refuse('The request names something that every object inherits', where)

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined // bytes that are no UTF-8, such as half a surrogate pair
  }
}

/** Whether bytes that are no UTF-8 were read as �, which nobody sent. */
const isReplaced = (text: string, { search }: URL) => text.includes('\uFFFD') && !/%EF%BF%BD|\uFFFD/i.test(search)

/**
 * Refuses an address that is no text (NUL, bytes that are no UTF-8) or that names an inherited property in a part of its
 * path or in the name of a parameter. Values are for whoever knows what they mean; where they reach SQL as part of a
 * statement (`isData`), none may hold a NUL.
 */
export function refuseAddress(url: URL, isData: boolean): Response | undefined {
  const path = decoded(url.pathname)
  if (path === undefined || path.includes('\0')) return notText()
  if (path.split('/').some(isInherited)) return notAllowed('path')
  for (const [name, value] of url.searchParams) {
    if (name.includes('\0') || (isData && value.includes('\0'))) return notText()
    if (isReplaced(name + value, url)) return notText()
    if (namesInherited(name)) return notAllowed('parameter')
  }
  return undefined
}

/** A key of JSON as it may be written: the name itself, or anything with an escape. */
const SUSPICIOUS = new RegExp(`\\\\u|"(?:${[...INHERITED].join('|')})"`)

/** PostgREST's code of a body that is no JSON. */
const halfCharacter = () => refuse('A text of the body holds half a character', null, 'PGRST102')

function refuseJson(body: unknown, isRest: boolean): Response | undefined {
  const waiting: unknown[] = [body]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value === 'string' && isRest && !value.isWellFormed()) return halfCharacter()
    if (typeof value !== 'object' || value === null) continue
    for (const key of Array.isArray(value) ? [] : Object.keys(value)) {
      if (isInherited(key)) return notAllowed('key')
      if (isRest && !key.isWellFormed()) return halfCharacter()
    }
    for (const inner of Object.values(value)) waiting.push(inner)
  }
  return undefined
}

/**
 * Refuses a body whose JSON has an inherited name as a key, at any depth, and for REST what would be stored as another
 * character: bytes that are no UTF-8, and half of a surrogate pair in a text. Sign-in and storage refuse these in their own
 * words. Other bodies are read elsewhere.
 */
export function refuseBody(body: Uint8Array, isRest: boolean): Response | undefined {
  if (isRest && !isUtf8(body)) return refuse('The body is no UTF-8', null, 'PGRST102')
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString()
  // Most bodies hold neither, and need no second reading: in UTF-8, half a pair is written as an escape only.
  if (!SUSPICIOUS.test(text)) return undefined
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return undefined // not JSON: whoever reads the body says so
  }
  return refuseJson(read, isRest)
}
