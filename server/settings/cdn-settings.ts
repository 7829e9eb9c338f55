import { isPrivateUrl } from '@hot/embedded/wire/networks'
import { type Environment, valuesOf } from './environment.ts'

/** A cache in front of the site, and where it is told to forget. */
export type CdnSettings = {
  cdn?: { purge?: { url: string; token: string; by: 'path' | 'tag' } | undefined } | undefined
}

const shortestToken = 16

/** Reads whether a cache stands in front of the server; one German line for each wrong value. */
export function readCdnSettings(env: Environment): CdnSettings & { problems: string[] } {
  const problems: string[] = []
  const value = valuesOf(env)
  const check = (fine: boolean, line: string) => void (fine || problems.push(line))
  const wanted = value('HOT_CDN') ?? 'off'
  check(wanted === 'on' || wanted === 'off', `HOT_CDN muss on oder off sein: »${wanted}«.`)
  const [url, token, by] = ['URL', 'TOKEN', 'BY'].map((name) => value(`HOT_CDN_PURGE_${name}`))
  const isNamed = [url, token, by].some(Boolean)
  check(wanted === 'on' || !isNamed, 'HOT_CDN_PURGE_… ist ohne HOT_CDN=on ohne Wirkung.')
  check(!isNamed || Boolean(url && token), 'HOT_CDN_PURGE_URL und HOT_CDN_PURGE_TOKEN gehören zusammen.')
  check(
    !token || (token.length >= shortestToken && /^[\w.~+/=-]+$/.test(token)),
    `HOT_CDN_PURGE_TOKEN braucht mindestens ${shortestToken} Zeichen, nur Buchstaben, Ziffern und . _ ~ + / = -.`,
  )
  check(
    !url || (isPrivateUrl(url) && !new URL(url).search && !new URL(url).username),
    'HOT_CDN_PURGE_URL muss eine Adresse mit https sein (http nur auf diesem Rechner), ohne »?« und ohne Namen.',
  )
  const isPath = by === undefined || by === 'path'
  check(isPath || by === 'tag', `HOT_CDN_PURGE_BY muss path oder tag sein: »${by}«.`)
  // Writes go to the project: this server does not hear what is removed there.
  check(
    !isNamed || !value('SUPABASE_URL'),
    'Mit SUPABASE_URL erfährt HoT nicht, was gelöscht wird: Lass HOT_CDN_PURGE_… weg.',
  )
  if (wanted !== 'on') return { problems }
  const purge =
    url && token
      ? { url: url.replace(/\/+$/, ''), token, by: isPath ? ('path' as const) : ('tag' as const) }
      : undefined
  return { problems, cdn: { purge } }
}
