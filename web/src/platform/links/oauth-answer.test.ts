import { beforeEach, describe, expect, test } from 'vitest'
import { type After, askProvider, type OAuthAnswer, readReturn } from './oauth-return.ts'
import type { OAuthBrowser } from './shell-links.native.ts'

const back = 'de.hot.app://oauth/callback'
const page = 'https://hot.example/auth/v1/authorize?provider=google'

/** A shell without a device: the test triggers links and closing, and moves the clock. */
function simulatedShell() {
  const links = new Set<(url: string) => void>()
  const closings = new Set<() => void>()
  const opened: string[] = []
  let now = 0
  let timers: { at: number; callback: () => void }[] = []
  const listen = <Listener>(set: Set<Listener>, listener: Listener) => {
    set.add(listener)
    return Promise.resolve(() => void set.delete(listener))
  }
  const browser: OAuthBrowser = {
    returnAddress: async () => back,
    open: async (url) => void opened.push(url),
    close: async () => {},
    onLink: (listener) => listen(links, listener),
    onClosed: (listener) => listen(closings, listener),
  }
  const after: After = (ms, callback) => {
    const timer = { at: now + ms, callback }
    timers.push(timer)
    return () => {
      timers = timers.filter((other) => other !== timer)
    }
  }
  return {
    browser,
    after,
    opened,
    link: (url: string) => [...links].map((listener) => listener(url)),
    close: () => [...closings].map((listener) => listener()),
    pass(ms: number) {
      now += ms
      for (const { callback } of timers.filter(({ at }) => at <= now)) callback()
    },
    leftovers: () => links.size + closings.size + timers.length,
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('a sign-in in the in-app browser', () => {
  let shell: ReturnType<typeof simulatedShell>
  let answer: OAuthAnswer | undefined
  beforeEach(async () => {
    shell = simulatedShell()
    answer = undefined
    askProvider(shell.browser, page, back, shell.after).then((given) => {
      answer = given
    })
    await turn()
  })

  test('opens its page once', () => expect(shell.opened).toEqual([page]))

  test('ends with the code of the returning link, and stops listening', async () => {
    shell.link(`${back}?code=abc-123`)
    await turn()
    expect(answer).toEqual({ kind: 'code', code: 'abc-123' })
    expect(shell.leftovers()).toBe(0)
  })

  test('is not ended by the app’s other links', async () => {
    shell.link('de.hot.app://stars/anna?code=abc')
    shell.link('evil.app://oauth/callback?code=abc')
    await turn()
    expect(answer).toBeUndefined()
  })

  test('accepts the code even if the browser was reported closed first', async () => {
    shell.close()
    shell.pass(400)
    shell.link(`${back}?code=abc`)
    await turn()
    expect(answer).toEqual({ kind: 'code', code: 'abc' })
  })

  test('gives up when the person closes the browser', async () => {
    shell.close()
    shell.pass(500)
    await turn()
    expect(answer).toEqual({ kind: 'closed' })
    expect(shell.leftovers()).toBe(0)
  })

  test('waits 300 s and no longer', async () => {
    shell.pass(299_999)
    await turn()
    expect(answer).toBeUndefined()
    shell.pass(1)
    await turn()
    expect(answer).toEqual({ kind: 'late' })
  })
})

test('a browser that does not open leaves no listener', async () => {
  const shell = simulatedShell()
  const broken = { ...shell.browser, open: () => Promise.reject(new Error('no browser')) }
  await expect(askProvider(broken, page, back, shell.after)).rejects.toThrow('no browser')
  expect(shell.leftovers()).toBe(0)
})

test.each([
  [`${back}?error=access_denied&error_description=x`, { kind: 'error', reason: 'access_denied' }],
  [`${back}?error=server_error&error_code=bad_oauth_state`, { kind: 'error', reason: 'bad_oauth_state' }],
  [back, { kind: 'error', reason: 'missing code' }],
  [`${back}?code=`, { kind: 'error', reason: 'missing code' }],
  [`${back}?code=a#x`, { kind: 'code', code: 'a' }],
  [`${back}/more?code=a`, null],
  ['', null],
])('reads %s', (link, answer) => expect(readReturn(link, back)).toEqual(answer))
