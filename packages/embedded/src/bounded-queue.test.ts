import { expect, test } from 'vitest'
import { boundedQueue } from './bounded-queue.ts'

const full = () => new Error('full')

/** A piece of work that ends when it is told to. */
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let begun = false
  const work = () => {
    begun = true
    return promise
  }
  return { work, end: () => resolve('done'), fail: () => reject(new Error('broken')), begun: () => begun }
}

test('so many at once, in order, and the place of one that fails is free again', async () => {
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

test('what would have to wait too long fails with the given error', async () => {
  const queue = boundedQueue(1, 1, full)
  const [first, second] = [held(), held()]
  const running = [queue(first.work), queue(second.work)]
  await expect(queue(async () => 'never')).rejects.toThrow('full')
  first.end()
  second.end()
  await Promise.all(running)
  expect(await queue(async () => 'free again')).toBe('free again')
})
