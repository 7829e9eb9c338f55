import { expect, test } from 'vitest'
import { boundedQueue } from './passwords.ts'

const full = () => new Error('full')

/** Work that ends when the test says so. */
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let begun = false
  const work = () => {
    begun = true
    return promise
  }
  return { work, end: () => resolve('done'), fail: () => reject(new Error('broken')), begun: () => begun }
}

test('runs a limited number at once, in order, and frees the slot of a failed one', async () => {
  const queue = boundedQueue(2, 2, full)
  const all = [held(), held(), held(), held()] as const
  const results = all.map(({ work }) => queue(work))
  const begun = () => all.map((one) => one.begun())
  await Promise.resolve()
  expect(begun()).toEqual([true, true, false, false])
  all[0].fail()
  await expect(results[0]).rejects.toThrow('broken')
  expect(begun()).toEqual([true, true, true, false])
  all[1].end()
  all[2].end()
  await Promise.all([results[1], results[2]])
  all[3].end()
  expect(await results[3]).toBe('done')
})

test('work that would wait too long fails with the given error', async () => {
  const queue = boundedQueue(1, 1, full)
  const [first, second] = [held(), held()]
  const running = [queue(first.work), queue(second.work)]
  await expect(queue(async () => 'never')).rejects.toThrow('full')
  first.end()
  second.end()
  await Promise.all(running)
  expect(await queue(async () => 'free again')).toBe('free again')
})
