import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { adoptLibraryStyles } from './vite/adopt-library-styles.ts'
import { embeddedBackend } from './vite/embedded-backend.ts'
import { plainIcons } from './vite/plain-icons.ts'
import { sharedByPages } from './vite/shared-by-pages.ts'
import { stripServerFunctions } from './vite/strip-server-functions.ts'
import { withoutViewTransitions } from './vite/without-view-transitions.ts'

/**
 * What many first routes need arrives in one file instead of thirty: on a phone's connection a request costs more than
 * the bytes it saves. Families of pages have a file of their own, so that the calendar does not carry the posts.
 * Modules that only one route uses, or that load on demand, stay on their own.
 */
const family = {
  posts: /src\/(features\/(posts|profile)\/|ui\/(poll|post|reaction|rumor|stamp|type-mark)|post-address)/,
  charts: /src\/features\/charts\//,
  legal: /src\/features\/legal\//,
}
const families = new RegExp(
  Object.values(family)
    .map(({ source }) => source)
    .join('|'),
)

const chunkGroups = [
  {
    name: 'vendor',
    test: /node_modules\/(react|react-dom|scheduler|@tanstack|use-sync-external-store|seroval)\//,
    priority: 3,
  },
  // Before the families, which would take with them what they need.
  {
    name: sharedByPages('app', 3),
    test: (id: string) =>
      /(src\/(ui|data|platform|app|features)|domain\/src|lucide-react|preload-helper)/.test(id) && !families.test(id),
    priority: 2,
  },
  ...Object.entries(family).map(([name, test]) => ({ name, test, minShareCount: 2 })),
]

/** `--mode native` builds the single-page app that the iOS and Android shells carry; otherwise the web app with SSR. */
export default defineConfig(({ mode }) => {
  // The preview server that prerenders the shells' page reads this file again, without the mode.
  if (mode === 'native') process.env.HOT_SHELL = 'native'
  const native = process.env.HOT_SHELL === 'native'
  return {
    resolve: {
      alias: [
        { find: '#web', replacement: path.resolve(import.meta.dirname, 'src') },
        {
          find: 'react-style-singleton',
          replacement: path.resolve(import.meta.dirname, 'src/platform/style-singleton.ts'),
        },
        // React has had the hook since version 18; the shim for older ones is dead weight.
        {
          find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
          replacement: 'use-sync-external-store/with-selector.js',
        },
      ],
    },
    define: { 'import.meta.env.VITE_SHELL': JSON.stringify(native ? 'native' : 'web') },
    server: { port: 3100, host: '127.0.0.1' },
    ssr: { noExternal: true },
    build: { outDir: native ? 'dist-native' : 'dist', cssMinify: 'lightningcss', modulePreload: { polyfill: false } },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: { groups: chunkGroups },
              // Every first route lists the files of all others; their names would be a kilobyte of it.
              chunkFileNames: 'assets/[hash:8].js',
            },
          },
        },
      },
    },
    plugins: [
      stripServerFunctions(),
      adoptLibraryStyles(),
      plainIcons(),
      withoutViewTransitions(),
      embeddedBackend(),
      tailwindcss(),
      tanstackStart({
        router: {
          routeFileIgnorePattern: '\\.test\\.',
          // Loaders with their queries travel with their page; only what names and validates an address is in the first file.
          codeSplittingOptions: {
            defaultBehavior: [['component', 'pendingComponent', 'errorComponent', 'notFoundComponent', 'loader']],
          },
        },
        spa: native ? { enabled: true, prerender: { outputPath: '/index.html' } } : undefined,
        server: { build: { inlineCss: true } },
      }),
      react(),
    ],
  }
})
