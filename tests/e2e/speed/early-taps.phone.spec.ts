import { newBallot } from '../../support/site/posts.ts'
import { holdCode, openEarly } from '../support/early-taps.ts'
import { expect, test } from '../support/member.ts'
import { ballot, choice, storedVotes } from '../support/vote-steps.ts'

test('what is pressed before the app runs is carried out once it does, and forgotten on another page', async ({
  page,
  samples,
}) => {
  const search = page.getByRole('button', { name: 'Suche öffnen' })
  const letThrough = await holdCode(page)
  await openEarly(page, samples.star.path)
  await page.getByLabel('Account', { exact: true }).tap()
  await expect(page.getByRole('listitem').getByRole('link', { name: 'Login' })).toBeVisible()
  await search.tap()
  await search.tap()
  await expect(search).toHaveAttribute('aria-busy', 'true')
  await page.locator('.bottom-bar').getByRole('link', { name: 'Stars' }).tap()
  await expect(page).toHaveURL('/stars')
  await letThrough()
  await expect(page.locator('.site-header button[aria-pressed=true]'), 'the page is alive').toHaveCount(1)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const letThroughAgain = await holdCode(page)
  await openEarly(page, samples.star.path)
  await page.getByRole('link', { name: 'Fan werden' }).tap()
  await letThroughAgain()
  await expect(page.getByRole('dialog')).toContainText('Für dein Herz brauchst du ein Konto.')
  await expect(page).toHaveURL(samples.star.path)
})

test('a member votes before the app runs', async ({ page, member }) => {
  const post = await newBallot(page.request, member, 'rumor')
  const letThrough = await holdCode(page)
  await openEarly(page, post.path)
  await choice(page, 'Stimmt').tap()
  await choice(page, 'Stimmt').tap()
  await letThrough()
  await expect(ballot(page).getByText('1 Stimme · deine: Stimmt', { exact: true })).toBeVisible()
  await expect.poll(() => storedVotes(page.request, 'rumor_votes', post)).toMatchObject([{ vote: 'agree' }])
})

test('a tap at any moment of the start counts once', { tag: '@full' }, async ({ page, context }) => {
  test.setTimeout(300_000)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  for (let delay = 0; delay <= 1_500; delay += 75)
    await test.step(`${delay} ms after the first paint`, async () => {
      await openEarly(page, '/trashtalk')
      // Not to wait for anything: the moment itself is what is tried.
      await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), delay)
      await page.getByRole('button', { name: 'Suche öffnen' }).tap()
      await expect(page.getByRole('dialog')).toHaveCount(1)
      await expect(page.getByRole('button', { name: 'Suche öffnen', includeHidden: true })).not.toHaveAttribute(
        'aria-busy',
      )
    })
})
