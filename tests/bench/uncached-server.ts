/**
 * The server of the checkout in the working directory, with a page cache that keeps nothing: each request of a page is
 * rendered, also of those that visitors nearly always get from the cache. Run by `npm run bench -- pages`.
 */
import path from 'node:path'

const here = <Module>(file: string) => import(path.resolve('server', file)) as Promise<Module>

const { readSettings } = await here<typeof import('../../server/settings/settings.ts')>('settings/settings.ts')
const { openBackendLink } = await here<typeof import('../../server/backend/backend-link.ts')>('backend/backend-link.ts')
const { countHeard } = await here<typeof import('../../server/backend/heard.ts')>('backend/heard.ts')
const { serverCounts } = await here<typeof import('../../server/metrics/server-counts.ts')>('metrics/server-counts.ts')
const { boundLines } = await here<typeof import('../../server/wire/line-budget.ts')>('wire/line-budget.ts')
const { logLines, requestLog } = await here<typeof import('../../server/wire/request-log.ts')>('wire/request-log.ts')
const { draining, healthCheck, listen } =
  await here<typeof import('../../server/wire/lifecycle.ts')>('wire/lifecycle.ts')
const { buildInfo } = await here<typeof import('../../server/settings/build-info.ts')>('settings/build-info.ts')
const { watchBackend } = await here<typeof import('../../server/link/backend-watch.ts')>('link/backend-watch.ts')
const { appParts } = await here<typeof import('../../server/http/app-parts.ts')>('http/app-parts.ts')
const { createApp } = await here<typeof import('../../server/http/app.ts')>('http/app.ts')
const { createWebServer } = await here<typeof import('../../server/http/http-server.ts')>('http/http-server.ts')
const { httpsTest } = await here<typeof import('../../server/wire/client-address.ts')>('wire/client-address.ts')

const settings = readSettings(process.env, false)
const siteUrl = `http://127.0.0.1:${settings.port}`
const lines = boundLines(logLines(settings.monitoring.log, (line) => console.error(line)))
const counts = serverCounts()
const link = await openBackendLink(settings, siteUrl, lines.line, countHeard(counts))
const requests = requestLog(() => {})
const parts = await appParts(
  { settings, siteUrl, link, lines, counts },
  {
    watch: watchBackend(link.send, { log: lines.line, probe: link.probe }),
    requests,
    health: draining(healthCheck(link.probe, buildInfo())).health,
  },
)
const cache: typeof parts.cache = {
  ...parts.cache,
  get: async (_, make) => ({ document: await make(), how: 'fwd=miss' }),
}
const server = createWebServer({
  fetch: createApp({ ...parts, cache }).fetch,
  addressOf: parts.addressOf,
  isHttps: httpsTest(settings.trustedProxies),
  requests,
  upgrade: (_, socket) => void socket.destroy(),
  hostname: settings.host,
})
await listen(server, settings.host, settings.port)
process.once('SIGTERM', () => void link.close().finally(() => process.exit(0)))
