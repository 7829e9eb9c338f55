import { isReservedName, nameSkeleton, nameWords, nicknameSchema } from '@hot/domain/member/nickname'
import { expect, test } from 'vitest'
import { ordinaryNames, refusedNames } from '../../../tests/support/nicknames.ts'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld } from '../support/world.ts'

const harness = useHarness(createWorld)
const names = [...refusedNames, ...ordinaryNames]
const rename = (t: Harness, nickname: string) =>
  t.owner('update public.profiles set nickname = $2 where id = $1', [people.moderator, nickname])
/** What the database says to each as a new name of `member`, by the RPC and past it by REST. */
const refusals = async (t: Harness, wanted: readonly string[]) => {
  const found: [string, string | undefined, string | undefined][] = []
  for (const name of wanted) {
    const asked = await t.undone(() => t.attempt('member', 'select public.set_nickname($1)', [name]))
    const direct = await t.undone(() =>
      t.attempt('member', `update public.profiles set nickname = $1 where id = '${people.member}'`, [name]),
    )
    found.push([name, asked.error?.hint, direct.error?.hint])
  }
  return found
}

test(
  'what a name looks like, its words, and whether nobody may have it are as in domain/',
  harness(async (t) => {
    const { rows } = await t.owner(
      `select name, private.name_skeleton(name) as skeleton, private.name_words(name) as words, private.is_reserved_name(name) as reserved
       from unnest($1::text[]) with ordinality g (name, place) order by place`,
      [names],
    )
    expect(rows).toEqual(
      names.map((name) => ({
        name,
        skeleton: nameSkeleton(name),
        words: nameWords(name),
        reserved: isReservedName(name),
      })),
    )
  }),
)

test(
  'the database refuses what the form refuses, by RPC and by REST, and nothing else',
  harness(async (t) => {
    for (const [name, asked, direct] of await refusals(t, names)) {
      const hint = nicknameSchema.safeParse(name).success
        ? undefined
        : /^[._]|[._]$/.test(name)
          ? 'nickname_form'
          : 'nickname_reserved'
      expect({ name, asked, direct }).toEqual({ name, asked: hint, direct: hint })
    }
  }),
)

test(
  'a name that passes for that of somebody of the team is refused; a name of one word is everybody’s',
  harness(async (t) => {
    await rename(t, 'Max_vom_Haus')
    const like = ['Maxvom_Haus', 'MAX.VOM.HAUS', 'Max_v0m_Haus', 'Max_vom_Haus2', 'Der_Max_vom_Haus', 'MaxVomHaus']
    for (const [name, asked, direct] of await refusals(t, like))
      expect({ name, asked, direct }).toEqual({ name, asked: 'nickname_reserved', direct: 'nickname_reserved' })
    const others = ['Max_Haus', 'Max_vom_Hausboot', 'vom_Haus']
    expect(await refusals(t, others)).toEqual(others.map((name) => [name, undefined, undefined]))
    await rename(t, 'Anna')
    expect(await refusals(t, ['Anna_Meier', 'Annabell'])).toEqual([
      ['Anna_Meier', undefined, undefined],
      ['Annabell', undefined, undefined],
    ])
    expect((await refusals(t, ['Anna7']))[0]?.[1]).toBe('nickname_reserved')
  }),
)

test(
  'the team may be called so, but not as the site itself',
  harness(async (t) => {
    const asked = (name: string) => t.undone(() => t.attempt('moderator', 'select public.set_nickname($1)', [name]))
    for (const name of ['Max_vom_Team', 'Mod_Lena']) expect((await asked(name)).error).toBeUndefined()
    for (const name of ['HoT', 'Adm1n']) expect((await asked(name)).error?.hint).toBe('nickname_reserved')
  }),
)

test(
  'names that look alike, and another member’s earlier address, are taken',
  harness(async (t) => {
    await t.owner(`update public.profiles set nickname = 'Nudelholz' where id = '${people.other}'`)
    await t.owner(`update public.profiles set nickname = 'Ilse10' where id = '${people.other}'`)
    const taken = ['nudelholz', 'Nudel.holz', 'llse10', 'IlselO', 'ILSE10']
    for (const [name, asked, direct] of await refusals(t, taken))
      expect({ name, asked, direct }).toEqual({ name, asked: 'nickname_taken', direct: 'nickname_taken' })
    expect(await refusals(t, ['Nudelhölzer', 'Ilse11'])).toEqual([
      ['Nudelhölzer', undefined, undefined],
      ['Ilse11', undefined, undefined],
    ])
    // One's own earlier one is one's own.
    const back = await t.attempt('other', `select public.set_nickname('Nudelholz')`)
    expect(back.error).toBeUndefined()
  }),
)

test(
  'a name from before stays, but cannot be taken again',
  harness(async (t) => {
    await t.owner(`update public.profiles set nickname = 'kim.' where id = '${people.member}'`)
    const kept = await t.as('member', `select public.nickname_available('kim.') as answer`)
    expect(kept.rows[0]?.answer).toEqual({ available: true, reason: null })
    const other = await t.attempt('other', `select public.set_nickname('kim_')`)
    expect(other.error?.hint).toBe('nickname_form')
  }),
)
