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

const refuse = (message: string, details: string | null = null): Response =>
  Response.json({ code: 'PGRST100', message, details, hint: null }, { status: 400 })

const notText = () => refuse('The address of the request is no text')
const notAllowed = (where: string) => refuse('The request names something that every object inherits', where)

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined // bytes that are no UTF-8, such as half a surrogate pair
  }
}

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
    if (namesInherited(name)) return notAllowed('parameter')
  }
  return undefined
}

/** A key of JSON as it may be written: the name itself, or anything with an escape. */
const SUSPICIOUS = new RegExp(`\\\\u|"(?:${[...INHERITED].join('|')})"`)

function hasInheritedKey(body: unknown): boolean {
  const waiting: unknown[] = [body]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value) && Object.keys(value).some(isInherited)) return true
    for (const inner of Object.values(value)) if (typeof inner === 'object') waiting.push(inner)
  }
  return false
}

/** Refuses a body whose JSON has an inherited name as a key, at any depth. Other bodies are read elsewhere. */
export function refuseKeys(body: Uint8Array): Response | undefined {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString()
  // Most bodies hold no such name anywhere, and need no second reading.
  if (!SUSPICIOUS.test(text)) return undefined
  try {
    return hasInheritedKey(JSON.parse(text)) ? notAllowed('key') : undefined
  } catch {
    return undefined // not JSON: whoever reads the body says so
  }
}
