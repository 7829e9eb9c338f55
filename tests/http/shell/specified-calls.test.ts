import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  asGuest,
  asServer,
  type Member,
  registerMember,
  registerStaff,
  type Session,
  sessionOf,
} from '../../support/site/members.ts'
import { addComments, newBallot, newDiscussion, type OpenPost } from '../../support/site/posts.ts'
import { eventually, site, siteUrl } from '../../support/site/requests.ts'

/**
 * The calls that clients were promised, as one written from the promise alone makes them: the official client, names and shapes as
 * specified, `*` where it names no columns.
 */
const clientOf = (session?: Session): SupabaseClient =>
  createClient(siteUrl(), asGuest().apikey, {
    auth: { persistSession: false, autoRefreshToken: false },
    ...(session && { accessToken: async () => session.access_token }),
  })

let people: Record<'author' | 'fan' | 'moderator' | 'admin', Member>
let sessions: Record<keyof typeof people, Session>
let as: Record<keyof typeof people | 'guest', SupabaseClient>
let discussion: OpenPost
let rumor: OpenPost
let poll: OpenPost

beforeAll(async () => {
  const [author, fan, moderator, admin] = await Promise.all([
    registerMember(site),
    registerMember(site),
    registerStaff(site, 'moderator'),
    registerStaff(site, 'admin'),
  ])
  people = { author, fan, moderator, admin }
  const entries = await Promise.all(
    Object.entries(people).map(async ([name, member]) => [name, await sessionOf(site, member)] as const),
  )
  sessions = Object.fromEntries(entries) as typeof sessions
  as = {
    guest: clientOf(),
    author: clientOf(sessions.author),
    fan: clientOf(sessions.fan),
    moderator: clientOf(sessions.moderator),
    admin: clientOf(sessions.admin),
  }
  discussion = await newDiscussion(site, author)
  rumor = await newBallot(site, author, 'rumor')
  poll = await newBallot(site, author, 'poll')
  await addComments(site, discussion, fan, [{ content: 'Ich bin dabei.' }])
})

/** The rows of an answer; fails with what the server said. */
const rows = <Row>({
  data,
  error,
}: {
  data: Row
  error: { code: string; message: string } | null
}): NonNullable<Row> => {
  if (error) throw new Error(`${error.code} ${error.message}`)
  if (data === null || data === undefined) throw new Error('no rows')
  return data
}
const counted = ({ count, error }: { count: number | null; error: { code: string; message: string } | null }) => {
  if (error) throw new Error(`${error.code} ${error.message}`)
  return count
}

