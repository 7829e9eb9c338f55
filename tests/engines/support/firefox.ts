import fs from 'node:fs'
import path from 'node:path'
import type { Script } from 'webdriver-bidi-protocol'
import { type BidiLine, openBidi } from './bidi.ts'
import { type Engine, windowSize } from './engine.ts'
import { scratchHome, startProgram } from './program.ts'

const file = [process.env.FIREFOX_PATH ?? '', '/usr/bin/firefox-esr', '/usr/bin/firefox'].find(
  (place) => place && fs.existsSync(place),
)

/** Starts Debian's Firefox; undefined when it is not installed. */
export const startFirefox = file === undefined ? undefined : () => start(file)

const preferences: Record<string, string | number | boolean> = {
  'intl.accept_languages': 'de-DE, de',
  // All pages are of one site; a process for each of its addresses costs start and memory.
  'fission.autostart': false,
  'dom.ipc.processCount': 1,
  'dom.ipc.processPrelaunch.enabled': false,
  'layout.css.prefers-color-scheme.content-override': 1,
  'ui.prefersReducedMotion': 1,
}

/** Starts Firefox without a window; it speaks WebDriver BiDi by itself, without geckodriver. */
async function start(file: string): Promise<Engine> {
  const home = scratchHome('firefox')
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
  fs.writeFileSync(path.join(home.folder, 'user.js'), lines.join('\n'))
  const args = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', home.folder]
  const program = startProgram(file, args, { HOME: home.folder, MOZ_CRASHREPORTER_DISABLE: '1' })
  const end = async () => {
    await program.end()
    home.remove()
  }
  try {
    const address = await program.said(/WebDriver BiDi listening on (ws:\/\/\S+)/)
    const line = await openBidi(`${address}/session`)
    return await drive(line, async () => {
      line.close()
      await end()
    })
  } catch (error) {
    await end()
    throw error
  }
}

async function drive({ send, on }: BidiLine, end: () => Promise<void>): Promise<Engine> {
  await send('session.new', { capabilities: {} })
  let faults: string[] = []
  on('log.entryAdded', ({ level, text }) => {
    if (level === 'error') faults.push(text ?? '')
  })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  let userContext: string | undefined
  let context = ''
  const evaluate = async (expression: string): Promise<Script.EvaluateResultSuccess['result']> => {
    const target = { context }
    const answer = await send('script.evaluate', { expression, target, awaitPromise: true })
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text)
    return answer.result
  }
  return {
    fresh: async () => {
      const former = userContext
      ;({ userContext } = await send('browser.createUserContext', {}))
      ;({ context } = await send('browsingContext.create', { type: 'tab', userContext }))
      await send('browsingContext.setViewport', { context, viewport: windowSize })
      if (former) await send('browser.removeUserContext', { userContext: former })
      faults = []
    },
    open: async (address) => {
      await send('browsingContext.navigate', { context, url: address, wait: 'complete' })
    },
    ask: async (expression) => {
      const result = await evaluate(`(async () => JSON.stringify((await (${expression})) ?? null))()`)
      if (result.type !== 'string') throw new Error(`no JSON but ${result.type}`)
      return JSON.parse(result.value)
    },
    act: async (actions) => {
      await send('input.performActions', { context, actions })
    },
    choose: async (field, file) => {
      const found = await evaluate(field)
      if (found.type !== 'node' || !found.sharedId) throw new Error(`no field but ${found.type}`)
      await send('input.setFiles', { context, element: { sharedId: found.sharedId }, files: [file] })
    },
    faults: () => faults,
    picture: async () => {
      const { data } = await send('browsingContext.captureScreenshot', { context })
      return Buffer.from(data, 'base64')
    },
    end,
  }
}
