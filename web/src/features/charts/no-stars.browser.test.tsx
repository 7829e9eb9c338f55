import { starCard } from '@hot/domain/contract/star'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../../tests/support/components/show.tsx'
import { exampleOf } from '../../../../tests/support/example-of.ts'
import { StarRanking } from './chart-rows.tsx'

// A Tuesday in Berlin.
const from = '2026-12-01T13:07:00Z'

test.each([
  [{ votes: 0, needed: 5, from: null }, 'Noch hat niemand abgestimmt. Irgendwer muss anfangen.'],
  [
    { votes: 1200, needed: 5, from },
    '1.200 Stimmen liegen da. Die ersten zählen ab Dienstag, 14:07 Uhr. Mit 5 Stimmen steht ein Star in der Liste.',
  ],
  [{ votes: 1, needed: 1, from }, 'Eine Stimme liegt da. Sie zählt ab Dienstag, 14:07 Uhr.'],
  [{ votes: 4, needed: 5, from: null }, '4 Stimmen liegen da. Mit 5 Stimmen steht ein Star in der Liste.'],
  [{ votes: 4, needed: 1, from: null }, '4 Stimmen liegen da. Gleich steht hier, für wen.'],
])('a chart without stars and with %j says: %s', async (waiting, said) => {
  await show(<StarRanking stars={[]} waiting={waiting} />)
  await expect.element(page.getByText(said, { exact: true })).toBeVisible()
})

test('a star with few votes says so, one with enough how many', async () => {
  const stars = [3, 5].map((votes) =>
    exampleOf(starCard, { id: `${votes}`, first_name: `Star ${votes}`, votes, rank: votes }),
  )
  await show(<StarRanking stars={stars} waiting={null} />)
  await expect.element(page.getByText('Noch wenige Stimmen: 3')).toBeVisible()
  await expect.element(page.getByText('5 Stimmen', { exact: true })).toBeVisible()
})
