import { expect, test } from 'vitest'
import { fakeClock } from '../../../../../tests/support/web/fake-clock.ts'
import { createAuthStateCache } from './auth-state-cache.ts'

/** A cache whose requests are answered by the test. */
function harness() {
  const clock = fakeClock()
  const questions: { resolve(state: string): void; reject(error: Error): void }[] = []
  const cache = createAuthStateCache(
    clock.now,
    () => new Promise<string>((resolve, reject) => questions.push({ resolve, reject })),
  )
  return { clock, questions, cache }
}

async function answered({ cache, questions }: ReturnType<typeof harness>, state = 'anna') {
  const reading = cache.read()
  questions.at(-1)?.resolve(state)
  return reading
}

test("the server's answer is cached for three minutes", async () => {
  const scene = harness()
  expect(await answered(scene)).toBe('anna')
  scene.clock.advance(179_999)
  expect(await scene.cache.read()).toBe('anna')
  expect(scene.questions).toHaveLength(1)
  scene.clock.advance(1)
  expect(await answered(scene, 'bert')).toBe('bert')
})

test('callers during a request get its answer', async () => {
  const scene = harness()
  const both = [scene.cache.read(), scene.cache.read()]
  scene.questions[0]?.resolve('anna')
  expect(await Promise.all(both)).toEqual(['anna', 'anna'])
  expect(scene.questions).toHaveLength(1)
})

test('a failed request is not repeated within 500 ms', async () => {
  const { cache, clock, questions } = harness()
  const reading = cache.read()
  questions[0]?.reject(new Error('away'))
  await expect(reading).rejects.toThrow('away')
  clock.advance(499)
  expect(await cache.read()).toBeNull()
  clock.advance(1)
  void cache.read()
  expect(questions).toHaveLength(2)
})

test('cleared, it asks again, but still not within 500 ms', async () => {
  const scene = harness()
  await answered(scene)
  scene.cache.clear()
  expect(await scene.cache.read()).toBeNull()
  scene.clock.advance(500)
  expect(await answered(scene, 'bert')).toBe('bert')
})

test('an answer about the former person is dropped', async () => {
  const scene = harness()
  const reading = scene.cache.read()
  scene.cache.clear()
  scene.questions[0]?.resolve('anna')
  await reading
  scene.clock.advance(500)
  expect(await answered(scene, 'bert')).toBe('bert')
})

test('a clock set back makes the answer stale instead of permanent', async () => {
  const scene = harness()
  await answered(scene)
  scene.clock.setBack(3_600_000)
  expect(await answered(scene, 'bert')).toBe('bert')
})
