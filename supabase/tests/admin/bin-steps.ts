import fc from 'fast-check'
import type { Harness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { world as w } from '../support/world.ts'
import { attempt, deletions, type Edit, edit, edits, pick, prepare, secondStar } from './bin-edits.ts'

const posts = [w.discussion, w.rumor, w.poll] as const
const authored = (t: Harness, at: number, tags: readonly string[], text: string) =>
  attempt(t, 'other', 'select public.update_post($1, $2, $3, $4::uuid[])', [
    pick(posts, at),
    ['Wer zieht dieses Jahr ein?', 'Mandy zieht ins Sommerhaus', 'Wer gewinnt die Staffel?'][at % 3],
    text,
    `{${tags.join(',')}}`,
  ])
const insert = (t: Harness, person: Person, into: string, values: unknown[]) =>
  attempt(t, person, `insert into public.${into} values (${values.map((_, at) => `$${at + 1}`)})`, values)

/** What members do below posts, and authors and the team with them. */
const ofPosts = {
  write: (t: Harness, at: number) => authored(t, at, [w.star], `Neuer Text ${at}, @tvnudel`),
  retag: (t: Harness, at: number) =>
    authored(
      t,
      at,
      pick([[w.star, w.format], [secondStar, w.star], [], [w.format, secondStar]], at),
      'Mit anderen Tags',
    ),
  staffEdit: (t: Harness, at: number) =>
    attempt(
      t,
      'moderator',
      `select public.admin_edit_post(p.id, p.updated_at::text::timestamptz, p.title, $2, p.tags, 'Name') from public.community_posts p where p.id = $1`,
      [pick(posts, at), `Ohne Namen ${at}`],
    ),
  comment: (t: Harness, at: number) =>
    insert(t, 'member', 'comments (post_id, content)', [
      pick(posts, at),
      `Dazu sag ich ${at} mal was, @couchkartoffel`,
    ]),
  uncomment: (t: Harness) =>
    attempt(t, 'member', `delete from public.comments where author_id = '${people.member}' and deleted_at is null`),
  heart: (t: Harness, at: number) =>
    insert(t, 'member', 'post_reactions (post_id, reaction)', [pick(posts, at), pick(['heart', 'poop'], at)]),
  heartComment: (t: Harness) => insert(t, 'member', 'comment_reactions (comment_id, reaction)', [w.comment, 'heart']),
  rumorVote: (t: Harness, at: number) =>
    insert(t, pick(['member', 'admin'] as const, at), 'rumor_votes (post_id, vote)', [
      w.rumor,
      pick(['agree', 'disagree'], at),
    ]),
  pollVote: (t: Harness, at: number) =>
    insert(t, 'member', 'poll_votes (post_id, option_id)', [w.poll, pick([w.option, w.secondOption], at)]),
  save: (t: Harness, at: number) => insert(t, 'member', 'saved_posts (post_id)', [pick(posts, at)]),
  decide: (t: Harness, at: number) =>
    attempt(
      t,
      'moderator',
      `update public.post_rumors set rumor_status = $1, verification_reason = 'Der Sender sagt es.' where post_id = $2`,
      [pick(['verified', 'debunked', 'unverified'], at), w.rumor],
    ),
  hide: (t: Harness, at: number) =>
    attempt(t, 'moderator', `update public.community_posts set status = $1, rejection_reason = $2 where id = $3`, [
      pick(['rejected', 'approved'], at),
      pick(['Das sind Gerüchte über Kinder.', null], at),
      pick(posts, at >> 1),
    ]),
  rename: (t: Harness, at: number) =>
    attempt(t, pick(['other', 'member'] as const, at), 'update public.profiles set nickname = $1 where id = $2', [
      pick(['couchkartoffel', 'tvnudel', 'sofakissen', 'popcorn'], at >> 1),
      people[pick(['other', 'member'] as const, at)],
    ]),
} satisfies Record<string, (t: Harness, at: number) => Promise<boolean>>

/** What takes the place of things that are gone, or stands beside them. */
const meanwhile = {
  newStar: (t: Harness, at: number) =>
    insert(t, 'moderator', 'stars (first_name, last_name, slug)', [
      'Ganz',
      `Neu ${at}`,
      pick(['mandy-pfefferkorn', 'mandy-3', 'mandy-4'], at),
    ]),
  newFormat: (t: Harness, at: number) =>
    insert(t, 'moderator', 'formats (name, slug)', [
      `Neues Haus ${at}`,
      pick(['sommerhaus-der-stars', 'haus-2', 'haus-3'], at),
    ]),
  newSeason: (t: Harness, at: number) =>
    insert(t, 'moderator', 'seasons (format_id, season_number)', [w.format, pick([9, 21, 22], at)]),
  newEvent: (t: Harness, at: number) =>
    insert(t, 'moderator', 'calendar_events (title, event_date, event_time, format_id)', [
      'Gala',
      pick(['2027-03-02', '2027-03-09'], at),
      '20:15',
      w.format,
    ]),
} satisfies Record<string, (t: Harness, at: number) => Promise<boolean>>

const postDeletions = {
  ownPost: (t: Harness, at: number) => attempt(t, 'other', 'select public.delete_own_post($1)', [pick(posts, at)]),
  staffPost: (t: Harness, at: number) =>
    attempt(t, 'moderator', 'delete from public.community_posts where id = $1', [pick(posts, at)]),
}

const restores = {
  fromBin: async (t: Harness, at: number) => {
    const id = await t.value(
      `select id from private.bin order by removed_at, id offset $1 % greatest((select count(*)::int from private.bin), 1) limit 1`,
      [at],
    )
    return Boolean(id) && attempt(t, 'admin', 'select public.admin_restore_from_bin($1)', [id])
  },
  ownUndo: async (t: Harness, at: number) =>
    (await t.as('other', 'select public.restore_own_post($1) as back', [pick(posts, at)])).rows[0]?.back === true,
  fromArchive: async (t: Harness, at: number) => restorePost(t, pick(posts, at)),
}

/** As an admin does at /admin/archive. */
export async function restorePost(t: Harness, post: string): Promise<boolean> {
  const id = await t.value(
    `select a.id from public.archived_posts a where a.post_id = $1 and private.archive_state(a) = 'restorable' limit 1`,
    [post],
  )
  if (!id) return false
  const { rows } = await t.as('admin', `select public.admin_restore_post($1, 'Versehen') ->> 'outcome' as outcome`, [
    id,
  ])
  return rows[0]?.outcome === 'done'
}

type Kind = 'edit' | 'take' | 'restore'
type Act = { kind: Kind; run: (t: Harness, at: number) => Promise<boolean> }
const acts: Record<string, Act> = {}
const enter = (kind: Kind, all: Record<string, Act['run']>) => {
  for (const [name, run] of Object.entries(all)) acts[name] = { kind, run }
}
// Episodes that an edit removes go into the bin; `tag` is how the owner of the database writes.
for (const act of Object.keys(edits) as Edit['act'][])
  if (act !== 'tag') acts[act] = { kind: act === 'shorten' ? 'take' : 'edit', run: (t, at) => edit(t, { act, at }) }
enter('edit', { ...ofPosts, ...meanwhile })
// A merge moves rows that stay alive, which this ledger does not follow; bin-lives does.
for (const [name, sql] of Object.entries(deletions).filter(([act]) => !act.startsWith('merge')))
  acts[`delete ${name}`] = { kind: 'take', run: (t) => attempt(t, 'admin', sql) }
enter('take', postDeletions)
enter('restore', restores)

export type Step = { act: string; at: number }
export const actNames = Object.keys(acts)
export const kindOf = ({ act }: Step): Kind => acts[act]?.kind ?? 'edit'
export const run = (t: Harness, { act, at }: Step): Promise<boolean> => acts[act]?.run(t, at) ?? Promise.resolve(false)

const ofKind = (kind: Kind) => fc.constantFrom(...actNames.filter((name) => acts[name]?.kind === kind))
/** Deletions and restorations are as frequent as everything else together. */
export const lifeOfSteps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    act: fc.oneof(
      { weight: 4, arbitrary: ofKind('edit') },
      { weight: 3, arbitrary: ofKind('take') },
      { weight: 1, arbitrary: ofKind('restore') },
    ),
    at: fc.nat(11),
  }),
  { minLength: 3, maxLength: 14 },
)

/** Votes, fans and channels of two stars, from before: a restored row keeps its times. */
export async function prepareLife(t: Harness): Promise<void> {
  await prepare(t)
  for (const star of [w.star, secondStar])
    for (const question of ['demand', 'realness', 'drama'])
      await t.owner(
        `insert into public.${question}_votes (user_id, star_id, value, created_at) values ($1, $2, 4, now() - interval '9 days')`,
        [people.other, star],
      )
  await t.owner(`update public.community_posts set tags = $1::uuid[] where id = $2`, [
    `{${w.star},${w.format}}`,
    w.rumor,
  ])
  await t.owner(`update public.community_posts set moderated_by = $1, moderated_at = now() where id = $2`, [
    people.moderator,
    w.poll,
  ])
  // Published by its author: no karma.
  await t.owner(`delete from public.karma_events where source = $1`, [w.discussion])
  await t.owner(`insert into private.news_discussions (news_id, post_id) values ($1, $2)`, [w.news, w.discussion])
}
