import fs from 'node:fs'
import { defineConfig, devices } from '@playwright/test'

const chromium = [
  process.env.CHROME_PATH,
  // The same engine without the browser around it: half the CPU time of every journey.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((file) => file && fs.existsSync(file))
if (!chromium && process.env.CI)
  throw new Error('Chromium fehlt: CHROME_PATH setzen oder das Paket chromium-headless-shell installieren.')
if (!chromium) console.warn('Chromium fehlt: die Wege im Browser werden übersprungen (CHROME_PATH setzen).')

/** Journeys in the system's Chromium against the built app on the embedded backend. */
export default defineConfig({
  testDir: 'tests/e2e',
  testIgnore: chromium ? [] : ['**/*'],
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // On a shared machine a browser can be held up for longer than any limit; what needs another try is reported as flaky.
  retries: 3,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  globalSetup: './tests/e2e/support/start-server.ts',
  use: {
    baseURL: process.env.HOT_E2E_URL,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    // It would answer for the network that journeys watch, hold up and fail; its own journey lets it in.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-dev-shm-usage',
      ],
    },
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: ['**/*.phone.spec.ts', '**/*.alone.spec.ts'],
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      // What does not depend on the screen runs once, on the wide one; `pages` turns from one to the other.
      testMatch: '**/*.phone.spec.ts',
      use: { ...devices['Pixel 5'], viewport: { width: 390, height: 844 }, defaultBrowserType: 'chromium' },
    },
    {
      name: 'alone',
      // What changes the whole installation waits until nobody else is there.
      testMatch: '**/*.alone.spec.ts',
      dependencies: ['desktop', 'phone'],
      use: { ...devices['Desktop Chrome'] },
    },
  ],
})
