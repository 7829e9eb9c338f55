/** The writes that are measured, as scripts of pgbench. Ids are those of `data-set/`. */
import type { Size } from '../fill.ts'

export type WriteScript = { name: string; sql: string }

const idOf = (kind: number, variable: string) =>
  `('${kind}0000000-0000-4000-8000-' || lpad(to_hex(:${variable}), 12, '0'))::uuid`

/**
 * What the REST layer sends for one request of a member: begin, role, claims and the check of the session in one
 * message, then the write, then the end. The first ten members are those that other benches measure.
 */
const asMember = ({ members }: Size, variables: string, write: string) => `
\\set member random(11, ${members})
${variables}
begin \\; select set_config('role', 'authenticated', true), set_config('request.jwt.claim.sub', m.id, true),
  set_config('request.jwt.claim.role', 'authenticated', true),
  set_config('request.jwt.claims', json_build_object('role', 'authenticated', 'sub', m.id, 'session_id', m.id, 'aal', 'aal2')::text, true),
  set_config('statement_timeout', '8000', true), set_config('request.method', 'POST', true), set_config('request.headers', '{}', true)
  from (select ${idOf(6, 'member')}::text as id) m \\; select private.check_request();
${write};
commit;
`

const rating = (star: string) => `select public.set_star_votes(p_star_id => ${star}, p_demand => :value)` as const

const reaction = (post: string) =>
  `insert into public.post_reactions (post_id, reaction) values (${post}, 'heart')
  on conflict (post_id, user_id) do update set post_id = excluded.post_id, reaction = excluded.reaction returning 1`

const comment = (post: string) =>
  `insert into public.comments (id, post_id, parent_id, content)
  values (gen_random_uuid(), ${post}, null, 'Das sehe ich anders, und zwar ' || :value || '-mal. ' || gen_random_uuid()) returning created_at, mentions`

/** `thread`: the discussion with thousands of comments. Of a hundred posts some are not approved; number 41 is. */
export function writeScripts(size: Size): WriteScript[] {
  const value = '\\set value random(1, 5)'
  const anyStar = `\\set star random(1, ${size.stars})`
  const anyPost = `\\set hundred random(0, ${size.posts / 100 - 1})\n\\set post :hundred * 100 + 41`
  const thread = `\\set post ${Math.floor(size.posts / 3) * 3}`
  const one = '\\set post 41'
  const write = (name: string, variables: string[], sql: string) => ({
    name,
    sql: asMember(size, variables.join('\n'), sql),
  })
  const post = idOf(4, 'post')
  return [
    write('rating, any star', [value, anyStar], rating(idOf(1, 'star'))),
    write('rating, one star', [value, '\\set star 7'], rating(idOf(1, 'star'))),
    write(
      'fan, any star',
      [anyStar],
      `insert into public.star_fans (star_id) values (${idOf(1, 'star')})
  on conflict (star_id, user_id) do update set star_id = excluded.star_id returning 1`,
    ),
    write('heart, any post', [anyPost], reaction(post)),
    write('heart, one post', [one], reaction(post)),
    write('comment, any post', [value, anyPost], comment(post)),
    write('comment, long thread', [value, thread], comment(post)),
    write('heart, long thread', [thread], reaction(post)),
  ]
}
