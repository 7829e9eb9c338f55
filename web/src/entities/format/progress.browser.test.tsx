import { starPage } from '@hot/domain/contract/star'
import { useQuery } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { starQuery } from '#web/entities/star/api.ts'
import { setViewer } from '#web/lib/auth/viewer/viewer.ts'
import { show } from '../../../../tests/support/components/show.tsx'
import { exampleOf } from '../../../../tests/support/example-of.ts'
import { OwnResults } from './progress.ts'

const season = '30000000-0000-4000-8000-000000000001'
const other = '30000000-0000-4000-8000-000000000002'

/** A star's page whose name says how often it was asked for. */
function Star() {
  const { data } = useQuery(starQuery('mandy'))
  return (
    <>
      <p>{data?.first_name}</p>
      <OwnResults seasonIds={[season]} />
    </>
  )
}

test.each([
  ['asked for anew by whoever has said how far they are in one of the seasons', season, 'Mandy 2'],
  ['not by whoever has only said it of another', other, 'Mandy 1'],
])('the page of guests is %s', async (_, season_id, shown) => {
  setViewer({
    state: 'member',
    user: { id: season_id, email: 'anna@gmx.de', createdAt: '2026-01-01T00:00:00Z' },
    profile: null,
    role: 'user',
    assurance: { current: 'aal1', next: 'aal1' },
  })
  let asked = 0
  let known = false
  await show(<Star />, {
    star_page: () => exampleOf(starPage, { first_name: `Mandy ${++asked}` }),
    own_progress: () => {
      known = true
      return [{ season_id, until: 1 }]
    },
  })
  await expect.poll(() => known).toBe(true)
  await expect.element(page.getByText(shown)).toBeVisible()
  expect(`Mandy ${asked}`).toBe(shown)
})
