import path from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { chromium, chromiumArguments } from './tests/support/chromium.ts'
import { componentPlugins } from './web/vite/component-tests.ts'

type Options = {
  exclude?: string[]
  testTimeout?: number
  isolate?: boolean
  globalSetup?: string
  pool?: 'vmThreads'
  /** Projects with a higher number run after the others. */
  groupOrder?: number
}

/**
 * Suites by name, so that each can be run alone: `npx vitest run --project domain`. Without `isolate` a worker keeps what
 * it has loaded from one file to the next, the embedded database's program above all: half the CPU time. That is for suites
 * whose modules hold no state.
 */
const suite = (name: string, include: string[], options: Options = {}) => {
  const {
    exclude = ['**/*.full.test.ts'],
    testTimeout = 60_000,
    isolate = true,
    globalSetup,
    pool,
    groupOrder,
  } = options
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
      ...(globalSetup && { globalSetup }),
      ...(pool && { pool }),
      ...(groupOrder && { sequence: { groupOrder } }),
    },
  }
}

const ownWorld = 'tests/http/pages/strange-names.test.ts'
const crawl = 'tests/http/pages/crawl.test.ts'
const componentTests = 'web/**/*.browser.test.tsx'

/** Components of the app, rendered in Chromium with the app's own styles; their network requests go to a stand-in. */
const components = {
  extends: true as const,
  plugins: componentPlugins,
  define: { 'import.meta.env.VITE_SHELL': JSON.stringify('web') },
  test: {
    name: 'components',
    include: chromium ? [componentTests] : [],
    setupFiles: ['./tests/support/components/page.ts'],
    // On a shared machine a second is too little for what the first press loads.
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 60_000,
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({ launchOptions: { executablePath: chromium, args: chromiumArguments } }),
      instances: [{ browser: 'chromium' as const }],
      viewport: { width: 1280, height: 800 },
      screenshotFailures: false,
    },
  },
}

/** Minutes each: begun last, they would run on alone when all others are done. */
const longest = ['two-commands', 'new-noun', 'recipes', 'kill', 'embedded-backend.bad-input', 'simulation'].map(
  (name) => `/${name}.full.test.ts`,
)
const rank = ({ moduleId }: TestSpecification) => {
  const place = longest.findIndex((name) => moduleId.endsWith(name))
  return place === -1 ? longest.length : place
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  resolve: { alias: { '#web': path.resolve(import.meta.dirname, 'web/src') } },
  test: {
    environment: 'node',
    // One more than cores: tests of the backend often wait for a limit, a process or a socket.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
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
      // Modules of their own for each file, in threads that keep what packages bring: half the CPU time of processes.
      suite('server', ['server/**/*.test.ts'], { pool: 'vmThreads' }),
      suite('web', ['web/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'], {
        exclude: [componentTests, '**/*.full.test.ts'],
        pool: 'vmThreads',
      }),
      components,
      // Before others write on the site: what they leave has the same titles, and goes while it is read.
      suite('http-crawl', [crawl], { globalSetup: './tests/support/server/demo-server.ts' }),
      // The built app as clients without a browser see it.
      suite('http', ['tests/http/**/*.test.ts'], {
        isolate: false,
        globalSetup: './tests/support/server/demo-server.ts',
        exclude: ['**/*.full.test.ts', crawl, ownWorld],
        groupOrder: 1,
      }),
      // After all others: they read lists and crawl, in which its rude names would stand, and then be gone.
      suite('http-own-world', [ownWorld], {
        globalSetup: './tests/support/server/demo-server.ts',
        testTimeout: 120_000,
        groupOrder: 2,
      }),
      // Journeys in Firefox and WebKit, one file each. `npm run test:full`.
      suite('engines', ['tests/engines/*.engine.test.ts'], {
        globalSetup: './tests/support/server/demo-server.ts',
        testTimeout: 150_000,
      }),
      // What is bulky: kills, thousands of retries, both databases. `npm run test:full`.
      suite('full', ['**/*.full.test.ts'], { exclude: [], testTimeout: 300_000 }),
    ],
  },
})
