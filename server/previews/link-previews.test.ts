import { expect, it } from 'vitest'
import type { Preview } from './link-previews.ts'
import { fillPreviews, usualHosts } from './link-previews.ts'

it('stores headlines, and that there is none; what cannot be reached now waits', async () => {
  const settled: [string, Preview | null][] = []
  const queue = {
    claim: async () => ['https://a.de/', 'https://b.de/', 'https://c.de/'],
    settle: async (url: string, preview: Preview | null) => void settled.push([url, preview]),
  }
  const preview = { title: 'Titel', site: 'a.de' }
  await fillPreviews(queue, usualHosts, async (url) => {
    if (url === 'https://b.de/') throw new Error('away')
    return url === 'https://a.de/' ? preview : undefined
  })
  expect(settled).toEqual([
    ['https://a.de/', preview],
    ['https://c.de/', null],
  ])
})
