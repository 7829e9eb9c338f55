/** Random bytes as hexadecimal digits. */
export const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')

let known: string | undefined

/** Ties the requests of one page load together (32 hexadecimal digits). Lives in memory only: the next load has another. */
export function pageTrace(): string {
  known ??= randomHex(16)
  return known
}
