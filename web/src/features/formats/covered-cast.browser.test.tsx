import { seasonPage } from '@hot/domain/contract/format'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../../tests/support/components/show.tsx'
import { exampleOf } from '../../../../tests/support/example-of.ts'
import { CoveredCast } from './covered-cast.tsx'

const id = (n: number) => `30000000-0000-4000-8000-00000000000${n}`
const seasonOf = (n: number, placement: string | null, results_covered: boolean) =>
  exampleOf(seasonPage, {
    id: id(n),
    cast: [{ id: id(9), first_name: 'Mandy', slug: 'mandy', placement }],
    results_covered,
  })

test('covered placements are asked for by a press only, and covered again by the next', async () => {
  const asked: string[] = []
  const season_results = ({ p_season_id = '' }: Record<string, string>) => {
    asked.push(p_season_id)
    return [{ star_id: id(9), placement: 'Gewinnerin' }]
  }
  await show(<CoveredCast season={seasonOf(1, null, true)} />, { season_results })
  await expect.element(page.getByRole('link', { name: 'Mandy' })).toBeVisible()
  await expect.element(page.getByRole('status')).toMatchTextContent('bleibt verdeckt')
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Trotzdem zeigen' }).click()
  await expect.element(page.getByText('Gewinnerin')).toBeVisible()
  await expect.element(page.getByRole('status')).toMatchTextContent('Du siehst alle Platzierungen.')
  expect(asked).toEqual([id(1)])
  await page.getByRole('button', { name: 'Wieder verdecken' }).click()
  await expect.element(page.getByText('Gewinnerin')).not.toBeInTheDocument()
})

test('what cannot be uncovered says so, and can be tried again', async () => {
  let works = false
  const season_results = () =>
    works ? [{ star_id: id(9), placement: 'Platz 2' }] : Response.json({ message: 'weg' }, { status: 404 })
  await show(<CoveredCast season={seasonOf(2, null, true)} />, { season_results })
  await page.getByRole('button', { name: 'Trotzdem zeigen' }).click()
  await expect.element(page.getByRole('status')).not.toMatchTextContent('bleibt verdeckt')
  works = true
  await page.getByRole('button', { name: 'Wieder verdecken' }).click()
  await page.getByRole('button', { name: 'Trotzdem zeigen' }).click()
  await expect.element(page.getByText('Platz 2')).toBeVisible()
})

test('what is not covered has no gate', async () => {
  await show(<CoveredCast season={seasonOf(3, 'Platz 3', false)} />)
  await expect.element(page.getByText('Platz 3')).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})
