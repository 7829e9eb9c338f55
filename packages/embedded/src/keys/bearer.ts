/** The token in `Authorization`; undefined: none, or an API key, which some clients send there as well. */
export function tokenOf(request: Request): string | undefined {
  const bearer = bearerOf(request)
  return isToken(bearer) ? bearer : undefined
}

/** What stands behind `Bearer`, whatever it is. */
export const bearerOf = (request: Request): string | undefined =>
  /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]

/** API keys of Supabase begin with `sb_`; everything else is taken for a token and verified. */
export const isToken = (text: string | null | undefined): text is string => Boolean(text) && !text?.startsWith('sb_')
