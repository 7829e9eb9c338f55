import { registerMember } from '../../support/site/members.ts'
import { newBallot } from '../../support/site/posts.ts'
import { visit } from '../support/journey.ts'
import { expect, test } from '../support/member.ts'
import { isMember } from '../support/session-steps.ts'
import { expectToast } from '../support/sign-in-steps.ts'
import { ballot, choice, reaction, storedVotes } from '../support/vote-steps.ts'

const offlineText = 'Offline. Was du gelesen hast, ist noch da.'

test.use({ faultsExpected: true })

test('without a network a vote and a reaction stay on screen, outlive the page, and arrive once; cut off, the next page sends them', async ({
  page,
  context,
  request,
  member,
}) => {
  const post = await newBallot(request, await registerMember(request), 'rumor')
  const marksAsked = page.waitForResponse((answer) => answer.url().includes('/rpc/viewer_posts'))
  await visit(page, post.path)
  await marksAsked
  await isMember(page)
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  await page.waitForLoadState('networkidle')
  const arrived: string[] = []
  page.on('response', (answer) => {
    const table = /\/rest\/v1\/(rumor_votes|post_reactions)\b/.exec(answer.url())?.[1]
    if (table) arrived.push(`${answer.request().method()} ${table}`)
  })

  await context.setOffline(true)
  await expect(page.getByText(offlineText)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await choice(page, 'Stimmt').click()
  await expectToast(page, 'Gemerkt.', 'Gerade gibt es keine Verbindung.')
  await reaction(page, 'Herz').click()
  await choice(page, 'Stimmt nicht').click()
  await expect(choice(page, 'Stimmt nicht')).toHaveAttribute('aria-pressed', 'true')
  await expect(ballot(page).getByText('1 Stimme · deine: Stimmt nicht', { exact: true })).toBeVisible()
  await expect(reaction(page, 'Herz')).toHaveAccessibleName('Herz, 1')
  expect(await storedVotes(request, 'rumor_votes', post)).toEqual([])

  await context.setOffline(false)
  await expect(page.getByRole('status').getByText('Wieder online.')).toBeVisible()
  await expect(page.getByText(offlineText)).toBeHidden()
  const mine = { user_id: member.id, post_id: post.id }
  await expect.poll(() => storedVotes(request, 'rumor_votes', post)).toMatchObject([{ ...mine, vote: 'disagree' }])
  await expect.poll(() => storedVotes(request, 'post_reactions', post)).toMatchObject([{ ...mine, reaction: 'heart' }])
  await expect.poll(() => page.evaluate(() => localStorage.getItem('hot_kept_marks'))).toBeNull()
  // In the order of the last taps.
  expect(arrived).toEqual(['POST post_reactions', 'POST rumor_votes'])

  await context.setOffline(true)
  await reaction(page, 'Haufen').click()
  await expect(reaction(page, 'Haufen')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('hot_kept_marks'))).toContain(`post:${post.id}`)
  await page.close()
  await context.setOffline(false)
  expect(await storedVotes(request, 'post_reactions', post)).toMatchObject([{ reaction: 'heart' }])
  const next = await context.newPage()
  await visit(next, '/impressum')
  await expect.poll(() => storedVotes(request, 'post_reactions', post)).toMatchObject([{ reaction: 'poop' }])
  await expect.poll(() => next.evaluate(() => localStorage.getItem('hot_kept_marks'))).toBeNull()
  await visit(next, post.path)
  await expect(reaction(next, 'Haufen')).toHaveAttribute('aria-pressed', 'true')
  await expect(reaction(next, 'Haufen')).toHaveAccessibleName('Haufen, 1')

  // In flight when the page is left: requests of this page are never answered; leaving it ends that.
  let isLeft = false
  await next.route('**/rest/v1/rumor_votes*', (route) => (isLeft ? route.continue() : undefined))
  const sent = next.waitForRequest('**/rest/v1/rumor_votes*')
  await choice(next, 'Stimmt').click()
  await sent
  await next.goto('/impressum')
  isLeft = true
  await expect
    .poll(() => storedVotes(request, 'rumor_votes', post), { timeout: 20_000 })
    .toMatchObject([{ user_id: member.id, vote: 'agree' }])
  await expect.poll(() => next.evaluate(() => localStorage.getItem('hot_kept_marks'))).toBeNull()
  await visit(next, post.path)
  await expect(choice(next, 'Stimmt')).toHaveAttribute('aria-pressed', 'true')
})
