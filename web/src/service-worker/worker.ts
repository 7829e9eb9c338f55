import { cacheVisited, isPageRemoved, revalidatePages } from './cache-visited.ts'
import { cacheNames, cachePrefix, forgetCopies, isVisitedCache, readCopy } from './cached-copies.ts'
import { answerPage, fromNetwork, offlineAnswer } from './page-answer.ts'
import { answerPushes, endPushes, forgetTaps, takeTaps, tapsCache } from './push.ts'
import { requestKindOf } from './request-rules.ts'
import { revalidateAfterMs } from './worker-limits.ts'
import { type CheckAnswer, isWorkerMessage, type WorkerMessage } from './worker-messages.ts'
import type { FetchEvent, WorkerScope } from './worker-scope.ts'

declare const self: WorkerScope

const offlineUrl = '/offline'
const offlineCache = `${cachePrefix}offline-${import.meta.env.VITE_OFFLINE_REVISION}`

/** Static routes, where the browser supports them: personal and live requests bypass the worker. */
const networkRoutes = [
  '/rest/*',
  '/auth/*',
  '/realtime/*',
  '/storage/v1/object/sign/*',
  '/_*',
  '/health',
  '/config.json',
].map((urlPattern) => ({ condition: { urlPattern }, source: 'network' as const }))
/** Build files are served from the cache, else the network, without starting the worker. */
const buildRoute = { condition: { urlPattern: '/assets/*' }, source: { cacheName: cacheNames.build } }

const offline = async () => offlineAnswer(await caches.match(offlineUrl, { cacheName: offlineCache }))

async function install(): Promise<void> {
  const cache = await caches.open(offlineCache)
  await cache.add(new Request(offlineUrl, { cache: 'reload' }))
}

/** Deletes caches of older versions. Copies of pages and files stay, because a cached page needs the files of its build. */
async function activate(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(cachePrefix))
  const old = names.filter((name) => name !== offlineCache && name !== tapsCache && !isVisitedCache(name))
  await Promise.all(old.map((name) => caches.delete(name)))
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

const onRemoved = async ({ request, resultingClientId }: FetchEvent) =>
  (await self.clients.get(resultingClientId))?.navigate(request.url)

/** A build file never changes under its name; a picture may have been removed. */
async function answerFile(kind: 'build' | 'pictures', request: Request): Promise<Response> {
  const copy = () => readCopy(kind, request.url, Date.now())
  if (kind === 'build') return (await copy()) ?? fetch(request)
  return fetch(request).catch(async () => (await copy()) ?? Response.error())
}

function answer(event: FetchEvent): void {
  const kind = requestKindOf(event.request, location.origin)
  if (kind === 'network') return
  if (kind === 'pages') answerPage(event, { offline, onRemoved })
  else if (kind === 'document') event.respondWith(fromNetwork(event).catch(offline))
  else event.respondWith(answerFile(kind, event.request))
}

async function obey(message: WorkerMessage, port: MessagePort | undefined): Promise<void> {
  if (message.kind === 'activate') return self.skipWaiting()
  if (message.kind === 'build') return port?.postMessage(import.meta.env.VITE_FIRST_SCRIPT)
  if (message.kind === 'forget') {
    await Promise.all([forgetCopies(), forgetTaps(), endPushes(self).catch(console.warn)])
    return port?.postMessage(null)
  }
  if (message.kind === 'tapped') return port?.postMessage(await takeTaps())
  if (message.kind === 'check') {
    port?.postMessage({ gone: await isPageRemoved(message.page) } satisfies CheckAnswer)
    return revalidatePages(revalidateAfterMs.reconnect)
  }
  await cacheVisited(message.page, message.files)
  await revalidatePages(revalidateAfterMs.visit)
}

self.addEventListener('install', (event) => {
  event.waitUntil(install())
  if (event.addRoutes) event.waitUntil(event.addRoutes([...networkRoutes, buildRoute]))
})
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('fetch', answer)
self.addEventListener('message', (event) => {
  if (isWorkerMessage(event.data)) event.waitUntil(obey(event.data, event.ports[0]))
})
answerPushes(self)
