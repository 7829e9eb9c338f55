import type { IncomingMessage } from 'node:http'
import { livePostPath, postFeedPath, postKinds } from '@hot/domain/post/address'
import type { PostType } from '@hot/domain/post/kinds'
import { newsFeedPath, newsSitemapPath } from '@hot/domain/url/paths'
import { type Context, type Handler, Hono } from 'hono'
import { cors } from 'hono/cors'
import type { BackendLink } from '../backend/backend-link.ts'
import type { LocalMailbox } from '../backend/local-mailbox.ts'
import type { PublicConfig } from '../backend/site-info.ts'
import type { CdnFront } from '../cdn/cdn-front.ts'
import { dictionaryPath } from '../documents/dictionary.ts'
import { addAppLinks } from '../feeds/app-links.ts'
import type { CalendarFeeds } from '../feeds/calendar-feed.ts'
import { addRobots } from '../feeds/robots.ts'
import type { Sitemaps } from '../feeds/sitemap.ts'
import { addWellKnown } from '../feeds/well-known.ts'
import type { BackendWatch } from '../link/backend-watch.ts'
import { unsubscribePath } from '../mail/digest-mail.ts'
import type { PictureRoute } from '../media/og-pictures.ts'
import { type DocumentParts, documentRoutes, failedPage, type Visit } from '../pages/document-route.ts'
import type { GatewayFetch } from '../pages/page-changes.ts'
import { type PurgeKeys, pagePurger } from '../pages/page-purge.ts'
import type { SharedAnswers } from '../pages/shared-answers.ts'
import { addWorker } from '../pages/worker-route.ts'
import type { AppLinkSettings, TextMining } from '../settings/site-settings.ts'
import { type Env, unnamedHeader } from '../wire/client-address.ts'
import type { Health } from '../wire/lifecycle.ts'
import { gatewayRoute, shellOrigins } from './backend-routes.ts'
import { addMailbox } from './mailbox-route.ts'

export type AppParts = DocumentParts & {
  config: PublicConfig
  trashtalk: (type?: PostType) => Promise<Response>
  news: { rss: () => Promise<Response>; sitemap: () => Promise<Response> }
  /** Ends the mails about what is unread. */
  unsubscribe: Handler<Env>
  /** What changes on the open page of a post. */
  livePost: (id: string) => Promise<Response>
  calendar: CalendarFeeds
  sitemap: Sitemaps
  /** Pictures for shared links. */
  pictures: PictureRoute
  /** What the app asks for many pages at once. */
  answers?: Pick<SharedAnswers, 'forget'>
  health: () => Promise<Health>
  /** Whether a trusted proxy does not say for whom it asks. */
  isUnnamed?: (request: IncomingMessage) => boolean
  appLinks: AppLinkSettings
  textMining: TextMining
  watch: BackendWatch
  /** State of the installation, for staff: checked by the caller's Authorization header. */
  siteState?: (authorization: string | undefined) => Promise<Response>
  /** Creates an account and mails an invitation to its owner; for admins. */
  inviteMember?: Handler<Env>
  /** Absent with SUPABASE_URL: then browsers talk to Supabase themselves. */
  gateway?: GatewayFetch
  /** False: existing service workers are retired. */
  worker: boolean
  /** Tells the other servers on the same database what this one purged; absent where there are none. */
  tellPurge?: (keys: PurgeKeys) => void
  /** Answers what guests read; absent without one. */
  replica?: BackendLink['replica']
  /** A cache in front, which has to forget as well. */
  front?: CdnFront | undefined
  /** Absent when mails are sent, and when others reach this server. */
  mailbox?: LocalMailbox
}

const noStore = { 'cache-control': 'no-store' }

/**
 * Removes from this process's caches, and from the one in front, what these changes have made outdated. Where a replica answers guests, once more as soon
 * as it has them: what was rendered meanwhile may show the state before.
 */
export function purgeOf({
  cache,
  pictures,
  sitemap,
  answers,
  replica,
  front,
}: Pick<AppParts, 'cache' | 'pictures' | 'sitemap' | 'answers' | 'replica' | 'front'>): (keys: PurgeKeys) => void {
  const purge = (keys: PurgeKeys) => {
    answers?.forget()
    cache.purge(keys)
    pictures.cache.purge(keys)
    sitemap.markOutdated(keys)
    front?.purge(keys)
  }
  return (keys) => {
    purge(keys)
    if (replica?.isFresh()) void replica.caughtUp().then(() => purge(keys))
  }
}

