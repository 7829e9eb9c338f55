import { pickedEntities } from '@hot/domain/contract/admin/staff'
import { adminStar, adminStarsPage } from '@hot/domain/contract/admin/stars'
import { starRef } from '@hot/domain/contract/star'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import type { Person } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)
const namesake = '70000000-0000-4000-8000-0000000000ab'

const make = (t: Harness) =>
  t.owner(
    `insert into public.stars (id, first_name, last_name, slug, birthdate) values ('${namesake}', 'Mandy', 'Pfefferkorn', 'mandy-zwei', '1994-05-06')`,
  )
const lineOf = async (t: Harness, person: Person, star: string) =>
  starRef.parse((await t.as(person, 'select ref from private.star_cards where id = $1', [star])).rows[0]?.ref)
    .distinguished_by
const starOf = async (t: Harness, id: string) =>
  adminStar.parse((await t.as('moderator', 'select public.admin_star($1) as star', [id])).rows[0]?.star)
const tell = (t: Harness, person: Person, one: string, other: string, apart = true) =>
  t.attempt(person, 'select public.admin_tell_stars_apart($1, $2, $3)', [one, other, apart])

test(
  'two of one name are told apart by a season, a year of birth or the address, and nobody else is',
  harness(async (t) => {
    expect(await lineOf(t, 'guest', w.star)).toBeUndefined()
    await make(t)
    expect(await lineOf(t, 'guest', w.star)).toMatch(/, Staffel \d+$/)
    expect(await lineOf(t, 'guest', namesake)).toBe('Jahrgang 1994')
    await t.owner(`update public.stars set birthdate = null where id = $1`, [namesake])
    expect(await lineOf(t, 'guest', namesake)).toBe('/stars/mandy-zwei')
    // A season of both tells nothing.
    await t.owner('insert into public.season_participants (season_id, star_id) values ($1, $2)', [w.season, namesake])
    expect(await lineOf(t, 'guest', w.star)).toMatch(/^\/stars\//)
    const list = adminStarsPage.parse(
      (await t.as('moderator', `select public.admin_stars_page('pfefferkorn') as page`)).rows[0]?.page,
    )
    expect(list.items.map((item) => item.distinguished_by)).toEqual([
      expect.stringMatching(/^\/stars\//),
      expect.stringMatching(/^\/stars\//),
    ])
    const { rows } = await t.as('moderator', `select public.admin_pick('star', 'pfefferkorn') as hits`)
    expect(new Set(pickedEntities.parse(rows[0]?.hits).map(({ hint }) => hint)).size).toBe(2)
  }),
)

test(
  'a hidden star of the name is seen by the team only, and a nickname distinguishes by itself',
  harness(async (t) => {
    await make(t)
    await t.owner('update public.stars set is_active = false where id = $1', [namesake])
    expect(await lineOf(t, 'guest', w.star)).toBeUndefined()
    expect(await lineOf(t, 'moderator', w.star)).toBeDefined()
    await t.owner(`update public.stars set is_active = true, nickname = 'Pepper' where id = $1`, [namesake])
    expect(await lineOf(t, 'guest', w.star)).toBeUndefined()
  }),
)

test(
  'two persons are proposed as duplicates no more, from either side, until that is taken back',
  harness(async (t) => {
    await make(t)
    expect((await starOf(t, w.star)).similar).toMatchObject([{ id: namesake }])
    expect((await tell(t, 'member', w.star, namesake)).error).toMatchObject({ code: '42501' })
    expect((await tell(t, 'moderator', w.star, w.star)).error?.hint).toBe('same_star')
    expect((await tell(t, 'moderator', w.star, w.season)).error?.hint).toBe('target_gone')
    for (const [one, other] of [
      [w.star, namesake],
      [namesake, w.star],
    ] as const)
      expect((await tell(t, 'moderator', one, other)).error).toBeUndefined()
    await t.as('moderator', `update public.stars set bio = 'Andere Worte' where id = $1`, [namesake])
    for (const [one, other] of [
      [w.star, namesake],
      [namesake, w.star],
    ] as const)
      expect(await starOf(t, one)).toMatchObject({
        similar: [],
        apart: [{ star: { id: other }, said_by_name: 'lagerwache' }],
      })
    const log = `select count(*)::int from public.admin_actions where action_type = 'tell_stars_apart'`
    expect(await t.value(log)).toBe(1)
    expect((await tell(t, 'moderator', namesake, w.star, false)).error).toBeUndefined()
    expect(await starOf(t, w.star)).toMatchObject({ similar: [{ id: namesake }], apart: [] })
  }),
)

test(
  'what was said of two stands again when one of them comes back from the bin, and goes with it after 30 days',
  harness(async (t) => {
    await make(t)
    await tell(t, 'moderator', w.star, namesake)
    const deleteIt = () => t.as('admin', 'select public.admin_delete_star($1)', [namesake])
    await deleteIt()
    await t.owner('select private.apply_retention()')
    expect((await starOf(t, w.star)).apart).toEqual([])
    await t.as('admin', 'select public.admin_restore_from_bin($1)', [await t.value('select id from private.bin')])
    expect((await starOf(t, w.star)).apart).toMatchObject([{ star: { id: namesake } }])
    await deleteIt()
    await t.owner(`update private.bin set removed_at = now() - interval '31 days'`)
    await t.owner('select private.apply_retention()')
    expect(await t.value('select count(*)::int from private.distinct_stars')).toBe(0)
  }),
)
