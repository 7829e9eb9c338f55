import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { exampleOf } from '../../../tests/support/example-of.ts'
import { emptyFields, storedEvent } from '../calendar/event-draft.ts'
import { type EventFields, eventForm } from '../calendar/event-form.ts'
import { formatForm } from '../format/format-form.ts'
import { seasonForm } from '../format/season-form.ts'
import { automodForm, storedRule } from '../moderation/automod-form.ts'
import { type NewsFields, newsForm, storedNews } from '../news/news-form.ts'
import { standardGuidelines } from '../settings/guidelines.ts'
import { settingsForm, storedSettings } from '../settings/settings-form.ts'
import { guidelinesForm, reasonsFields, reasonsForm, storedReasons } from '../settings/site-texts.ts'
import { starForm } from '../star/star-form.ts'
import { asStored } from './as-stored.ts'
import { mergeFields } from './three-way.ts'

const now = new Date('2026-06-01T12:00:00Z')

/** A form: what is stored, other ways to write the same, and values that are something else. */
type Case = {
  form: z.core.$ZodType
  stored?: (fields: never) => object
  base: object
  same?: Record<string, readonly unknown[]>
  other: Record<string, unknown>
}

const star = exampleOf(starForm, {
  first_name: 'Änni',
  last_name: 'Groß & Klein',
  nickname: '"die Große"',
  slug: 'aenni-gross-klein',
  bio: 'Zwei\nZeilen',
  birthdate: '1990-01-31',
  is_active: true,
})
const format = exampleOf(formatForm, {
  name: 'Insel',
  slug: 'insel',
  emoji: '🏝️',
  color: '#f43f12',
  streaming_provider_id: 'a',
  streaming_url: 'https://example.de/insel',
  is_active: true,
})
const season = exampleOf(seasonForm, {
  season_number: '3',
  slug: 'staffel-3',
  start_date: '2026-01-01',
  location: 'Köln',
  description: 'Text',
})
const news = exampleOf(
  newsForm(() => now),
  {
    title: 'Neu',
    body: 'Text',
    url: 'https://example.de/',
    tags: [
      { id: 'a', name: 'Anna' },
      { id: 'b', name: 'Ben' },
    ],
    publication: 'draft',
    day: '2026-06-01',
    time: '14:00',
  },
)
const event: EventFields = { ...emptyFields('2026-06-01'), title: 'Folge', episode: '3', channel: 'Kanal' }
const settings = exampleOf(settingsForm, {
  signupMode: 'open',
  domains: 'a.de\nb.de',
  afterPosts: '3',
  warningDays: '30',
  postsQuota: '10',
  votesQuota: '100',
  alertAfterHours: '12',
  awayAfterHours: '0',
})
const cases: Record<string, Case> = {
  star: {
    form: starForm,
    base: star,
    same: { slug: ['Änni Groß Klein'] },
    other: { first_name: 'Anni', nickname: '', bio: 'Zwei Zeilen', birthdate: '', is_active: false },
  },
  format: {
    form: formatForm,
    base: format,
    same: { color: ['F43F12', '#F43F12'], streaming_url: ['example.de/insel', ' https://EXAMPLE.de/insel'] },
    other: { name: 'Inseln', color: '#000000', broadcaster_id: 'b', description: 'Neu' },
  },
  season: {
    form: seasonForm,
    base: season,
    same: { season_number: ['03', ' 3'], slug: ['Staffel 3'] },
    other: { season_number: '4', title: 'Titel', start_date: '', slug: 'die-dritte' },
  },
  news: {
    form: newsForm(() => now),
    stored: (fields: NewsFields) => storedNews(fields, now),
    base: news,
    same: {
      day: ['2026-05-31'],
      time: ['09:00'],
      tags: [
        [
          { id: 'a', name: 'Anna B.' },
          { id: 'b', name: 'Ben' },
        ],
      ],
    },
    other: { title: 'Neuer', publication: 'now', tags: [] },
  },
  'news whose time has come': {
    form: newsForm(() => now),
    stored: (fields: NewsFields) => storedNews(fields, now),
    base: { ...news, publication: 'scheduled', day: '2026-06-01', time: '13:59' },
    same: { publication: ['stays'] },
    other: { title: 'Neuer', body: '' },
  },
  event: {
    form: eventForm({ isEpisode: false }),
    stored: storedEvent,
    base: event,
    same: { time: ['', '20.15', '20:15:00'], episode: ['03'], until: ['2026-07-01'], frequency: ['daily'] },
    other: { time: '21:00', episode: '', channel: '', live: true },
  },
  settings: {
    form: settingsForm,
    stored: storedSettings,
    base: settings,
    same: { domains: ['B.de, a.de, a.de'], afterPosts: ['03'] },
    other: { domains: 'a.de', afterPosts: '4', signupMode: 'invite' },
  },
  rule: {
    form: automodForm,
    stored: storedRule,
    base: {
      name: 'Werbung',
      posts: true,
      comments: true,
      nicknames: false,
      action: 'flag',
      words: 'jetzt kaufen\nrabatt',
      links: '2',
      accountDays: '',
      contributions: '',
      perHour: '',
      repeated: false,
      namesStar: false,
    },
    same: { words: ['jetzt kaufen, rabatt;'], links: ['02'] },
    other: { words: 'rabatt', links: '', repeated: true },
  },
  guidelines: {
    form: guidelinesForm,
    base: { guidelines: standardGuidelines },
    other: { guidelines: `${standardGuidelines}\n\n## Neu` },
  },
  reasons: {
    form: reasonsForm,
    stored: storedReasons,
    base: reasonsFields({ warn: ['Eins', 'Zwei'] }),
    same: { warn: [' Eins \n\nZwei'] },
    other: { warn: 'Zwei' },
  },
}

