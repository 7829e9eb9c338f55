import { type Handler, Hono } from 'hono'
import { cors } from 'hono/cors'
import type { BackendWatch } from '../backend/backend-watch.ts'
import { addAppLinks } from '../feeds/app-links.ts'
import { robotsText, type Sitemaps } from '../feeds/sitemap.ts'
import type { PictureRoute } from '../media/og-pictures.ts'
import { type DocumentParts, documentRoutes, type Env, failedPage, type Visit } from '../pages/document-route.ts'
import { plainDocument, plainHeaders, plainResponse } from '../pages/plain-page.ts'
import { addWorker } from '../pages/worker-route.ts'
import type { ReportSettings } from '../settings/monitoring-settings.ts'
import type { AppLinkSettings } from '../settings/site-settings.ts'
import { type GatewayFetch, gatewayRoute, shellOrigins } from './backend-routes.ts'
import { isLoopback, namesLoopback, wasForwarded } from './client-address.ts'
import type { Health } from './lifecycle.ts'

/** Public configuration for browsers and shells (`GET /config.json`). */
export type PublicConfig = {
  /** Origin of Supabase; empty: the page's own. */
  supabaseUrl: string
  publishableKey: string
  siteUrl: string
  site: Readonly<Record<string, string>>
  /** Public VAPID key; absent: browsers get no push notifications. */
  webPushKey?: string
  /** Absent: errors are not reported. */
  reports?: ReportSettings
  /** The service worker is switched off: pages register none and retire an existing one. */
  worker?: 'off'
}

/** Mails collected instead of sent. `list`: newest first; `page`: the body of an HTML document. */
type LocalMailbox = { list(): readonly object[]; page(): string }

export type AppParts = DocumentParts & {
  config: PublicConfig
  calendar: (formatSlug?: string) => Promise<Response>
  trashtalk: () => Promise<Response>
  sitemap: Sitemaps
  /** Pictures for shared links. */
  pictures: PictureRoute
  health: () => Promise<Health>
  appLinks: AppLinkSettings
  watch: BackendWatch
  /** State of the installation, for staff: checked by the caller's Authorization header. */
  siteState?: (authorization: string | undefined) => Promise<Response>
  /** Creates an account and mails its owner, for admins. */
  inviteMember?: Handler<Env>
  /** Absent with SUPABASE_URL: then browsers talk to Supabase themselves. */
  gateway?: GatewayFetch
  /** False: existing service workers are retired. */
  worker: boolean
  /** Absent when mails are really sent. */
  mailbox?: LocalMailbox
}

const noStore = { 'cache-control': 'no-store' }

/** Mails hold sign-in links: they are shown to loopback requests only, and 404 to all others. */
function localOnly(mailbox: LocalMailbox | undefined, answer: (mailbox: LocalMailbox) => Response): Handler<Env> {
  return ({ env: { incoming } }) => {
    const { socket, headers } = incoming
    const isLocal = isLoopback(socket.remoteAddress) && namesLoopback(headers.host) && !wasForwarded(headers)
    return mailbox && isLocal ? answer(mailbox) : plainResponse(404)
  }
}

function addMailbox(app: Hono<Env>, mailbox: LocalMailbox | undefined): void {
  const page = ({ page }: LocalMailbox) => new Response(plainDocument('Postfach', page()), { headers: plainHeaders })
  const list = ({ list }: LocalMailbox) => Response.json(list(), { headers: noStore })
  app.get('/_mailbox', localOnly(mailbox, page))
  app.get('/_mailbox.json', localOnly(mailbox, list))
}

function addGateway(app: Hono<Env>, parts: AppParts): void {
  const { supabaseUrl } = parts.config
  // Picture URLs are stored as paths, so that they are independent of the backend's origin.
  if (supabaseUrl)
    app.get('/storage/v1/object/public/*', (c) => c.redirect(`${supabaseUrl}${c.env.incoming.url ?? ''}`, 302))
  const onPageChange = () => {
    parts.cache.purge('/')
    parts.pictures.cache.purge('/')
    parts.sitemap.noteChange()
  }
  for (const service of ['rest', 'auth', 'storage'] as const) {
    const route = `/${service}/v1/*`
    if (parts.gateway) app.all(route, gatewayRoute({ ...parts, fetch: parts.gateway, onPageChange }))
    else app.all(route, (c) => c.json({ message: 'Die Daten liegen bei Supabase, siehe /config.json.' }, 404))
  }
}

/** Answers plain requests to the socket's URL; upgrades never get here. */
function addRealtime(app: Hono<Env>, { gateway }: AppParts): void {
  app.all('/realtime/v1/*', (c) =>
    gateway
      ? c.json({ message: 'Hier antwortet nur ein WebSocket.' }, 426, { upgrade: 'websocket' })
      : c.json({ message: 'Die Daten liegen bei Supabase, siehe /config.json.' }, 404),
  )
}

/** Composes every route of the server. Order matters: the app is the fallback. */
export function createApp(parts: AppParts): Hono<Env> {
  const { config, requests } = parts
  const { feed, page } = documentRoutes(parts)
  const app = new Hono<Env>()
  app.onError((error, c) => failedPage(c as Visit, error, requests))

  app.get('/health', async (c) => {
    const health = await parts.health()
    if (health.status !== 'ok') requests.hush(c.env.incoming)
    return c.json(health, health.status === 'ok' ? 200 : 503, noStore)
  })
  app.get('/config.json', (c) =>
    c.json(config, 200, { 'access-control-allow-origin': '*', 'cache-control': 'no-cache' }),
  )
  for (const path of ['/_house.json', '/_team/invite']) app.use(path, shellCors)
  const { siteState } = parts
  if (siteState) app.get('/_house.json', (c) => siteState(c.req.header('authorization')))
  app.get('/robots.txt', (c) => c.text(robotsText(config.siteUrl)))
  addAppLinks(app, parts.appLinks)
  addMailbox(app, parts.mailbox)
  addGateway(app, parts)
  addRealtime(app, parts)
  if (parts.inviteMember) app.post('/_team/invite', parts.inviteMember)

  app.all(
    '/kalender.ics',
    feed(() => parts.calendar()),
  )
  app.all(
    '/formate/:file{.+\\.ics}',
    feed((c) => parts.calendar(c.req.param('file')?.replace(/\.ics$/, '') ?? '')),
  )
  app.all(
    '/trashtalk.rss',
    feed(() => parts.trashtalk()),
  )
  app.all(
    '/:sitemap{sitemap(-[0-9]+)?\\.xml}',
    feed((c) => parts.sitemap.answer(c.req.path)),
  )
  app.all('/og/:kind/:file', parts.pictures.handler)
  addWorker(app, { assets: parts.assets, backendOrigin: config.supabaseUrl, wanted: parts.worker })
  app.all('*', page)
  return app
}

/** Allows the native shells to call the web server's own staff endpoints; the token decides about access. */
export const shellCors = cors({
  origin: [...shellOrigins],
  allowMethods: ['GET', 'POST'],
  allowHeaders: ['authorization', 'content-type'],
  maxAge: 86_400,
})
