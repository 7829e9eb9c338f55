import { expect, test } from 'vitest'
import { settleConsent } from './consent.ts'
import type { Consent, ConsentLevel } from './storage-keys.ts'

const early = '2026-03-01T10:00:00.000Z'
const late = '2026-03-02T10:00:00.000Z'
const chose = (level: ConsentLevel, acceptedAt: string): Consent => ({ level, acceptedAt })
const recorded = (full: boolean, at: string | null) => ({ analytics_consent: full, analytics_consent_updated_at: at })
const nothing = recorded(false, null)

test.each([
  ['nobody chose anywhere', null, nothing, null],
  ['a guest said yes and signs in', chose('full', early), nothing, { record: chose('full', early) }],
  ['a guest said no and signs in', chose('essential', early), nothing, { record: chose('essential', early) }],
  ['the member said yes elsewhere', null, recorded(true, early), { takeOver: chose('full', early) }],
  ['the member said no elsewhere', null, recorded(false, early), { takeOver: chose('essential', early) }],
  ['none on the device is no choice', chose('none', late), recorded(true, early), { takeOver: chose('full', early) }],
  ['none on the device is not recorded', chose('none', late), nothing, null],
  [
    'the device changed its mind later',
    chose('essential', late),
    recorded(true, early),
    { record: chose('essential', late) },
  ],
  ['withdrawn elsewhere later', chose('full', early), recorded(false, late), { takeOver: chose('essential', late) }],
  [
    'the same again, later: the later instant counts',
    chose('full', late),
    recorded(true, early),
    { record: chose('full', late) },
  ],
  ['both know the same', chose('full', early), recorded(true, early), null],
  ['the database writes instants its own way', chose('full', early), recorded(true, '2026-03-01T11:00:00+01:00'), null],
])('%s', (_, device, profile, expected) => expect(settleConsent(device, profile)).toEqual(expected))
