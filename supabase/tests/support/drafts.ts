import type { Harness } from './harness.ts'
import { world as w } from './world.ts'

/** A post as it is typed. */
export type Draft = Record<string, unknown> & { type: string }
export const discussionDraft: Draft = { type: 'discussion', title: 'Wer trägt noch Hut?', content: 'Ich.', tags: [] }
export const rumorDraft: Draft = { ...discussionDraft, type: 'rumor', source_url: '', subject: 'show' }
export const pollDraft: Draft = {
  ...discussionDraft,
  type: 'poll',
  content: '',
  options: ['Ja', 'Nein'],
  ends_at: null,
}

/** Creates it as a member, with the id `fresh` of the world unless another is given. */
export const createPost = (t: Harness, draft: Draft, id: string = w.fresh) =>
  t.attempt(
    'member',
    'select public.create_post($1, $2, $3, $4, $5::uuid[], $6, $7::text[], $8::timestamptz, $9) as post',
    [
      id,
      draft.type,
      draft.title,
      draft.content,
      draft.tags,
      draft.source_url ?? null,
      draft.options ?? null,
      draft.ends_at ?? null,
      draft.subject ?? null,
    ],
  )
/** The row of `fresh`, as far as it was typed. */
export const storedPost = async (t: Harness) =>
  (
    await t.owner(
      `select p.title, p.content, p.tags::text[] as tags, coalesce(r.source_url, '') as source_url, p.rumor_subject as subject,
         array(select o.text from public.poll_options o where o.post_id = p.id order by o.position) as options
       from public.community_posts p left join public.post_rumors r on r.post_id = p.id where p.id = '${w.fresh}'`,
    )
  ).rows[0]
