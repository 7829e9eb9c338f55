import type { ReportSetup } from '@hot/domain/monitoring/filter'
import type { PushSetup } from '#web/platform/push/push.ts'

/** What the app must be told at run time to reach its backend. */
export type RuntimeConfig = {
  /** Origin of the Supabase API; empty = the page's own origin. */
  supabaseUrl: string
  publishableKey: string
  /** Public origin of the site without a trailing slash, for canonical addresses and sharing. */
  siteUrl: string
  /** Absent: no error is reported anywhere. */
  reports?: ReportsConfig
  /** The service worker is switched off: none is registered, and one that is there ends. */
  worker?: 'off'
}

/** Where error reports go, and by which of the two setups they are made. */
export type ReportsConfig = { dsn: string; setup: ReportSetup }

/** Operator's data for the legal pages, from `SITE_*`; a missing entry is said on the page. */
export type SiteOperator = Readonly<Record<string, string>>

type ServerSlot = {
  fetch?: (request: Request) => Promise<Response>
  config: RuntimeConfig & { site: SiteOperator }
}

export const configMetaName = 'hot-config'

/** Set by the web server before it imports the SSR bundle; undefined in browsers and while the shells' app is built. */
export function serverSlot(): ServerSlot | undefined {
  return Reflect.get(globalThis, Symbol.for('hot.server')) as ServerSlot | undefined
}

/** The configuration as the document carries it, on the server as in the browser; null in the shells. */
export function inlinedConfig(): string | null {
  if (!import.meta.env.SSR)
    return document.querySelector<HTMLMetaElement>(`meta[name=${configMetaName}]`)?.content ?? null
  const slot = serverSlot()
  if (!slot) return null
  const { supabaseUrl, publishableKey, siteUrl, reports, worker } = slot.config
  return JSON.stringify({ supabaseUrl, publishableKey, siteUrl, reports, worker })
}

/** What a shell has read from the file beside it. */
let read: RuntimeConfig | null = null

/** The configuration as far as it is known without waiting; null in a shell that has not read its file yet. */
export function knownConfig(): RuntimeConfig | null {
  if (import.meta.env.VITE_SHELL === 'native') return read
  const inlined = inlinedConfig()
  return inlined && JSON.parse(inlined)
}

/** Stored for `knownConfig`, which cannot wait; pictures find the backend's origin at the document (web/src/ui/media/lazy-image.tsx). */
async function readShellConfig(): Promise<RuntimeConfig> {
  read = await fetchConfig()
  document.documentElement.dataset.backend = read.supabaseUrl
  return read
}

async function fetchConfig(): Promise<RuntimeConfig & PushSetup & { site: SiteOperator }> {
  const slot = serverSlot()
  if (slot) return slot.config
  const answer = await fetch('/config.json')
  if (!answer.ok) throw new Error('Supabase nicht konfiguriert')
  return answer.json()
}

let known: Promise<RuntimeConfig> | undefined

/** Where the backend is: from the document, or (in the shells) from the file beside the app. Throws when neither says. */
export function runtimeConfig(): Promise<RuntimeConfig> {
  if (known) return known
  const found = knownConfig()
  const elsewhere = import.meta.env.VITE_SHELL === 'native' && !import.meta.env.SSR ? readShellConfig : fetchConfig
  const reading = found ? Promise.resolve(found) : elsewhere()
  known = reading
  // A failed reading is not remembered, so that trying again can succeed.
  reading.catch(() => {
    known = undefined
  })
  return reading
}

/** Who operates the site; not inlined into every page, only the legal pages need it. */
export const siteOperator = async (): Promise<SiteOperator> => (await fetchConfig()).site

/** To whom messages are sent while HoT is closed. For few pages only, so not inlined either. */
export const pushSetup = (): Promise<PushSetup> => fetchConfig()

/** Where the web server answers a path: beside the page on the website, at the site's address from a shell. */
export async function siteAddress(path: string): Promise<string> {
  if (import.meta.env.VITE_SHELL !== 'native') return path
  return (await runtimeConfig()).siteUrl + path
}
