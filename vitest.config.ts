import path from 'node:path'
import { defineConfig } from 'vitest/config'

/** Suites by name, so that each can be run alone: `npx vitest run --project domain`. */
const suite = (name: string, include: string[], testTimeout = 20_000) => ({
  extends: true as const,
  test: { name, include, environment: 'node', testTimeout, hookTimeout: 120_000 },
})

export default defineConfig({
  resolve: { alias: { '#web': path.resolve(import.meta.dirname, 'web/src') } },
  test: {
    projects: [
      suite('domain', ['domain/**/*.test.ts']),
      suite('sql', ['supabase/tests/**/*.test.ts']),
      suite('local', ['local/**/*.test.ts']),
      suite('web', ['web/**/*.test.ts', 'web/**/*.test.tsx', 'scripts/**/*.test.ts']),
    ],
  },
})