/** What keyboards, browsers and other devices make of a text that nobody changed. */
const written = (text: string) =>
  fc.constantFrom(text, `${text} `, ` ${text}`, `${text}\n`, text.normalize('NFD'), text.replace(/\n/g, '\r\n'))

const chosen = ['broadcaster_id', 'streaming_provider_id', 'publication', 'type', 'frequency', 'signupMode', 'action']
const isTyped = (name: string) =>
  ![...chosen, 'day', 'time', 'until', 'birthdate', 'start_date', 'end_date'].includes(name)

describe.each(Object.entries(cases))('two edits: %s', (_, { form, stored, base, same = {}, other }) => {
  const compared = (given: object) => {
    const fields = asStored(form, given)
    return { ...fields, ...stored?.(fields as never) }
  }
  const writings = Object.fromEntries(
    Object.entries(base).map(([name, value]) => [
      name,
      fc.oneof(
        fc.constantFrom(value, ...(same[name] ?? [])),
        typeof value === 'string' && isTyped(name) ? written(value) : fc.constant(value),
      ),
    ]),
  )
  const someWriting = fc.record(writings)
  const edit = fc
    .subarray(Object.keys(other))
    .map((names) => Object.fromEntries(names.map((name) => [name, other[name]])))

  test('a field that neither side touched is never listed, and theirs are taken as they stand', () => {
    fc.assert(
      fc.property(someWriting, someWriting, edit, edit, (was, mine, ours, given) => {
        const theirs = { ...base, ...given }
        const { merged, both, taken } = mergeFields<object>(was, { ...mine, ...ours }, theirs, compared)
        for (const name of [...both, ...taken]) expect(Object.keys(given)).toContain(name)
        for (const name of both) expect(Object.keys(ours)).toContain(name)
        for (const name of Object.keys(given))
          if (!(name in ours)) expect(Reflect.get(merged, name)).toEqual(Reflect.get(theirs, name))
        for (const [name, value] of Object.entries(ours)) expect(Reflect.get(merged, name)).toEqual(value)
      }),
    )
  })

  test('what really differs is never taken for the same', () => {
    for (const [name, value] of Object.entries(other)) {
      const theirs = { ...base, [name]: value }
      expect(mergeFields<object>(base, base, theirs, compared).taken).toContain(name)
    }
  })
})
