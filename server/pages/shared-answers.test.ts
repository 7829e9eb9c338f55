import { popularBeside } from '@hot/domain/network/query-policy'
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { sharedAnswers } from './shared-answers.ts'

const aside = 'http://in.process/rest/v1/rpc/posts_aside'

function opened(answer: (count: number) => Response = (count) => Response.json({ count })) {
  let count = 0
  let now = 0
  const answers = sharedAnswers(
    async () => answer(++count),
    () => now,
  )
  const ask = async (url = aside, method = 'GET') => (await answers.ask(new Request(url, { method }))).text()
  return {
    ask,
    forget: answers.forget,
    later: (ms: number) => {
      now += ms
    },
  }
}

test('what is the same for everybody is asked once a minute, also by pages that are made at once', async () => {
  const { ask, later } = opened()
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(Array(3).fill('{"count":1}'))
  later(59_999)
  expect(await ask()).toBe('{"count":1}')
  later(1)
  expect(await ask()).toBe('{"count":2}')
})

test('the popular posts beside a post are shared as the app asks for them', async () => {
  let count = 0
  const { ask } = sharedAnswers(async () => Response.json({ count: ++count }))
  const app = createClient('http://in.process', 'key', {
    global: { fetch: (input, init) => ask(new Request(input, init)) },
  })
  const answers = [
    await app.rpc('posts_page', popularBeside, { get: true }),
    await app.rpc('posts_page', popularBeside, { get: true }),
    await app.rpc('posts_page', { ...popularBeside, p_limit: 24 }, { get: true }),
  ]
  expect(answers.map(({ data }) => data)).toEqual([{ count: 1 }, { count: 1 }, { count: 2 }])
})

test('after a purge it is asked anew', async () => {
  const { ask, forget } = opened()
  await ask()
  forget()
  expect(await ask()).toBe('{"count":2}')
})

test('what was asked before a purge and answered after it is not kept', async () => {
  const old = Promise.withResolvers<Response>()
  const toGive = [old.promise, Promise.resolve(Response.json('new'))]
  const answers = sharedAnswers(() => toGive.shift() ?? Promise.reject(new Error('asked a third time')))
  const ask = async () => (await answers.ask(new Request(aside))).json()
  const before = ask()
  answers.forget()
  const after = ask()
  old.resolve(Response.json('old'))
  expect([await before, await after, await ask()]).toEqual(['old', 'new', 'new'])
})

test.each([`${aside}?p_tag=1`, 'http://in.process/rest/v1/rpc/home_page'])('%s is asked each time', async (url) => {
  const { ask } = opened()
  expect([await ask(url), await ask(url)]).toEqual(['{"count":1}', '{"count":2}'])
})

test('a failure is told and not kept', async () => {
  const { ask } = opened((count) => {
    if (count === 1) throw new TypeError('away')
    return Response.json({ count }, { status: count === 2 ? 504 : 200 })
  })
  await expect(ask()).rejects.toThrow('away')
  expect([await ask(), await ask(), await ask()]).toEqual(['{"count":2}', '{"count":3}', '{"count":3}'])
})
