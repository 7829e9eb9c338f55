/** `URL.parse`, which the oldest browsers we support lack (domain/src/installation/floor.ts), as they lack `URL.canParse`. */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
