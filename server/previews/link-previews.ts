import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { firstGraphemes } from '@hot/domain/text/graphemes'
import type { Backend } from '@hot/embedded'
import { Parser } from 'htmlparser2'
import { publicLookup } from '../wire/public-addresses.ts'

/** What a link to an article says: its headline and the name of its site. */
export type Preview = { title: string; site: string }

/** In ms, for each request. */
const answerWithin = 5_000
/** Of a page; its head comes first. */
const mostBytes = 256 << 10
const mostRedirects = 3

/** Whether a host is one of the list, or below one of it: `www.rtl.de` for `rtl.de`. */
export const isListed = (host: string, hosts: readonly string[]): boolean =>
  hosts.some((listed) => host === listed || host.endsWith(`.${listed}`))

type Get = (url: URL) => Promise<IncomingMessage>

const getPublic: Get = (url) =>
  new Promise((answered, failed) => {
    const signal = AbortSignal.timeout(answerWithin)
    const headers = { accept: 'text/html', 'accept-encoding': 'identity', 'user-agent': 'HoT link preview' }
    request(url, { headers, lookup: publicLookup, signal }, answered).on('error', failed).end()
  })

/** The headline of a page: that for previews (Open Graph), else its title. Reads no further than the end of the head. */
export async function readTitle(chunks: AsyncIterable<Buffer>, fallbackSite: string): Promise<Preview | undefined> {
  const meta = new Map<string, string>()
  let title = ''
  let inTitle = false
  let done = false
  const parser = new Parser({
    onopentag(name, { property, content }) {
      if (done) return
      if (name === 'body') done = true
      if (name === 'title') inTitle = title === ''
      if (name === 'meta' && property && content && !meta.has(property)) meta.set(property, content)
    },
    ontext(text) {
      if (inTitle) title += text
    },
    onclosetag(name) {
      if (name === 'title') inTitle = false
      if (name === 'head') done = true
    },
  })
  const decoder = new TextDecoder()
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    parser.write(decoder.decode(chunk, { stream: true }))
    if (done || bytes > mostBytes) break
  }
  const plain = (text: string, most: number) => firstGraphemes(text.replace(/[\p{C}\s]+/gu, ' ').trim(), most)
  const found = plain(meta.get('og:title') ?? title, 200)
  if (!found) return undefined
  return { title: found, site: plain(meta.get('og:site_name') ?? '', 80) || fallbackSite }
}

/**
 * The headline of a public web page on one of `hosts`, after at most three redirects within them; undefined: there is none
 * to be had, and asking again would not help. Throws when the page cannot be reached now.
 */
export async function pageTitle(
  address: string,
  hosts: readonly string[],
  get = getPublic,
): Promise<Preview | undefined> {
  let url = new URL(address)
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const isPlain = url.protocol === 'https:' && url.port === '' && !url.username && !url.password
    if (!isPlain || !isListed(url.hostname, hosts)) return undefined
    const answer = await get(url)
    const { statusCode = 0, headers } = answer
    const next = headers.location
    if (statusCode >= 300 && statusCode < 400 && next && URL.canParse(next, url)) {
      answer.destroy()
      url = new URL(next, url)
      continue
    }
    try {
      if (statusCode >= 500 || statusCode === 429) throw new Error(`${url.hostname}: ${statusCode}`)
      const isPage = /^text\/html\b/i.test(headers['content-type'] ?? '') && !headers['content-encoding']
      return statusCode === 200 && isPage ? await readTitle(answer, url.hostname.replace(/^www\./, '')) : undefined
    } finally {
      answer.destroy()
    }
  }
  return undefined
}

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
