import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)
const notify = (t: Harness, type: string, actor: keyof typeof people) =>
  t.service(
    `select public.create_notification('${people.other}', $1, 'Titel', 'Text', '{}', '${w.discussion}', null, $2) as id`,
    [type, people[actor]],
  )
const list = async (t: Harness) =>
  (await t.as('other', 'select type, actor_id::text, actors_count, read from public.notifications order by type')).rows

test(
  'several people on one target within a day are one row, one person counts once, and a new one makes it unread',
  harness(async (t) => {
    await notify(t, 'reaction_on_post', 'member')
    await notify(t, 'reaction_on_post', 'member')
    await t.as('other', 'update public.notifications set read = true')
    await notify(t, 'reaction_on_post', 'moderator')
    expect(await list(t)).toEqual([
      { type: 'reaction_on_post', actor_id: people.moderator, actors_count: 2, read: false },
    ])
    await t.owner(`update public.notifications set created_at = now() - interval '25 hours'`)
    await notify(t, 'reaction_on_post', 'admin')
    expect(await list(t)).toHaveLength(2)
  }),
)

test(
  'own actions never notify; a type switched off does not; warnings cannot be switched off',
  harness(async (t) => {
    await notify(t, 'comment_on_post', 'other')
    await t.as('other', `insert into public.notification_preferences (type, enabled) values ('mention', false)`)
    await notify(t, 'mention', 'member')
    expect(await list(t)).toEqual([])
    const off = await t.attempt(
      'other',
      `insert into public.notification_preferences (type, enabled) values ('warning', false)`,
    )
    expect(off.error?.code).toBe('23514')
  }),
)

test(
  'one switch lets rest what can be switched off, and what was chosen of each type comes back with it',
  harness(async (t) => {
    const set = (type: string, enabled: boolean, channel = 'push') =>
      t.as('other', 'select public.set_notification_setting($1, $2, $3)', [type, enabled, channel])
    const chosen = async () => {
      const { rows } = await t.as('other', 'select public.notification_settings() as settings')
      const settings = rows[0]?.settings as { type: string; enabled: boolean; channel: string }[]
      return settings.filter(({ type }) => ['all', 'mention', 'reaction_on_post'].includes(type))
    }
    await set('mention', false)
    await set('reaction_on_post', true, 'app')
    const before = await chosen()
    await set('all', false)
    await notify(t, 'reaction_on_post', 'member')
    await notify(t, 'mention', 'member')
    expect(await list(t)).toEqual([])
    await notify(t, 'warning', 'moderator')
    expect((await list(t)).map(({ type }) => type)).toEqual(['warning'])
    await set('all', true)
    expect(await chosen()).toEqual(before)
    await notify(t, 'reaction_on_post', 'admin')
    await notify(t, 'mention', 'admin')
    expect((await list(t)).map(({ type }) => type)).toEqual(['reaction_on_post', 'warning'])
  }),
)

test(
  'the unread count is what the list shows, and marking all reads them',
  harness(async (t) => {
    await notify(t, 'mention', 'member')
    await notify(t, 'reply_to_comment', 'member')
    const unread = async () =>
      (await t.as('other', `select public.get_unread_notification_count('${people.other}') as n`)).rows[0]?.n
    expect(await unread()).toBe(1)
    const marked = await t.as('other', `select public.mark_all_notifications_read('${people.other}') as n`)
    expect(marked.rows).toEqual([{ n: 2 }])
    expect(await unread()).toBe(0)
  }),
)
