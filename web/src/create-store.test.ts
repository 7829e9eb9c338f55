import { expect, test, vi } from 'vitest'
import { createEmitter, createStore } from './create-store.ts'

test('listeners are called for a changed value only', () => {
  const store = createStore<string | null>(null)
  const heard = vi.fn(() => store.get())
  store.subscribe(heard)
  store.set(null)
  store.set('a')
  store.set('a')
  store.set('b')
  expect(heard.mock.results.map(({ value }) => value)).toEqual(['a', 'b'])
  expect(store.initial).toBeNull()
})

test('unsubscribed listeners are not called', () => {
  const store = createStore(0)
  const heard = vi.fn()
  const unsubscribe = store.subscribe(heard)
  unsubscribe()
  store.set(1)
  expect(heard).not.toHaveBeenCalled()
})

test('an event reaches everybody who was subscribed when it happened, even if they unsubscribe meanwhile', () => {
  const { emit, subscribe } = createEmitter<string>()
  const heard: string[] = []
  const stop = subscribe((event) => {
    heard.push(`first ${event}`)
    stop()
    subscribe((later) => heard.push(`late ${later}`))
  })
  subscribe((event) => heard.push(`second ${event}`))
  emit('a')
  emit('b')
  expect(heard).toEqual(['first a', 'second a', 'second b', 'late b'])
})
