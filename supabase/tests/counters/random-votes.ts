import { type Question, questions } from '@hot/domain/star/hot-score'
import type { RankableStar } from '../../../tests/support/oracles/star-ranking.ts'
import type { StarVotes } from '../../../tests/support/oracles/star-score.ts'
import { type Dice, dice } from '../support/dice.ts'
import type { Harness } from '../support/harness.ts'
import { idOf, insertRows, randomBans, randomMembers } from './random-people.ts'

const names = ['Änne', 'Mandy', 'Łukas', 'Zoë', '7', '']

/** Forty stars, some of the same name, some hidden, some with few votes; votes change, move and are withdrawn, and voters are banned. */
export async function randomVotes(t: Harness): Promise<void> {
  const luck = dice(20_261_121)
  const members = await randomMembers(t, luck, 50)
  const stars = Array.from({ length: 40 }, (_, n) => idOf(2, n + 1))
  await insertRows(
    t,
    'public.stars (id, first_name, last_name, nickname, is_active)',
    stars.map((id) => `'${id}', '${luck.pick(names)}', 'Stern', 'Spitz', ${!luck.chance(15)}`),
  )
  await randomBans(t, luck, members.slice(0, 25))
  for (const question of questions) await castVotes(t, luck, question, members, stars)
  await randomBans(t, luck, members.slice(25))
  await t.platform(`delete from auth.users where id = '${members[3]}'`)
  await t.owner(`delete from public.stars where id = '${stars[5]}'`)
}

async function castVotes(
  t: Harness,
  luck: Dice,
  question: Question,
  members: readonly string[],
  stars: readonly string[],
) {
  const table = `public.${question}_votes`
  const rows = stars.flatMap((star, n) =>
    // From popular to unknown, so that many are around the minimum of five votes.
    members
      .filter(() => luck.chance(n % 4 === 0 ? 40 : n % 4))
      .map((member) => `'${member}', '${star}', ${1 + luck.roll(5)}`),
  )
  await insertRows(t, `${table} (user_id, star_id, value)`, rows)
  for (const member of members) {
    if (luck.chance(30)) await t.owner(`update ${table} set value = 6 - value where user_id = '${member}'`)
    if (luck.chance(5)) await t.owner(`delete from ${table} where user_id = '${member}'`)
  }
}

/** Stars with their weighing votes, straight from the tables. */
export async function starRows(t: Harness): Promise<RankableStar[]> {
  const { rows } = await t.owner('select id::text, first_name, last_name, nickname, is_active from public.stars')
  const votes = new Map(rows.map((row) => [String(row.id), { demand: [], realness: [], drama: [] } as Mutable]))
  for (const question of questions) {
    const cast = await t.owner(
      `select v.star_id::text as star, v.value from public.${question}_votes v join public.profiles p on p.id = v.user_id
       where p.created_at <= now() - interval '24 hours'
         and not (p.is_banned and (p.banned_until is null or p.banned_until > now()))`,
    )
    for (const { star, value } of cast.rows) votes.get(String(star))?.[question].push(Number(value))
  }
  return rows.map((row) => ({
    id: String(row.id),
    first_name: String(row.first_name),
    last_name: String(row.last_name),
    nickname: row.nickname === null ? null : String(row.nickname),
    is_active: row.is_active === true,
    votes: votes.get(String(row.id)) as StarVotes,
  }))
}

type Mutable = Record<Question, number[]>
