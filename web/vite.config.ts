import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { releaseName } from '../domain/src/installation/build-name.ts'
import { buildTargets } from '../domain/src/installation/floor.ts'
import { buildInfo } from '../server/settings/build-info.ts'
import { chunkGroups } from './vite/chunk-groups.ts'
import { embeddedBackend } from './vite/embedded-backend.ts'
import { serviceWorker } from './vite/service-worker.ts'
import { stripServerFunctions } from './vite/strip-server-functions.ts'

const release = releaseName(buildInfo())

/** `--mode native` builds the single-page app that the iOS and Android shells carry; otherwise the web app with SSR. */
export default defineConfig(({ command, mode }) => {
  // The preview server that prerenders the shells' page reads this file again, without the mode.
  if (mode === 'native') process.env.HOT_SHELL = 'native'
  const native = process.env.HOT_SHELL === 'native'
  return {
    resolve: {
      alias: [
        { find: '#web', replacement: path.resolve(import.meta.dirname, 'src') },
        {
          find: 'react-style-singleton',
          replacement: path.resolve(import.meta.dirname, 'src/ui/overlays/style-singleton.ts'),
        },
        // React has the hook since version 18, so the shim is not needed.
        {
          find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
          replacement: 'use-sync-external-store/with-selector.js',
        },
      ],
    },
    define: {
      'import.meta.env.VITE_SHELL': JSON.stringify(native ? 'native' : 'web'),
      // Of the build, not of the server: a page that is open across a deploy reports what it runs. Not in `env`, all of which
      // is in the first files.
      'import.meta.release': JSON.stringify(release),
    },
    server: { port: 3100, host: '127.0.0.1' },
    // One file for the server. In development Node loads packages itself, because some are not ES modules.
    ssr: { noExternal: command === 'build' ? true : undefined },
    build: {
      target: buildTargets,
      cssTarget: buildTargets,
      outDir: native ? 'dist-native' : 'dist',
      cssMinify: 'lightningcss',
      // One style sheet: a page brings what it shows of it, and the rest comes before any lazy code (ADR 154).
      cssCodeSplit: false,
      // Fonts and stickers are files, also small ones: in style sheet and code everybody would load them.
      assetsInlineLimit: 0,
    },
    environments: {
      client: {
        build: {
          // For the error service only; the last build step removes them from the served files.
          sourcemap: native ? false : 'hidden',
          rolldownOptions: {
            output: {
              codeSplitting: { groups: chunkGroups(native) },
              // Short names, because the first route's code lists the files of all others.
              chunkFileNames: 'assets/[hash:7].js',
            },
          },
        },
      },
    },
    plugins: [
      stripServerFunctions(),
      embeddedBackend(),
      tailwindcss(),
      tanstackStart({
        router: {
          routeFileIgnorePattern: '\\.test\\.',
          // Loaders and their queries are bundled with their page; the first file only has path and search validation.
          codeSplittingOptions: {
            defaultBehavior: [['component', 'pendingComponent', 'errorComponent', 'notFoundComponent', 'loader']],
          },
        },
        spa: native ? { enabled: true, prerender: { outputPath: '/index.html' } } : undefined,
        server: { build: { inlineCss: true } },
      }),
      react(),
      native ? null : serviceWorker(),
    ],
  }
})
