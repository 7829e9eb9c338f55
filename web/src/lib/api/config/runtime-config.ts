import type { AppBuild } from '@hot/domain/installation/served-apps'
import type { ReportProfileName } from '@hot/domain/monitoring/filter'
import type { ServiceName } from '@hot/domain/privacy/services'
import type { PushSetup } from '#web/platform/push/push.ts'
import { fetchMarked } from '../no-answer.ts'

/** The part of the configuration that every page needs. */
export type RuntimeConfig = {
  /** Origin of the Supabase API; empty = the page's own origin. */
  supabaseUrl: string
  publishableKey: string
  /** Public origin of the site without a trailing slash, for canonical addresses and sharing. */
  siteUrl: string
  /** Absent: errors are not reported. */
  reports?: ReportsConfig
  /** The service worker is switched off: none is registered, and an existing one is removed. */
  worker?: 'off'
  /** Who may sign people in; absent: each is offered, and the backend decides. */
  providers?: readonly string[]
  /** In a shell: what it is. */
  app?: AppBuild
}

/** Where error reports go, and which of the two setups they use. */
export type ReportsConfig = { dsn: string; profile: ReportProfileName }

/** Operator's data for the legal pages, from `SITE_*`; the page names missing entries. */
export type SiteOperator = Readonly<Record<string, string>>

/** What only the legal pages need of the configuration. */
export type LegalConfig = { site: SiteOperator; services?: readonly ServiceName[] }

type ServerSlot = {
  fetch?: (request: Request) => Promise<Response>
  config: RuntimeConfig & LegalConfig
}

export const configMetaName = 'hot-config'

/** Set by the web server before it imports the SSR bundle; undefined in browsers and while building the shells' app. */
export function serverSlot(): ServerSlot | undefined {
  return Reflect.get(globalThis, Symbol.for('hot.server')) as ServerSlot | undefined
}

/** The configuration inlined in the document, on the server and in the browser; null in the shells. */
export function inlinedConfig(): string | null {
  if (!import.meta.env.SSR)
    return document.querySelector<HTMLMetaElement>(`meta[name=${configMetaName}]`)?.content ?? null
  const slot = serverSlot()
  if (!slot) return null
  const { supabaseUrl, publishableKey, siteUrl, reports, worker, providers } = slot.config
  return JSON.stringify({ supabaseUrl, publishableKey, siteUrl, reports, worker, providers })
}

/** The configuration a shell has read from its file. */
let read: RuntimeConfig | null = null

/** The configuration, synchronously; null in a shell that has not read its file yet. */
export function knownConfig(): RuntimeConfig | null {
  if (import.meta.env.VITE_SHELL === 'native') return read
  const inlined = inlinedConfig()
  return inlined && JSON.parse(inlined)
}

/** In a shell: the public key that the server has named since the app was built. */
export const storageKey = 'hot_publishable_key'

/** The key that the server has named since, instead of the file's; a new app has a new file. */
function withKnownKey(config: RuntimeConfig): RuntimeConfig {
  try {
    const { was, is } = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
    return was === config.publishableKey && typeof is === 'string' ? { ...config, publishableKey: is } : config
  } catch {
    // Storage is blocked, or the entry is damaged.
    return config
  }
}

/** Reads the shell's file, also for `knownConfig`; pictures read the backend's origin from the document (web/src/ui/media/lazy-image.tsx). */
async function readShellConfig(): Promise<RuntimeConfig> {
  read = withKnownKey(await fetchConfig())
  document.documentElement.dataset.backend = read.supabaseUrl
  return read
}

/** The whole of it: the document's server's, or the shell's own file. */
export async function fetchConfig(): Promise<RuntimeConfig & PushSetup & LegalConfig> {
  const slot = serverSlot()
  if (slot) return slot.config
  const answer = await fetchMarked('/config.json')
  if (!answer.ok) throw new Error('Supabase nicht konfiguriert')
  return answer.json()
}

let known: Promise<RuntimeConfig> | undefined

/** The backend's location, from the document or (in the shells) from the app's file. Throws when neither has it. */
export function runtimeConfig(): Promise<RuntimeConfig> {
  if (known) return known
  const found = knownConfig()
  const elsewhere = import.meta.env.VITE_SHELL === 'native' && !import.meta.env.SSR ? readShellConfig : fetchConfig
  const reading = found ? Promise.resolve(found) : elsewhere()
  known = reading
  // A failed read is not cached, so that a retry can succeed.
  reading.catch(() => {
    known = undefined
  })
  return reading
}

/** Data of the site's operator. Only the legal pages need it, so it is not inlined into every page. */
export const siteOperator = async (): Promise<SiteOperator> => (await fetchConfig()).site

/** Services outside that this installation uses, for the privacy policy; null in shells, whose file does not know. */
export const usedServices = async (): Promise<readonly ServiceName[] | null> => (await fetchConfig()).services ?? null

/** Push settings. Few pages need them, so they are not inlined either. */
export const pushSetup = (): Promise<PushSetup> => fetchConfig()

/** URL of a path on the web server: relative on the website, absolute in a shell. */
export async function siteAddress(path: string): Promise<string> {
  if (import.meta.env.VITE_SHELL !== 'native') return path
  return (await runtimeConfig()).siteUrl + path
}