describe('tables', () => {
  test('profiles: one row, four columns, a ban', async () => {
    const { author } = people
    expect(rows(await as.author.from('profiles').select('*').eq('id', author.id).single())).toMatchObject({
      nickname: author.nickname,
    })
    const named = await as.admin.from('profiles').select('id, nickname, full_name, email').eq('id', author.id)
    expect(rows(named)).toEqual([expect.objectContaining({ email: author.email })])
    const spammer = await registerMember(site)
    expect(
      rows(await as.admin.from('profiles').update({ is_banned: true }).eq('id', spammer.id).select('id, is_banned')),
    ).toEqual([{ id: spammer.id, is_banned: true }])
  })

  test('analytics: a batch of a guest, what staff did, views of a week, visits', async () => {
    const batch = ['page_view', 'performance_metric'].map((event_type) => ({
      event_type,
      metadata: { path: '/stars' },
    }))
    expect((await as.guest.from('analytics_events').insert(batch)).error).toBeNull()
    const events = as.admin.from('analytics_events').select('*')
    rows(await events.eq('metadata->>admin_action', 'true').order('created_at', { ascending: false }).limit(5))
    const since = new Date(Date.now() - 7 * 86_400_000).toISOString()
    const views = as.admin
      .from('analytics_events')
      .select('event_type, metadata')
      .in('event_type', ['star_view', 'post_view'])
    rows(await views.gte('created_at', since))
    const visit = {
      id: `session_${Date.now()}_abc`,
      user_id: people.author.id,
      session_start: new Date().toISOString(),
    }
    expect((await as.author.from('user_sessions').upsert(visit)).error).toBeNull()
  })

  test('notifications: newest first with their actor, unread, read, old ones deleted', async () => {
    await as.fan.from('post_reactions').insert({ post_id: discussion.id, user_id: people.fan.id, reaction: 'heart' })
    const unread = () =>
      as.author
        .from('notifications')
        .select('*, actor:public_profiles(nickname, avatar_url)')
        .eq('user_id', people.author.id)
        .eq('read', false)
        .order('created_at', { ascending: false })
        .range(0, 19)
    const [first] = await eventually(async () => {
      const found = rows(await unread())
      if (!found.some(({ type }) => type === 'reaction_on_post')) throw new Error('not yet')
      return found
    })
    expect(
      rows(await as.author.from('notifications').update({ read: true }).eq('id', first.id).select('read')),
    ).toEqual([{ read: true }])
    const old = new Date(Date.now() - 30 * 86_400_000).toISOString()
    const gone = await as.author.from('notifications').delete().eq('user_id', people.author.id).lt('created_at', old)
    expect(gone.error).toBeNull()
  })

  test('stars and formats: lists, by id, by pattern, by a former address', async () => {
    const columns = 'id, first_name, last_name, nickname, avatar_url, is_active'
    const [star] = rows(await as.guest.from('stars').select(columns).eq('is_active', true).limit(1))
    expect(rows(await as.guest.from('stars').select(columns).eq('id', star?.id).single())).toEqual(star)
    const like = `%${star?.first_name.slice(0, 3)}%`
    const pattern = `first_name.ilike.${like},last_name.ilike.${like},nickname.ilike.${like}`
    expect(rows(await as.guest.from('stars').select(columns).eq('is_active', true).or(pattern)).length).toBeGreaterThan(
      0,
    )
    const formats = rows(await as.guest.from('formats').select('*').order('created_at', { ascending: false }))
    const { id, slug } = formats[0] as { id: string; slug: string }
    expect(rows(await as.guest.from('formats').select('*').eq('slug', slug).single())).toMatchObject({ id })
    rows(await as.guest.from('format_slug_history').select('format_id').eq('old_slug', 'nirgends'))
  })

  test('formats and broadcasters: made, changed, deleted by admins', async () => {
    const name = `Probe ${Date.now()}`
    const made = rows(await as.admin.from('formats').insert({ name }).select('id, slug').single())
    rows(await as.admin.from('formats').update({ description: 'Neu' }).eq('id', made.id).select('id').single())
    expect((await as.admin.from('formats').delete().eq('id', made.id)).error).toBeNull()
    const channel = rows(await as.admin.from('broadcasters').insert({ name, type: 'tv' }).select('id, active').single())
    expect(channel.active).toBe(true)
    rows(await as.admin.from('broadcasters').select('*').order('type').order('name'))
    expect((await as.admin.from('broadcasters').delete().eq('id', channel.id)).error).toBeNull()
  })

  test('posts: approved by id, by tag or text, the list of the team, decisions, deletion', async () => {
    const approved = () => as.guest.from('community_posts').select('*').eq('status', 'approved')
    expect(rows(await approved().eq('id', discussion.id).single())).toMatchObject({ id: discussion.id })
    expect(rows(await approved().eq('id', discussion.id).single())).not.toHaveProperty('moderated_by')
    const [tagged] = rows(await approved().neq('tags', '{}').limit(1))
    rows(await approved().contains('tags', [tagged.tags[0]]).order('last_activity_at', { ascending: false }))
    const text = 'title.ilike.%reden%,content.ilike.%reden%'
    expect(rows(await approved().or(text).order('last_activity_at', { ascending: false })).length).toBeGreaterThan(0)
    rows(await as.moderator.from('community_posts').select('*').order('created_at', { ascending: false }).limit(20))
    const waiting = await newDiscussion(site, people.author, { status: 'pending' })
    const decision = {
      status: 'approved',
      moderated_by: people.author.id,
      moderated_at: '2020-01-01T00:00:00Z',
      rejection_reason: null,
    }
    const decided = await as.moderator.from('community_posts').update(decision).eq('id', waiting.id).select('status')
    expect(rows(decided)).toEqual([{ status: 'approved' }])
    const stored = await site.get(`/rest/v1/community_posts?id=eq.${waiting.id}&select=moderated_by,moderated_at`, {
      headers: asServer(),
    })
    const [row] = (await stored.json()) as { moderated_by: string; moderated_at: string }[]
    expect(row?.moderated_by).toBe(people.moderator.id)
    expect(Date.now() - Date.parse(row?.moderated_at ?? '')).toBeLessThan(600_000)
    expect(
      (await as.author.from('community_posts').update(decision).eq('id', waiting.id).select('id')).data ?? [],
    ).toEqual([])
    expect((await as.moderator.from('community_posts').delete().eq('id', waiting.id)).error).toBeNull()
  })

  test('what hangs on posts, by their ids', async () => {
    const ids = [discussion.id, rumor.id, poll.id]
    for (const table of ['rumor_votes', 'poll_options', 'poll_votes', 'post_reactions', 'post_rumors'])
      rows(await as.admin.from(table).select('*').in('post_id', ids))
    const status = {
      rumor_status: 'verified',
      verification_reason: 'Steht in der Zeitung',
      verification_source: 'https://example.org',
    }
    rows(await as.moderator.from('post_rumors').update(status).eq('post_id', rumor.id).select('rumor_status').single())
    const comments = rows(await as.guest.from('comments').select('*').eq('post_id', discussion.id))
    expect((await as.moderator.from('comments').delete().eq('id', comments[0].id)).error).toBeNull()
  })

  test('reports: waiting ones oldest first, decided ones', async () => {
    rows(
      await as.moderator.from('reports').select('*').eq('status', 'pending').order('created_at', { ascending: true }),
    )
    rows(await as.moderator.from('reports').select('*').neq('status', 'pending').limit(500))
    const [report] = rows(await as.moderator.from('reports').select('*').limit(1))
    if (report) expect(report).not.toHaveProperty('reporter_email')
  })

  test('calendar: in order, from today on; seasons with their cast; scores', async () => {
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
    const events = as.guest.from('calendar_events').select('*').gte('event_date', today)
    rows(await events.order('event_date').order('event_time').limit(50))
    rows(
      await as.guest
        .from('seasons')
        .select('id, format_id, season_participants(star_id, stars(id, first_name))')
        .limit(5),
    )
    rows(
      await as.guest.from('star_scores').select('star_id, hot_score').order('hot_score', { ascending: false }).limit(3),
    )
  })

  test('counts', async () => {
    const head = { count: 'exact', head: true } as const
    expect(counted(await as.moderator.from('community_posts').select('*', head).eq('status', 'pending'))).toEqual(
      expect.any(Number),
    )
    expect(counted(await as.moderator.from('reports').select('*', head).eq('status', 'pending'))).toEqual(
      expect.any(Number),
    )
    for (const table of ['stars', 'comments', 'demand_votes', 'realness_votes', 'drama_votes'])
      expect(counted(await as.admin.from(table).select('*', head)), table).toEqual(expect.any(Number))
  })
})

