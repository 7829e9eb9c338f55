import { queryOptions } from '@tanstack/react-query'
import { type SiteOperator, siteOperator } from '#web/lib/api/config/runtime-config.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'

export type SiteLink = { title: string; href: string }
export type SiteLinks = { social: SiteLink[]; stores: SiteLink[] }

type Entry = { key: string; title: string }

/** Keys of the operator's data (`SITE_INSTAGRAM_URL` → `instagram_url`) and their labels in the footer. */
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

/** The operator's configured links, limited to web URLs; missing ones are left out. */
export function siteLinks(operator: SiteOperator): SiteLinks {
  const present = (entries: readonly Entry[]) =>
    entries.flatMap(({ key, title }) => {
      const href = operator[key]
      return isWebAddress(href) ? [{ title, href }] : []
    })
  return { social: present(socialEntries), stores: present(storeEntries) }
}

/** Milliseconds. Every page rendered on the server needs this data, so an answer is shared for a minute. */
const serverMemory = 60_000

const shellData = shareFor(serverMemory, () => rpc('shell_data'))

/** Footer data of every page. It changes rarely, so it is fetched once per visit. */
export const shellQuery = queryOptions({
  queryKey: ['site', 'shell'],
  queryFn: ({ signal }) => (import.meta.env.SSR ? shellData() : rpc('shell_data', {}, signal)),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Social and store links of this installation. */
export const siteLinksQuery = queryOptions({
  queryKey: ['site', 'links'],
  queryFn: async () => siteLinks(await siteOperator()),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Shares one answer among all callers for `lifetime` ms. Failures are not cached. */
export function shareFor<Answer>(lifetime: number, ask: () => Promise<Answer>, now = Date.now) {
  let known: { answer: Promise<Answer>; until: number } | undefined
  return (): Promise<Answer> => {
    if (known && now() < known.until) return known.answer
    const answer = ask()
    known = { answer, until: now() + lifetime }
    answer.catch(() => {
      if (known?.answer === answer) known = undefined
    })
    return answer
  }
}
