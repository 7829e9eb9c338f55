export type Encoding = 'br' | 'gzip' | 'identity'

const ours: readonly Encoding[] = ['br', 'gzip', 'identity']
const remembered = new Map<string, Encoding>()
const mostRemembered = 200

function weight(parameters: readonly string[]): number {
  const q = parameters.map((text) => /^\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*$/i.exec(text)?.[1]).find(Boolean)
  return q === undefined ? 1 : Number(q)
}

function read(accept: string): Encoding {
  const weights = new Map<string, number>()
  for (const part of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';')
    weights.set(name.trim(), weight(parameters))
  }
  const any = weights.get('*') ?? 0
  const asked = (encoding: Encoding) => weights.get(encoding) ?? (encoding === 'identity' ? 0.001 : any)
  // A stable sort: among equals the smallest transfer wins.
  return ours.toSorted((a, b) => asked(b) - asked(a))[0] ?? 'identity'
}

/** The encoding of ours that `Accept-Encoding` likes best (RFC 9110 §12.5.3). Browsers send a handful of values. */
export function chooseEncoding(accept: string | undefined): Encoding {
  if (!accept) return 'identity'
  const known = remembered.get(accept)
  if (known) return known
  const chosen = read(accept)
  if (remembered.size < mostRemembered) remembered.set(accept, chosen)
  return chosen
}
