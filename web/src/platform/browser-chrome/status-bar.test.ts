import { expect, test } from 'vitest'
import { fakeClock } from '../../../../tests/support/web/fake-clock.ts'
import { followStatusBar, type StatusBarStyle } from './status-bar.ts'
import type { Theme } from './theme.ts'

const light = { color: '#F6F5E9', icons: 'dark' }
const dark = { color: '#0a0a0a', icons: 'light' }

function bar() {
  const clock = fakeClock()
  const shown: StatusBarStyle[] = []
  const listeners = new Set<() => void>()
  let theme: Theme = 'light'
  const following = followStatusBar({
    bar: { show: async (style) => void shown.push(style) },
    theme: () => theme,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    after: clock.after,
  })
  const choose = (next: Theme) => {
    theme = next
    for (const listener of listeners) listener()
  }
  return { ...following, clock, shown, choose }
}

test('has the colour of the theme from the start', () => expect(bar().shown).toEqual([light]))

test('changes a second after the last of several changes, once', () => {
  const { clock, shown, choose } = bar()
  choose('dark')
  clock.advance(999)
  choose('light')
  clock.advance(500)
  choose('dark')
  clock.advance(999)
  expect(shown).toEqual([light])
  clock.advance(1)
  clock.advance(5000)
  expect(shown).toEqual([light, dark])
})

test('is set again when the app resumes, and no longer after the end', () => {
  const { reapply, stop, clock, shown, choose } = bar()
  reapply()
  clock.advance(1000)
  expect(shown).toEqual([light, light])
  choose('dark')
  stop()
  choose('dark')
  clock.advance(5000)
  expect(shown).toEqual([light, light])
})
