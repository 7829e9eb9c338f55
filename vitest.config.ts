import path from 'node:path'
import { defineConfig } from 'vitest/config'

type Options = { exclude?: string[]; testTimeout?: number; isolate?: boolean }

/**
 * Suites by name, so that each can be run alone: `npx vitest run --project domain`. Without `isolate` a worker keeps what
 * it has loaded from one file to the next, the embedded database's program above all: half the CPU time. That is for suites
 * whose modules hold no state.
 */
const suite = (name: string, include: string[], options: Options = {}) => {
  const { exclude = ['**/*.full.test.ts'], testTimeout = 60_000, isolate = true } = options
  return {
    extends: true as const,
    test: {
      name,
      include,
      exclude: ['**/node_modules/**', '**/dist/**', ...exclude],
      testTimeout,
      // A database of one's own takes half a minute where others work as well.
      hookTimeout: 300_000,
      isolate,
    },
  }
}

export default defineConfig({
  resolve: { alias: { '#web': path.resolve(import.meta.dirname, 'web/src') } },
  test: {
    environment: 'node',
    // Two cores, and each SQL or backend file opens a database of its own.
    maxWorkers: 2,
    globalSetup: './packages/embedded/test/one-run.ts',
    projects: [
      suite('domain', ['domain/**/*.test.ts', 'tests/support/**/*.test.ts'], { isolate: false }),
      suite('sql', ['supabase/tests/**/*.test.ts'], { isolate: false }),
      suite('embedded', ['packages/**/*.test.ts'], {
        isolate: false,
        exclude: ['**/*.full.test.ts', '**/*.contract.test.ts'],
      }),
      // The wire as clients see it: on PGlite, or on the PostgreSQL of TEST_DATABASE_URL.
      suite('contract', ['packages/**/*.contract.test.ts'], { isolate: false }),
      suite('server', ['server/**/*.test.ts']),
      suite('web', ['web/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts']),
      // What is bulky: kills, thousands of retries, both databases. `npm run test:full`.
      suite('full', ['**/*.full.test.ts'], { exclude: [], testTimeout: 300_000 }),
    ],
  },
})
