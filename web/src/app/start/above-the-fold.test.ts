import { expect, test } from 'vitest'
import { firstViewScript } from './above-the-fold.ts'

type Place = { state?: unknown; hash?: string }

/** Runs the script on a document of its own. */
function start({ state = null, hash = '' }: Place = {}) {
  const dataset: Record<string, string> = {}
  const listeners = new Map<string, () => void>()
  new Function('history', 'location', 'document', 'addEventListener', firstViewScript)(
    { state },
    { hash },
    { documentElement: { dataset } },
    (name: string, listener: () => void) => listeners.set(name, listener),
  )
  return { dataset, tell: (name: string) => listeners.get(name)?.() }
}

test.each(['DOMContentLoaded', 'scroll'])('what is below waits until %s, and then for coming near', (event) => {
  const { dataset, tell } = start()
  expect(dataset.firstView).toBe('held')
  tell(event)
  expect(dataset.firstView).toBe('')
})

test('once all has its true size it keeps it', () => {
  const { dataset, tell } = start()
  delete dataset.firstView
  tell('DOMContentLoaded')
  expect(dataset.firstView).toBeUndefined()
})

test.each<Place>([{ state: { __TSR_key: 'a' } }, { hash: '#kommentare' }])(
  'all has its true size where a place in the page is asked for: %j',
  (place) => {
    const { dataset, tell } = start(place)
    tell('DOMContentLoaded')
    expect(dataset.firstView).toBeUndefined()
  },
)
