import fs from 'node:fs'
import type { Backend } from '@hot/embedded'
import { BULK_LIMITS } from '@hot/embedded/database/limits'
import type { Query } from './demo-rows.ts'
import { DEMO_MAIL_DOMAIN, DEMO_PEOPLE, demoAccountsFile } from './start-demo.ts'

/** Only the demo makes uuids of version 8 (`demoId`), in every version of HoT: they tell its rows from all others. */
export const ofDemo = (id: string) => `${id}::text like '______________8%'`

const emails = `array[${DEMO_PEOPLE.map(({ email }) => `'${email}'`).join(', ')}]`

/** Invented members, and the three accounts that the demo hands out. */
const PEOPLE = `(select u.id from auth.users u where ${ofDemo('u.id')} or u.email = any(${emails}))`
const POSTS = `(select p.id from public.community_posts p where ${ofDemo('p.id')} or p.author_id in ${PEOPLE})`

/** What the team has built on stays: a star in a season of ours, a season with people or broadcasts of ours, and so on up. */
const STARS = `(select s.id from public.stars s where ${ofDemo('s.id')}
  and not exists (select from public.season_participants p where p.star_id = s.id and not ${ofDemo('p.season_id')})
  and not exists (select from private.star_requests r where r.star_id = s.id and r.member_id not in ${PEOPLE}))`
const SEASONS = `(select s.id from public.seasons s where ${ofDemo('s.id')}
  and not exists (select from public.season_participants p where p.season_id = s.id and not ${ofDemo('p.star_id')})
  and not exists (select from public.calendar_events e where e.season_id = s.id and not ${ofDemo('e.id')}))`
const FORMATS = `(select f.id from public.formats f where ${ofDemo('f.id')}
  and not exists (select from public.seasons s where s.format_id = f.id and s.id not in ${SEASONS})
  and not exists (select from public.calendar_events e where e.format_id = f.id and not ${ofDemo('e.id')}))`

const channelUnused = (table: 'broadcasters' | 'streaming_providers', column: string) =>
  `delete from public.${table} c where ${ofDemo('c.id')}
    and not exists (select from public.formats f where f.${column} = c.id)
    and not exists (select from public.calendar_events e where e.${column} = c.id)`

const starVotes = ['demand_votes', 'realness_votes', 'drama_votes'] as const

const sum = (parts: readonly string[]) => parts.map((part) => `(${part})`).join(' + ')

/** What there is of the demo, and what others have written or voted below it, by name. */
const COUNTS: Readonly<Record<string, string>> = {
  accounts: `select count(*) from ${PEOPLE} x`,
  posts: `select count(*) from ${POSTS} x`,
  comments: `select count(*) from public.comments c where c.post_id in ${POSTS} or c.author_id in ${PEOPLE}`,
  votes: sum([
    ...starVotes.map(
      (table) => `select count(*) from public.${table} v where v.star_id in ${STARS} or v.user_id in ${PEOPLE}`,
    ),
    ...(['rumor_votes', 'poll_votes', 'post_reactions'] as const).map(
      (table) => `select count(*) from public.${table} v where v.post_id in ${POSTS} or v.user_id in ${PEOPLE}`,
    ),
  ]),
  stars: `select count(*) from ${STARS} x`,
  formats: `select count(*) from ${FORMATS} x`,
  seasons: `select count(*) from ${SEASONS} x`,
  events: `select count(*) from public.calendar_events e where ${ofDemo('e.id')}`,
  news: `select count(*) from public.news n where ${ofDemo('n.id')}`,
  othersComments: `select count(*) from public.comments c where c.post_id in ${POSTS} and (c.author_id is null or c.author_id not in ${PEOPLE}) and c.deleted_at is null`,
  othersVotes: sum([
    ...starVotes.map(
      (table) => `select count(*) from public.${table} v where v.star_id in ${STARS} and v.user_id not in ${PEOPLE}`,
    ),
    ...(['rumor_votes', 'poll_votes', 'post_reactions'] as const).map(
      (table) => `select count(*) from public.${table} v where v.post_id in ${POSTS} and v.user_id not in ${PEOPLE}`,
    ),
  ]),
  keptFormats: `select count(*) from public.formats f where ${ofDemo('f.id')} and f.id not in ${FORMATS}`,
  keptSeasons: `select count(*) from public.seasons s where ${ofDemo('s.id')} and s.id not in ${SEASONS}`,
  keptStars: `select count(*) from public.stars s where ${ofDemo('s.id')} and s.id not in ${STARS}`,
}

type Counts = Record<keyof typeof COUNTS, number>

async function counted(query: Query): Promise<Counts> {
  const columns = Object.entries(COUNTS).map(([name, sql]) => `(${sql})::int as "${name}"`)
  const [row] = await query<Counts>(`select ${columns.join(', ')}`)
  if (!row) throw new Error('The demo could not be counted.')
  return row
}

const number = (count: number | undefined) => (count ?? 0).toLocaleString('de-DE')

