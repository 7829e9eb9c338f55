import { onlineManager, QueryClient } from '@tanstack/react-query'
import { vi } from 'vitest'
import { DataError } from '#web/lib/api/data-error.ts'
import { setViewer, type Viewer } from '#web/lib/auth/viewer/viewer.ts'
import { type ChoiceMessage, ChoiceMutations } from '#web/lib/offline/queued-writes/choice-mutations.ts'
import { type Choice, ownChoice, type Target } from '#web/lib/offline/queued-writes/own-choices.ts'
import { type StoredChoice, storedChoices } from '#web/lib/offline/queued-writes/stored-choices.ts'

export const target: Target = 'post:1'
export const turn = () => new Promise((resolve) => setImmediate(resolve))
export const lost = new DataError('', 0, 'Failed to fetch')

export const member = (id: string): Viewer => ({
  state: 'member',
  user: { id, email: '', createdAt: '' },
  profile: null,
  role: 'user',
  assurance: { current: 'aal1', next: 'aal1' },
})

const onLine = (online: boolean) => ({ onLine: online, connection: { effectiveType: '4g' } })

/** A device with an empty storage. */
export function stubDevice(navigator: object = onLine(true)): Map<string, string> {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('navigator', navigator)
  return stored
}

/** The choices of a member, with a server whose answers the test controls, and a fake clock. */
export function choicesHarness(base: 'unknown' | null = null) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(Math, 'random').mockReturnValue(0)
  stubDevice()
  onlineManager.setOnline(true)
  setViewer({ state: 'guest', role: 'user' })
  setViewer(member('anna'))
  const sent: { choice: Choice; answer(): Promise<void>; fail(error: unknown): Promise<void> }[] = []
  const log: string[] = []
  const news: ChoiceMessage[] = []
  const client = new QueryClient()
  client.mount()
  const choices = new ChoiceMutations(client, (told) => news.push(told))
  choices.define('post', {
    write: (_, choice) =>
      new Promise<void>((resolve, reject) => {
        const then = async (settle: () => void) => {
          settle()
          await turn()
        }
        sent.push({ choice, answer: () => then(resolve), fail: (error) => then(() => reject(error)) })
      }),
    moved: (_, from, to) => log.push(`${from}→${to}`),
    queued: (isFull) => log.push(isFull ? 'queued, full' : 'queued'),
    stale: () => log.push('stale'),
    failed: (_, error) => log.push(`failed ${(error as DataError).status}`),
  })
  if (base !== 'unknown') choices.expect()([[target, base]])
  return {
    choices,
    client,
    sent,
    log,
    news,
    shown: (at: Target = target) => ownChoice(at),
    stored: (): StoredChoice[] => storedChoices('anna'),
    /** A tap, until its request has been sent. */
    async tap(at: Target, choice: Choice): Promise<void> {
      choices.choose(at, choice)
      await turn()
    },
    /** Network events as the browser reports them. */
    async goOnline(online: boolean): Promise<void> {
      vi.stubGlobal('navigator', onLine(online))
      onlineManager.setOnline(online)
      await turn()
    },
    /** Somebody else signs in. */
    become(id: string): void {
      setViewer(member(id))
      choices.clear()
    },
    async advance(ms: number): Promise<void> {
      vi.advanceTimersByTime(ms)
      await turn()
    },
    sentChoices: () => sent.map(({ choice }) => choice),
  }
}
