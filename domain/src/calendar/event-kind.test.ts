import { expect, test } from 'vitest'
import { episodeCount, eventKind, untoldKind } from './event-kind.ts'

test.each([
  ['episode', 'Folge 8', null],
  ['premiere', 'Einzug', 'Auftakt'],
  ['finale', 'Staffel 20', 'Finale'],
  ['finale', 'Das große Finale', null],
  ['finale', 'FINALE, Teil 2', null],
  ['finale', 'Vor dem Halbfinale', 'Finale'],
  ['reunion', 'Das große Wiedersehen', null],
  ['special', 'Spezialfall', 'Special'],
  ['rerun', 'Folge 8', 'Wiederholung'],
  ['from_an_import', 'Folge 8', null],
])('%s called %j is %s', (event_type, title, word) => expect(untoldKind({ event_type, title })).toBe(word))

test('a kind has its word whatever the title says', () => expect(eventKind({ event_type: 'finale' })).toBe('Finale'))

const broadcast = (id: string, episode_number: number | null, event_type = 'episode', is_cancelled = false) => ({
  id,
  episode_number,
  event_type,
  is_cancelled,
})

test.each([
  [
    'each number once: in the stream, on television, and again',
    [broadcast('a', 1), broadcast('b', 1), broadcast('c', 1, 'rerun')],
    1,
  ],
  ['those without numbers by their dates', [broadcast('a', null), broadcast('b', null)], 2],
  [
    'a numbered special, and none without',
    [broadcast('a', 4, 'special'), broadcast('b', null, 'special'), broadcast('c', null, 'reunion')],
    1,
  ],
  ['the finale', [broadcast('a', 12, 'finale')], 1],
  ['nothing that was cancelled', [broadcast('a', 3, 'episode', true)], 0],
  ['nothing of repeats alone', [broadcast('a', 3, 'rerun')], 0],
])('episodes are %s', (_, broadcasts, count) => expect(episodeCount(broadcasts)).toBe(count))
