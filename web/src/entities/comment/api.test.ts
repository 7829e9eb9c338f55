import { describe, expect, it } from 'vitest'
import { commentsSearch } from '#web/entities/comment/search.ts'

describe('commentsSearch', () => {
  it.each([
    [{ kommentare: 'neu' }, 'neu'],
    [{ kommentare: 'alt' }, undefined],
    [{}, undefined],
  ])('reads the order of comments from %j', (given, expected) => {
    expect(commentsSearch(given).kommentare).toBe(expected)
  })
})
