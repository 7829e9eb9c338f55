import type { Backend } from '@hot/embedded'
import { type Preview, pageTitle } from './page-title.ts'

/** Editorial sites about television and the people in it. None on which anybody may choose a page's title. */
export const usualHosts: readonly string[] = [
  'bild.de',
  'bunte.de',
  'dwdl.de',
  'focus.de',
  'gala.de',
  'joyn.de',
  'krone.at',
  'kurier.at',
  'meedia.de',
  'mopo.de',
  'n-tv.de',
  'ndr.de',
  'prosieben.de',
  'promiflash.de',
  'quotenmeter.de',
  'rnd.de',
  'rtl.de',
  'sat1.de',
  'sixx.de',
  'spiegel.de',
  'srf.ch',
  'stern.de',
  'sueddeutsche.de',
  't-online.de',
  'tagesschau.de',
  'vip.de',
  'vox.de',
  'wdr.de',
  'web.de',
  'zdf.de',
  'zeit.de',
  '20min.ch',
]

/** How often links without a preview are looked for (cron pattern with seconds). */
export const PREVIEW_SCHEDULE = '*/15 * * * * *'

/** The links of public posts that have no preview yet: in this process's database or in a Supabase project. */
export type PreviewQueue = {
  /** Claims links that are due; one that is not settled becomes due again later. */
  claim(): Promise<readonly string[]>
  /** Stores the preview; null: there is none. */
  settle(url: string, preview: Preview | null): Promise<void>
}

const AT_ONCE = 5

export const databasePreviews = ({ query }: Pick<Backend, 'query'>): PreviewQueue => ({
  claim: async () => {
    const [row] = await query<{ urls: string[] }>('select private.claim_previews($1) as urls', [AT_ONCE])
    return row?.urls ?? []
  },
  settle: async (url, preview) =>
    void (await query('select private.settle_preview($1, $2, $3)', [
      url,
      preview?.title ?? null,
      preview?.site ?? null,
    ])),
})

/** Reads the headlines of links that wait. One that cannot be reached now is tried again by the queue. */
export async function fillPreviews(
  queue: PreviewQueue,
  hosts: readonly string[],
  read: typeof pageTitle = pageTitle,
): Promise<void> {
  for (const url of await queue.claim()) {
    const preview = await read(url, hosts).catch(() => 'later' as const)
    if (preview !== 'later') await queue.settle(url, preview ?? null)
  }
}
