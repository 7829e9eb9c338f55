/**
 * `npm run installation:store`: makes the stored installation of this version, once, before it is released. Its people and
 * addresses are invented, and its keys belong to no other installation.
 */
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openPglite } from '@hot/embedded/database/pglite'
import { Secret, TOTP } from 'otpauth'
import sharp from 'sharp'
import { OUR_OWNER } from '../../../packages/embedded/test/prepared-database.ts'
import { backupCommand } from '../../../server/commands/backup-command.ts'
import { appoint } from '../../../server/link/member-accounts.ts'
import { readVersion } from '../../../server/settings/build-info.ts'
import { openInstallation } from '../../../tests/support/server/open-installation.ts'
import { lived, liveLife } from '../account/account-life.ts'
import { insertEvents, type Row } from '../analytics/analytics-rows.ts'
import { harnessOn } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'
import { rowsByTable, type Stored, store, storedAccounts } from './installation.ts'

type Opened = Awaited<ReturnType<typeof openInstallation>>

/** Rows that neither the test data nor a member creates: of staff, jobs and the server. */
const ofTheSite = `
insert into public.calendar_events (id, title, event_date, is_series_event, series_end_date, format_id)
  values ('${w.fresh}', 'Das große Wiedersehen', '2026-11-24', true, '2026-12-08', '${w.format}');
insert into public.calendar_events (title, event_date, episode_number, is_series_event, series_parent_id, format_id)
  select 'Das große Wiedersehen', day, n, true, '${w.fresh}', '${w.format}'
  from unnest(array['2026-11-24', '2026-12-01', '2026-12-08']::date[]) with ordinality d (day, n);
update public.formats set slug = 'sommerhaus' where id = '${w.format}';
update public.stars set last_name = 'Pepper', slug = 'mandy-pepper' where id = '${w.star}';
update public.post_rumors set rumor_status = 'verified', verification_reason = 'Der Sender hat es bestätigt.' where post_id = '${w.rumor}';
update public.seasons set start_date = '2026-11-01', end_date = '2026-12-31' where id = '${w.season}';
insert into public.demand_votes (user_id, star_id, value) select id, '${w.star}', 4 from public.profiles on conflict do nothing;
update public.invites i set uses_count = (select count(*) from public.invite_redemptions r where r.invite_id = i.id);
insert into private.invite_guesses (guesser, guessed_at) values ('abc', now());
insert into private.sign_up_hashes (provider_hash, signed_up_at) values ('abc', now());
insert into private.briefings values ('2026-11-24');
insert into private.team_alerts (alert) values ('jobs');
insert into private.link_previews (url, title, site) values ('https://zeitung.example/finale', 'Das Finale im Überblick', 'Zeitung');
insert into private.news_versions (news_id, title, body) select id, 'Ein früherer Titel', 'Ein früherer Text' from public.news limit 1;
insert into private.news_discussions (news_id, post_id) select id, '${w.discussion}' from public.news limit 1;
insert into private.hand_edits (table_name, row_id, column_name) values ('stars', '${w.star}', 'nickname');
insert into private.announcements (kind, post_id, done_at) values ('post', '${w.discussion}', now());
insert into private.rule_hits (rule_id, target_type, target_id) select id, 'comment', '${lived.comment}' from private.automod_rules limit 1;
insert into private.spam_removals (member_id, archives, comments, restored_at) values ('${people.other}', '{}', '{}', now());
insert into private.server_minutes
  select date_trunc('minute', now()), 1, 60, 4, 20, 60, 0, 0, 0, 0, 0, 0, 0, 120, 300, 8, 30, 10, 40, 3, 2, 50, 5, 0, 1, 0, 0, 12, 15, 300, '{}';
select private.rescore_all_stars();
select private.snapshot_star_ranks();
select private.refresh_charts();
select private.refresh_popular();
select private.maintain_analytics_months();
select private.roll_up_analytics()`

/** A visit on days that are already counted. */
const visit: Row[] = [
  { type: 'page_view', session: 'besuch-0001', path: '/stars', daysAgo: 3 },
  { type: 'star_view', session: 'besuch-0001', target: w.star, daysAgo: 3 },
  { type: 'performance_metric', session: 'besuch-0001', metadata: { name: 'LCP', value: 900 }, daysAgo: 3 },
]

/** The people of the tests have addresses at a provider that exists. */
const inventedAddresses = `
update public.app_settings set extra_mail_domains = '{hot.example}';
update auth.users set email = replace(email, '@gmail.com', '@hot.example');
update auth.identities set identity_data = replace(identity_data::text, '@gmail.com', '@hot.example')::jsonb;
update auth.one_time_tokens set relates_to = replace(relates_to, '@gmail.com', '@hot.example');
update auth.audit_log_entries set payload = replace(payload::text, '@gmail.com', '@hot.example')::json`

async function fillDatabase(dataDir: string): Promise<void> {
  const engine = await openPglite(path.join(dataDir, 'pg'))
  await engine.session(async (session) => {
    const harness = harnessOn(session, OUR_OWNER)
    await session.exec('begin')
    await createWorld(harness)
    await liveLife(harness)
    await insertEvents(harness, visit)
    for (const statement of ofTheSite.split(';\n')) await harness.owner(statement)
    for (const statement of inventedAddresses.split(';\n')) await harness.platform(statement)
    await session.exec('commit')
  })
  await engine.close()
}

async function accept<T extends { error: unknown }>(answer: PromiseLike<T>): Promise<T> {
  const { error } = await answer
  if (error) throw error
  return answer
}

