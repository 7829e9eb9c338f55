import { defineConfig, devices } from '@playwright/test'
import { journeysIn } from './tests/e2e/support/mode-rotation.ts'
import { mode, timezoneId } from './tests/e2e/support/modes.ts'
import { chromium, chromiumArguments } from './tests/support/chromium.ts'

const phone = {
  ...devices['Pixel 5'],
  viewport: { width: 390, height: 844 },
  defaultBrowserType: 'chromium',
} as const

/** About the app in the shells, and about a browser that still has the last version's files. */
const secondBuilds = ['**/native/**/*.spec.ts', '**/service-worker/**/*.spec.ts']

/**
 * Two thirds of all time, so that `npm test` is done in seven minutes: screens of the admin area beside reports; recordings,
 * visits and what consent allows; ways to sign in beside the password; keyboards, lively threads, long lists and the whole
 * life of a post; failures on the way; the network that goes and comes.
 */
const longJourneys = [
  '**/admin/admin-{access,analytics,appeals,calendar,cases,comments,content,formats,imports,installation,operations,posts,reports,rules,star-requests,stars,users}.spec.ts',
  '**/account/{account-data,account-keyboard,account-security,invites,provider-proof,team-mails,ties}.spec.ts',
  '**/pages/paging.spec.ts',
  '**/posts/{comments-keyboard,lively-thread,post-editor-failures,post-life}.spec.ts',
  '**/shell/{analytics,consent,hydration,keys-alone,monitoring,network,unsaved}.spec.ts',
  '**/sign-in/{mfa,passkeys,providers,recovery,session,session-failures}.spec.ts',
]

/** No animations. */
const still = { reducedMotion: 'reduce' } as const

const inMode = mode ? journeysIn(mode) : []
const phoneInMode = inMode.filter((file) => file.endsWith('.phone.spec.ts'))

/** For the long run: pages, dialogs and screens in every combination of theme and width, and the weight of pages. */
const longRun = /@full/

/**
 * Journeys in the system's Chromium against the built app on the embedded backend. The projects `long`, `full` and
 * `alone` are part of `npm run test:full`: the first takes long or needs other builds of the app, the second checks each
 * page eight times.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  testIgnore: chromium ? [] : ['**/*'],
  outputDir: 'test-results',
  fullyParallel: true,
  // One more than cores: a journey often waits for an answer, an animation or a quiet network.
  workers: 3,
  // What needs the second try is named as flaky at the end of `npm test`.
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  globalSetup: './tests/support/server/demo-server.ts',
  use: {
    baseURL: process.env.HOT_E2E_URL,
    locale: 'de-DE',
    timezoneId,
    // It would answer for the network that journeys watch, hold up and fail; its own journey lets it in.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: chromium,
      args: chromiumArguments,
    },
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: longRun,
      testIgnore: ['**/*.phone.spec.ts', '**/*.alone.spec.ts', ...secondBuilds, ...longJourneys],
      use: {
        ...devices['Desktop Chrome'],
        viewport: { width: 1280, height: 800 },
        // Animations take a sixth of all CPU time. Phones, shells, the voting stack and component tests have them.
        contextOptions: still,
      },
    },
    {
      name: 'long',
      testMatch: [...secondBuilds, ...longJourneys],
      grepInvert: longRun,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      // What does not depend on the screen runs once, on the wide one; `pages` turns from one to the other.
      testMatch: '**/*.phone.spec.ts',
      grepInvert: longRun,
      use: phone,
    },
    { name: 'full', grep: longRun, use: phone },
    // For the long run: what `npm test` has, once in one mode, and some in each (tests/e2e/support/mode-rotation.ts).
    {
      name: 'modes',
      testMatch: inMode,
      testIgnore: ['**/*.phone.spec.ts', ...secondBuilds, ...longJourneys],
      grepInvert: longRun,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 }, contextOptions: still },
    },
    { name: 'modes phone', testMatch: phoneInMode, grepInvert: longRun, use: phone },
    {
      name: 'alone',
      // What changes the whole installation waits until nobody else is there.
      testMatch: '**/*.alone.spec.ts',
      // Nor another of these: one closes registration while it runs.
      workers: 1,
      dependencies: ['long', 'full'],
      use: { ...devices['Desktop Chrome'] },
    },
  ],
})
