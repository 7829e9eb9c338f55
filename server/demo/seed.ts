import { slugify } from '@hot/domain/text/slug'
import { todayInBerlin } from '@hot/domain/time/berlin-time'
import type { Backend } from '@hot/embedded'
import { calendarRows } from './build-calendar.ts'
import { broadcasterRows, formatRows, participantRows, providerRows, seasonRows, starRows } from './build-catalogue.ts'
import { profileRows, userRows } from './build-members.ts'
import { optionRows, postRows, rumorDetails, writtenAt } from './build-posts.ts'
import { commentReactionRows, commentRows, pollVoteRows, postReactionRows, rumorVoteRows } from './build-reactions.ts'
import { socialRows } from './build-social.ts'
import { fanRows, voteRows, voteTables } from './build-votes.ts'
import { demoId } from './demo-id.ts'
import { demoRandom } from './demo-random.ts'
import { formerSlugs } from './former-slugs.ts'
import { insertRows, type Query, type Row } from './insert-rows.ts'
import { demoNews } from './news.ts'
import { waitingPostRows } from './waiting-posts.ts'

/**
 * Fills an empty database with the demo set, once, in one transaction: real formats, channels and providers, invented
 * stars and members. Days count from `now`, everything else is the same on every machine. Counters, scores, karma and
 * ranks come from the database's own triggers and jobs.
 */
export async function seedDemo(backend: Pick<Backend, 'transaction'>, now = new Date()): Promise<void> {
  await backend.transaction(async (query) => {
    await seedCatalogue(query, now)
    await seedMembers(query, now)
    await seedVotes(query, now)
    await seedPosts(query, now)
    await seedNews(query, now)
    for (const [table, rows] of Object.entries(formerSlugs)) await insertRows(query, table, rows)
    await query('select private.refresh_charts()')
  })
}

async function seedCatalogue(query: Query, now: Date): Promise<void> {
  const today = todayInBerlin(now)
  await insertRows(query, 'public.broadcasters', broadcasterRows())
  await insertRows(query, 'public.streaming_providers', providerRows())
  await insertRows(query, 'public.formats', formatRows(today))
  await insertRows(query, 'public.seasons', seasonRows(today))
  await insertRows(query, 'public.stars', starRows(today))
  await insertRows(query, 'public.season_participants', participantRows(demoRandom('casts')))
  const { series, episodes } = calendarRows(today)
  await insertRows(query, 'public.calendar_events', series)
  await insertRows(query, 'public.calendar_events', episodes)
  const { accounts, history } = socialRows(today, demoRandom('social media'))
  await insertRows(query, 'public.star_social_accounts', accounts)
  await insertRows(query, 'public.star_social_followers', history)
}

async function seedMembers(query: Query, now: Date): Promise<void> {
  await insertRows(query, 'auth.users', userRows(now))
  // The row is made by the trigger of auth.users where that exists; here it gets its nickname and its age.
  await insertRows(
    query,
    'public.profiles',
    profileRows(now),
    `on conflict (id) do update set nickname = excluded.nickname, bio = excluded.bio, provider_type = excluded.provider_type,
      created_at = excluded.created_at`,
  )
}

/** In the order of time, with the ranks of a week ago recorded in between, as the jobs would have done. */
async function seedVotes(query: Query, now: Date): Promise<void> {
  const votes = voteRows(now, demoRandom('star votes'))
  for (const table of voteTables) await insertRows(query, `public.${table}`, votes.old[table])
  await query('select private.rescore_all_stars()')
  await query(
    `insert into private.star_rank_snapshots (day, star_id, rank)
     select private.berlin_day(now()) - 7, star_id, rank from public.star_scores where rank is not null`,
  )
  for (const table of voteTables) await insertRows(query, `public.${table}`, votes.recent[table])
  await query('select private.rescore_all_stars()')
  await query('select private.snapshot_star_ranks()')
  await insertRows(query, 'public.star_fans', fanRows(now, demoRandom('fans')))
}

async function seedPosts(query: Query, now: Date): Promise<void> {
  await insertRows(query, 'public.community_posts', postRows(now))
  await insertRows(query, 'public.community_posts', waitingPostRows(now))
  await insertRows(query, 'public.poll_options', optionRows())
  await updateRumors(query, rumorDetails())
  await insertRows(query, 'public.rumor_votes', rumorVoteRows(now, demoRandom('rumor votes')))
  await insertRows(query, 'public.poll_votes', pollVoteRows(now, demoRandom('poll votes')))
  await insertRows(query, 'public.post_reactions', postReactionRows(now, demoRandom('reactions')))
  await seedComments(query, now)
}

/** The rows are made by the trigger of community_posts. */
async function updateRumors(query: Query, rumors: readonly Row[]): Promise<void> {
  await query(
    `update public.post_rumors r set source_url = d.source_url, rumor_status = d.rumor_status,
       verification_reason = d.verification_reason, verification_source = d.verification_source
     from jsonb_populate_recordset(null::public.post_rumors, $1::text::jsonb) d where d.post_id = r.post_id`,
    [JSON.stringify(rumors)],
  )
}

async function seedComments(query: Query, now: Date): Promise<void> {
  const [team] = await query<{ id: string }>(
    `select p.id from public.public_profiles p join public.profiles s on s.id = p.id where s.role = 'admin' order by s.created_at limit 1`,
  )
  const comments = commentRows(now, team?.id ?? null)
  await insertRows(query, 'public.comments', comments.top)
  await insertRows(query, 'public.comments', comments.replies)
  await insertRows(
    query,
    'public.comment_reactions',
    commentReactionRows(comments, now, demoRandom('comment reactions')),
  )
  await query(`update public.comments set content = '', deleted_at = now() where id = any ($1::text::uuid[])`, [
    `{${comments.deleted.join(',')}}`,
  ])
}

async function seedNews(query: Query, now: Date): Promise<void> {
  const rows = demoNews.map(({ title, excerpt, body, hoursAgo }) => ({
    id: demoId('news', title),
    title,
    slug: slugify(title),
    excerpt,
    body,
    published_at: writtenAt(hoursAgo, now),
  }))
  await insertRows(query, 'public.news', rows)
}
