import { createHash } from 'node:crypto'

/** A uuid (RFC 9562, version 8: made from a hash) that is the same for the same name, so that demo addresses stay. */
export function demoId(kind: string, name: string): string {
  const hex = createHash('sha256').update(`hot demo ${kind} ${name}`).digest('hex')
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
