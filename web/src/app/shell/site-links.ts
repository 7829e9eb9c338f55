import type { SiteOperator } from '#web/lib/api/config/runtime-config.ts'

export type SiteLink = { title: string; href: string }
export type SiteLinks = { social: SiteLink[]; stores: SiteLink[] }

type Entry = { key: string; title: string }

/** Keys of the operator's data (`SITE_INSTAGRAM_URL` → `instagram_url`) and what the footer calls them. */
const socialEntries: readonly Entry[] = [
  { key: 'instagram_url', title: 'Instagram' },
  { key: 'tiktok_url', title: 'TikTok' },
  { key: 'youtube_url', title: 'YouTube' },
  { key: 'x_url', title: 'X' },
  { key: 'threads_url', title: 'Threads' },
  { key: 'discord_url', title: 'Discord' },
]
const storeEntries: readonly Entry[] = [
  { key: 'app_store_url', title: 'iOS' },
  { key: 'play_store_url', title: 'Android' },
]

const isWebAddress = (text: string | undefined): text is string => /^https?:\/\//.test(text ?? '')

/** Only what the operator configured, and only web addresses; nothing is shown in place of a missing one. */
export function siteLinks(operator: SiteOperator): SiteLinks {
  const present = (entries: readonly Entry[]) =>
    entries.flatMap(({ key, title }) => {
      const href = operator[key]
      return isWebAddress(href) ? [{ title, href }] : []
    })
  return { social: present(socialEntries), stores: present(storeEntries) }
}
