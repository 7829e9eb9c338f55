import { ownPostPage } from '@hot/domain/contract/community'
import { postSchema } from '@hot/domain/post/schema'
import { describe, expect, test } from 'vitest'
import { exampleOf } from '../../../../../tests/support/example-of.ts'
import {
  emptyFields,
  fieldsOf,
  isBlank,
  newOption,
  type OwnPost,
  type PostFields,
  postArguments,
  schemaInput,
  withFixedOptions,
} from './post-fields.ts'

const typed = (part: Partial<PostFields>): PostFields => ({
  ...emptyFields(),
  title: 'Zieht Mandy ein?',
  content: 'Ja.',
  ...part,
})
const sent = (type: OwnPost['type'], part: Partial<PostFields>) =>
  postArguments(postSchema.parse(schemaInput(type, typed(part))))

describe('what is sent', () => {
  const all = {
    sourceUrl: ' https://a.de ',
    subject: 'health' as const,
    options: [newOption(' Ja '), newOption('Nein')],
    endsAt: '2026-12-01T20:15',
  }
  const common = { p_title: 'Zieht Mandy ein?', p_content: 'Ja.', p_tags: [] }
  test.each([
    ['rumor', { p_source_url: 'https://a.de', p_subject: 'health', p_options: null, p_poll_ends_at: null }],
    [
      'poll',
      { p_source_url: null, p_subject: null, p_options: ['Ja', 'Nein'], p_poll_ends_at: '2026-12-01T19:15:00.000Z' },
    ],
    ['discussion', { p_source_url: null, p_subject: null, p_options: null, p_poll_ends_at: null }],
  ] as const)('a %s takes along only what it has', (type, own) =>
    expect(sent(type, all)).toEqual({ ...common, ...own }),
  )

  test.each([
    ['in winter', '2026-12-01T20:15', '2026-12-01T19:15:00.000Z'],
    ['in summer', '2026-07-01T20:15', '2026-07-01T18:15:00.000Z'],
    ['in the hour that spring leaves out', '2027-03-28T02:30', '2027-03-28T01:30:00.000Z'],
    ['never', '', null],
  ])('an end %s is one on the clock in Berlin', (_, endsAt, instant) =>
    expect(sent('poll', { ...all, endsAt }).p_poll_ends_at).toBe(instant),
  )

  test('text is cleaned, markup stays text', () => {
    const dirty = { title: ' <b>Zieht\u0000\u202eMandy</b>\n ein? ', content: '<script>alert(1)</script>\r\n\ud800' }
    expect(sent('discussion', dirty)).toMatchObject({
      p_title: '<b>ZiehtMandy</b> ein?',
      p_content: '<script>alert(1)</script>\n\ufffd',
    })
  })
})

test('a stored post comes back as it was typed', () => {
  const fields = typed({ options: [newOption('Ja'), newOption('Nein')], endsAt: '2026-07-01T20:15' })
  const own = exampleOf(ownPostPage.unwrap(), {
    type: 'poll',
    title: fields.title,
    content: fields.content,
    options: fields.options.map(({ key, text }, index) => ({ id: key, text, position: index + 1, votes: 0 })),
    poll_ends_at: '2026-07-01T18:15:00+00:00',
  })
  expect(fieldsOf(own)).toEqual(fields)
  const changed = { ...fields, options: [newOption('Anders')] }
  expect(withFixedOptions(changed, { ...own, may_edit_options: true })).toEqual(changed)
  expect(withFixedOptions(changed, { ...own, may_edit_options: false })).toEqual(fields)
})

test.each([
  ['nothing', {}, true],
  ['spaces', { title: ' ', content: '\n' }, true],
  ['a letter', { content: 'x' }, false],
  ['a subject', { subject: 'show' as const }, false],
  ['an answer', { options: [newOption('Ja')] }, false],
  ['an end', { endsAt: '2026-12-01T20:15' }, false],
])('%s typed: blank %s', (_, part, blank) => expect(isBlank({ ...emptyFields(), ...part })).toBe(blank))
