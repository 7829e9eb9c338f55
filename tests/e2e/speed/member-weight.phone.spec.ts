import type { Page } from '@playwright/test'
import type { Samples } from '../../support/site/samples.ts'
import { expect } from '../support/journey.ts'
import { test } from '../support/member.ts'

/** Limits of the first route of a member with an empty cache, all that comes when the page is idle included. */
const pages: readonly { name: string; path: (samples: Samples) => string; script: number; files: number }[] = [
  { name: 'the start page', path: () => '/', script: 229_700, files: 15 },
  { name: 'a post', path: ({ rumor }) => rumor.path, script: 281_900, files: 24 },
]

/** Every look after a quiet second and a half: work that waits for an idle page begins two seconds after it has loaded. */
const looks = { intervals: [3_000, 1_500], timeout: 60_000 }

/** Counts the bytes of scripts on the wire, and the files, since the last call. */
async function scales(page: Page): Promise<() => { script: number; files: number }> {
  let weight = { script: 0, files: 0 }
  const scripts = new Set<string>()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  devtools.on('Network.requestWillBeSent', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!scripts.has(requestId)) return
    weight.files += 1
    weight.script += encodedDataLength
  })
  return () => {
    weight = { script: 0, files: 0 }
    return weight
  }
}

test('what members load is light, too', { tag: '@full' }, async ({ page, member: _, samples }) => {
  const weigh = await scales(page)
  for (const { name, path, script, files } of pages)
    await test.step(name, async () => {
      const weight = weigh()
      await page.goto(path(samples), { waitUntil: 'networkidle' })
      let before = -1
      const isQuiet = () => {
        const quiet = weight.files === before
        before = weight.files
        return quiet
      }
      await expect.poll(isQuiet, looks).toBe(true)
      test.info().annotations.push({ type: 'weight', description: JSON.stringify({ name, ...weight }) })
      expect(weight.script, 'scripts were counted').toBeGreaterThan(150_000)
      expect.soft(weight.script, 'bytes of JavaScript').toBeLessThanOrEqual(script)
      expect.soft(weight.files, 'files').toBeLessThanOrEqual(files)
    })
})