/** Staff act only with one; whoever restores the installation is to set up their own, so it does not stay. */
async function proveSecondFactor({ auth }: ReturnType<Opened['guest']>): Promise<string> {
  const { data: factor } = await accept(auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Handy' }))
  const code = new TOTP({ secret: Secret.fromBase32(factor?.totp.secret ?? '') }).generate()
  await accept(auth.mfa.challengeAndVerify({ factorId: factor?.id ?? '', code }))
  return factor?.id ?? ''
}

/** What people do over the wire: a member writes, votes and reports, a guest reports, an admin decides. */
async function act({ backend, guest }: Opened): Promise<string> {
  await appoint(backend, { ...storedAccounts.admin, role: 'admin' })
  const { id } = await appoint(backend, { ...storedAccounts.member, role: 'user' })
  const member = guest()
  await accept(member.auth.signInWithPassword(storedAccounts.member))
  const picture = `${id}/${randomUUID()}.webp`
  const bytes = await sharp({ create: { width: 32, height: 32, channels: 3, background: '#c026d3' } })
    .webp()
    .toBuffer()
  await accept(member.storage.from('avatars').upload(picture, bytes, { contentType: 'image/webp' }))
  await accept(member.rpc('update_own_profile', { p_bio: 'Schaut alles.', p_avatar_path: picture }))
  await accept(member.rpc('set_star_votes', { p_star_id: w.star, p_demand: 5, p_realness: 3, p_drama: 4 }))
  const poll = { p_id: randomUUID(), p_type: 'poll', p_title: 'Wer fliegt als Nächstes?', p_content: 'Nur so gefragt.' }
  await accept(member.rpc('create_post', { ...poll, p_options: ['Mandy', 'Rico'] }))
  await accept(member.from('comments').insert({ post_id: w.discussion, content: 'Ich auch, @couchkartoffel!' }))
  const regretted = { id: randomUUID(), post_id: w.discussion, content: 'Das nehme ich zurück.' }
  await accept(member.from('comments').insert(regretted))
  await accept(member.from('comments').delete().eq('id', regretted.id))
  await accept(member.from('post_reactions').upsert({ post_id: w.rumor, reaction: 'heart' }))
  const device = { p_id: randomUUID(), p_kind: 'android', p_token: 'Geraet'.repeat(20) }
  await accept(member.rpc('register_push_device', device))
  const complaint = { p_target_type: 'post', p_target: w.rumor, p_reason: 'privacy', p_good_faith: true }
  const sender = { p_name: 'Lina', p_email: 'lina@hot.example' }
  await accept(guest().rpc('report_content', { ...complaint, ...sender, p_id: randomUUID() }))
  const admin = guest()
  await accept(admin.auth.signInWithPassword(storedAccounts.admin))
  const factorId = await proveSecondFactor(admin)
  const [report] = await backend.query<{ id: string }>('select id from public.reports where target_comment_id = $1', [
    lived.comment,
  ])
  const warning = { p_type: 'comment', p_action: 'warn', p_severity: 'low', p_reason: 'Bitte bleib freundlich.' }
  await accept(admin.rpc('moderate_case', { ...warning, p_report_id: report?.id, p_content_id: lived.comment }))
  await accept(admin.rpc('admin_ban_member', { p_id: people.moderator, p_days: 3, p_reason: 'Zum Ausprobieren.' }))
  await accept(admin.storage.from('pictures').upload(`stars/${w.star}.webp`, bytes, { contentType: 'image/webp' }))
  await accept(admin.auth.mfa.unenroll({ factorId }))
  await backend.query(`select private.tell($1, 'mention', '{}', $2, null, $3)`, [id, w.discussion, people.other])
  return picture
}

async function newestMigration({ backend }: Opened): Promise<string> {
  const [row] = await backend.query<{ version: string }>(
    'select max(version) as version from supabase_migrations.schema_migrations',
  )
  return row?.version ?? ''
}

/**
 * Drops what was overwritten, in tables and in the write-ahead log, which would only make the file larger. The catalogue stays
 * as it lies: its pages are mostly those of the template databases, which compresses well.
 */
async function compact(dataDir: string): Promise<void> {
  const engine = await openPglite(path.join(dataDir, 'pg'))
  await engine.session(async (session) => {
    const { rows } = await session.query(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname in ('public', 'private', 'auth', 'storage')`,
    )
    for (const { name } of rows) await session.exec(`vacuum full ${name}`)
    await session.exec('vacuum')
    await session.exec('set wal_recycle = off')
    for (const step of ['checkpoint', 'select pg_switch_wal()', 'checkpoint']) await session.exec(step)
  })
  await engine.close()
}

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-installation-'))
try {
  const [dataDir, backup] = [path.join(scratch, 'data'), path.join(scratch, 'backup.tar.gz')]
  await (await openInstallation({ dataDir })).close()
  await fillDatabase(dataDir)
  const opened = await openInstallation({ dataDir })
  const picture = await act(opened)
  const stored: Stored = {
    version: readVersion(),
    migration: await newestMigration(opened),
    picture,
    tables: await rowsByTable(opened.backend.query),
  }
  await opened.close()
  await compact(dataDir)
  await backupCommand(['--to', backup], { HOT_DATA_DIR: dataDir })
  const target = store(backup, stored)
  const empty = Object.keys(stored.tables).filter((table) => stored.tables[table] === 0)
  console.info(`${target}: ${fs.statSync(target).size} bytes. Empty tables: ${empty.join(', ')}`)
} finally {
  fs.rmSync(scratch, { recursive: true })
}
