import { registerMember } from '../../support/site/members.ts'
import { addComments, newBallot } from '../../support/site/posts.ts'
import { visit } from '../support/journey.ts'
import { expect, signIn, test } from '../support/member.ts'
import { shiftClock } from '../support/modes.ts'
import { ballot, choice, storedVotes } from '../support/vote-steps.ts'

test('on a device two hours ahead, a poll that ends in half an hour is open and can be voted in', async ({ page }) => {
  const ends = new Date(Date.now() + 30 * 60_000).toISOString()
  const author = await registerMember(page.request)
  const post = await newBallot(page.request, author, 'poll', { poll_ends_at: ends })
  await page.context().addInitScript(shiftClock, 2)
  await signIn(page, await registerMember(page.request))
  await visit(page, post.path)
  // Back again it is the browser, not the server, that says what time it is.
  await page.getByRole('banner').getByRole('link', { name: 'HoT Startseite' }).click()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page).toHaveURL(post.path)
  await expect(ballot(page).getByText(/endet .* um /)).toBeVisible()
  await choice(page, 'Sofa').click()
  await expect.poll(() => storedVotes(page.request, 'poll_votes', post)).toHaveLength(1)
  await expect(ballot(page).getByRole('button', { name: 'Stimme ändern' })).toBeVisible()
})

test('on a device two hours behind, the age of a comment goes on while another page is read', async ({ page }) => {
  const author = await registerMember(page.request)
  const post = await newBallot(page.request, author, 'poll')
  await addComments(page.request, post, author, [{ content: 'Sofa natürlich.' }])
  await page.context().addInitScript(shiftClock, -2)
  await visit(page, post.path)
  const age = page.getByRole('region', { name: /Kommentar/ }).getByRole('time')
  await expect(age).toHaveText('Gerade eben')
  await page.getByRole('banner').getByRole('link', { name: 'HoT Startseite' }).click()
  await expect(page).toHaveURL('/')
  await page.evaluate(shiftClock, 10 / 60)
  await page.goBack()
  await expect(page).toHaveURL(post.path)
  await expect(age).toHaveText('vor 10 Min.')
})
