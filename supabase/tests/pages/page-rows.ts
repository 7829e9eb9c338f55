import type { Session } from '@hot/embedded/database/engine'
import { people } from '../support/people.ts'

const uuid = (group: number, n: number) => `3000000${group}-0000-4000-8000-${String(n).padStart(12, '0')}`

export const star = (n: number) => uuid(1, n)
export const format = (n: number) => uuid(2, n)
export const season = (n: number) => uuid(3, n)
const post = (n: number) => uuid(4, n)
export const comment = (n: number) => uuid(5, n)
const voter = (n: number) => uuid(6, n)

/** Rows that single tests look up by name. */
export const named = {
  ranked: star(1),
  fewVotes: star(2),
  noVotes: star(3),
  inactive: star(4),
  single: star(5),
  umlaut: star(6),
  oldStarSlug: 'mandy-alt',
  sommerhaus: format(1),
  hiddenFormat: format(2),
  emptyFormat: format(3),
  running: season(1),
  over: season(2),
  undated: season(3),
  upcoming: season(4),
  rumor: post(1),
  poll: post(2),
  discussion: post(3),
  pending: post(4),
  rejected: post(5),
  orphan: post(6),
  endedPoll: post(7),
} as const

/** Small, with ties everywhere and every unusual case of a page. Instants count from now, days from today in Berlin. */
export async function fillPages(session: Session): Promise<void> {
  for (const part of [catalogue, calendar, members, votes, posts, comments, charts]) await session.exec(part)
}

const catalogue = `
insert into public.broadcasters (id, name, type) values
  ('${uuid(7, 1)}', 'RTL', 'tv'), ('${uuid(7, 2)}', 'Stillgelegt', 'tv'), ('${uuid(7, 3)}', 'Joyn', 'streaming');
update public.broadcasters set active = false where name = 'Stillgelegt';
insert into public.streaming_providers (id, name) values ('${uuid(8, 1)}', 'RTL+');
insert into public.formats (id, name, short_name, emoji, broadcaster_id, streaming_provider_id, streaming_url, description, is_active) values
  ('${format(1)}', 'Das Sommerhaus der Stars', 'Sommerhaus', '🏡', '${uuid(7, 1)}', '${uuid(8, 1)}', 'https://plus.example', 'Ein Haus.', true),
  ('${format(2)}', 'Geheimes Format', null, null, null, null, null, null, false),
  ('${format(3)}', 'Leeres Format', null, null, null, null, null, null, true);
update public.formats set slug = 'sommerhaus' where id = '${format(1)}';
insert into public.seasons (id, format_id, season_number, title, start_date, end_date, location) values
  ('${season(1)}', '${format(1)}', 3, 'Jetzt erst recht', private.berlin_day(now()) - 10, private.berlin_day(now()) + 10, 'Bocholt'),
  ('${season(2)}', '${format(1)}', 1, null, private.berlin_day(now()) - 800, private.berlin_day(now()) - 700, null),
  ('${season(3)}', '${format(1)}', 2, null, null, null, null),
  ('${season(4)}', '${format(1)}', 4, null, private.berlin_day(now()) + 90, null, null),
  ('${season(5)}', '${format(2)}', 1, null, null, null, null);
insert into public.stars (id, first_name, last_name, nickname, birthdate, bio, is_active) values
  ('${star(1)}', 'Mandy', 'Pfefferkorn', 'Pepper', '1993-04-11', 'Nee.', true),
  ('${star(2)}', 'Rico', 'Sturmhöfel', null, null, null, true),
  ('${star(3)}', 'Zoë', 'Wirbelwind', null, null, null, true),
  ('${star(4)}', 'Verborgen', 'Pfefferkorn', null, null, null, false),
  ('${star(5)}', 'Thekla', '', null, null, null, true),
  ('${star(6)}', 'Änne', 'Müller', null, null, null, true),
  ('${star(7)}', '7', 'Zwerge', null, null, null, true);
update public.stars set slug = '${named.oldStarSlug}' where id = '${star(1)}';
update public.stars set slug = 'mandy-pfefferkorn' where id = '${star(1)}';
-- Thirty with one name: ties for every order.
insert into public.stars (id, first_name, last_name)
  select ('${uuid(1, 0).slice(0, -3)}' || (100 + n))::uuid, 'Gleich', 'Namig' from generate_series(1, 30) n;
insert into public.season_participants (season_id, star_id, placement, sort_order) values
  ('${season(1)}', '${star(1)}', null, 1), ('${season(1)}', '${star(2)}', null, 2), ('${season(1)}', '${star(4)}', null, 3),
  ('${season(2)}', '${star(1)}', 'Gewinner:in', 1), ('${season(2)}', '${star(3)}', 'Platz 2', 2), ('${season(2)}', '${star(5)}', 'Platz 3', 3),
  ('${season(5)}', '${star(6)}', null, 1);`

