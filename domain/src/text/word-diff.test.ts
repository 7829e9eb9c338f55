import { expect, test } from 'vitest'
import { wordDiff } from './word-diff.ts'

/** `[-removed-]` and `{+added+}`. */
const shown = (before: string, after: string) =>
  wordDiff(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `{+${text}+}`))
    .join('')

test.each([
  ['nothing', 'Klaus zieht ein', 'Klaus zieht ein', 'Klaus zieht ein'],
  ['a word', 'Klaus zieht ein', 'Klaus zieht aus', 'Klaus zieht [-ein-]{+aus+}'],
  ['a word more', 'Klaus zieht', 'Klaus zieht wieder', 'Klaus zieht{+ wieder+}'],
  ['a word less', 'Klaus zieht wieder ein', 'Klaus zieht ein', 'Klaus zieht [-wieder -]ein'],
  ['beginning and end', 'a b c d', 'x b c y', '[-a-]{+x+} b c [-d-]{+y+}'],
  ['everything', 'alt', 'neu', '[-alt-]{+neu+}'],
  ['from nothing', '', 'neu', '{+neu+}'],
  ['to nothing', 'alt', '', '[-alt-]'],
  ['a line break', 'a b', 'a\nb', 'a[- -]{+\n+}b'],
])('%s', (_, before, after, expected) => expect(shown(before, after)).toBe(expected))

test('both texts can be read from the parts, however long they are', () => {
  for (const [before, after] of [
    ['x '.repeat(2500), 'y '.repeat(2500)],
    ['a b c '.repeat(100), 'c a b '.repeat(100)],
  ] as const) {
    const parts = wordDiff(before, after)
    const without = (kind: string) =>
      parts
        .filter((part) => part.kind !== kind)
        .map(({ text }) => text)
        .join('')
    expect([without('added'), without('removed')]).toEqual([before, after])
  }
})
