import { describe, expect, test } from 'vitest'
import { durationText, extentText } from './extent.ts'
import { grounds, groundText, isGround, lawGrounds } from './grounds.ts'
import { groundOfTemplate, reasonTemplates } from './reason-templates.ts'

describe('what a decision rests on', () => {
  test('is a rule or a law, by name', () => {
    expect(groundText('tone')).toBe('Regel: 1. Der Ton')
    expect(groundText('law_hate')).toBe('Gesetz: Volksverhetzung (§ 130 StGB)')
    for (const law of lawGrounds) expect(groundText(law), law).toMatch(/^Gesetz: /)
  })

  test('of older decisions is unknown', () => {
    expect([isGround(null), isGround('4. Alt'), isGround('content')]).toEqual([false, false, true])
  })

  test('comes with templates of what members are told of', () => {
    const told = ['reject_post', 'delete_post', 'delete', 'warn', 'ban_member'] as const
    const without = told.flatMap((kind) => reasonTemplates[kind].texts.filter((text) => !groundOfTemplate(text)))
    expect(without).toEqual([])
    const known = new Set<string>(Object.values(reasonTemplates).flatMap(({ texts }) => texts as readonly string[]))
    expect(groundOfTemplate('Nennt private Daten.')).toBe('privacy')
    expect(groundOfTemplate('Ein eigener Grund')).toBeUndefined()
    expect(known.has('Nennt private Daten.')).toBe(true)
    expect(grounds).toContain(groundOfTemplate('Rechtswidriger Inhalt.'))
  })
})

const until = '1. Dezember 2026'
test.each([
  [{ kind: 'warned', scope: null, target_type: 'comment' }, /^Nichts von dir/, '90 Tage nach der Entscheidung'],
  [{ kind: 'rejected', scope: null, target_type: 'post' }, /Der Beitrag erscheint nicht/, 'Auf Dauer'],
  [{ kind: 'rejected', scope: null, target_type: 'comment' }, /Der Kommentar erscheint nicht/, 'Auf Dauer'],
  [{ kind: 'rejected', scope: 'change', target_type: 'post' }, /^Nur für die Änderung/, 'Auf Dauer'],
  [{ kind: 'rejected', scope: 'hidden', target_type: 'post' }, /nur du und das Team/, /^Bis das Team/],
  [{ kind: 'deleted', scope: null, target_type: 'profile' }, /Was zurückgesetzt wurde/, 'Auf Dauer'],
  [
    { kind: 'edited', scope: null, target_type: 'post', changed: ['title', 'tags', 'source'] },
    /wie das Team ihn geändert hat \(Titel, Tags und Quelle\)\.$/,
    'Auf Dauer',
  ],
  [
    { kind: 'edited', scope: null, target_type: 'post', changed: ['address'] },
    /^Überall auf HoT: Seine frühere Adresse führt nirgends mehr hin\.$/,
    'Auf Dauer',
  ],
  [{ kind: 'edited', scope: null, target_type: 'post', changed: ['statement'] }, /was das Team daraus/, 'Auf Dauer'],
  [{ kind: 'edited', scope: null, target_type: 'post', changed: ['statement_gone'] }, /nicht mehr über/, 'Auf Dauer'],
  [
    { kind: 'banned', scope: null, target_type: 'profile' },
    /Lesen geht weiter/,
    `Die Sperre endet von selbst am ${until}.`,
  ],
] as const)('%o covers this, until then', (decision, extent, duration) => {
  expect(extentText(decision)).toMatch(extent)
  expect(durationText({ ...decision, until })).toMatch(duration)
})

test('a ban without end says so', () => {
  expect(durationText({ kind: 'banned', scope: null, until: null })).toBe('Ohne Ende')
})
