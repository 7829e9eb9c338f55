import { createHash } from 'node:crypto'
import path from 'node:path'
import { build, type Plugin } from 'vite'
import { buildTargets } from '../../domain/src/installation/floor.ts'
import { offlineDocument } from '../../server/pages/worker-route.ts'

const source = path.resolve(import.meta.dirname, '../src')
const revision = createHash('sha256').update(offlineDocument).digest('hex').slice(0, 12)

/** Builds `/sw.js` next to the browser files and passes it the app's entry script, whose name changes with every build. */
export const serviceWorker = (): Plugin => ({
  name: 'hot-service-worker',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async writeBundle({ dir }, files) {
    const first = Object.values(files).find((file) => file.type === 'chunk' && file.isEntry)
    if (!first) throw new Error('The build has no first script for the service worker to know.')
    await build({
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      resolve: { alias: { '#web': source } },
      define: {
        'import.meta.env.VITE_OFFLINE_REVISION': JSON.stringify(revision),
        'import.meta.env.VITE_FIRST_SCRIPT': JSON.stringify(`/${first.fileName}`),
      },
      build: {
        target: buildTargets,
        outDir: dir,
        emptyOutDir: false,
        rolldownOptions: {
          input: path.join(source, 'service-worker/worker.ts'),
          output: { format: 'iife', entryFileNames: 'sw.js' },
        },
      },
    })
  },
})
