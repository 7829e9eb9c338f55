/** What members do in an evening of the desk. */
import { proven, signedIn } from '../../../supabase/tests/account/account-people.ts'
import { people } from '../../../supabase/tests/support/people.ts'
import { world as w } from '../../../supabase/tests/support/world.ts'
import { type Evening, members, newId, pick, type Step, touch, touchEverything } from './evening.ts'

/** Whoever is banned or gone writes nothing; whoever is neither is not told so. */
async function judgeWriting({ t, violated }: Evening, who: (typeof members)[number], written: boolean, hint?: string) {
  const may = await t.value(
    `select not (p.is_banned and (p.banned_until is null or p.banned_until > now())) from public.profiles p where p.id = $1`,
    [people[who]],
  )
  if (written && may !== true) violated.push(`${who} wrote although ${may === undefined ? 'gone' : 'banned'}`)
  if (hint === 'banned' && may === true) violated.push(`${who} is refused as banned, and is not`)
}

export const comment: Step = async (evening) => {
  const id = newId(evening)
  const who = pick(evening, members)
  const parent = evening.random.next() < 0.4 ? pick(evening, evening.comments) : null
  const { error } = await evening.t.attempt(
    who,
    'insert into public.comments (id, post_id, parent_id, content) values ($1, $2, $3, $4)',
    [id, w.discussion, parent, `Finde ich auch, ${id}`],
  )
  await judgeWriting(evening, who, !error, error?.hint)
  if (!error) evening.comments.push(id)
}

export const change: Step = async (evening) => {
  const id = pick(evening, evening.comments)
  const sql =
    evening.random.next() < 0.5
      ? `update public.comments set content = 'Anders, ${newId(evening)}' where id = $1`
      : 'delete from public.comments where id = $1'
  const text = () => evening.t.value('select concat(content, deleted_at) from public.comments where id = $1', [id])
  const before = await text()
  await evening.t.attempt(pick(evening, members), sql, [id])
  // A deletion keeps the row and says that it affected none.
  if ((await text()) !== before) touch(evening, `comment:${id}`)
}

/** A post, which waits for the team. */
export const post: Step = async (evening) => {
  const id = newId(evening)
  const who = pick(evening, members)
  const { error } = await evening.t.attempt(
    who,
    `insert into public.community_posts (id, title, type, content) values ($1, $2, 'discussion', 'Was meint ihr?')`,
    [id, `Wer zieht ein? ${id}`],
  )
  await judgeWriting(evening, who, !error, error?.hint)
  if (!error) evening.posts.push(id)
}

export const heart: Step = async (evening) => {
  const id = pick(evening, evening.comments)
  const sql =
    evening.random.next() < 0.5
      ? `insert into public.comment_reactions (comment_id, reaction) values ($1, 'heart')`
      : 'delete from public.comment_reactions where comment_id = $1 and user_id = auth.uid()'
  await evening.t.attempt(pick(evening, members), sql, [id])
}

/** Votes of all kinds, which counters and scores follow, given and taken back. */
export const vote: Step = async (evening) => {
  const { t, random } = evening
  const [sql, ...values] = pick(evening, [
    [`insert into public.rumor_votes (post_id, vote) values ($1, $2)`, w.rumor, pick(evening, ['agree', 'disagree'])],
    ['delete from public.rumor_votes where post_id = $1 and user_id = auth.uid()', w.rumor],
    [
      'insert into public.poll_votes (post_id, option_id) values ($1, $2)',
      w.poll,
      pick(evening, [w.option, w.secondOption]),
    ],
    ['delete from public.poll_votes where post_id = $1 and user_id = auth.uid()', w.poll],
    ['insert into public.star_fans (star_id) values ($1)', w.star],
    [
      'insert into public.demand_votes (star_id, user_id, value) values ($1, auth.uid(), $2)',
      w.star,
      random.whole(1, 5),
    ],
  ] as const)
  await t.attempt(pick(evening, members), sql, values)
}

export const block: Step = async (evening) => {
  const kind = evening.blocks ? null : pick(evening, ['block', 'mute'])
  const { error } = await evening.t.attempt('other', 'select public.set_block($1, $2)', [people.member, kind])
  if (!error) evening.blocks = !evening.blocks
}

/** Somebody objects to the latest decision about them. */
export const appeal: Step = async (evening) => {
  const who = pick(evening, members)
  const decision = await evening.t.value(
    `select a.id from public.moderation_actions a where a.target_user_id = $1 and not exists (
       select from public.appeals o where o.moderation_action_id = a.id) order by a.id limit 1`,
    [people[who]],
  )
  if (decision) await evening.t.attempt(who, `select public.file_appeal($1, 'Das war anders')`, [decision])
}

/** Leaves HoT for good, in the middle of everything. */
export const deleteAccount: Step = async (evening) => {
  const who = pick(evening, members)
  if (evening.gone.has(who) || evening.random.next() < 0.5) return
  const session = newId(evening)
  await signedIn(evening.t, who, session)
  const { error } = await evening.t.attempt(who, 'select public.delete_own_account()', [], {
    ...proven(),
    session_id: session,
    aal: 'aal1',
  })
  if (error) {
    evening.violated.push(`${who} cannot leave: ${error.message}`)
    return
  }
  evening.gone.add(who)
  if (who === 'other' || who === 'member') evening.blocks = false
  touch(evening, `profile:${people[who]}`)
  touchEverything(evening)
}
