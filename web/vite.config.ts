import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { adoptLibraryStyles } from './vite/adopt-library-styles.ts'
import { embeddedBackend } from './vite/embedded-backend.ts'
import { stripServerFunctions } from './vite/strip-server-functions.ts'

/** `--mode native` builds the single-page app that the iOS and Android shells carry; otherwise the web app with SSR. */
export default defineConfig(({ mode }) => {
  const native = mode === 'native'
  return {
    resolve: {
      alias: {
        '#web': path.resolve(import.meta.dirname, 'src'),
        'react-style-singleton': path.resolve(import.meta.dirname, 'src/platform/style-singleton.ts'),
      },
    },
    define: { 'import.meta.env.VITE_SHELL': JSON.stringify(native ? 'native' : 'web') },
    server: { port: 3100, host: '127.0.0.1' },
    ssr: { noExternal: true },
    build: { outDir: native ? 'dist-native' : 'dist', cssMinify: 'lightningcss' },
    plugins: [
      stripServerFunctions(),
      adoptLibraryStyles(),
      embeddedBackend(),
      tailwindcss(),
      tanstackStart({
        router: { routeFileIgnorePattern: '\\.test\\.' },
        spa: native ? { enabled: true, prerender: { outputPath: '/index.html' } } : undefined,
        server: { build: { inlineCss: true } },
      }),
      react(),
    ],
  }
})
