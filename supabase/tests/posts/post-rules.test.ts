import { postSchema } from '@hot/domain/post/schema'
import { cleanLine, cleanText } from '@hot/domain/text/sanitize-text'
import { expect, test } from 'vitest'
import { mentionedNames } from '../../../tests/support/oracles/mentioned-names.ts'
import { createPost, type Draft, discussionDraft, pollDraft, rumorDraft, storedPost } from '../support/drafts.ts'
import { useHarness } from '../support/harness.ts'
import { storableNaughtyStrings as naughty, storableTexts as storable } from '../support/hostile-texts.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

test(
  'clean_text, clean_line and mentioned_names equal those of domain/',
  harness(async (t) => {
    const texts = [
      ...storable,
      ...naughty,
      '@Anna, @anna. (@BERT) x@y.de @@z @Öko.Test',
      '@a @b '.repeat(9),
      'https://www.tiktok.com/@anna und www.x.de/@bert, @kim.Das @kim_ _@kim_ @kimé @kim-fan @kim@web.de',
      '(https://a.de/x)@anna https://a.de/@anna.@bert ich_@kim „https://a.de“@kim xhttps://a.de/@kim',
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

/** Each draft with the hint of the database, or null when both accept it. */
const drafts: [what: string, draft: Draft, hint: string | null][] = [
  ['a discussion', discussionDraft, null],
  ['a rumor with a source', { ...rumorDraft, source_url: ' HTTPS://blatt.example/x?y#z ' }, null],
  ['a poll without content', pollDraft, null],
  ['140 emoji', { ...discussionDraft, title: '😀'.repeat(140) }, null],
  ['5,000 characters', { ...discussionDraft, content: 'ä'.repeat(5000) }, null],
  ['five tags at most, here two', { ...discussionDraft, tags: [w.star, w.format] }, null],
  ['eight options of 80', { ...pollDraft, options: [...'abcdefgh'].map((letter) => letter.repeat(80)) }, null],
  ['a short title', { ...discussionDraft, title: ' 1234567 ' }, 'title_length'],
  [
    'a title of spaces and invisible ends',
    { ...discussionDraft, title: '\u202e\u00a0   x \u2028    ' },
    'title_length',
  ],
  ['a long title', { ...discussionDraft, title: 'x'.repeat(141) }, 'title_length'],
  ['no content', { ...discussionDraft, content: ' \n\u00a0' }, 'content_missing'],
  ['long content', { ...discussionDraft, content: 'x'.repeat(5001) }, 'content_length'],
  ['a tag twice', { ...discussionDraft, tags: [w.star, w.star] }, 'duplicate_tag'],
  ['six tags', { ...discussionDraft, tags: [w.star, w.format, w.news, w.poll, w.rumor, w.event] }, 'too_many_tags'],
  ['a script as source', { ...rumorDraft, source_url: 'javascript:alert(1)' }, 'source_url_invalid'],
  ['a source with credentials', { ...rumorDraft, source_url: 'https://bank.de@evil.example' }, 'source_url_invalid'],
  ['a long source', { ...rumorDraft, source_url: `https://a.de/${'x'.repeat(500)}` }, 'source_url_invalid'],
  [
    'a sensitive rumor with a source',
    { ...rumorDraft, subject: 'minors', source_url: 'https://blatt.example/x' },
    null,
  ],
  ['a sensitive rumor without source', { ...rumorDraft, subject: 'crime' }, 'source_required'],
  [
    'a sensitive rumor with blanks as source',
    { ...rumorDraft, subject: 'crime', source_url: ' \u00a0\u200b' },
    'source_required',
  ],
  ['an unknown subject', { ...rumorDraft, subject: 'aliens' }, 'unknown_subject'],
  ['one option', { ...pollDraft, options: ['Ja'] }, 'option_count'],
  ['nine options', { ...pollDraft, options: [...'abcdefghi'] }, 'option_count'],
  ['a blank option', { ...pollDraft, options: ['Ja', ' \u00a0'] }, 'option_length'],
  ['a long option', { ...pollDraft, options: ['Ja', 'x'.repeat(81)] }, 'option_length'],
  ['an option twice', { ...pollDraft, options: ['Müller', ' mueller'] }, 'duplicate_option'],
]

test.each(drafts)('%s: form and database agree', (_, draft, hint) =>
  harness(async (t) => {
    const parsed = postSchema.safeParse(draft)
    const { error } = await createPost(t, draft)
    expect({ form: parsed.success, hint: error?.hint ?? null }).toEqual({ form: hint === null, hint })
    if (!parsed.success) return
    const {
      type: _type,
      ends_at: _end,
      ...rest
    } = { source_url: '', subject: null, options: [], ...parsed.data, ends_at: null }
    expect(await storedPost(t)).toEqual(rest)
  })(),
)

/** Rules that only the database can check. */
const refusals: [what: string, draft: Draft, hint: string][] = [
  ['an end in the past', { ...pollDraft, ends_at: '2020-01-01T00:00:00Z' }, 'poll_end_past'],
  ['a tag that nobody has', { ...discussionDraft, tags: [w.fresh] }, 'unknown_tag'],
  ['an end of a discussion', { ...discussionDraft, ends_at: '2030-01-01T00:00:00Z' }, 'not_a_poll'],
  ['options of a rumor', { ...rumorDraft, options: ['a', 'b'] }, 'not_a_poll'],
  ['a source of a poll', { ...pollDraft, source_url: 'https://a.de' }, 'not_a_rumor'],
  ['a subject of a poll', { ...pollDraft, subject: 'show' }, 'not_a_rumor'],
  ['an unknown kind', { ...discussionDraft, type: 'news' }, 'unknown_type'],
]
test.each(refusals)('%s is refused', (_, draft, hint) =>
  harness(async (t) => {
    expect((await createPost(t, draft)).error?.hint).toBe(hint)
    expect(await t.value(`select count(*)::int from public.community_posts where id = '${w.fresh}'`)).toBe(0)
  })(),
)
