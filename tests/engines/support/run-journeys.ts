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
    for (const { name, guest, walk } of journeys)
      test(name, async ({ onTestFailed }) => {
        onTestFailed(async () => {
          const file = path.join(pictures, `${browser}, ${name.split(':')[0]}.png`)
          fs.mkdirSync(pictures, { recursive: true })
          fs.writeFileSync(file, await engine.picture())
        })
        if (!guest || !begun) await tab.startOver()
        begun = true
        await walk(tab, samples)
        expect(engine.faults()).toEqual([])
      })
  })
}
