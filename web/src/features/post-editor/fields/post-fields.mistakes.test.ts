import { noWebAddress } from '@hot/domain/url/web-address'
import { expect, test } from 'vitest'
import { refusalErrors } from '../saving/use-save-post.ts'
import {
  emptyFields,
  fieldAt,
  fieldErrorsOf,
  isFilled,
  newOption,
  type PostFields,
  postFieldsSchema,
} from './post-fields.ts'

const good: PostFields = {
  ...emptyFields(),
  title: 'Zieht Mandy ein?',
  content: 'Gesehen.',
  subject: 'show',
  options: [newOption('Ja'), newOption('Nein')],
}
const answers = (...texts: string[]) => ({ options: texts.map(newOption) })
const tag = {
  kind: 'format' as const,
  format: {
    id: '018f3c5e-0000-7000-8000-000000000001',
    slug: 'a',
    name: 'A',
    short_name: null,
    emoji: null,
    color: '#000000',
  },
}
const tags = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ ...tag, format: { ...tag.format, id: tag.format.id.slice(0, -1) + n } }))

/** Typed text, invalid field, message, and the database's hint for it. */
const cases = [
  ['rumor', { title: 'Kurz' }, 'title', 'Der Titel braucht mindestens 8 Zeichen.', 'title_length'],
  ['rumor', { title: 'x'.repeat(141) }, 'title', 'Höchstens 140 Zeichen.', 'title_length'],
  ['rumor', { content: ' \n ' }, 'content', 'Schreib noch, worum es geht.', 'content_missing'],
  ['discussion', { content: 'x'.repeat(5001) }, 'content', 'Höchstens 5.000 Zeichen.', 'content_length'],
  ['rumor', { tags: tags(6) }, 'tags', 'Höchstens 5 Tags.', 'too_many_tags'],
  ['rumor', { tags: [tag, tag] }, 'tags', 'Jeden Tag nur einmal.', 'duplicate_tag'],
  ['rumor', { sourceUrl: 'javascript:alert(1)' }, 'source_url', noWebAddress, 'source_url_invalid'],
  ['rumor', { subject: '' }, 'subject', 'Wähl noch aus, worum es geht.', 'unknown_subject'],
  [
    'rumor',
    { subject: 'health' },
    'source_url',
    'So ein Gerücht braucht eine Quelle. Ohne Link geht es nicht.',
    'source_required',
  ],
  ['poll', answers('Ja'), 'options.0', 'Mindestens 2 Antworten.', 'option_count'],
  ['poll', answers(...'abcdefghi'), 'options.8', 'Höchstens 8 Antworten.', 'option_count'],
  ['poll', answers('Ja', 'x'.repeat(81), 'Nein'), 'options.1', 'Höchstens 80 Zeichen.', 'option_length'],
  ['poll', answers('Ja', ' ', 'Nein'), 'options.1', 'Diese Antwort ist leer.', 'option_length'],
  ['poll', answers('Müller', 'MUELLER', 'Nein'), 'options.1', 'Jede Antwort nur einmal.', 'duplicate_option'],
  ['poll', { endsAt: '2026-02-30T20:15' }, 'ends_at', 'Dieses Datum gibt es nicht.', null],
] as const

test.each(cases)('%s with %o: %s says “%s”, and so does %s', (type, part, place, sentence, hint) => {
  const fields: PostFields = { ...good, ...(part as Partial<PostFields>) }
  expect(fieldErrorsOf(type, fields)).toEqual({ [place]: sentence })
  if (hint) expect(refusalErrors(hint, fields)).toEqual({ [place]: sentence })
})

test('refusals only the database can make have a field and a message too', () => {
  expect(refusalErrors('poll_end_past', good)).toEqual({
    ends_at: 'Dieser Zeitpunkt ist schon vorbei. Nimm einen späteren.',
  })
  expect(refusalErrors('poll_ended', good)).toEqual({
    ends_at: 'Diese Umfrage ist zu Ende und geht nicht wieder auf. Lass das Ende, wie es war.',
  })
  expect(refusalErrors('unknown_tag', good)).toEqual({ tags: 'Einen dieser Tags gibt es nicht mehr. Nimm ihn heraus.' })
  expect(refusalErrors('banned', good)).toBeNull()
})

test.each(['rumor', 'poll', 'discussion'] as const)('a valid %s has no mistakes', (type) =>
  expect(fieldErrorsOf(type, good)).toEqual({}),
)

test('all mistakes are found at once, in the order of the form', () => {
  const fields = { ...good, title: '', ...answers('', '') }
  expect(Object.keys(fieldErrorsOf('poll', fields))).toEqual(['title', 'options.0', 'options.1'])
})

test('an empty field that loses the focus shows no mistake', () => {
  expect(isFilled('title', { ...good, title: ' ' })).toBe(false)
  expect(isFilled('options.1', good)).toBe(true)
  expect(isFilled('options.7', good)).toBe(false)
})

test('each mistake is shown at its field', () => {
  expect((['title', 'source_url', 'subject', 'ends_at', 'options.1'] as const).map(fieldAt)).toEqual([
    'title',
    'sourceUrl',
    'subject',
    'endsAt',
    'options.1.text',
  ])
  const { error } = postFieldsSchema('poll').safeParse({ ...good, title: '', ...answers('Ja', ' ') })
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['title', 'options.1.text'])
})
