import { commentContent } from '@hot/domain/comment/schema'
import { postSchema } from '@hot/domain/post/schema'
import { cleanLine, cleanText } from '@hot/domain/text/sanitize-text'
import { expect, test } from 'vitest'
import { mentionedNames } from '../../../tests/support/oracles/mentioned-names.ts'
import { type Harness, useHarness } from '../support/harness.ts'
import { hostileTexts, naughtyStrings } from '../support/hostile-texts.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

/** Texts that JSON can carry and PostgreSQL can store; domain/ cleans the others before they are sent. */
const isStorable = (text: string) => !text.includes('\u0000')
const storable = hostileTexts.filter(isStorable)
const naughty = naughtyStrings.filter(isStorable)

test(
  'clean_text, clean_line and mentioned_names equal those of domain/',
  harness(async (t) => {
    const texts = [
      ...storable,
      ...naughty,
      '@Anna, @anna. (@BERT) x@y.de @@z @Öko.Test',
      '@a @b '.repeat(9),
      ...storable.map((text) => ` ${text} @Anna`),
    ]
    const { rows } = await t.owner(
      `select text, private.clean_text(text) as clean, private.clean_line(text) as line,
         private.trim_text(private.clean_text(text)) as trimmed, private.mentioned_names(text) as names
       from unnest($1::text[]) with ordinality as given (text, at) order by at`,
      [texts],
    )
    for (const { text, clean, line, trimmed, names } of rows) {
      const typed = String(text)
      expect({ typed, clean, line, trimmed, names }).toEqual({
        typed,
        clean: cleanText(typed),
        line: cleanLine(typed),
        trimmed: cleanText(typed).trim(),
        names: mentionedNames(typed),
      })
    }
  }),
)

type Draft = Record<string, unknown> & { type: string }
const base: Draft = { type: 'discussion', title: 'Wer trägt noch Hut?', content: 'Ich.', tags: [] }
const rumor: Draft = { ...base, type: 'rumor', source_url: '' }
const poll: Draft = { ...base, type: 'poll', content: '', options: ['Ja', 'Nein'], ends_at: null }

const create = (t: Harness, draft: Draft, id: string = w.fresh) =>
  t.attempt(
    'member',
    'select public.create_post($1, $2, $3, $4, $5::uuid[], $6, $7::text[], $8::timestamptz) as post',
    [
      id,
      draft.type,
      draft.title,
      draft.content,
      draft.tags,
      draft.source_url ?? null,
      draft.options ?? null,
      draft.ends_at ?? null,
    ],
  )
const stored = async (t: Harness) =>
  (
    await t.owner(
      `select p.title, p.content, p.tags::text[] as tags, coalesce(r.source_url, '') as source_url,
         array(select o.text from public.poll_options o where o.post_id = p.id order by o.position) as options
       from public.community_posts p left join public.post_rumors r on r.post_id = p.id where p.id = '${w.fresh}'`,
    )
  ).rows[0]

/** Each draft with the hint of the database, or null when both accept it. */
const drafts: [what: string, draft: Draft, hint: string | null][] = [
  ['a discussion', base, null],
  ['a rumor with a source', { ...rumor, source_url: ' HTTPS://blatt.example/x?y#z ' }, null],
  ['a poll without content', poll, null],
  ['140 emoji', { ...base, title: '😀'.repeat(140) }, null],
  ['5,000 characters', { ...base, content: 'ä'.repeat(5000) }, null],
  ['five tags at most, here two', { ...base, tags: [w.star, w.format] }, null],
  ['eight options of 80', { ...poll, options: [...'abcdefgh'].map((letter) => letter.repeat(80)) }, null],
  ['a short title', { ...base, title: ' 1234567 ' }, 'title_length'],
  ['a title of spaces and invisible ends', { ...base, title: '\u202e\u00a0   x \u2028    ' }, 'title_length'],
  ['a long title', { ...base, title: 'x'.repeat(141) }, 'title_length'],
  ['no content', { ...base, content: ' \n\u00a0' }, 'content_missing'],
  ['long content', { ...base, content: 'x'.repeat(5001) }, 'content_length'],
  ['a tag twice', { ...base, tags: [w.star, w.star] }, 'duplicate_tag'],
  ['six tags', { ...base, tags: [w.star, w.format, w.news, w.poll, w.rumor, w.event] }, 'too_many_tags'],
  ['a script as source', { ...rumor, source_url: 'javascript:alert(1)' }, 'source_url_invalid'],
  ['a source with credentials', { ...rumor, source_url: 'https://bank.de@evil.example' }, 'source_url_invalid'],
  ['a long source', { ...rumor, source_url: `https://a.de/${'x'.repeat(500)}` }, 'source_url_invalid'],
  ['one option', { ...poll, options: ['Ja'] }, 'option_count'],
  ['nine options', { ...poll, options: [...'abcdefghi'] }, 'option_count'],
  ['a blank option', { ...poll, options: ['Ja', ' \u00a0'] }, 'option_length'],
  ['a long option', { ...poll, options: ['Ja', 'x'.repeat(81)] }, 'option_length'],
  ['an option twice', { ...poll, options: ['Müller', ' mueller'] }, 'duplicate_option'],
]

