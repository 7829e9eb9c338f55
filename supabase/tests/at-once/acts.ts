/** What two people, or a person and a job, may do in the same moment. */
import { isPgError } from '@hot/embedded/database/engine'
import { proven, signedIn } from '../account/account-people.ts'
import { type Claims, claimsOfAccount, type Harness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'
import { timeless } from './state.ts'

export type Act = {
  name: string
  /** What is on the screen before it is pressed. */
  reads?: (t: Harness) => Promise<unknown>
  /** One request. */
  play: (t: Harness, seen: unknown) => Promise<unknown>
}

const id = (n: number) => `50000000-0000-4000-8000-${String(n).padStart(12, '0')}`
/** Where two of something are there that the world has once. */
const more = {
  star: id(1),
  thirdStar: id(2),
  report: id(3),
  ban: id(4),
  removal: id(5),
  comment: id(6),
  newcomer: id(7),
  otherNewcomer: id(8),
  claim: id(9),
  otherClaim: id(10),
  appeal: id(11),
  warning: id(12),
  openPoll: id(13),
  yes: id(14),
  no: id(15),
} as const

const kept = async (t: Harness, decision: string, kind: string, args: object): Promise<void> => {
  const seen = await t.value('select private.versions_of($1, private.decision_targets($1, $2::jsonb))', [
    kind,
    JSON.stringify(args),
  ])
  await t.as('moderator', 'select public.admin_decide($1, $2, $3::jsonb)', [
    decision,
    kind,
    JSON.stringify({ p_seen: seen, ...args }),
  ])
}

/** One of everything that can be decided, and two decisions that the next run carries out. */
export async function setScene(t: Harness): Promise<void> {
  await createWorld(t)
  await signedIn(t, 'other')
  for (const account of [more.newcomer, more.otherNewcomer]) {
    await t.platform(
      `insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data, created_at)
       values ($1, $2, '{"provider": "email"}', '{"age_text": 1}', now() - interval '9 days')`,
      [account, `${account}@web.de`],
    )
    await claimsOfAccount(t, account)
  }
  await t.owner(
    `insert into public.stars (id, first_name, last_name, bio) values ('${more.star}', 'Mandy', 'Pfeffer', 'Aus Bottrop'), ('${more.thirdStar}', 'Rico', 'Salz', null)`,
  )
  await t.owner(
    `insert into public.star_fans (user_id, star_id) values ('${people.member}', '${w.star}'), ('${people.member}', '${more.star}'), ('${people.other}', '${more.star}')`,
  )
  await t.owner(
    `insert into public.demand_votes (user_id, star_id, value) values ('${people.member}', '${w.star}', 5), ('${people.member}', '${more.star}', 1), ('${people.other}', '${more.thirdStar}', 4)`,
  )
  await t.owner(
    `insert into private.star_requests (id, star_id, member_id, kind, speaker, code, content) values
      ('${more.claim}', '${w.star}', '${people.member}', 'claim', 'Mandy Pfefferkorn', 'HOT-AAAAAAAA', 'instagram.com/mandy'),
      ('${more.otherClaim}', '${w.star}', '${people.other}', 'claim', 'Mandys Management', 'HOT-BBBBBBBB', 'instagram.com/m')`,
  )
  await t.owner(
    `insert into public.comments (id, post_id, author_id, content) values ('${more.comment}', '${w.discussion}', '${people.other}', 'Und du erst')`,
  )
  await t.owner(
    `insert into public.community_posts (id, title, type, author_id, status, poll_ends_at) values
      ('${more.openPoll}', 'Wer fliegt heute raus?', 'poll', '${people.other}', 'approved', now() + interval '1 day')`,
  )
  await t.owner(
    `insert into public.poll_options (id, post_id, text, position) values ('${more.yes}', '${more.openPoll}', 'Mandy', 1), ('${more.no}', '${more.openPoll}', 'Rico', 2)`,
  )
  await t.owner(
    `insert into public.reports (id, target_type, target_comment_id, reporter_id, reason) values ('${more.report}', 'comment', '${w.comment}', '${people.admin}', 'insult')`,
  )
  await t.owner(
    `insert into public.moderation_actions (id, target_type, action, counts_as_warning, target_user_id, admin_id, reason, severity)
     values ('${more.warning}', 'profile', 'warned', true, '${people.other}', '${people.moderator}', 'Regel 1', 'low')`,
  )
  await t.owner(
    `insert into public.appeals (id, moderation_action_id, user_id, message) values ('${more.appeal}', '${more.warning}', '${people.other}', 'Das war anders')`,
  )
  await kept(t, more.ban, 'ban', { p_id: people.other, p_days: 7, p_reason: 'Beleidigt andere.' })
  await kept(t, more.removal, 'content', {
    p_content_id: more.comment,
    p_type: 'comment',
    p_action: 'delete',
    p_reason: 'Regel 1',
  })
  await t.owner(`update private.pending_decisions set due_at = now() - interval '1 second'`)
  // One left before the tenth comment of the first day.
  await t.owner(`update public.profiles set created_at = now() where id = '${people.member}'`)
  await t.owner(
    `insert into public.comments (post_id, author_id, content) select '${w.rumor}', '${people.member}', 'Nummer ' || n from generate_series(1, 9) n`,
  )
  await t.settled()
}

const rpc = (name: string, person: Person, sql: string, params: unknown[] = [], claims: Claims = {}): Act => ({
  name: `${name} (${person})`,
  play: async (t) => {
    const { rows, affected } = await t.as(person, sql, params, claims)
    return rows[0] ?? affected
  },
})

const job = (name: string): Act => ({ name: `the job ${name}`, play: (t) => t.value(`select private.${name}()`) })

const seenBy = (reads: NonNullable<Act['reads']>, name: string, person: Person, sql: string): Act => ({
  name: `${name} (${person})`,
  reads,
  play: async (t, seen) => (await t.as(person, sql, [seen])).rows[0],
})

const versionOfPending = (t: Harness) => t.value(`select private.decision_state('${w.pendingPost}') ->> 'updated_at'`)
const versionOfStar = (t: Harness) => t.value(`select updated_at from public.stars where id = '${w.star}'`)
const askedAt = (claim: string) => (t: Harness) =>
  t.value(`select asked_at from private.star_requests where id = '${claim}'`)

const newcomer = (name: string, account: string): Act => ({
  name,
  play: async (t) =>
    (
      await t.as('member', `select public.set_nickname('Zuschauerin') as answer`, [], {
        sub: account,
        session_id: account,
      })
    ).rows[0],
})

const vote = (person: Person, option: string): Act =>
  rpc(
    `votes for ${option === more.yes ? 'one' : 'the other'}`,
    person,
    `insert into public.poll_votes (post_id, user_id, option_id) values ('${more.openPoll}', auth.uid(), '${option}')
     on conflict (post_id, user_id) do update set option_id = excluded.option_id`,
  )

const decideCase = (person: Person, action: string): Act =>
  rpc(
    `decides the case: ${action}`,
    person,
    `select public.moderate_case('${more.report}', '${w.comment}', 'comment', '${action}', 'Regel 1', 'low', ${action === 'ban' ? 7 : 'null'})`,
  )

const merge = (keep: string, gone: string, name: string): Act =>
  rpc(`merges ${name}`, 'admin', `select public.admin_merge_stars('${keep}', '${gone}')`)

const grant = (claim: string, person: Person, granted: boolean, whose: string): Act =>
  seenBy(
    askedAt(claim),
    `${granted ? 'grants' : 'refuses'} the claim of ${whose}`,
    person,
    `select public.admin_decide_star_request('${claim}', ${granted}, 'Geprüft', $1)`,
  )

export const acts: readonly Act[] = [
  job('carry_out_decisions'),
  job('fold_counts'),
  job('deliver_notifications'),
  job('fold_star_scores'),
  {
    name: 'the poll ends',
    play: (t) =>
      t
        .owner(`update public.community_posts set poll_ends_at = now() where id = '${more.openPoll}'`)
        .then(() => 'ended'),
  },
  rpc('undoes the ban', 'moderator', `select public.admin_undo_decision('${more.ban}') as undone`),
  rpc('undoes the removal', 'moderator', `select public.admin_undo_decision('${more.removal}') as undone`),
  rpc('carries the ban out now', 'moderator', `select public.admin_decide_now('${more.ban}') ->> 'state' as state`),
  rpc('decides the same ban', 'admin', `select public.admin_ban_member('${people.other}', 30, 'Stört')`),
  rpc('bans as a spammer', 'admin', `select public.admin_ban_spammer('${people.other}')`),
  rpc('deletes the member', 'admin', `select public.admin_delete_member('${people.other}', 'Auf Wunsch')`),
  rpc('deletes the own account', 'other', 'select public.delete_own_account()', [], proven()),
  rpc(
    'rewrites the comment',
    'other',
    `update public.comments set content = 'Ganz anders' where id = '${more.comment}'`,
  ),
  rpc('deletes the comment', 'other', `delete from public.comments where id = '${w.comment}'`),
  rpc('deletes the post', 'other', `select public.delete_own_post('${w.discussion}')`),
  rpc(
    'rewrites the post that waits',
    'other',
    `select public.update_post('${w.pendingPost}', 'Ganz anders gefragt', 'Was meint ihr?')`,
  ),
  decideCase('moderator', 'delete'),
  decideCase('admin', 'warn'),
  decideCase('admin', 'ban'),
  rpc('takes the case', 'moderator', `select public.admin_claim_case('comment', '${w.comment}')`),
  rpc('takes the case', 'admin', `select public.admin_claim_case('comment', '${w.comment}')`),
  rpc('hides the post', 'moderator', `select public.admin_hide_post('${w.discussion}', 'Wird geprüft')`),
  rpc(
    'decides the appeal: upheld',
    'admin',
    `select public.admin_decide_appeal('${more.appeal}', 'upheld', 'Bleibt so')`,
  ),
  rpc(
    'reports the post',
    'member',
    `select public.report_content(gen_random_uuid(), 'post', '${w.discussion}', 'spam')`,
  ),
  rpc(
    'reports the comment',
    'member',
    `select public.report_content(gen_random_uuid(), 'comment', '${w.comment}', 'spam')`,
  ),
  seenBy(
    versionOfPending,
    'approves the post',
    'moderator',
    `select public.admin_decide_posts(array['${w.pendingPost}'::uuid], array[$1::timestamptz], 'approve')`,
  ),
  seenBy(
    versionOfPending,
    'rejects the post',
    'admin',
    `select public.admin_decide_posts(array['${w.pendingPost}'::uuid], array[$1::timestamptz], 'reject', 'Nein')`,
  ),
  seenBy(
    versionOfStar,
    'saves the star',
    'moderator',
    `select public.admin_save_star('${w.star}', $1, '{"bio": "Aus Essen"}')`,
  ),
  seenBy(
    versionOfStar,
    'saves the star',
    'admin',
    `select public.admin_save_star('${w.star}', $1, '{"bio": "Aus Köln"}')`,
  ),
  merge(w.star, more.star, 'the second star into the first'),
  merge(more.star, w.star, 'the first star into the second'),
  merge(more.thirdStar, w.star, 'the first star into the third'),
  rpc('deletes the star', 'admin', `select public.admin_delete_star('${w.star}')`),
  grant(more.claim, 'moderator', true, 'one'),
  grant(more.claim, 'admin', false, 'one'),
  grant(more.otherClaim, 'admin', true, 'the other'),
  rpc(
    'claims to be the star',
    'member',
    `select public.ask_star_door('${w.star}', 'Mandy selbst', 'instagram.com/neu')`,
  ),
  rpc(
    'claims to be the star',
    'moderator',
    `select public.ask_star_door('${w.star}', 'Das Büro von Mandy', 'instagram.com/buero')`,
  ),
  newcomer('a newcomer takes the name', more.newcomer),
  newcomer('another newcomer takes the same name', more.otherNewcomer),
  vote('member', more.yes),
  vote('member', more.no),
  vote('other', more.yes),
  rpc(
    'takes the vote back',
    'member',
    `delete from public.poll_votes where post_id = '${more.openPoll}' and user_id = auth.uid()`,
  ),
  rpc(
    'comments',
    'member',
    `insert into public.comments (post_id, content) values ('${w.discussion}', 'Das sehe ich auch so')`,
  ),
  rpc(
    'comments once more',
    'member',
    `insert into public.comments (post_id, content) values ('${w.discussion}', 'Und noch etwas')`,
  ),
  rpc(
    'answers',
    'member',
    `insert into public.comments (post_id, parent_id, content) values ('${w.discussion}', '${w.comment}', 'Ach @couchkartoffel')`,
  ),
  rpc(
    'gives a heart',
    'member',
    `insert into public.comment_reactions (comment_id, user_id, reaction) values ('${w.comment}', auth.uid(), 'heart') on conflict (comment_id, user_id) do update set reaction = excluded.reaction`,
  ),
  rpc(
    'gives a heart',
    'moderator',
    `insert into public.post_reactions (post_id, user_id, reaction) values ('${w.discussion}', auth.uid(), 'heart') on conflict (post_id, user_id) do update set reaction = excluded.reaction`,
  ),
  rpc('votes on the star', 'member', `select public.set_star_votes('${w.star}', 2, 3, 4)`),
  rpc('votes on the star', 'other', `select public.set_star_votes('${w.star}', 5, 5, 5)`),
  rpc(
    'becomes a fan',
    'other',
    `insert into public.star_fans (star_id, user_id) values ('${w.star}', auth.uid()) on conflict do nothing`,
  ),
  rpc('blocks', 'member', `select public.set_block('${people.other}', 'block')`),
  rpc('takes the role away', 'admin', `select public.admin_set_role('${people.moderator}', 'user', 'Hat aufgehört')`),
]

/**
 * The answer, or the refusal by code and hint; an error that is no refusal is thrown. Tables refuse what is gone by policy or by
 * foreign key, without a hint; clients read both as one.
 */
export async function outcomeOf(t: Harness, act: Act, seen: unknown): Promise<string> {
  try {
    return timeless(await act.play(t, seen))
  } catch (error) {
    if (!isPgError(error) || /^(40|57|55P)/.test(error.code)) throw error
    const hint = error.message.startsWith('{') ? String(JSON.parse(error.message).code) : error.hint
    if (!hint && ['42501', '23503'].includes(error.code) && error.table) return 'refused: gone, or not allowed'
    return `refused: ${error.code} ${hint ?? error.constraint ?? error.message}`
  }
}
