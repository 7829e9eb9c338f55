import { test as base, expect } from '@playwright/test'
import { type Samples, samplesOfRun } from '../../support/site/samples.ts'

/** For assertions on requests made without a browser. */
export const test = base.extend<object, { samples: Samples }>({
  samples: [async ({ playwright: _ }, use) => use(await samplesOfRun()), { scope: 'worker' }],
})

export { expect }
