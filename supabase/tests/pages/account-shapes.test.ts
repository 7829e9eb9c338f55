import fs from 'node:fs'
import path from 'node:path'
import {
  accountPage,
  digestByCode,
  nicknameAvailability,
  notificationSettings,
  ownDigest,
  ownHitRate,
  ownProfile,
  ownSearchListing,
  ownTeamMails,
} from '@hot/domain/contract/account/account'
import { accountSaved, accountStars, ownComments, ownPosts } from '@hot/domain/contract/account/content'
import { inviteCheck, redeemInviteAnswer } from '@hot/domain/contract/account/invite'
import {
  accountSessions,
  endSessionAnswer,
  ownDataExport,
  recoveryCodesLeft,
  usedRecoveryCode,
} from '@hot/domain/contract/account/security'
import { ownBlocks, ownFollows } from '@hot/domain/contract/account/ties'
import { ownChartPlace } from '@hot/domain/contract/chart'
import { starDoor, starStatement } from '@hot/domain/contract/community'
import { ownProgress } from '@hot/domain/contract/episode'
import { expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { people } from '../support/people.ts'
import { type Caller, usePages, walk } from './page-fixture.ts'
import { named } from './page-rows.ts'

const pages = usePages()

/** Every RPC of the account with the schema of its answer. Strict: a field too many fails as one too few does. */
const answers: [rpc: string, args: Record<string, unknown>, schema: ZodType][] = [
  ['own_profile', {}, ownProfile],
  ['account_page', {}, accountPage],
  ['nickname_available', { p_nickname: 'neu_hier' }, nicknameAvailability],
  ['account_stars', {}, accountStars],
  ['account_saved', {}, accountSaved],
  ['own_posts', {}, ownPosts],
  ['own_comments', {}, ownComments],
  ['own_blocks', {}, ownBlocks],
  ['set_block', { p_member: people.banned, p_kind: 'mute' }, ownBlocks],
  ['own_follows', {}, ownFollows],
  ['set_follow', { p_type: 'star', p_id: named.ranked }, ownFollows],
  ['own_progress', {}, ownProgress],
  ['set_progress', { p_season: named.running, p_until: 0 }, ownProgress],
  ['own_digest', {}, ownDigest],
  ['set_digest', { p_rhythm: 'weekly' }, ownDigest],
  ['own_team_mails', {}, ownTeamMails],
  ['star_door', { p_star: named.ranked }, starDoor],
  ['ask_star_door', { p_star: named.ranked, p_speaker: 'Mandy selbst' }, starDoor],
  ['star_statement', { p_post: named.rumor }, starStatement],
  ['set_digest_by_code', { p_code: 'x', p_rhythm: 'off' }, digestByCode],
  ['own_hit_rate', {}, ownHitRate],
  ['own_chart_place', { p_chart: 'karma', p_window: 'all' }, ownChartPlace],
  ['set_hit_rate_shown', { p_shown: true }, ownHitRate],
  ['own_search_listing', {}, ownSearchListing],
  ['set_search_listing', { p_wanted: false }, ownSearchListing],
  ['notification_settings', {}, notificationSettings],
  ['set_notification_setting', { p_type: 'mention', p_enabled: true }, notificationSettings],
  ['account_sessions', {}, accountSessions],
  ['end_session', { p_id: people.other }, endSessionAnswer],
  ['own_recovery_codes', {}, recoveryCodesLeft],
  ['use_recovery_code', { p_code: 'AAAA-BBBB-CCCC' }, usedRecoveryCode],
  ['export_own_data', {}, ownDataExport],
  ['check_invite', { p_code: 'HTHT2345' }, inviteCheck],
  ['redeem_invite', { code: 'HTHT2345' }, redeemInviteAnswer],
]
/** Called in community-shapes.test.ts. */
const community = [
  ...[
    'create_post',
    'update_post',
    'own_post',
    'post_history',
    'unpublished_post',
    'restore_own_post',
    'viewer_posts',
    'viewer_comments',
    'viewer_star',
    'viewer_fans',
  ],
  ...['mention_suggestions', 'voting_page', 'set_star_votes', 'notifications_page', 'karma_page'],
]
/** Called in ../moderation/appeals.test.ts. */
const moderation = ['own_moderation_page', 'own_decision', 'file_appeal', 'admin_appeals_page', 'admin_decide_appeal']
const testsDir = path.join(import.meta.dirname, '..')
const staffTests = fs
  .readdirSync(testsDir, { encoding: 'utf8', recursive: true })
  .filter((file) => file.endsWith('.ts') && !file.startsWith('pages'))
  .map((file) => fs.readFileSync(path.join(testsDir, file), 'utf8'))
  .join('\n')
const members: Caller[] = ['member', 'other', 'moderator', 'admin']

test.each(answers)('%s %o answers in its shape', async (rpc, args, schema) => {
  for (const caller of members) schema.parse(await pages.call(rpc, args, caller))
})

test('RPCs that change a profile return the profile', async () => {
  const named = await pages.call('set_nickname', { p_nickname: 'Neu_Hier' }, 'moderator')
  expect(ownProfile.parse(named)).toMatchObject({ nickname: 'Neu_Hier', slug: 'neu-hier', needs_nickname: false })
  const changed = await pages.call('update_own_profile', { p_bio: 'Guckt alles', p_avatar_path: null }, 'moderator')
  expect(ownProfile.parse(changed)).toMatchObject({ bio: 'Guckt alles', avatar_url: null })
})

test('a banned member sees the ban, its end and reason', async () => {
  const page = accountPage.parse(await pages.call('account_page', {}, 'banned'))
  expect(page.ban).toEqual({ until: null, reason: null })
  expect(accountPage.parse(await pages.call('account_page', {}, 'member')).ban).toBeNull()
})

test('own lists have everything a member wrote or follows, once, newest first, and nothing of others', async () => {
  for (const [rpc, table, column] of [
    ['own_posts', 'community_posts', 'author_id'],
    ['own_comments', 'comments', 'author_id'],
  ] as const) {
    const { items } = await walk(pages, rpc, {}, 2, 'other')
    const rows = await pages.owner<{ id: string }>(
      `select id::text as id from public.${table} where ${column} = $1 ${table === 'comments' ? 'and deleted_at is null' : ''} order by created_at desc, id desc`,
      [people.other],
    )
    expect(rows.length).toBeGreaterThan(2)
    expect(items.map((item) => item.id)).toEqual(rows.map((row) => row.id))
  }
  const stars = await walk(pages, 'account_stars', {}, 1, 'other')
  expect(stars.items.length).toBeGreaterThan(0)
  expect(new Set(stars.items.map((item) => item.id)).size).toBe(stars.items.length)
})

test('a rejected post shows its author the reason; a comment stays its author’s when its post is hidden', async () => {
  await pages.owner(
    `insert into public.community_posts (title, type, author_id, status, rejection_reason)
     values ('Das kam nicht online', 'discussion', $1, 'rejected', 'Doppelt')`,
    [people.other],
  )
  const [latest] = ownPosts.parse(await pages.call('own_posts', {}, 'other')).items
  expect(latest).toMatchObject({ status: 'rejected', rejection_reason: 'Doppelt' })
  await pages.owner(`insert into public.comments (post_id, author_id, content) values ($1, $2, 'Noch da')`, [
    named.discussion,
    people.admin,
  ])
  await pages.owner(`update public.community_posts set status = 'pending' where id = $1`, [named.discussion])
  const [comment] = ownComments.parse(await pages.call('own_comments', {}, 'admin')).items
  expect(comment).toMatchObject({ content: 'Noch da', post: null })
})

test('every RPC for members only that answers jsonb is called here or elsewhere', async () => {
  const rows = await pages.owner<{ name: string }>(
    `select p.proname as name from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prorettype = 'jsonb'::regtype
       and has_function_privilege('authenticated', p.oid, 'execute') and not has_function_privilege('anon', p.oid, 'execute')`,
  )
  const elsewhere = [
    'set_nickname',
    'update_own_profile',
    'own_moderation_status',
    'report_contact',
    // folded-threads.test.ts
    'comment_news',
    // consent.test.ts
    'record_consent',
    // recovery-codes.test.ts
    'renew_recovery_codes',
    ...community,
    ...moderation,
  ]
  const called = new Set([...answers.map(([rpc]) => rpc), ...elsewhere])
  // Staff RPCs have their own test files.
  const inTests = (name: string) => /^(admin|moderate)_/.test(name) && staffTests.includes(name)
  expect(rows.map(({ name }) => name).filter((name) => !called.has(name) && !inTests(name))).toEqual([])
})
