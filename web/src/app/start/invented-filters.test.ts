import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { hasInventedFilter } from './invented-filters.ts'

const client = new QueryClient()
client.setQueryData(['calendar'], {
  pages: [{ items: [], broadcasters: [{ id: 'b1', slug: 'rtl' }], formats: [{ id: 'f1', slug: 'sommerhaus' }] }],
})
client.setQueryData(['posts'], { pages: [{ items: [{ id: 'p1', title: 'erfunden', tags: [{ id: 't1' }] }] }] })

test.each([
  [{}, false],
  [{ ansicht: 'liste', datum: '2026-11-21', q: 'x' }, false],
  [{ sender: 'rtl' }, false],
  [{ format: 'f1', sender: 'rtl' }, false],
  [{ tag: 't1' }, false],
  [{ sender: 'erfunden' }, true],
  [{ sender: 'rtl', format: 'erfunden-1' }, true],
  [{ tag: '0b9fbd3e-9f0c-4c39-8d0a-3b8d6a3b0001' }, true],
])('%j is invented: %s', (search, invented) => {
  expect(hasInventedFilter(search, client)).toBe(invented)
})
