import { postCard, trashtalkPage } from '@hot/domain/contract/post'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../../tests/support/components/show.tsx'
import { exampleOf } from '../../../../tests/support/example-of.ts'
import { TrashtalkPage } from './trashtalk-page.tsx'

const now = Date.parse('2026-12-01T12:00:00Z')

test('a kind whose posts are all among the hottest is not called empty', async () => {
  const hot = exampleOf(postCard, { type: 'discussion', title: 'Wer zieht ein?', created_at: '2026-12-01T11:00:00Z' })
  const given = exampleOf(trashtalkPage, { hot: [hot], rumors: [], polls: [], discussions: [] })
  await show(<TrashtalkPage page={given} now={now} aside={null} />)
  const discussions = page.getByRole('region', { name: 'Diskussionen' })
  await expect.element(discussions.getByText(/^Was es gibt, steht oben/)).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Gerüchte' }).getByText(/^Noch nichts\./)).toBeVisible()
})
