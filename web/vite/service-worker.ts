import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Plugin, ResolvedConfig } from 'vite'
import { type VitePluginPWAAPI, VitePWA } from 'vite-plugin-pwa'
import { offlineDocument } from '../../server/pages/offline-page.ts'

const root = path.resolve(import.meta.dirname, '..')
/** Its own build hook looks at one `build` for the whole project, and runs for whichever environment comes first. */
const unawareOfEnvironments = 'vite-plugin-pwa:build'

const revision = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

/**
 * Builds `/sw.js` by vite-plugin-pwa (`injectManifest`) once the browser's files are written, and tells it the offline
 * page's revision and the app's first script, whose name changes with every build of the app.
 */
export function serviceWorker(): Plugin[] {
  let firstScript = ''
  let config: ResolvedConfig | undefined
  const pwa = VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src/service-worker',
    filename: 'worker.ts',
    outDir: 'dist/client',
    manifest: false,
    injectRegister: null,
    injectManifest: { rollupFormat: 'iife', minify: 'oxc', globPatterns: [], globDirectory: 'dist/client' },
    integration: {
      beforeBuildServiceWorker(options) {
        options.swDest = path.join(root, 'dist/client/sw.js')
        options.injectManifest.swDest = options.swDest
        options.injectManifest.additionalManifestEntries = [
          { url: '/offline', revision: revision(offlineDocument) },
          { url: firstScript, revision: null },
        ]
      },
    },
  })
  return [
    ...pwa.filter(({ name }) => name !== unawareOfEnvironments),
    {
      name: 'hot-service-worker',
      apply: 'build',
      applyToEnvironment: ({ name }) => name === 'client',
      configResolved(resolved) {
        config = resolved
      },
      writeBundle(_, bundle) {
        const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)
        firstScript = `/${entry?.fileName}`
      },
      closeBundle: {
        sequential: true,
        order: 'post',
        async handler(failure?: Error) {
          // A build that failed before says itself why.
          if (failure) return
          const plugin = config?.plugins.find(({ name }) => name === 'vite-plugin-pwa')
          const api = plugin?.api as VitePluginPWAAPI | undefined
          if (!firstScript || !api) throw new Error('vite-plugin-pwa or the app’s first script is missing.')
          await api.generateSW()
        },
      },
    },
  ]
}
