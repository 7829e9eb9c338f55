import type { Harness } from './harness.ts'
import { createPeople, people } from './people.ts'

const id = (n: number) => `20000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** One of everything, with fixed ids. Posts and comments are by `other`. */
export const world = {
  star: id(1),
  inactiveStar: id(2),
  broadcaster: id(3),
  provider: id(4),
  format: id(5),
  inactiveFormat: id(6),
  season: id(7),
  hiddenSeason: id(8),
  event: id(9),
  discussion: id(10),
  rumor: id(11),
  poll: id(12),
  pendingPost: id(13),
  option: id(14),
  secondOption: id(15),
  comment: id(16),
  news: id(17),
  draft: id(18),
  socialAccount: id(19),
  invite: id(20),
  /** For rows that a test creates itself. */
  fresh: id(99),
} as const

export const inviteCode = 'HTHT2345'

export async function createWorld(t: Harness): Promise<void> {
  await t.platform('select 1')
  await createPeople({ query: t.platform, exec: (sql) => runAll(t, sql) })
  await runAll(
    t,
    `
    insert into public.stars (id, first_name, last_name) values ('${world.star}', 'Mandy', 'Pfefferkorn');
    insert into public.stars (id, first_name, is_active) values ('${world.inactiveStar}', 'Versteckt', false);
    insert into public.broadcasters (id, name) values ('${world.broadcaster}', 'RTL');
    insert into public.streaming_providers (id, name) values ('${world.provider}', 'RTL+');
    insert into public.formats (id, name, broadcaster_id) values ('${world.format}', 'Sommerhaus der Stars', '${world.broadcaster}');
    insert into public.formats (id, name, is_active) values ('${world.inactiveFormat}', 'Geheim', false);
    insert into public.seasons (id, format_id, season_number) values ('${world.season}', '${world.format}', 9);
    insert into public.seasons (id, format_id, season_number) values ('${world.hiddenSeason}', '${world.inactiveFormat}', 1);
    insert into public.season_participants (season_id, star_id) values ('${world.season}', '${world.star}');
    insert into public.calendar_events (id, title, event_date, season_id) values ('${world.event}', 'Folge 1', '2026-11-21', '${world.season}');
    insert into public.community_posts (id, title, type, author_id, status, tags) values
      ('${world.discussion}', 'Wer zieht dieses Jahr ein?', 'discussion', '${people.other}', 'approved', array['${world.star}'::uuid]),
      ('${world.rumor}', 'Mandy zieht ins Sommerhaus', 'rumor', '${people.other}', 'approved', '{}'),
      ('${world.poll}', 'Wer gewinnt die Staffel?', 'poll', '${people.other}', 'approved', '{}'),
      ('${world.pendingPost}', 'Wartet noch auf Freigabe', 'discussion', '${people.other}', 'pending', '{}');
    insert into public.poll_options (id, post_id, text, position) values
      ('${world.option}', '${world.poll}', 'Mandy', 1), ('${world.secondOption}', '${world.poll}', 'Rico', 2);
    insert into public.comments (id, post_id, author_id, content) values ('${world.comment}', '${world.discussion}', '${people.other}', 'Na endlich');
    insert into public.news (id, title, published_at) values ('${world.news}', 'Es geht los', now() - interval '1 hour');
    insert into public.news (id, title) values ('${world.draft}', 'Entwurf');
    insert into public.star_social_accounts (id, star_id, platform, handle, url, followers)
      values ('${world.socialAccount}', '${world.star}', 'instagram', 'mandy', 'https://instagram.com/mandy', 1000);
    insert into private.site_state (is_public, sends_mails, operator) values (false, true, '{"email": "post@hot.example"}');
    insert into public.invites (id, code, created_by) values ('${world.invite}', '${inviteCode}', '${people.admin}')`,
  )
}

/** Several statements without parameters, as the owner; returns the rows of the last. */
async function runAll(t: Harness, sql: string): Promise<Record<string, unknown>[]> {
  let last: Record<string, unknown>[] = []
  for (const statement of sql.split(';\n')) if (statement.trim()) last = (await t.owner(statement)).rows
  return last
}
