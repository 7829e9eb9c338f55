import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium as browsers } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { chromium, chromiumArguments } from '../../tests/support/chromium.ts'
import { stubPage } from '../../tests/support/server/stub-server.ts'
import { stubServers } from '../../tests/support/server/stub-servers.ts'
import { dictionaryOf, dictionaryPath } from './dictionary.ts'

const start = stubServers()
const shell = Array.from({ length: 2_000 }, (_, n) => `<i class="c${n}">${n * 104_729}</i>`).join('')

describe.runIf(chromium)('in Chromium', () => {
  it('the dictionary is loaded when the page is idle, later pages come packed with it and are read', async () => {
    const dictionary = dictionaryOf(Buffer.from(shell))
    let loads = 0
    const answer = (request: Request) => {
      loads += 1
      return dictionary.answer(request)
    }
    const { url } = await start({
      dictionary: { ...dictionary, answer },
      renderPage: (href) =>
        stubPage(
          `<!doctype html><title>x</title><link rel="compression-dictionary" href="${dictionaryPath}?a">${shell}<p>Das ist ${href}`,
        ),
    })
    const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-dictionary-'))
    const context = await browsers.launchPersistentContext(profile, {
      executablePath: chromium,
      args: chromiumArguments,
    })
    try {
      const page = await context.newPage()
      const visit = async (at: string) => {
        const answer = await page.goto(url + at)
        return [await answer?.headerValue('content-encoding'), await page.locator('p').textContent()]
      }
      expect(await visit('/stars')).toEqual(['br', 'Das ist /stars'])
      // Each time another page: the same one would be a 304.
      let visits = 0
      const encoding = async () => (await visit(`/formate/${++visits}`))[0]
      await expect.poll(encoding, { timeout: 60_000 }).toBe('dcz')
      // A second page may have asked before the first had it.
      const loadsUntilKept = loads
      expect(await visit('/kalender')).toEqual(['dcz', 'Das ist /kalender'])
      // Later pages name it as well: the browser has it.
      expect(loads).toBe(loadsUntilKept)
    } finally {
      await context.close()
      fs.rmSync(profile, { recursive: true, force: true })
    }
  })
})