function lines(counts: Counts, verb: string): string[] {
  const c = (name: string) => number(counts[name])
  const others = (counts.othersComments ?? 0) + (counts.othersVotes ?? 0)
  const kept = (counts.keptFormats ?? 0) + (counts.keptSeasons ?? 0) + (counts.keptStars ?? 0)
  return [
    `${verb}: ${c('accounts')} Konten, ${c('posts')} Beiträge, ${c('comments')} Kommentare, ${c('votes')} Stimmen und Reaktionen, ${c('stars')} Stars, ${c('formats')} Formate, ${c('seasons')} Staffeln, ${c('events')} Termine, ${c('news')} News.`,
    ...(others > 0
      ? [
          `Darunter von echten Mitgliedern, weil es an Demo-Inhalten hängt: ${c('othersComments')} Kommentare, ${c('othersVotes')} Stimmen und Reaktionen.`,
        ]
      : []),
    ...(kept > 0
      ? [
          `Es bleiben, weil ihr darauf aufgebaut habt: ${c('keptFormats')} Formate, ${c('keptSeasons')} Staffeln, ${c('keptStars')} Stars.`,
        ]
      : []),
  ]
}

/** The lines that say what a removal would take; none: there is no demo. */
export async function countDemo({ transaction }: Pick<Backend, 'transaction'>): Promise<string[]> {
  const counts = await transaction((query) => counted(query), BULK_LIMITS)
  return isThere(counts) ? lines(counts, 'Das ist die Demo') : []
}

const isThere = ({ accounts, posts, stars, formats, news, events }: Counts) =>
  [accounts, posts, stars, formats, news, events].some((count) => (count ?? 0) > 0)

/** In this order: what hangs on a row goes with it, and what others have built on is not to go with it. */
const REMOVAL: readonly string[] = [
  // What an answer of somebody else hangs on stays as "deleted", as when a member deletes it.
  `update public.comments c set content = '', deleted_at = coalesce(c.deleted_at, now())
    where c.author_id in ${PEOPLE} and c.post_id not in ${POSTS}
      and exists (select from public.comments r where r.parent_id = c.id and (r.author_id is null or r.author_id not in ${PEOPLE}))`,
  `delete from public.comments c where c.author_id in ${PEOPLE} and c.post_id not in ${POSTS}
      and not exists (select from public.comments r where r.parent_id = c.id and (r.author_id is null or r.author_id not in ${PEOPLE}))`,
  `delete from private.link_previews l where l.url in (
     select r.source_url from public.post_rumors r where r.post_id in ${POSTS}
     except select r.source_url from public.post_rumors r where r.post_id not in ${POSTS})`,
  `delete from public.community_posts p where p.id in ${POSTS}`,
  `delete from public.news n where ${ofDemo('n.id')}`,
  `update public.calendar_events e set series_parent_id = null, is_series_event = false
    where not ${ofDemo('e.id')} and ${ofDemo('e.series_parent_id')}`,
  `delete from public.calendar_events e where ${ofDemo('e.id')}`,
  `delete from public.stars s where s.id in ${STARS}`,
  // The format first: whether it may go depends on its seasons, which go with it.
  `delete from public.formats f where f.id in ${FORMATS}`,
  `delete from public.seasons s where s.id in ${SEASONS}`,
  channelUnused('broadcasters', 'broadcaster_id'),
  channelUnused('streaming_providers', 'streaming_provider_id'),
  `select set_config('storage.allow_delete_query', 'true', true)`,
  `delete from storage.objects o where o.owner_id in (select x.id::text from ${PEOPLE} x)`,
  `select set_config('storage.allow_delete_query', 'false', true)`,
  `delete from auth.users u where u.id in ${PEOPLE}`,
  `update public.app_settings s set extra_mail_domains = array_remove(s.extra_mail_domains, '${DEMO_MAIL_DOMAIN}')
    where '${DEMO_MAIL_DOMAIN}' = any (s.extra_mail_domains)
      and not exists (select from auth.users u where u.email like '%@${DEMO_MAIL_DOMAIN}')`,
]

/** What is kept of words and letters that no name has any more: harmless, but the demo's. */
const LEFTOVERS: readonly string[] = [
  'delete from private.near_words n where not exists (select from private.name_words w where w.word = n.word)',
  'delete from private.star_letters l where l.stars_count = 0',
]

/** Scores, ranks and charts as their jobs would have them at their next turn. */
const RECOUNT = [
  'select private.rescore_all_stars()',
  'select private.refresh_charts()',
  'select private.refresh_popular()',
] as const

const WITHOUT_ADMIN = 'Es gibt jetzt kein Konto mit Admin-Rechten. Mach eines: npm run admin -- DEINE-ADRESSE'

/**
 * Takes the demo away whole, in one transaction: its members and accounts, what they wrote and voted, and its stars, formats,
 * seasons, broadcasts and news, with what hangs on them. Returns the lines that say how much.
 */
export async function removeDemo(
  { transaction, query }: Pick<Backend, 'transaction' | 'query'>,
  dataDir: string | undefined,
): Promise<string[]> {
  const counts = await transaction(async (run) => {
    const found = await counted(run)
    if (!isThere(found)) return found
    for (const statement of [...REMOVAL, ...LEFTOVERS, ...RECOUNT]) await run(statement)
    return found
  }, BULK_LIMITS)
  if (dataDir) fs.rmSync(demoAccountsFile(dataDir), { force: true })
  if (!isThere(counts)) return ['Hier ist keine Demo.']
  const [admin] = await query('select from public.profiles where role = $1 limit 1', ['admin'])
  return [...lines(counts, 'Entfernt'), ...(admin ? [] : [WITHOUT_ADMIN])]
}
