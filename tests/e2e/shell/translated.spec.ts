import { registerMember } from '../../support/site/members.ts'
import { newBallot } from '../../support/site/posts.ts'
import { visit } from '../support/journey.ts'
import { expect, signIn, test } from '../support/member.ts'
import { translate } from '../support/modes.ts'
import { ballot, choice, reaction } from '../support/vote-steps.ts'

test('on a page that the browser translates, votes and reactions are shown, changed and taken back', async ({
  page,
}) => {
  const post = await newBallot(page.request, await registerMember(page.request), 'rumor')
  await page.context().addInitScript(translate)
  await signIn(page, await registerMember(page.request))
  await visit(page, post.path)
  await expect(choice(page, 'Stimmt nicht').locator('font font')).toHaveCount(1)
  await choice(page, 'Stimmt nicht').click()
  await expect(ballot(page).getByText('1 Stimme · deine: Stimmt nicht', { exact: true })).toBeVisible()
  await choice(page, 'Stimmt').click()
  await expect(ballot(page).getByText('1 Stimme · deine: Stimmt', { exact: true })).toBeVisible()
  await reaction(page, 'Herz').click()
  await expect(reaction(page, 'Herz')).toContainText('1')
  await reaction(page, 'Herz').click()
  await expect(reaction(page, 'Herz')).toContainText('0')
})
