import { rpcs } from '@hot/domain/contract/rpcs'
import { UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { pageChanges, purgeRule } from './page-changes.ts'

test.each([
  ['POST', '/rest/v1/rpc/delete_own_post', 'p_id'],
  ['POST', '/rest/v1/rpc/update_post', 'p_id'],
  ['POST', '/rest/v1/rpc/delete_own_account', 'all'],
  ['POST', '/rest/v1/rpc/update_own_profile', 'caller'],
  ['POST', '/rest/v1/rpc/set_nickname', 'caller'],
  ['POST', '/rest/v1/rpc/archive_post_before_delete', true],
  ['POST', '/rest/v1/rpc/moderate_case', true],
  ['POST', '/rest/v1/rpc/admin_set_rumor_status', true],
  ['DELETE', '/rest/v1/comments', 'rows'],
  ['PATCH', '/rest/v1/comments', 'rows'],
  ['PATCH', '/rest/v1/community_posts', 'rows'],
  ['POST', '/rest/v1/moderation_actions', true],
])('%s %s purges pages by the rule %s', (method, path, rule) => {
  expect(purgeRule(method, path)).toBe(rule)
})

test.each([
  ['GET', '/rest/v1/rpc/post_page'],
  ['POST', '/rest/v1/rpc/create_post'],
  ['POST', '/rest/v1/rpc/viewer_posts'],
  ['POST', '/rest/v1/comments'],
  ['POST', '/rest/v1/post_reactions'],
  ['DELETE', '/rest/v1/post_reactions'],
  ['POST', '/rest/v1/rpc/set_star_votes'],
  ['POST', '/rest/v1/rpc/remove_push_device'],
  ['POST', '/rest/v1/rpc/delete_nothing_known'],
  ['DELETE', '/storage/v1/object/avatars'],
])('%s %s may wait', (method, path) => {
  expect(purgeRule(method, path)).toBeUndefined()
})

/** Staff writes that do not change guests' pages. */
const unseen = [
  'admin_answer_concern',
  'admin_ask_in_case',
  'admin_claim_case',
  'admin_create_invite',
  'admin_decide',
  'admin_decide_star_request',
  'admin_end_sessions',
  'admin_hold_decisions',
  'admin_note_case',
  'admin_prepare_invitation',
  'admin_save_automod_rule',
  'admin_set_team_mails',
  'admin_switch_automod_rule',
  'admin_switch_invite',
  'admin_tell_stars_apart',
  'admin_undo_decision',
]

test('all changes by staff purge at once', () => {
  const staffWrites = Object.entries(rpcs).filter(
    ([name, traits]) => /^(admin|moderate|archive)_/.test(name) && 'writes' in traits,
  )
  expect(staffWrites.length).toBeGreaterThan(30)
  const notAtOnce = staffWrites.filter(([, traits]) => !('purges' in traits && traits.purges === true))
  expect(notAtOnce.map(([name]) => name).sort()).toEqual(unseen)
})

const member = '0b7b1f0e-5f0a-4d53-9c11-5f5d3a1f9a01'
const row = 'f2a7d0aa-93f4-4a51-8a2e-5d2f7c1b0e9d'
const other = '6b0c6f7e-1d7a-4d8e-9a51-0c7e5f1a2b3c'
const everything = { keys: 'all', when: 'at once' }
const soon = (...keys: string[]) => ({ keys, when: 'soon' })

type Case = {
  method?: string
  /** After `/rest/v1/`. */
  path: string
  /** Rows that the backend reports as changed. */
  rows?: number
  given?: unknown
  body?: unknown
  status?: number
  claims?: Record<string, unknown>
  /** What the backend says when asked who calls, and for comments that are empty now; undefined: 503. */
  isModerator?: boolean
  empty?: string[]
}

/** What `pageChanges` makes of a request and its answer, with a stand-in for the backend that it asks. */
function changeAfter({ method = 'PATCH', path, rows, given, body, status = 200, isModerator, empty, claims }: Case) {
  const token = new UnsecuredJWT({ sub: member, role: 'authenticated', aal: 'aal1', ...claims }).encode()
  const request = new Request(`http://hot.example/rest/v1/${path}`, {
    method,
    headers: { authorization: token },
    ...(given ? { body: JSON.stringify(given) } : {}),
  })
  const headers = new Headers(rows === undefined ? [] : [['x-rows-affected', String(rows)]])
  const answer = Response.json(body ?? null, { status, headers })
  const changes = pageChanges(async ({ url }) => {
    const told = url.includes('/rpc/is_moderator') ? isModerator : empty?.map((id) => ({ id }))
    return told === undefined ? new Response(null, { status: 503 }) : Response.json(told)
  })
  return changes(request, '127.0.0.1')(answer)
}

test.each<[string, Case, unknown]>([
  ['no row', { path: `comments?id=eq.${row}`, rows: 0 }, undefined],
  ['a refusal', { path: `comments?id=eq.${row}`, status: 403 }, undefined],
  ['an own comment', { path: `comments?id=eq.${row}`, rows: 1 }, soon(row)],
  ['an id in capitals', { path: `comments?id=eq.${row.toUpperCase()}`, rows: 1 }, soon(row)],
  // Others among the ids have not changed: their pages stay.
  ['ids of which one is an own row', { path: `comments?id=in.(${row},${other})`, rows: 1 }, soon(member)],
  ['any row, by what it says', { path: 'comments?content=eq.x', rows: 1 }, soon(member)],
  ['a deleted comment', { method: 'DELETE', path: `comments?id=eq.${row}`, rows: 0, empty: [row] }, soon(row)],
  ['a comment of others', { method: 'DELETE', path: `comments?id=eq.${row}`, rows: 0, empty: [] }, undefined],
  ['own comments', { method: 'DELETE', path: 'comments?content=eq.x', rows: 0, empty: [row, other] }, soon(row, other)],
  ['a comment, and then an outage', { method: 'DELETE', path: `comments?id=eq.${row}`, rows: 0 }, soon(row)],
  ['an own post by RPC', { method: 'POST', path: 'rpc/update_post', given: { p_id: row }, body: {} }, soon(row)],
  ['the own profile', { method: 'POST', path: 'rpc/set_nickname', body: { id: member } }, soon(member)],
  ['a deleted post', { method: 'POST', path: 'rpc/delete_own_post', given: { p_id: row }, body: true }, soon(row)],
  [
    'a post that is not there',
    { method: 'POST', path: 'rpc/delete_own_post', given: { p_id: row }, body: false },
    undefined,
  ],
  ['an account', { method: 'POST', path: 'rpc/delete_own_account' }, { keys: 'all', when: 'soon' }],
])("a member's change of %s", async (_, change, purged) => {
  expect(await changeAfter(change)).toEqual(purged)
})

test.each<[string, Case, unknown]>([
  ['a moderator', { claims: { aal: 'aal2' }, path: 'comments?id=neq.1', rows: 1, isModerator: true }, everything],
  ['somebody the database cannot tell', { claims: { aal: 'aal2' }, path: 'comments?id=neq.1', rows: 1 }, everything],
  [
    'a member with a second factor',
    { claims: { aal: 'aal2' }, path: 'comments?id=neq.1', rows: 1, isModerator: false },
    soon(member),
  ],
  [
    'the server itself',
    { claims: { role: 'service_role' }, path: `community_posts?id=eq.${row}`, rows: 1 },
    everything,
  ],
  [
    'a moderator who deletes a comment',
    { claims: { aal: 'aal2' }, method: 'DELETE', path: `comments?id=eq.${row}`, rows: 0, isModerator: true },
    everything,
  ],
  ['staff by RPC', { method: 'POST', path: 'rpc/moderate_case' }, everything],
  ['staff, without a row', { path: `stars?id=eq.${row}`, rows: 0 }, undefined],
])('a change by %s', async (_, change, purged) => {
  expect(await changeAfter(change)).toEqual(purged)
})
