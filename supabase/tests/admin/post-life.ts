import type { Harness } from '../support/harness.ts'
import { world as w } from '../support/world.ts'

/** Everything about a post that a reader or its author can see, with dependent rows. */
export const stateOf = async (t: Harness, post: string) =>
  (
    await t.owner(
      `select to_jsonb(p) as post, (select to_jsonb(r) from public.post_rumors r where r.post_id = p.id) as rumor,
        (select jsonb_agg(to_jsonb(c) order by c.id) from public.comments c where c.post_id = p.id) as comments,
        (select jsonb_agg(to_jsonb(o) order by o.id) from public.poll_options o where o.post_id = p.id) as options,
        (select jsonb_agg(to_jsonb(v) order by v.user_id) from public.poll_votes v where v.post_id = p.id) as poll_votes,
        (select jsonb_agg(to_jsonb(v) order by v.user_id) from public.rumor_votes v where v.post_id = p.id) as rumor_votes,
        (select jsonb_agg(to_jsonb(v) order by v.user_id) from public.post_reactions v where v.post_id = p.id) as reactions,
        (select jsonb_agg(to_jsonb(v) order by v.user_id) from public.comment_reactions v join public.comments c on c.id = v.comment_id
          where c.post_id = p.id) as comment_reactions,
        (select jsonb_agg(to_jsonb(v) order by v.tag_id) from public.post_tags v where v.post_id = p.id) as tags,
        (select m.karma from public.profiles m where m.id = p.author_id) as karma
      from public.community_posts p where p.id = $1`,
      [post],
    )
  ).rows

/** People write, vote and react below a post; one thread loses its first comment. */
export async function fillWithLife(t: Harness): Promise<void> {
  const reply = (n: number) => `30000000-0000-4000-8000-00000000000${n}`
  await t.as(
    'member',
    `insert into public.comments (id, post_id, content) values ('${reply(1)}', '${w.discussion}', 'Erster')`,
  )
  await t.as(
    'other',
    `insert into public.comments (id, post_id, parent_id, content) values ('${reply(2)}', '${w.discussion}', '${reply(1)}', 'Antwort')`,
  )
  await t.as('other', `insert into public.comment_reactions (comment_id, reaction) values ('${reply(1)}', 'heart')`)
  await t.as('member', `delete from public.comments where id = '${reply(1)}'`)
  for (const post of [w.discussion, w.rumor, w.poll])
    await t.as('member', `insert into public.post_reactions (post_id, reaction) values ('${post}', 'heart')`)
  await t.as('member', `insert into public.rumor_votes (post_id, vote) values ('${w.rumor}', 'disagree')`)
  await t.as('member', `insert into public.poll_votes (post_id, option_id) values ('${w.poll}', '${w.secondOption}')`)
  await t.as(
    'moderator',
    `update public.post_rumors set rumor_status = 'verified', verification_reason = 'Der Sender sagt es.' where post_id = '${w.rumor}'`,
  )
}
