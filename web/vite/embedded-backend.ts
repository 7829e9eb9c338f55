import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Plugin } from 'vite'

const root = path.resolve(import.meta.dirname, '../..')
const prefixes = ['/rest/v1', '/auth/v1', '/storage/v1']

/** `npm run dev` answers the Supabase prefixes from the same embedded backend as `npm start`, in its own directory. */
export const embeddedBackend = (): Plugin => ({
  name: 'hot-embedded-backend',
  apply: 'serve',
  async configureServer(server) {
    const { openEmbedded } = await import('../../server/backend/embedded-backend.ts')
    const backend = await openEmbedded({
      dataDir: process.env.HOT_DATA_DIR ?? path.join(root, '.data/dev'),
      databaseUrl: process.env.DATABASE_URL,
      siteUrl: 'http://127.0.0.1:3100',
      demo: 'auto',
      log: console.info,
    })
    Object.assign(globalThis, {
      [Symbol.for('hot.server')]: {
        fetch: (request: Request) => backend.fetch(request, { remoteAddress: '127.0.0.1' }),
        config: { supabaseUrl: '', publishableKey: backend.publishableKey, siteUrl: 'http://127.0.0.1:3100', site: {} },
      },
    })
    const listener = getRequestListener((request) => backend.fetch(request, { remoteAddress: '127.0.0.1' }))
    server.middlewares.use((request, response, next) =>
      prefixes.some((prefix) => request.url?.startsWith(prefix)) ? void listener(request, response) : next(),
    )
    server.httpServer?.on('upgrade', (request, socket, head) => {
      if (request.url?.startsWith('/realtime/v1/websocket')) backend.realtime.upgrade(request, socket, head)
    })
    server.httpServer?.once('close', () => void backend.close())
  },
})
