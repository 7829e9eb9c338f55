import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'

const harness = useHarness()

/** Tables that no retention and no job deletes from, and why; `docs/product/privacy.md` tells people the same. */
const kept: Readonly<Record<string, readonly string[]>> = {
  'what a member wrote, chose or got, until they take it back or delete the account': [
    'private.digests',
    'private.follows',
    'private.member_blocks',
    'private.recovery_codes',
    'private.rumor_hits',
    'private.star_requests',
    'private.star_statements',
    'private.team_mails',
    'public.comment_reactions',
    'public.comments',
    'public.community_posts',
    'public.demand_votes',
    'public.drama_votes',
    'public.invite_redemptions',
    'public.invites',
    'public.karma_events',
    'public.notification_preferences',
    'public.poll_votes',
    'public.post_reactions',
    'public.post_stickers',
    'public.profile_slug_history',
    'public.profiles',
    'public.public_profiles',
    'public.realness_votes',
    'public.rumor_votes',
    'public.saved_posts',
    'public.star_fans',
  ],
  'belongs to a post, a comment or a notification and goes with it': [
    'private.classifications',
    'private.deleted_comment_authors',
    'private.notification_actors',
    'private.post_revisions',
    'private.post_search',
    'private.post_titles',
    'private.tagged_posts',
    'public.poll_options',
    'public.post_rumors',
    'public.post_tags',
  ],
  'belongs to a report, a decision or what lies in the bin and goes with it': [
    'private.binned_rows',
    'private.merged_rows',
    'private.pending_targets',
    'private.report_confirmations',
    'public.appeals',
  ],
  'what the team publishes, until the team deletes it': [
    'public.broadcasters',
    'public.calendar_events',
    'public.format_slug_history',
    'public.formats',
    'public.news',
    'public.season_participants',
    'public.seasons',
    'public.star_slug_history',
    'public.star_social_accounts',
    'public.stars',
    'public.streaming_providers',
  ],
  'followers of a star by day, known to everybody, for the growth in the chart': ['public.star_social_followers'],
  'belongs to what the team publishes; of versions the latest 30 are left': [
    'private.news_discussions',
    'private.news_search',
    'private.news_versions',
    'private.star_search',
  ],
  'counted from other tables: a row for each star, format or member, and nothing that they do not say': [
    'private.chart_posts',
    'private.format_facts',
    'private.hit_rates',
    'private.karma_sums',
    'private.opinion_pairs',
    'private.opinion_sums',
    'private.ranked_members',
    'private.star_followers',
    'private.star_letters',
    'private.star_vote_spreads',
    'private.week_topics',
    'public.star_scores',
    'public.star_vote_means',
  ],
  'work that a job takes out within seconds or an hour, in functions it calls': [
    'private.act_changes',
    'private.announcements',
    'private.changed_rumors',
    'private.karma_changes',
    'private.notification_events',
    'private.pending_counts',
    'private.pending_karma',
    'private.post_changes',
  ],
  'settings, lists and states of the site, a row each': [
    'private.automod_rules',
    'private.chart_state',
    'private.classifier',
    'private.jobs',
    'private.mail_domains',
    'private.mail_limits',
    'private.reserved_nicknames',
    'private.site_texts',
    'public.app_settings',
  ],
  'words of the names of stars and formats, for the search': ['private.name_words', 'private.near_words'],
  'days of the briefing of the team, 30 of them, deleted when the next one is sent': ['private.briefings'],
  'headlines of pages that posts link to, deleted with the last post that does': ['private.link_previews'],
}

/** Tables, and those out of which a noun's retention or a job deletes. */
async function tables(t: Harness) {
  const { rows } = await t.owner(`
    with deleting as (
      select p.prosrc from pg_proc p where p.pronamespace = 'private'::regnamespace
        and (p.proname in (select private.parts_of_nouns('retain', '', 'void')) or p.proname in (select name from private.scheduled_jobs())
          or p.proname = 'expire_within')
    )
    select n.nspname || '.' || c.relname as name,
      exists (select from deleting where prosrc ~ ('delete from ' || n.nspname || '\\.' || c.relname || '\\M')) as ends
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') and not c.relispartition order by 1`)
  return rows.map(({ name, ends }) => ({ name: String(name), ends: ends === true }))
}

const reasons = new Set(Object.values(kept).flat())
const unanswered = async (t: Harness) =>
  (await tables(t)).filter(({ name, ends }) => !ends && !reasons.has(name)).map(({ name }) => name)

test(
  'every table is kept for a time, or says why it stays',
  harness(async (t) => {
    expect(await unanswered(t)).toEqual([])
    // A reason for what is gone, or what ends after all, would mislead.
    const found = await tables(t)
    const staying = new Set(found.filter(({ ends }) => !ends).map(({ name }) => name))
    expect([...reasons].filter((name) => !staying.has(name))).toEqual([])
    expect(found.filter(({ ends }) => ends).length).toBeGreaterThan(30)
  }),
)

test(
  'a noun that forgets how long it is kept is noticed, until it has its part',
  harness(async (t) => {
    await t.owner('create table private.forgotten (id uuid primary key, written_at timestamptz not null default now())')
    expect(await unanswered(t)).toEqual(['private.forgotten'])
    await t.owner(`create function private.retain_forgotten() returns void language sql set search_path = ''
      as $$ delete from private.forgotten where written_at < now() - interval '30 days' $$`)
    expect(await unanswered(t)).toEqual([])
    await t.owner(
      `insert into private.forgotten values (gen_random_uuid(), now() - interval '31 days'), (gen_random_uuid(), now())`,
    )
    await t.owner('select private.apply_retention()')
    expect(await t.value('select count(*)::int from private.forgotten')).toBe(1)
  }),
)
