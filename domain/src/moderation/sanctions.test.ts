import { expect, test } from 'vitest'
import { decisionTitle, nextSanction, type SanctionStatus } from './sanctions.ts'

const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T12:00:00.000Z`
const decision = (action: string, day: number) => ({ id: `${action}-${day}`, action, created_at: at(day) })
const never = { warning: null, ban: null }
const status = (is_banned: boolean, ...decisions: SanctionStatus['decisions']): SanctionStatus => ({
  is_banned,
  decisions,
})

test.each([
  ['nothing for a clean slate', status(false), never, null],
  ['a first warning', status(false, decision('warned', 3)), never, 'warned-3'],
  [
    'the newest of several, whatever their order',
    status(false, decision('warned', 3), decision('warned', 9)),
    never,
    'warned-9',
  ],
  ['no warning twice', status(false, decision('warned', 3)), { warning: at(3), ban: null }, null],
  [
    'a newer one again',
    status(false, decision('warned', 4), decision('warned', 3)),
    { warning: at(3), ban: null },
    'warned-4',
  ],
  ['a ban before a warning', status(true, decision('warned', 9), decision('banned', 3)), never, 'banned-3'],
  [
    'the warning after the ban was seen',
    status(true, decision('warned', 9), decision('banned', 3)),
    { warning: null, ban: at(3) },
    'warned-9',
  ],
  ['no ban that has ended', status(false, decision('banned', 3)), never, null],
  ['no dialog for a removal', status(false, decision('deleted', 3)), never, null],
  [
    'the same instant in other letters as the same',
    status(false, { ...decision('warned', 3), created_at: '2026-11-03T13:00:00+01:00' }),
    { warning: at(3), ban: null },
    null,
  ],
])('shows %s', (_, given, shown, id) => {
  expect(nextSanction(given, shown)?.sanction.id ?? null).toBe(id)
})

test.each([
  [['title', 'content'], 'Beitrag geändert'],
  [['statement'], 'Stellungnahme geändert'],
  [['statement_gone'], 'Stellungnahme entfernt'],
] as const)('an edit of %o is called %s', (changed, title) => {
  expect(decisionTitle({ kind: 'edited', severity: null, target_type: 'post', ban_days: null, changed })).toBe(title)
})
