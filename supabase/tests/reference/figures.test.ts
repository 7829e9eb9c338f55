import { beforeAll, expect, test } from 'vitest'
import { wrongFigure } from '../../../tests/support/figures/page-says.ts'
import { useHarness } from '../support/harness.ts'

const harness = useHarness()
const bodies = new Map<string, string>()

beforeAll(
  harness(async (t) => {
    const { rows } = await t.owner(
      `select p.pronamespace::regnamespace::text || '.' || p.proname as name, string_agg(p.prosrc, ' ') as body
       from pg_proc p where p.pronamespace::regnamespace::text in ('private', 'public') group by 1
       union all
       select d.adrelid::regclass::text || '.' || a.attname, pg_get_expr(d.adbin, d.adrelid)
       from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
       where d.adrelid = 'public.app_settings'::regclass
       union all
       select c.conrelid::regclass::text || '.' || c.conname, pg_get_constraintdef(c.oid)
       from pg_constraint c where c.conrelid = 'public.app_settings'::regclass
       union all
       select t.tgrelid::regclass::text || '.' || t.tgname, pg_get_triggerdef(t.oid)
       from pg_trigger t where t.tgfoid = 'private.limit_rate'::regproc`,
    )
    for (const { name, body } of rows) bodies.set(String(name), String(body).replace(/\s+/g, ' '))
  }),
)

