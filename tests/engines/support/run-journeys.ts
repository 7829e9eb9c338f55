import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Samples, samplesOfRun } from '../../support/site/samples.ts'
import { accountJourneys } from '../journeys/account.ts'
import { readingJourneys } from '../journeys/reading.ts'
import { teamJourneys } from '../journeys/team.ts'
import { writingJourneys } from '../journeys/writing.ts'
import type { Engine } from './engine.ts'
import { pageScript } from './page-script.ts'
import { type Tab, tabOf } from './tab.ts'

/** What was on screen when a journey failed. */
const pictures = 'test-results/engines'

const journeys = [...readingJourneys, ...accountJourneys, ...writingJourneys, ...teamJourneys]

async function keepPicture(engine: Engine, name: string): Promise<void> {
  fs.mkdirSync(pictures, { recursive: true })
  fs.writeFileSync(path.join(pictures, `${name}.png`), await engine.picture())
}

/** All journeys in one browser, one after the other; each begins with an empty one. */
export function runJourneys(browser: string, start: (() => Promise<Engine>) | undefined, missing: string): void {
  if (!start && process.env.CI) throw new Error(missing)
  if (!start) console.warn(`${missing} Die Wege dort werden übersprungen.`)
  describe.skipIf(!start)(browser, () => {
    let engine: Engine
    let tab: Tab
    let samples: Samples
    let begun = false
    beforeAll(async () => {
      if (!start) return
      // The shared server sets its samples before the workers begin.
      const script = await pageScript()
      samples = await samplesOfRun()
      engine = await start()
      tab = tabOf(engine, script)
    })
    afterAll(() => engine?.end())
    // As Playwright's journeys: what needs the second try is named as flaky at the end of `npm run test:full`.
    for (const { name, guest, walk } of journeys)
      test(name, { retry: process.env.CI ? 1 : 0 }, async () => {
        if (!guest || !begun) await tab.startOver()
        begun = true
        try {
          await walk(tab, samples)
          expect(engine.faults()).toEqual([])
        } catch (error) {
          begun = false
          await keepPicture(engine, `${browser}, ${name.split(':')[0]}`).catch(console.warn)
          throw error
        }
      })
  })
}
