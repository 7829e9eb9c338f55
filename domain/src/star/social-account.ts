import { readWholeNumber } from '../text/csv-cell.ts'
import { parseUrl } from '../url/parse-url.ts'

/** Platforms with the hosts of profile URLs, without `www.` and `m.`. */
export const socialPlatforms = [
  { key: 'instagram', name: 'Instagram', hosts: ['instagram.com', 'instagr.am'] },
  { key: 'tiktok', name: 'TikTok', hosts: ['tiktok.com'] },
  { key: 'youtube', name: 'YouTube', hosts: ['youtube.com'] },
  { key: 'x', name: 'X', hosts: ['x.com', 'twitter.com'] },
  { key: 'threads', name: 'Threads', hosts: ['threads.com', 'threads.net'] },
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

/**
 * Reads a typed or pasted account: `@mandy`, `mandy` or the profile's URL, whose parameters are dropped. Null when it
 * is neither, a post, or a URL of another platform; `socialFault` says which.
 */
export function readSocialAddress(platform: SocialPlatform, typed: string): SocialAddress | null {
  const read = readAccount(platform, typed)
  return 'fault' in read ? null : read
}

/** What is wrong with a typed or pasted account, and what to type instead. Null when it can be read. */
export function socialFault(platform: SocialPlatform, typed: string): string | null {
  const read = readAccount(platform, typed)
  return 'fault' in read ? read.fault : null
}

const faults = {
  unreadable: 'Gib den Namen oder die Adresse des Kontos auf dieser Plattform ein.',
  short: 'Das ist ein Kurzlink, der seinen Namen nicht verrät. Öffne ihn und kopier die Adresse des Profils.',
  post: 'Das ist ein Beitrag, kein Profil. Gib den Namen oder die Adresse des Profils ein.',
  page: 'Das ist eine Seite der Plattform, kein Profil. Gib den Namen oder die Adresse des Profils ein.',
} as const

const handlePattern = /^[\p{L}\p{N}_][\p{L}\p{N}._-]*$/u
/** YouTube also has channels without a name: `/channel/UC…`, `/c/name`, `/user/name`. */
const youtubeFolder = /^(channel|c|user)$/

/** Hosts of nothing but short links and posts. */
const otherHosts: Readonly<Record<string, { platform: SocialPlatform; fault: string }>> = {
  'vm.tiktok.com': { platform: 'tiktok', fault: faults.short },
  'vt.tiktok.com': { platform: 'tiktok', fault: faults.short },
  'youtu.be': { platform: 'youtube', fault: faults.post },
  't.co': { platform: 'x', fault: faults.short },
}

/** First parts of paths that are no names. `within`: parts behind a name that lead to one of its posts. */
const paths: Readonly<Record<SocialPlatform, { posts: RegExp; pages: RegExp; short: RegExp; within: RegExp }>> = {
  instagram: {
    posts: /^(p|reels?|tv|stories)$/,
    pages: /^(explore|accounts|direct|about|legal|developer|web|popular)$/,
    short: /^(s|share)$/,
    within: /^(p|reel|tv)$/,
  },
  tiktok: {
    posts: /^(v|video|photo|embed)$/,
    pages: /^(discover|explore|tag|music|foryou|following|friends|search|login|live|about|legal|shop)$/,
    short: /^t$/,
    within: /^(video|photo)$/,
  },
  youtube: {
    posts: /^(watch|shorts|live|embed|v|clip|post)$/,
    pages: /^(playlist|feed|results|hashtag|gaming|premium|account|redirect|about|t)$/,
    short: /^attribution_link$/,
    within: /^$/,
  },
  x: {
    posts: /^status$/,
    pages: /^(i|home|explore|search|hashtag|intent|share|messages|notifications|settings|login|tos|privacy)$/,
    short: /^$/,
    within: /^status(es)?$/,
  },
  threads: {
    posts: /^(t|post)$/,
    pages: /^(search|login|activity|saved|liked|settings)$/,
    short: /^$/,
    within: /^post$/,
  },
}

type Read = SocialAddress | { fault: string }

function readAccount(platform: SocialPlatform, typed: string): Read {
  const text = typed.trim()
  const isAddress = /^https?:\/\//i.test(text) || /^[\w-]+(\.[\w-]+)*\.\w+[/?]/.test(text)
  return isAddress || siteOf(text.toLowerCase()) ? fromUrl(platform, text) : named(platform, text)
}

function named(platform: SocialPlatform, text: string): Read {
  const handle = text.replace(/^@/, '')
  if (handle.length > socialHandleMax || !handlePattern.test(handle)) return { fault: faults.unreadable }
  return { handle, url: `${profiles[platform]}${handle}` }
}

/** What profile URLs begin with. */
const profiles: Readonly<Record<SocialPlatform, string>> = {
  instagram: 'https://www.instagram.com/',
  tiktok: 'https://www.tiktok.com/@',
  youtube: 'https://www.youtube.com/@',
  x: 'https://x.com/',
  threads: 'https://www.threads.com/@',
}

/** The platform of a host. */
function siteOf(hostname: string): { platform: SocialPlatform; fault: string | null } | null {
  const host = hostname.replace(/^(www|m|mobile)\./, '')
  const found = socialPlatforms.find(({ hosts }) => hosts.some((one) => one === host))
  return found ? { platform: found.key, fault: null } : (otherHosts[host] ?? null)
}

function fromUrl(platform: SocialPlatform, text: string): Read {
  const parsed = parseUrl(/^https?:/i.test(text) ? text : `https://${text}`)
  const site = parsed && siteOf(parsed.hostname)
  if (!site) return { fault: faults.unreadable }
  if (site.platform !== platform)
    return { fault: `Diese Adresse gehört zu ${platformOf(site.platform).name}. Wähl diese Plattform.` }
  if (site.fault) return { fault: site.fault }
  const parts = parsed.pathname.split('/').filter(Boolean).map(decoded)
  // Instagram's apps share profiles as /_u/name.
  const [first = '', second = '', third = ''] = platform === 'instagram' && parts[0] === '_u' ? parts.slice(1) : parts
  if (platform === 'youtube' && youtubeFolder.test(first)) {
    if (!handlePattern.test(second) || second.length > socialHandleMax) return { fault: faults.unreadable }
    return { handle: second, url: `https://www.youtube.com/${first}/${encodeURIComponent(second)}` }
  }
  const { posts, pages, short, within } = paths[platform]
  const word = first.toLowerCase()
  if (short.test(word)) return { fault: faults.short }
  if (posts.test(word)) return { fault: faults.post }
  if (pages.test(word)) return { fault: faults.page }
  const account = named(platform, first)
  if ('fault' in account || third === '' || !within.test(second.toLowerCase())) return account
  return {
    fault: `Das ist ein Beitrag von ${account.handle}, kein Profil. Ist das Konto gemeint, gib nur den Namen ein.`,
  }
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