/** The numbers at the places `{}` of what a function says; each has to be there exactly once. */
function numbersIn(name: string, says: string): number[] {
  const body = bodies.get(name)
  if (body === undefined) throw new Error(`no function, default, constraint or limit ${name}`)
  const literal = says.split('{}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const found = [...body.matchAll(new RegExp(literal.join('([\\d.]+)'), 'g'))]
  if (found.length !== 1) throw new Error(`${name} says "${says}" ${found.length} times`)
  return (found[0] ?? []).slice(1).map(Number)
}

/**
 * What a page of docs/product says, and the function with what it says: the same numbers in the same order. In place of a function
 * the default or constraint of a setting, or a trigger that limits how much is written.
 */
const figures: readonly (readonly [page: string, says: string, name: string, code: string])[] = [
  [
    'privacy.md',
    '| notifications | {} days;',
    'private.retain_notifications',
    "public.notifications where created_at < now() - interval '{} days'",
  ],
  [
    'privacy.md',
    'warnings and rejections {} months once read, else 3 years',
    'private.retain_notifications',
    "where read and created_at < now() - interval '{} months'",
  ],
  [
    'notifications.md',
    'deletes notifications after {} days',
    'private.retain_notifications',
    "public.notifications where created_at < now() - interval '{} days'",
  ],
  [
    'notifications.md',
    'read and {} months have passed',
    'private.retain_notifications',
    "where read and created_at < now() - interval '{} months'",
  ],
  [
    'privacy.md',
    '| events, visits | {} days, or until consent is withdrawn |',
    'private.expire_within',
    "session_start < now() - interval '{} days'",
  ],
  [
    'privacy.md',
    'written in them | {} years after the decision',
    'private.retain_reports',
    "resolved_at < now() - interval '{} years'",
  ],
  [
    'privacy.md',
    'archived posts, with who voted, reacted, saved, read or followed | {} days',
    'private.retain_archived_posts',
    "archived_posts where archived_at < now() - interval '{} days'",
  ],
  [
    'privacy.md',
    '({} if the author deleted them)',
    'private.retain_archived_posts',
    "archived_by = author_id and archived_at < now() - interval '{} days'",
  ],
  [
    'privacy.md',
    '| notes, questions and answers in cases | {} days',
    'private.retain_reports',
    "written_at < now() - interval '{} days'",
  ],
  [
    'privacy.md',
    '| which rule held or reported something | {} days |',
    'private.retain_rule_hits',
    "hit_at < now() - interval '{} days'",
  ],
  [
    'privacy.md',
    'what an import made and replaced | {} days',
    'private.retain_imports',
    "applied_at < now() - interval '{} days'",
  ],
  [
    'privacy.md',
    'earlier versions of posts, excerpts in decisions | {} days',
    'private.retain_post_revisions',
    "replaced_at < now() - interval '{} days'",
  ],
  [
    'privacy.md',
    '| mails of the outbox | {} days',
    'private.clear_mails',
    "mail_outbox where created_at < now() - interval '{} days'",
  ],
  [
    'privacy.md',
    '| unconfirmed guest reports | {} days; name',
    'private.clear_mails',
    "confirmed_at is null and created_at < now() - interval '{} days'",
  ],
  [
    'privacy.md',
    'name and address {} months after the decision',
    'private.clear_mails',
    "resolved_at < now() - interval '{} months'",
  ],
  [
    'privacy.md',
    '| counters of quotas | {} minutes |',
    'private.retain_quotas',
    "slot < now() - interval '{} minutes'",
  ],
  [
    'privacy.md',
    '| wrong invite codes | {} hour |',
    'private.retain_invites',
    "guessed_at < now() - interval '{} hour'",
  ],
  [
    'privacy.md',
    '| hashes of provider sign-ups | {} hours |',
    'private.retain_registrations',
    "signed_up_at < now() - interval '{} hours'",
  ],
  [
    'privacy.md',
    '| push queue | {} days |',
    'private.clear_pushes',
    "push_queue where created_at < now() - interval '{} days'",
  ],
  [
    'posts.md',
    'Earlier versions are deleted {} days after',
    'private.retain_post_revisions',
    "replaced_at < now() - interval '{} days'",
  ],
  [
    'comments.md',
    '`comment_reads`, forgotten after {} days',
    'private.retain_comment_reads',
    "read_at < now() - interval '{} days'",
  ],
  [
    'comments.md',
    'its text is archived for {} days',
    'private.retain_comments',
    "removed_comments where removed_at < now() - interval '{} days'",
  ],
  [
    'moderation.md',
    '| posts deleted by staff | {} days',
    'private.retain_archived_posts',
    "archived_posts where archived_at < now() - interval '{} days'",
  ],
  [
    'moderation.md',
    '| posts deleted by authors | {} days |',
    'private.retain_archived_posts',
    "archived_by = author_id and archived_at < now() - interval '{} days'",
  ],
  [
    'moderation.md',
    'nickname and text of reset profiles | {} days |',
    'private.retain_reports',
    "removed_profiles where removed_at < now() - interval '{} days'",
  ],
  [
    'moderation.md',
    'wait for the team, or were rejected there | {} days |',
    'private.retain_held_comments',
    "held_at < now() - interval '{} days'",
  ],
  [
    'moderation.md',
    '| excerpts in decisions | {} days |',
    'private.retain_decisions',
    "where created_at < now() - interval '{} days' and content_excerpt is not null",
  ],
  [
    'moderation.md',
    'team is told. Kept for {} days',
    'private.retain_reports',
    "written_at < now() - interval '{} days'",
  ],
  [
    'moderation.md',
    'It works for {} days',
    'private.clear_mails',
    "confirmed_at is null and created_at < now() - interval '{} days'",
  ],
  [
    'moderation.md',
    'Opening a decision claims the case for {} minutes',
    'private.claim_case',
    "clock_timestamp() + interval '{} minutes'",
  ],
  [
    'moderation.md',
    'carried out {} seconds later',
    'private.keep_decision',
    "clock_timestamp() + interval '{} seconds'",
  ],
  [
    'moderation.md',
    'A decision can be undone for {} s',
    'private.keep_decision',
    "clock_timestamp() + interval '{} seconds'",
  ],
  [
    'notifications.md',
    "Android's also after {} days unseen",
    'private.clear_pushes',
    "last_seen_at < now() - interval '{} days'",
  ],
  [
    'notifications.md',
    '| queue rows | gone after {} days |',
    'private.clear_pushes',
    "push_queue where created_at < now() - interval '{} days'",
  ],
  [
    'notifications.md',
    'rings again no sooner than {} minutes',
    'private.queue_pushes',
    "f.sent_at + interval '{} minutes'",
  ],
  [
    'notifications.md',
    'by several people within {} hours',
    'private.notify_together',
    "n.created_at > now() - interval '{} hours'",
  ],
  [
    'notifications.md',
    'then up to {} followers hear of a comment',
    'private.followers_of_post',
    'order by f.created_at limit {}',
  ],
  ['notifications.md', 'At most {} things are followed', 'private.follow', 'most constant integer := {}'],
  ['notifications.md', 'latest {} unread notifications', 'private.digest_values', 'p.place <= {}'],
  ['notifications.md', 'At most {} wait in the outbox', 'private.queue_digests', '>= {} then return 0'],
  ['notifications.md', 'daily at {}:00 in Berlin', 'private.next_digest', "min(day + interval '{} hours')"],
  [
    'notifications.md',
    'are tried {} times with growing waits',
    'private.claim_mails',
    'o.sent_at is null and o.tries < {} and o.next_try_at <= now() and not private.gathers_alerts(o) ), due',
  ],
  ['notifications.md', 'growing waits (up to {} hours)', 'private.claim_mails', "o.tries + 1), interval '{} hours')"],
  ['members.md', '`/account/einstellungen`. At most {}.', 'private.block_member', 'most constant integer := {}'],
  ['members.md', '{} pictures per member', 'private.may_add_avatar', 'private.own_avatars() < {}'],
  ['members.md', 'everybody from {} decided votes on', 'private.shown_hit_rate', 'r.decided >= {}'],
  ['charts.md', 'Members with at least {} decided votes', 'private.shown_hit_rate', 'r.decided >= {}'],
  ['invites.md', '{} unknown codes in an hour', 'private.too_many_guesses', 'g.guesser = who) >= {}'],
  ['invites.md', 'for moderators up to {}', 'private.guard_invite', 'new.max_uses > {}'],
  ['accounts.md', '{} in five minutes. In it', 'private.export_own_data', "private.use_quota('exports', {})"],
  [
    'comments.md',
    'with that thread, {} answers before and {} from that one on',
    'public.comment_thread',
    'from before order by created_at desc, id desc limit {}) union all (select * from onwards order by created_at, id limit {})',
  ],
  ['comments.md', 'At most {} people are notified of one comment', 'private.mentioned_names', 'order by 2 limit {}'],
  [
    'comments.md',
    'Authors can edit for {} minutes',
    'private.guard_comment',
    "old.created_at <= now() - interval '{} minutes'",
  ],
  [
    'comments.md',
    'an account of a week with {} posts or comments',
    'private.may_link',
    'c.deleted_at is null limit {})',
  ],
  ['analytics.md', 'within {} hours |', 'private.watch_sign_up', "signed_up_at < now() - interval '{} hours'"],
  ['calendar.md', '{} by default, at most {}.', 'public.format_events', 'private.page_limit(p_limit, {}, {})'],
  ['calendar.md', 'At most {} broadcasts', 'private.series_days', 'most constant integer := {}'],
  ['calendar.md', '| one request | at most {} events |', 'public.calendar_page', 'limit {} '],
  ['search.md', 'up to {} stars and', 'public.popular_content', 't.views desc, c.id limit {}'],
  ['search.md', 'stars and {} posts most viewed', 'public.popular_content', 't.views desc, h.id limit {}'],
  [
    'search.md',
    'most viewed in the last {} days',
    'private.refresh_popular',
    "e.created_at >= now() - interval '{} days'",
  ],
  ['search.md', '{} of each kind kept', 'private.refresh_popular', 'v.place <= {}'],
  [
    'search.md',
    'of the next {} those whose',
    'private.find_dates',
    'order by e.event_date, e.event_time, e.id limit {} ',
  ],
  [
    'stars.md',
    'of accounts younger than {} hours',
    'private.vote_weighs',
    "p.created_at <= now() - interval '{} hours'",
  ],
  [
    'stars.md',
    'accounts not updated for {} days',
    'private.admin_list_social',
    "a.updated_at < now() - interval '{} days'",
  ],
  ['stars.md', 'every day for {} days', 'private.snapshot_star_ranks', 'day < today - {} and extract'],
  ['charts.md', 'a snapshot 7 to {} days old', 'private.snapshot_star_ranks', 'between today - {} and today - 7'],
  ['home.md', 'keeps the latest {} texts', 'private.keep_news_version', 'offset {} '],
  ['formats.md', 'by name; {} on the start page', 'public.home_page', 'limit {} '],
  ['admin.md', 'They stop counting at {}', 'private.badge_count', 'most constant integer := {}'],
  ['admin.md', 'Totals above {} rows', 'private.estimate_count', 'exact_up_to constant real := {}'],
  ['network.md', 'counted in slots of {} seconds', 'private.use_quota', "date_bin('{} seconds'"],
  [
    'posts.md',
    'changes at most {} times a day',
    'private.update_post',
    ">= {} then perform private.refuse('post.too_many_edits'",
  ],
  ['posts.md', 'created_at in seconds / {} ', 'private.hot_rank', 'double precision / {}'],
  ['posts.md', 'weighs as much as {} seconds', 'private.hot_rank', 'double precision / {}'],
  ['comments.md', 'writes at most {} comments a minute', 'private.limit_new_member', 'most constant integer := {}'],
  ['comments.md', 'not in the same thread within {} hours', 'private.refuse_repetition', "interval '{} hours'"],
  ['comments.md', 'from {} characters on nowhere below', 'private.refuse_repetition', 'char_length(new.content) >= {}'],
  ['comments.md', 'The number counts to {}.', 'private.count_replies', 'limit {})'],
  ['comments.md', 'count towards the {} posts, comments and reports', 'app_settings.posts_quota', '{}'],
  ['posts.md', '{} posts, comments and reports of a member', 'app_settings.posts_quota', '{}'],
  ['votes-and-reactions.md', '- {} votes, reactions and fans of a member', 'app_settings.votes_quota', '{}'],
  ['posts.md', 'with at least {} approved posts', 'app_settings.auto_approve_after_posts', '{}'],
  ['posts.md', 'no warning in {} days, are approved', 'app_settings.auto_approve_warning_days', '{}'],
  ['moderation.md', "keeps a member's posts in the queue for {} days", 'app_settings.auto_approve_warning_days', '{}'],
  ['moderation.md', 'After {} hours without an action of the team', 'app_settings.away_after_hours', '{}'],
  ['admin.md', 'nobody of the team has acted for {} hours', 'app_settings.away_after_hours', '{}'],
  ['members.md', 'At most {} changes in five minutes', 'profiles.profiles_05_rate', "'nicknames', '{}'"],
  ['moderation.md', "outcomes of the author's latest {} posts", 'private.author_record', 'desc limit {}) latest'],
  ['moderation.md', 'posts and the warnings of {} days', 'private.author_record', "interval '{} days'"],
  ['admin.md', 'warnings of {} days, the latest', 'private.author_record', "interval '{} days'"],
  [
    'moderation.md',
    'over the latest {} posts',
    'private.try_automod_rule',
    'order by p.created_at desc, p.id desc limit {}',
  ],
  [
    'moderation.md',
    'and {} comments of 7 days',
    'private.try_automod_rule',
    'order by c.created_at desc, c.id desc limit {}',
  ],
  [
    'moderation.md',
    'and the latest {} nicknames',
    'private.try_automod_rule',
    'order by m.created_at desc, m.id desc limit {}',
  ],
  ['search.md', 'numbers from {} on read', 'private.find_news', 's where %2$s limit {}'],
  [
    'moderation.md',
    'limited: {} an hour for new accounts',
    'private.slow_down_while_away',
    'most := case when is_known then 10 else {} end',
  ],
  [
    'moderation.md',
    'accounts, {} in five minutes for others',
    'private.slow_down_while_away',
    'most := case when is_known then {} else',
  ],
]

test.each(figures)('%s says "%s" as %s', (page, says, name, code) => {
  expect(wrongFigure([page, says, ...numbersIn(name, code)])).toBeUndefined()
})

test.each([
  ['approved posts until publishing at once', '{} (everybody) to {}', 'auto_approve_after_posts'],
  ['days a warning stops that', '{}–{}', 'auto_approve_warning_days'],
  ['posts, comments, reports in 5 minutes', '{}–{}', 'posts_quota'],
  ['votes, reactions, fans in 5 minutes', '{}–{}', 'votes_quota'],
  ['hours without a decision until the team is told', '{}–{}', 'alert_after_hours'],
  ['hours without the team until new accounts are slowed down', '{} (never) to {}', 'away_after_hours'],
])('admin.md says the setting "%s" with %s as %s', (says, range, column) => {
  const usual = numbersIn(`app_settings.${column}`, '{}')
  const limits = numbersIn(`app_settings.app_settings_${column}_check`, `((${column} >= {}) AND (${column} <= {}))`)
  expect(wrongFigure(['admin.md', `| ${says} | {} | ${range} |`, ...usual, ...limits])).toBeUndefined()
})
