import fs from 'node:fs'

/** The system's Chromium, for journeys and component tests; undefined when it is not installed. */
export const chromium = [
  process.env.CHROME_PATH,
  // The same engine without the browser UI: half the CPU time of every test.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((file) => file && fs.existsSync(file))
if (!chromium && process.env.CI)
  throw new Error('Chromium fehlt: CHROME_PATH setzen oder das Paket chromium-headless-shell installieren.')
if (!chromium) console.warn('Chromium fehlt: die Tests im Browser werden übersprungen (CHROME_PATH setzen).')

export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]