const calendar = `
insert into public.calendar_events (id, title, season_id, episode_number, event_date, event_time, broadcaster_id, streaming_provider_id, is_series_event, series_end_date) values
  ('${uuid(9, 1)}', 'Vorlage', '${season(1)}', null, private.berlin_day(now()) - 7, '20:15', '${uuid(7, 1)}', '${uuid(8, 1)}', true, private.berlin_day(now()) + 7);
insert into public.calendar_events (id, title, season_id, episode_number, event_date, event_time, broadcaster_id, streaming_provider_id, is_series_event, series_parent_id)
  select ('${uuid(9, 0).slice(0, -3)}' || (100 + n))::uuid, 'Folge ' || n, '${season(1)}', n, private.berlin_day(now()) - 14 + 7 * n, '20:15',
    '${uuid(7, 1)}', '${uuid(8, 1)}', true, '${uuid(9, 1)}' from generate_series(1, 3) n;
insert into public.calendar_events (id, title, season_id, episode_number, event_date, event_time) values
  ('${uuid(9, 2)}', 'Lange her', '${season(3)}', 1, '2019-05-01', '20:15'),
  ('${uuid(9, 3)}', 'Nachts', '${season(1)}', 9, private.berlin_day(now() - interval '5 hours') + 1, '04:30'),
  ('${uuid(9, 4)}', 'Frühstück morgen', '${season(1)}', 10, private.berlin_day(now() - interval '5 hours') + 1, '05:00');
insert into public.calendar_events (id, title, format_name, event_date, event_time, channel) values
  ('${uuid(9, 5)}', 'Ohne Format', 'Freitext', '2031-01-01', '00:00', 'Kanal 21');`

const members = `
update public.profiles set nickname = 'nachtschicht' where id = '${people.other}';
insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data, created_at)
  select ('${uuid(6, 0).slice(0, -3)}' || (100 + n))::uuid, 'voter' || n || '@gmail.com', '{"provider": "email"}', '{"full_name": "Klarname"}', now() - interval '40 days'
  from generate_series(1, 6) n;
update public.profiles set nickname = 'waehler_' || right(id::text, 1) where id::text like '${uuid(6, 0).slice(0, -3)}%';`

const voterIds = Array.from({ length: 6 }, (_, index) => voter(101 + index))
const values = (rows: readonly string[]) => rows.map((row) => `(${row})`).join(', ')

const votes = `
insert into public.demand_votes (user_id, star_id, value) values ${values(voterIds.map((id) => `'${id}', '${star(1)}', 5`))},
  ${values(voterIds.map((id) => `'${id}', '${star(6)}', 3`))}, ('${voterIds[0]}', '${star(2)}', 5);
insert into public.drama_votes (user_id, star_id, value) values ${values(voterIds.map((id) => `'${id}', '${star(1)}', 4`))};
select private.rescore_all_stars();
insert into public.star_fans (star_id, user_id, created_at)
  select s.id, '${people.other}', now() - interval '1 hour' from public.stars s;`

