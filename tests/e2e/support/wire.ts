import { test as base, expect } from '@playwright/test'
import { findSamples, type Samples } from './samples.ts'

/** For what a client sees without a browser. */
export const test = base.extend<object, { samples: Samples }>({
  samples: [
    async ({ playwright }, use) => {
      const found = process.env.HOT_E2E_SAMPLES
      if (found) return use(JSON.parse(found) as Samples)
      const request = await playwright.request.newContext({ baseURL: process.env.HOT_E2E_URL })
      await use(await findSamples(request))
      await request.dispose()
    },
    { scope: 'worker' },
  ],
})

export { expect }
