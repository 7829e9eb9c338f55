import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../../../tests/support/components/show.tsx'
import { Reasons } from './decision.tsx'

const decision = {
  kind: 'deleted',
  scope: null,
  changed: null,
  reason: 'Ruft zu Gewalt auf.',
  rule: 'law_hate',
  target_type: 'comment',
  excerpt: 'Man müsste sie …',
  ends_at: null,
  reported: true,
  origin: 'person',
} as const

const statement = () =>
  page
    .getByRole('term')
    .elements()
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)

test('a statement of reasons says what, why, by which law, how far, how long, who, and where to turn', async () => {
  await show(<Reasons decision={decision} />, {})
  await expect
    .poll(statement)
    .toEqual([
      'Dein Kommentar: Man müsste sie …',
      'Grund: Ruft zu Gewalt auf.',
      'Grundlage: Gesetz: Volksverhetzung (§ 130 StGB)',
      'Gilt: Überall auf HoT: Der Kommentar ist für niemanden mehr zu sehen.',
      'Bis: Auf Dauer',
      'Entschieden: Von einem Menschen aus dem Team, nach einer Meldung.',
      'Was du tun kannst: Einmal Einspruch einlegen, eine Streitbeilegungsstelle anrufen oder vor Gericht gehen: so geht das',
    ])
  await expect
    .element(page.getByRole('link', { name: 'so geht das' }))
    .toHaveAttribute('href', '/community-guidelines#einspruch')
})

test('an edit says which parts the team changed, and of a statement what became of it', async () => {
  const edit = { ...decision, kind: 'edited', target_type: 'post', reported: false } as const
  const { screen } = await show(<Reasons decision={{ ...edit, changed: ['title', 'content'] }} />, {})
  await expect
    .poll(statement)
    .toEqual(
      expect.arrayContaining([
        'Dein Beitrag: Man müsste sie …',
        'Gilt: Überall auf HoT: Dein Beitrag steht da, wie das Team ihn geändert hat (Titel und Text).',
        'Bis: Auf Dauer',
        'Entschieden: Von einem Menschen aus dem Team.',
      ]),
    )
  await screen.unmount()
  await show(<Reasons decision={{ ...edit, changed: ['statement_gone'] }} />, {})
  await expect
    .poll(statement)
    .toEqual(
      expect.arrayContaining([
        'Deine Stellungnahme: Man müsste sie …',
        'Gilt: Überall auf HoT: Deine Stellungnahme steht nicht mehr über dem Beitrag.',
      ]),
    )
})

test('a rule is linked, and an older decision without one stays readable', async () => {
  const { screen } = await show(<Reasons decision={{ ...decision, rule: 'tone' }} />, {})
  await expect
    .element(page.getByRole('link', { name: '1. Der Ton' }))
    .toHaveAttribute('href', '/community-guidelines#ton')
  await screen.unmount()
  await show(<Reasons decision={{ ...decision, rule: null }} />, {})
  await expect
    .poll(() => statement().map((line) => line.split(':')[0]))
    .toEqual(['Dein Kommentar', 'Grund', 'Gilt', 'Bis', 'Entschieden', 'Was du tun kannst'])
})
