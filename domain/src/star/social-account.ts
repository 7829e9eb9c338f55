import { readWholeNumber } from '../text/csv-cell.ts'
import { parseUrl } from '../url/parse-url.ts'

/** Platforms with the hosts of profile URLs (links use the first). `prefix`: comes before the name in the path. */
export const socialPlatforms = [
  { key: 'instagram', name: 'Instagram', hosts: ['www.instagram.com', 'instagram.com'], prefix: '' },
  { key: 'tiktok', name: 'TikTok', hosts: ['www.tiktok.com', 'tiktok.com', 'vm.tiktok.com'], prefix: '@' },
  { key: 'youtube', name: 'YouTube', hosts: ['www.youtube.com', 'youtube.com', 'm.youtube.com'], prefix: '@' },
  {
    key: 'x',
    name: 'X',
    hosts: ['x.com', 'www.x.com', 'twitter.com', 'www.twitter.com', 'mobile.twitter.com'],
    prefix: '',
  },
  {
    key: 'threads',
    name: 'Threads',
    hosts: ['www.threads.com', 'www.threads.net', 'threads.net', 'threads.com'],
    prefix: '@',
  },
] as const

export type SocialPlatform = (typeof socialPlatforms)[number]['key']
/** An account as stored: the name without `@`, and the URL of the profile. */
export type SocialAddress = { handle: string; url: string }

const socialHandleMax = 100
const followersMax = 2_000_000_000

const platformOf = (key: SocialPlatform) =>
  socialPlatforms.find((platform) => platform.key === key) ?? socialPlatforms[0]

/** A platform by its key or name, ignoring case; `twitter` is X. Null when it is not supported. */
export function readPlatform(typed: string): SocialPlatform | null {
  const text = typed.trim().toLowerCase()
  if (text === 'twitter') return 'x'
  return socialPlatforms.find(({ key, name }) => key === text || name.toLowerCase() === text)?.key ?? null
}

const handlePattern = /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u
/** YouTube also has channels without a name: `/channel/UC…`, `/c/name`, `/user/name`. */
const youtubeFolder = /^(channel|c|user)$/

/**
 * Reads a typed or pasted account: `@mandy`, `mandy` or the profile's URL, whose parameters are dropped. Null when it
 * is neither, or a URL of another platform.
 */
export function readSocialAddress(platform: SocialPlatform, typed: string): SocialAddress | null {
  const text = typed.trim()
  if (/^https?:\/\//i.test(text) || /^[\w-]+(\.[\w-]+)*\.\w+\//.test(text)) return fromUrl(platform, text)
  const handle = text.replace(/^@/, '')
  if (handle.length > socialHandleMax || !handlePattern.test(handle)) return null
  const { hosts, prefix } = platformOf(platform)
  return { handle, url: `https://${hosts[0]}/${prefix}${handle}` }
}

function fromUrl(platform: SocialPlatform, text: string): SocialAddress | null {
  const address = /^https?:/i.test(text) ? text : `https://${text}`
  const parsed = parseUrl(address)
  if (!parsed) return null
  const { hostname, pathname } = parsed
  const { hosts } = platformOf(platform)
  if (!hosts.some((host) => host === hostname)) return null
  const [first = '', second = ''] = pathname.split('/').filter(Boolean).map(decoded)
  if (platform === 'youtube' && youtubeFolder.test(first)) {
    if (!handlePattern.test(second) || second.length > socialHandleMax) return null
    return { handle: second, url: `https://${hosts[0]}/${first}/${encodeURIComponent(second)}` }
  }
  return readSocialAddress(platform, first)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part // invalid encoding, which is rejected as a handle
  }
}

/**
 * Reads a number of followers: `1234567`, `1.234.567`, `1 234 567`, `1'234'567`. Null unless it is a whole number up to
 * two billion: rounded ones (`1,2 Mio.`) are rejected, because growth is computed from the numbers.
 */
export function readFollowers(typed: string): number | null {
  const value = readWholeNumber(typed)
  return value !== null && value <= followersMax ? value : null
}
