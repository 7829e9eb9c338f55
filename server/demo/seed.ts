import { slugify } from '@hot/domain/text/slug'
import { todayInBerlin } from '@hot/domain/time/berlin-time'
import type { Backend } from '@hot/embedded'
import { calendarRows } from './calendar.ts'
import {
  broadcasterRows,
  formatId,
  formatRows,
  participantRows,
  providerRows,
  seasonRows,
  starId,
  starRows,
} from './catalogue.ts'
import { demoId, demoRandom, insertRows, type Query, type Row } from './demo-rows.ts'
import { memberId, profileRows, userRows } from './members.ts'
import {
  commentReactionRows,
  commentRows,
  optionRows,
  pollVoteRows,
  postReactionRows,
  postRows,
  previewRows,
  rumorDetails,
  rumorVoteRows,
  stickerRows,
  waitingPostRows,
  writtenAt,
} from './posts.ts'
import { fanRows, socialRows, voteRows, voteTables } from './votes.ts'

/** Former slugs, which redirect to the current ones. */
const formerSlugs: Readonly<Record<string, readonly Row[]>> = {
  'public.format_slug_history': [
    { old_slug: 'sommerhaus-der-promipaare', format_id: formatId('das-sommerhaus-der-stars') },
    { old_slug: 'ibes', format_id: formatId('ich-bin-ein-star') },
  ],
  'public.star_slug_history': [{ old_slug: 'mandy-pepper', star_id: starId('Pfefferkorn') }],
  'public.profile_slug_history': [{ old_slug: 'nudelholz', profile_id: memberId('tvnudel') }],
}

type DemoNews = { title: string; excerpt: string; body: string; hoursAgo: number }

const demoNews: readonly DemoNews[] = [
  {
    title: 'Willkommen in der Demo: Die Formate sind echt, die Stars nicht',
    excerpt:
      'Alle Stars, Mitglieder, Gerüchte und Stimmen hier sind erfunden. Formate, Sender und Anbieter gibt es wirklich.',
    body: 'Damit du siehst, wie HoT aussieht, wenn etwas los ist, haben wir ein bisschen Leben erfunden.\n\nMandy, Rico, Jupp und alle anderen gibt es nicht. Wenn du jemanden wiedererkennst, ist das Zufall. Die Termine im Kalender sind ebenfalls ausgedacht, bitte stell dir danach keinen Wecker.',
    hoursAgo: 1,
  },
  {
    title: 'Neu im Kalender: alle Wiedersehen auf einen Blick',
    excerpt: 'Wer mit wem noch redet, steht jetzt im Programm.',
    body: 'Wiedersehen haben im Kalender eine eigene Marke und sind live gekennzeichnet.\n\nDu kannst den ganzen Kalender oder ein einzelnes Format als .ics abonnieren. Dein Handy sagt dir dann, wann du auf dem Sofa sein musst.',
    hoursAgo: 21,
  },
  {
    title: 'So rechnet die HoT Bestenliste',
    excerpt: 'Wiedersehen zählt die Hälfte, Drama ein bisschen mehr als Echtheit.',
    body: '## Drei Fragen, je 1 bis 5\n\n- Wie sehr willst du sie oder ihn **wieder sehen**?\n- Wie **echt**?\n- Wie viel **Drama**?\n\n## Und dann?\n\nWenige Stimmen ziehen nur wenig. Ab fünf Stimmen ist jemand in der Liste. Jede Stunde wird neu sortiert, einmal in der Woche vergleichen die Pfeile.',
    hoursAgo: 50,
  },
  {
    title: 'Der Dachs ist keiner',
    excerpt: 'Unsere Recherche zur Stimme aus der Decke ist abgeschlossen.',
    body: 'Nach drei Wochen, vierzig Kommentaren und einem Geodreieck steht fest: Es war ein neues Mikrofon.\n\nDie Umfrage „Wie soll der Dachs heißen?“ bleibt trotzdem online. Manche Dinge sind größer als die Wahrheit.',
    hoursAgo: 200,
  },
  {
    title: 'Spoiler: bitte in den Titel',
    excerpt: 'Für alle, die die Wiederholung um vier gucken.',
    body: 'Wenn du etwas verrätst, schreib „Spoiler“ in den Titel. Dann entscheidet jede und jeder selbst.\n\nWer es vergisst, bekommt eine freundliche Nachricht vom Team. Beim dritten Mal ist sie nur noch höflich.',
    hoursAgo: 330,
  },
]

/**
 * Fills an empty database with demo content in one transaction: real formats, channels and providers, invented stars
 * and members. Dates are relative to `now`, everything else is the same on every machine. Counters, scores, karma and
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
    await query('select private.refresh_week_topics()')
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
  // A trigger of auth.users has created the rows; this sets nickname, bio and age.
  await insertRows(
    query,
    'public.profiles',
    profileRows(now),
    `on conflict (id) do update set nickname = excluded.nickname, bio = excluded.bio, provider_type = excluded.provider_type,
      created_at = excluded.created_at`,
  )
}

/** Days of the past whose ranks and scores are stored, as the daily job would have. */
const snapshotDays = [42, 35, 28, 21, 14, 7]

/** Inserts votes in chronological order and stores ranks and scores in between. */
async function seedVotes(query: Query, now: Date): Promise<void> {
  const votes = voteRows(now, demoRandom('star votes'))
  let from = 0
  for (const days of [...snapshotDays, 0]) {
    const until = days === 0 ? Number.POSITIVE_INFINITY : now.getTime() - days * 86_400_000
    for (const table of voteTables) {
      const cast = votes[table].filter(({ created_at: at }) => at.getTime() >= from && at.getTime() < until)
      await insertRows(query, `public.${table}`, cast)
    }
    from = until
    await query('select private.rescore_all_stars()')
    if (days === 0) break
    await query(
      `insert into private.star_rank_snapshots (day, star_id, rank, score)
       select private.berlin_day(now()) - $1::int, star_id, rank, hot_score from public.star_scores where rank is not null`,
      [days],
    )
  }
  await query('select private.snapshot_star_ranks()')
  await insertRows(query, 'public.star_fans', fanRows(now, demoRandom('fans')))
}

async function seedPosts(query: Query, now: Date): Promise<void> {
  await insertRows(query, 'public.community_posts', postRows(now))
  await insertRows(query, 'public.community_posts', waitingPostRows(now))
  await insertRows(query, 'public.poll_options', optionRows())
  await insertRows(query, 'public.rumor_votes', rumorVoteRows(now, demoRandom('rumor votes')))
  // After the votes: only those before a decision count as right or wrong.
  await insertRows(query, 'private.link_previews', previewRows())
  await updateRumors(query, rumorDetails())
  await insertRows(query, 'public.poll_votes', pollVoteRows(now, demoRandom('poll votes')))
  await insertRows(query, 'public.post_reactions', postReactionRows(now, demoRandom('reactions')))
  await insertRows(query, 'public.post_stickers', stickerRows(now, demoRandom('stickers')))
  await seedComments(query, now)
}

/** Updates rows of `post_rumors`, which a trigger of `community_posts` has created. */
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