test('remote procedures', async () => {
  const { author, fan } = people
  expect(rows(await as.author.rpc('get_unread_notification_count', { user_uuid: author.id }))).toEqual(
    expect.any(Number),
  )
  expect(rows(await as.author.rpc('mark_all_notifications_read', { user_uuid: author.id }))).toEqual(expect.any(Number))
  expect(rows(await as.admin.rpc('is_admin'))).toBe(true)
  expect(rows(await as.fan.rpc('is_admin'))).toBe(false)
  expect(rows(await as.admin.rpc('admin_get_all_users')).length).toBeGreaterThan(0)
  const told = { user_id: fan.id, type: 'mention', title: 'Hallo', message: 'Schau mal', post_id: discussion.id }
  expect(rows(await as.moderator.rpc('create_notification', told))).toEqual(expect.any(String))
  for (const forged of [
    { ...told, actor_id: author.id },
    { ...told, type: 'warning' },
  ])
    expect((await as.moderator.rpc('create_notification', forged)).error?.code).toBe('42501')
  expect((await as.fan.rpc('create_notification', { ...told, user_id: author.id })).error?.code).toBe('42501')
  const summary = rows(await as.admin.rpc('get_analytics_summary', { since: '2026-11-01' }))
  expect(Object.keys(summary[0] ?? { day: 0, event_type: 0, events: 0, unique_sessions: 0 }).sort()).toEqual([
    'day',
    'event_type',
    'events',
    'unique_sessions',
  ])
  const archived = await as.moderator.rpc('archive_post_before_delete', {
    post_id: poll.id,
    reason: 'reported_content',
  })
  expect(archived.error).toBeNull()
})

test('realtime: own notifications, and reactions of others to own posts', async () => {
  const client = as.author
  await client.realtime.setAuth()
  const heard: string[] = []
  const { promise: joined, resolve } = Promise.withResolvers<void>()
  const own = {
    event: '*',
    schema: 'public',
    table: 'notifications',
    filter: `user_id=eq.${people.author.id}`,
  } as const
  const others = {
    event: 'INSERT',
    schema: 'public',
    table: 'post_reactions',
    filter: `user_id=neq.${people.author.id}`,
  } as const
  client
    .channel('specified')
    .on('postgres_changes', own, () => heard.push('notification'))
    .on('postgres_changes', others, ({ new: row }) => heard.push(String(row.post_id)))
    .subscribe((state) => state === 'SUBSCRIBED' && resolve())
  await joined
  const foreign = await newDiscussion(site, people.moderator)
  for (const { id } of [foreign, rumor])
    expect(
      (await as.fan.from('post_reactions').insert({ post_id: id, user_id: people.fan.id, reaction: 'poop' })).error,
    ).toBeNull()
  await eventually(async () => {
    if (!heard.includes(rumor.id) || !heard.includes('notification')) throw new Error(`heard ${heard}`)
  })
  expect(heard).not.toContain(foreign.id)
  await client.removeAllChannels()
})
