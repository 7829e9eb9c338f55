import path from 'node:path'
import { defineConfig } from 'vitest/config'

/** Suites by name, so that each can be run alone: `npx vitest run --project domain`. */
const suite = (name: string, include: string[], exclude = ['**/*.full.test.ts'], testTimeout = 60_000) => ({
  extends: true as const,
  test: { name, include, exclude: ['**/node_modules/**', '**/dist/**', ...exclude], testTimeout, hookTimeout: 300_000 },
})

export default defineConfig({
  resolve: { alias: { '#web': path.resolve(import.meta.dirname, 'web/src') } },
  test: {
    environment: 'node',
    // Two cores, and each SQL or backend file opens a database of its own.
    maxWorkers: 2,
    projects: [
      suite('domain', ['domain/**/*.test.ts']),
      suite('sql', ['supabase/tests/**/*.test.ts']),
      suite('local', ['local/**/*.test.ts']),
      suite('web', ['web/**/*.test.ts', 'web/**/*.test.tsx', 'scripts/**/*.test.ts']),
      // What is bulky: kills, thousands of retries, both databases. `npm run test:full`.
      suite('full', ['**/*.full.test.ts'], [], 300_000),
    ],
  },
})
