/** A preference is a name with an optional value (RFC 7240, 2). */
function preferences(header: string | undefined): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const part of (header ?? '').split(',')) {
    const [name = '', value = ''] = part.split('=').map((text) => text.trim())
    if (!found.has(name)) found.set(name, value)
  }
  return found
}

/** `Prefer: handling=strict, max-affected=N`: the N; undefined: no limit is asked for, or not strictly. */
export function maxAffected(prefer: string | undefined): number | undefined {
  const asked = preferences(prefer)
  const most = asked.get('max-affected') ?? ''
  return asked.get('handling') === 'strict' && /^\d{1,15}$/.test(most) ? Number(most) : undefined
}

const refused = (code: string, message: string, details: string | null) =>
  Response.json({ code, details, hint: null, message }, { status: 400 })

/** PGRST124: https://docs.postgrest.org/en/v14/references/errors.html */
export const tooManyAffected = (rows: number): Response =>
  refused('PGRST124', 'Query result exceeds max-affected preference constraint', `The query affects ${rows} rows`)

/** PGRST128: only of a function that gives rows can they be counted. */
export const uncountable = (): Response =>
  refused(
    'PGRST128',
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    null,
  )