test.each(drafts)('%s: form and database agree', (_, draft, hint) =>
  harness(async (t) => {
    const parsed = postSchema.safeParse(draft)
    const { error } = await create(t, draft)
    expect({ form: parsed.success, hint: error?.hint ?? null }).toEqual({ form: hint === null, hint })
    if (!parsed.success) return
    const { type: _type, ends_at: _end, ...rest } = { source_url: '', options: [], ...parsed.data, ends_at: null }
    expect(await stored(t)).toEqual(rest)
  })(),
)

/** Rules that only the database can check. */
const refusals: [what: string, draft: Draft, hint: string][] = [
  ['an end in the past', { ...poll, ends_at: '2020-01-01T00:00:00Z' }, 'poll_end_past'],
  ['a tag that nobody has', { ...base, tags: [w.fresh] }, 'unknown_tag'],
  ['an end of a discussion', { ...base, ends_at: '2030-01-01T00:00:00Z' }, 'not_a_poll'],
  ['options of a rumor', { ...rumor, options: ['a', 'b'] }, 'not_a_poll'],
  ['a source of a poll', { ...poll, source_url: 'https://a.de' }, 'not_a_rumor'],
  ['an unknown kind', { ...base, type: 'news' }, 'unknown_type'],
]
test.each(refusals)('%s is refused', (_, draft, hint) =>
  harness(async (t) => {
    expect((await create(t, draft)).error?.hint).toBe(hint)
    expect(await t.value(`select count(*)::int from public.community_posts where id = '${w.fresh}'`)).toBe(0)
  })(),
)

test(
  'naughty texts in posts, answers and comments are stored as cleaned by domain/, or refused with a reason',
  harness(async (t) => {
    for (const text of storable) {
      const draft = { ...poll, title: `Titel dazu: ${text}`, content: text, options: [text, 'Etwas anderes'] }
      const parsed = postSchema.safeParse(draft)
      await t.undone(async () => {
        const { error } = await create(t, draft)
        expect({ text, ok: !error }).toEqual({ text, ok: parsed.success })
        if (parsed.success)
          expect(await stored(t)).toMatchObject({ title: parsed.data.title, content: parsed.data.content })
        else expect(error?.hint).toBeTruthy()
      })
      const comment = commentContent.safeParse(text)
      await t.undone(async () => {
        const { error } = await t.attempt(
          'member',
          'insert into public.comments (id, post_id, content) values ($1, $2, $3)',
          [w.fresh, w.discussion, text],
        )
        expect({ text, hint: error?.hint ?? null }).toEqual({ text, hint: comment.success ? null : 'comment_empty' })
        if (comment.success)
          expect(await t.value('select content from public.comments where id = $1', [w.fresh])).toBe(comment.data)
      })
    }
  }),
)

/** Less than the quota of a member in five minutes. */
const inLots = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / 90) }, (_, lot) => items.slice(lot * 90, lot * 90 + 90))

test(
  'the big list of naughty strings is stored whole, as comments and as posts; blank ones are refused',
  harness(async (t) => {
    const written = naughty.filter((text) => commentContent.safeParse(text).success)
    expect(written.length).toBeGreaterThan(450)
    for (const lot of inLots(written)) {
      const cleaned = lot.map((text) => commentContent.parse(text))
      await t.undone(async () => {
        const insert = `insert into public.comments (post_id, content) select $1, text from unnest($2::text[]) text`
        expect((await t.attempt('member', insert, [w.discussion, lot])).error).toBeUndefined()
        const { rows } = await t.owner('select content from public.comments where content = any ($1)', [cleaned])
        expect(new Set(rows.map(({ content }) => content))).toEqual(new Set(cleaned))
      })
      await t.undone(async () => {
        const create = `select public.create_post(gen_random_uuid(), 'discussion', 'Titel dazu: ' || left(text, 60), text, '{}')
          from unnest($1::text[]) text`
        expect((await t.attempt('member', create, [lot])).error).toBeUndefined()
        const { rows } = await t.owner('select content from public.community_posts where content = any ($1)', [cleaned])
        expect(new Set(rows.map(({ content }) => content))).toEqual(new Set(cleaned))
      })
    }
    for (const text of naughty.filter((one) => !written.includes(one))) {
      const blank = 'insert into public.comments (post_id, content) values ($1, $2)'
      await t.undone(async () => {
        expect((await t.attempt('member', blank, [w.discussion, text])).error?.hint).toBe('comment_empty')
      })
    }
  }),
)
