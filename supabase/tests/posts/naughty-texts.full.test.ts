import { commentContent } from '@hot/domain/comment/schema'
import { postSchema } from '@hot/domain/post/schema'
import { expect, test } from 'vitest'
import { createPost, pollDraft, storedPost } from '../support/drafts.ts'
import { useHarness } from '../support/harness.ts'
import { storableNaughtyStrings as naughty, storableTexts as storable } from '../support/hostile-texts.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(async (t) => {
  await createWorld(t)
  // Some of the texts are links, which need three contributions.
  await t.owner(
    `insert into public.comments (post_id, author_id, content) select $1, $2, 'Schon da ' || n from generate_series(1, 3) n`,
    [w.poll, people.member],
  )
})

test(
  'naughty texts in posts, answers and comments are stored as cleaned by domain/, or refused with a reason',
  harness(async (t) => {
    for (const text of storable) {
      const draft = { ...pollDraft, title: `Titel dazu: ${text}`, content: text, options: [text, 'Etwas anderes'] }
      const parsed = postSchema.safeParse(draft)
      await t.undone(async () => {
        const { error } = await createPost(t, draft)
        expect({ text, ok: !error }).toEqual({ text, ok: parsed.success })
        if (parsed.success)
          expect(await storedPost(t)).toMatchObject({ title: parsed.data.title, content: parsed.data.content })
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
    // Of several that are stored as the same text a member writes only one: nobody repeats a comment.
    const stored = new Map(naughty.map((text) => [commentContent.safeParse(text).data, text]))
    const written = [...stored].flatMap(([content, text]) => (content === undefined ? [] : [text]))
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
    for (const text of naughty.filter((one) => !commentContent.safeParse(one).success)) {
      const blank = 'insert into public.comments (post_id, content) values ($1, $2)'
      await t.undone(async () => {
        expect((await t.attempt('member', blank, [w.discussion, text])).error?.hint).toBe('comment_empty')
      })
    }
  }),
)