function addGateway(app: Hono<Env>, parts: AppParts): void {
  const { supabaseUrl } = parts.config
  // Picture URLs are stored as paths, so that they are independent of the backend's origin.
  if (supabaseUrl)
    app.get('/storage/v1/object/public/*', (c) => c.redirect(`${supabaseUrl}${c.env.incoming.url ?? ''}`, 302))
  const purge = purgeOf(parts)
  const onPageChange = pagePurger((keys) => {
    purge(keys)
    parts.tellPurge?.(keys)
  })
  for (const service of ['rest', 'auth', 'storage'] as const) {
    const route = `/${service}/v1/*`
    if (parts.gateway) app.all(route, gatewayRoute({ ...parts, fetch: parts.gateway, onPageChange }))
    else app.all(route, (c) => c.json({ message: 'Die Daten liegen bei Supabase, siehe /config.json.' }, 404))
  }
}

/** Answers plain requests to the socket's URL; `realtimeUpgrade` handles the upgrades. */
function addRealtime(app: Hono<Env>, { gateway }: AppParts): void {
  app.all('/realtime/v1/*', (c) =>
    gateway
      ? c.json({ message: 'Hier antwortet nur ein WebSocket.' }, 426, { upgrade: 'websocket' })
      : c.json({ message: 'Die Daten liegen bei Supabase, siehe /config.json.' }, 404),
  )
}

/** `x` of `/formate/x.ics` */
const fileName = (c: Context<Env>): string => c.req.param('file')?.replace(/\.ics$/, '') ?? ''

/** Composes every route of the server. Order matters: the app is the fallback. */
export function createApp(parts: AppParts): Hono<Env> {
  const { config, requests } = parts
  const { feed, live, page } = documentRoutes(parts)
  const app = new Hono<Env>()
  app.onError((error, c) => failedPage(c as Visit, error, requests))

  app.get('/health', async (c) => {
    const health = await parts.health()
    if (health.status !== 'ok') requests.hush(c.env.incoming)
    if (parts.isUnnamed?.(c.env.incoming)) c.header(unnamedHeader, '1')
    return c.json(health, health.status === 'ok' ? 200 : 503, noStore)
  })
  app.get('/config.json', (c) =>
    c.json(config, 200, { 'access-control-allow-origin': '*', 'cache-control': 'no-cache' }),
  )
  for (const path of ['/_house.json', '/_team/invite']) app.use(path, shellCors)
  const { siteState } = parts
  if (siteState) app.get('/_house.json', (c) => siteState(c.req.header('authorization')))
  addRobots(app, config.siteUrl, parts.textMining)
  addAppLinks(app, parts.appLinks)
  addWellKnown(app, config)
  addMailbox(app, parts.mailbox)
  app.post(unsubscribePath, parts.unsubscribe)
  addGateway(app, parts)
  addRealtime(app, parts)
  if (parts.inviteMember) app.post('/_team/invite', parts.inviteMember)

  app.all(
    '/kalender.ics',
    feed((_, search) =>
      parts.calendar({
        format: search.get('format') ?? undefined,
        broadcaster: search.get('sender') ?? undefined,
        provider: search.get('anbieter') ?? undefined,
      }),
    ),
  )
  app.all(
    '/kalender/:file{[0-9a-f-]{36}\\.ics}',
    feed((c) => parts.calendar({ event: fileName(c) })),
  )
  app.all(
    '/formate/:file{.+\\.ics}',
    feed((c) => parts.calendar({ format: fileName(c) })),
  )
  app.all(
    '/trashtalk.rss',
    feed(() => parts.trashtalk()),
  )
  for (const { type } of postKinds)
    app.all(
      postFeedPath(type),
      feed(() => parts.trashtalk(type)),
    )
  app.all(newsFeedPath, feed(parts.news.rss))
  app.all(newsSitemapPath, feed(parts.news.sitemap))
  app.all(
    livePostPath(':id'),
    live((c) => parts.livePost(c.req.param('id') ?? '')),
  )
  app.all(
    '/:sitemap{sitemap(-[0-9]+)?\\.xml}',
    // It is kept by its own rule; a second cache on top would let it speak on of what is gone.
    live((c) => parts.sitemap.answer(c.req.path)),
  )
  app.all('/og/:kind/:file', parts.pictures.handler)
  const { dictionary } = parts
  if (dictionary) app.get(dictionaryPath, (c) => dictionary.answer(c.req.raw))
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
