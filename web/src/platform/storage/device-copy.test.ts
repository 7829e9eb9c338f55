import { expect, test, vi } from 'vitest'
import { createCopier, restoreCopies } from './device-copy.ts'

const area = (initial: Record<string, string>) => {
  const entries = new Map(Object.entries(initial))
  const local = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  }
  const store = {
    get: async (key: string) => entries.get(key) ?? null,
    set: async (key: string, value: string) => void entries.set(key, value),
    remove: async (key: string) => void entries.delete(key),
  }
  return { entries, local, store }
}

test('only what the system cleared is restored', async () => {
  const { local, entries } = area({ consent: 'full' })
  const { store } = area({ session: 's1', consent: 'old' })
  expect(await restoreCopies(['session', 'consent', 'absent'], local, store)).toBe(true)
  expect(Object.fromEntries(entries)).toEqual({ session: 's1', consent: 'full' })
  expect(await restoreCopies(['session', 'consent', 'absent'], local, store)).toBe(false)
})

test('after signing out nothing is restored, however slow the device was', async () => {
  const { store } = area({})
  const answers: (() => void)[] = []
  const slow = {
    ...store,
    async set(key: string, value: string) {
      await new Promise<void>((resolve) => answers.push(resolve))
      await store.set(key, value)
    },
  }
  const copy = createCopier(async () => slow)
  void copy('session', 's1')
  const ended = copy('session', null)
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  answers[0]?.()
  await ended
  expect(await restoreCopies(['session'], area({}).local, store)).toBe(false)
})

test('a failure is logged and does not prevent later copies', async () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { store, entries } = area({})
  const set = vi.fn(store.set).mockRejectedValueOnce(new Error('disk full'))
  const copy = createCopier(async () => ({ ...store, set }))
  void copy('session', 's1')
  await copy('session', 's2')
  expect(entries.get('session')).toBe('s2')
  expect(log).toHaveBeenCalledTimes(1)
  log.mockRestore()
})
