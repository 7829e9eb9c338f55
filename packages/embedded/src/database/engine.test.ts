import { expect, test } from 'vitest'
import { DatabaseBusy, exactNumber, turns } from './engine.ts'

test.each([
  ['0', 0],
  ['-12', -12],
  ['9007199254740991', 9007199254740991],
  ['9007199254740993', '9007199254740993'],
  ['9.90', 9.9],
  ['0.1', 0.1],
  ['-0.0000012', -0.0000012],
  ['1234567890.12345', 1234567890.12345],
  ['0.12345678901234567890', '0.12345678901234567890'],
  ['NaN', 'NaN'],
  ['Infinity', 'Infinity'],
])('%s becomes %j', (text, expected) => {
  expect(exactNumber(text)).toBe(expected)
})

/** Who had the session, in order. */
async function order(asked: readonly (readonly [name: string, lane: number])[]) {
  const take = turns(() => 0)
  const had: string[] = []
  const end = await take(0)
  const all = asked.map(async ([name, lane]) => {
    const over = await take(Number.POSITIVE_INFINITY, lane)
    had.push(name)
    over()
  })
  end()
  await Promise.all(all)
  return had
}

test('the lowest lane has the session next, in a lane whoever asked first', async () => {
  const asked = [
    ['vote', 2],
    ['page', 1],
    ['comment', 0],
    ['page again', 1],
  ] as const
  expect(await order(asked)).toEqual(['comment', 'page', 'page again', 'vote'])
})

test('nobody waits for ever behind lanes that are never empty', async () => {
  let now = 0
  const take = turns(() => now)
  const end = await take(0)
  const vote = take(Number.POSITIVE_INFINITY, 2)
  now += 1_001
  const comment = take(Number.POSITIVE_INFINITY, 0)
  end()
  const had = await Promise.race([vote.then(() => 'vote'), comment.then(() => 'comment')])
  expect(had).toBe('vote')
  ;(await vote)()
  ;(await comment)()
})

test('who gives up leaves the queue, and a turn that is ended twice ends once', async () => {
  const take = turns()
  const end = await take(0)
  await expect(take(1)).rejects.toBeInstanceOf(DatabaseBusy)
  const [second, third] = [take(1_000), take(1_000)]
  end()
  end()
  const overSecond = await second
  const had = await Promise.race([third.then(() => 'third'), Promise.resolve('nobody yet')])
  expect(had).toBe('nobody yet')
  overSecond()
  ;(await third)()
})
