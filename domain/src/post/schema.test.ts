import { describe, expect, it, test } from 'vitest'
import { postSchema } from './schema.ts'

const tag = (n: number) => `018f3c5e-0000-7000-8000-00000000000${n}`
const rumor = {
  type: 'rumor',
  title: 'Zieht Mandy ins Sommerhaus?',
  content: 'Gesehen.',
  tags: [tag(1)],
  source_url: '',
  subject: 'show',
}
const poll = { ...rumor, type: 'poll', content: '', options: ['Ja', 'Nein'], ends_at: null }
const discussion = { type: 'discussion', title: 'Wer trägt noch Hut?', content: 'Ich.', tags: [] }

const messages = (post: object) => postSchema.safeParse(post).error?.issues.map((issue) => issue.message) ?? []

describe('postSchema', () => {
  test.each([
    ['a rumor', rumor],
    ['a rumor with source', { ...rumor, source_url: 'https://a.de/x' }],
    ['a rumor about an offence with source', { ...rumor, subject: 'crime', source_url: 'https://a.de/x' }],
    ['a poll', poll],
    ['a poll with an end', { ...poll, ends_at: '2026-12-01T20:15:00+01:00' }],
    ['a discussion', discussion],
    ['a title of 8', { ...rumor, title: '12345678' }],
    ['a title of 140 emoji', { ...rumor, title: '😀'.repeat(140) }],
    ['content of 5,000', { ...rumor, content: 'ä'.repeat(5000) }],
    ['five tags', { ...rumor, tags: [1, 2, 3, 4, 5].map(tag) }],
    ['eight options of 80', { ...poll, options: [...'abcdefgh'].map((letter) => letter.repeat(80)) }],
  ])('takes %s', (_, post) => expect(messages(post)).toEqual([]))

  test.each([
    ['a short title', { ...rumor, title: ' 1234567 ' }, 'Der Titel braucht mindestens 8 Zeichen.'],
    ['a long title', { ...rumor, title: 'x'.repeat(141) }, 'Höchstens 140 Zeichen.'],
    ['no content', { ...rumor, content: ' \n ' }, 'Schreib noch, worum es geht.'],
    ['no content of a discussion', { ...discussion, content: '' }, 'Schreib noch, worum es geht.'],
    ['long content', { ...rumor, content: 'x'.repeat(5001) }, 'Höchstens 5.000 Zeichen.'],
    ['long content of a poll', { ...poll, content: 'x'.repeat(5001) }, 'Höchstens 5.000 Zeichen.'],
    ['six tags', { ...rumor, tags: [1, 2, 3, 4, 5, 6].map(tag) }, 'Höchstens 5 Tags.'],
    ['a tag twice', { ...rumor, tags: [tag(1), tag(1)] }, 'Jeden Tag nur einmal.'],
    ['a script as source', { ...rumor, source_url: 'javascript:alert(1)' }, /keine öffentliche Web-Adresse/],
    ['an offence without source', { ...rumor, subject: 'crime' }, /braucht eine Quelle/],
    ['a rumor about nothing', { ...rumor, subject: '' }, 'Wähl noch aus, worum es geht.'],
    ['one option', { ...poll, options: ['Ja'] }, 'Mindestens 2 Antworten.'],
    ['nine options', { ...poll, options: [...'abcdefghi'] }, 'Höchstens 8 Antworten.'],
    ['an empty option', { ...poll, options: ['Ja', ' '] }, 'Diese Antwort ist leer.'],
    ['a long option', { ...poll, options: ['Ja', 'x'.repeat(81)] }, 'Höchstens 80 Zeichen.'],
    ['an option twice', { ...poll, options: ['Müller', ' mueller'] }, 'Jede Antwort nur einmal.'],
    ['an impossible end', { ...poll, ends_at: '2026-02-30T20:15:00Z' }, 'Dieses Datum gibt es nicht.'],
  ])('refuses %s', (_, post, message) => {
    expect(messages(post)).toHaveLength(1)
    expect(messages(post)[0]).toMatch(message)
  })

  test.each([
    ['an unknown kind', { ...rumor, type: 'news' }],
    ['a tag that is no id', { ...rumor, tags: ['mandy'] }],
    ['a poll without options', { ...poll, options: undefined }],
    ['a rumor without subject', { ...rumor, subject: undefined }],
    ['nothing', {}],
  ])('refuses %s', (_, post) => expect(postSchema.safeParse(post).success).toBe(false))

  it('finds that the source is missing beside other mistakes', () =>
    expect(messages({ ...rumor, title: '', subject: 'health' })).toHaveLength(2))

  it('cleans text and drops fields of other kinds', () => {
    const parsed = postSchema.parse({
      ...discussion,
      title: '  Wer \u202eträgt\n noch Hut? ',
      content: ' a\r\nb\u0000 ',
      options: ['x', 'y'],
      status: 'approved',
    })
    expect(parsed).toEqual({ type: 'discussion', title: 'Wer trägt noch Hut?', content: 'a\nb', tags: [] })
  })
})