const posts = `
insert into public.community_posts (id, type, title, content, author_id, status, tags, poll_ends_at, created_at, last_activity_at) values
  ('${post(1)}', 'rumor', 'Zieht Mandy ins Sommerhaus?', repeat('Ä', 500), '${people.other}', 'approved', array['${star(1)}', '${format(1)}']::uuid[], null, now() - interval '3 hours', now() - interval '3 hours'),
  ('${post(2)}', 'poll', 'Wer gewinnt die Staffel?', '', '${people.member}', 'approved', '{}', now() + interval '1 day', now() - interval '2 hours', now() - interval '2 hours'),
  ('${post(3)}', 'discussion', 'Warum weinen immer alle?', 'Ohne Zwiebeln.', '${people.other}', 'approved', array['${star(4)}', '${star(6)}']::uuid[], null, now() - interval '1 hour', now() - interval '1 hour'),
  ('${post(4)}', 'discussion', 'Wartet noch auf Freigabe', 'Mandy', '${people.member}', 'pending', array['${star(1)}']::uuid[], null, now() - interval '1 hour', now()),
  ('${post(6)}', 'discussion', 'Wer hat das geschrieben?', 'Niemand mehr.', null, 'approved', '{}', null, now() - interval '50 days', now() - interval '50 days'),
  ('${post(7)}', 'poll', 'Schon vorbei, oder nicht?', '', '${people.other}', 'approved', '{}', now() - interval '1 day', now() - interval '3 days', now() - interval '3 days');
insert into public.community_posts (id, type, title, author_id, status, rejection_reason) values
  ('${post(5)}', 'rumor', 'Das wurde abgelehnt', '${people.other}', 'rejected', 'Quatsch');
-- Forty at one instant, two titles: ties, and slugs that clash.
insert into public.community_posts (id, type, title, author_id, status, created_at, last_activity_at)
  select ('${uuid(4, 0).slice(0, -3)}' || (100 + n))::uuid, 'discussion', 'Gleicher Titel ' || n % 20, '${people.other}', 'approved',
    now() - interval '20 days', now() - interval '20 days' from generate_series(1, 40) n;
insert into public.poll_options (post_id, text, position) values
  ('${post(2)}', 'Mandy', 1), ('${post(2)}', 'Rico', 2), ('${post(7)}', 'Ja', 1), ('${post(7)}', 'Nein', 2);
update public.post_rumors set rumor_status = 'verified', verification_reason = 'Stimmt.', verification_source = 'Sender', source_url = 'https://blatt.example'
  where post_id = '${post(1)}';
insert into public.rumor_votes (post_id, user_id, vote) values ${values(voterIds.slice(0, 4).map((id, n) => `'${post(1)}', '${id}', '${n === 0 ? 'disagree' : 'agree'}'`))};
insert into public.poll_votes (post_id, user_id, option_id)
  select '${post(2)}', v.id, o.id from public.poll_options o, (values ${values(voterIds.map((id) => `'${id}'::uuid`))}) v (id)
  where o.post_id = '${post(2)}' and o.position = 1;
insert into public.post_reactions (post_id, user_id, reaction) values ('${post(1)}', '${people.banned}', 'heart'),
  ${values(voterIds.map((id) => `'${post(1)}', '${id}', 'heart'`))}, ('${post(3)}', '${voterIds[0]}', 'poop');`

const comments = `
insert into public.comments (id, post_id, author_id, content, created_at) values
  ('${comment(1)}', '${post(3)}', '${people.member}', 'Gleich gelöscht', now() - interval '50 minutes'),
  ('${comment(2)}', '${post(3)}', '${people.other}', 'Ich habe das geschrieben', now() - interval '40 minutes'),
  ('${comment(3)}', '${post(3)}', '${people.moderator}', 'Wir prüfen das.', now() - interval '30 minutes');
insert into public.comments (id, post_id, parent_id, author_id, content, created_at) values
  ('${comment(4)}', '${post(3)}', '${comment(1)}', '${people.other}', 'Zweite Antwort', now() - interval '10 minutes'),
  ('${comment(5)}', '${post(3)}', '${comment(1)}', '${people.member}', 'Erste Antwort', now() - interval '20 minutes');
update public.comments set content = '', deleted_at = now() where id = '${comment(1)}';
insert into public.comments (post_id, author_id, content, created_at)
  select '${post(3)}', '${people.other}', 'Immer dasselbe', now() - interval '1 minute' from generate_series(1, 30);
insert into public.comment_reactions (comment_id, user_id, reaction) values ('${comment(2)}', '${people.member}', 'heart');
insert into public.comments (post_id, author_id, content) values ('${post(4)}', '${people.other}', 'Unter einem wartenden Beitrag');`

const charts = `
insert into public.star_social_accounts (id, star_id, platform, handle, url, followers)
  select ('${uuid(9, 0).slice(0, -3)}' || (500 + row_number() over (order by s.id)))::uuid, s.id, 'instagram', 'gleich', 'https://instagram.example/g', 1000
  from public.stars s;
insert into public.star_social_accounts (star_id, platform, handle, url, followers) values
  ('${star(1)}', 'tiktok', 'mandy', 'https://tiktok.example/mandy', 2000), ('${star(2)}', 'youtube', 'rico', 'https://youtube.example/rico', null);
insert into public.star_social_followers (account_id, day, followers)
  select a.id, private.berlin_day(now()) - 40, 400 from public.star_social_accounts a where a.star_id = '${star(1)}' and a.platform = 'instagram';
insert into public.news (title, slug, body, tags, published_at) values
  ('Es geht los', 'es-geht-los', '## Los', array[(select id from public.stars order by id limit 1)], now() - interval '1 hour'),
  ('Entwurf', 'entwurf', '', '{}', null), ('Morgen', 'morgen', '', '{}', now() + interval '1 day');
select private.refresh_charts();`
