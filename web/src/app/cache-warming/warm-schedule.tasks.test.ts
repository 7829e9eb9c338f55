import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { warmTasks } from './warm-schedule.ts'

const asked: string[] = []
const format = (at: number) => ({ slug: `f${at}`, name: `Format ${at}`, participants: 100 - at, next_episode: null })
vi.mock('#web/lib/api/rpc/rpc.ts', () => ({
  rpc: (name: string, { p_slug, p_query }: { p_slug?: string; p_query?: string }) => {
    asked.push([name, p_slug ?? p_query].filter(Boolean).join(' '))
    return Promise.resolve(name === 'formats_page' ? { items: Array.from({ length: 30 }, (_, at) => format(at)) } : {})
  },
}))
afterEach(() => void asked.splice(0))

const warm = (path = '/') => {
  const client = new QueryClient()
  return { client, tasks: warmTasks(client, () => path) }
}

test.each([
  ['/', 10],
  ['/formate', 20],
])('on %s the first %i trending formats are loaded, once while they are fresh', async (path, count) => {
  const { tasks, client } = warm(path)
  await tasks.trending()
  expect(asked).toEqual(['formats_page', ...Array.from({ length: count }, (_, at) => `format_page f${at}`)])
  await tasks.trending()
  expect(asked).toHaveLength(count + 1)
  client.clear()
})

test('the list of formats is fetched each time', async () => {
  const { tasks, client } = warm()
  await tasks['core-formats']()
  await tasks['core-formats']()
  expect(asked).toEqual(['formats_page', 'formats_page'])
  client.clear()
})

test('the search is warmed with its terms and the latest five of this visit', async () => {
  const { tasks, client } = warm()
  for (let at = 0; at < 7; at++) client.setQueryData(['search', 'all', `wort ${at}`], {}, { updatedAt: at + 1 })
  client.setQueryData(['search', 'all', 'bachelor'], {}, { updatedAt: 99 })
  await tasks.search()
  expect(asked).toEqual([
    'popular_content',
    ...['love island', 'bachelor', 'sommerhaus'].map((term) => `search_all ${term}`),
    ...[6, 5, 4, 3, 2].map((at) => `search_all wort ${at}`),
  ])
  client.clear()
})
