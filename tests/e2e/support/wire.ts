import { test as base, expect } from '@playwright/test'
import { type Samples, samplesOfRun } from '../../support/site/samples.ts'
import { inMode } from './modes.ts'

/** For assertions on requests made without a browser. Every context of every journey is prepared for the run's mode. */
export const test = base.extend<object, { samples: Samples }>({
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => inMode(await newContext(options))
      await use(browser)
      browser.newContext = newContext
    },
    { scope: 'worker' },
  ],
  samples: [async ({ playwright: _ }, use) => use(await samplesOfRun()), { scope: 'worker' }],
})

export { expect }
