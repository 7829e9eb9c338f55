import { expect, test, vi } from 'vitest'
import { createCopier, restoreCopies } from './device-copy.ts'

const area = (entries: Record<string, string>) => {
  const kept = new Map(Object.entries(entries))
  const local = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  const store = {
    get: async (key: string) => kept.get(key) ?? null,
    set: async (key: string, value: string) => void kept.set(key, value),
    remove: async (key: string) => void kept.delete(key),
  }
  return { kept, local, store }
}

test('only what the system cleared is restored', async () => {
  const { local, kept } = area({ consent: 'full' })
  const { store } = area({ session: 's1', consent: 'old' })
  expect(await restoreCopies(['session', 'consent', 'absent'], local, store)).toBe(true)
  expect(Object.fromEntries(kept)).toEqual({ session: 's1', consent: 'full' })
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
  const { store, kept } = area({})
  const set = vi.fn(store.set).mockRejectedValueOnce(new Error('disk full'))
  const copy = createCopier(async () => ({ ...store, set }))
  void copy('session', 's1')
  await copy('session', 's2')
  expect(kept.get('session')).toBe('s2')
  expect(log).toHaveBeenCalledTimes(1)
  log.mockRestore()
})
