import type { Page } from '@playwright/test'
import { newBallot } from '../../support/site/posts.ts'
import { holdCode, openEarly } from '../support/early-taps.ts'
import { alive, visit } from '../support/journey.ts'
import { expect, test } from '../support/member.ts'
import { letTokenExpireMeanwhile } from '../support/session-steps.ts'
import { ballot, choice, storedVotes } from '../support/vote-steps.ts'

test('what is pressed before the app runs is carried out once it does, and forgotten on another page', async ({
  page,
  samples,
}) => {
  const letThrough = await holdCode(page)
  await openEarly(page, samples.star.path)
  await page.getByLabel('Account', { exact: true }).tap()
  await expect(page.getByRole('listitem').getByRole('link', { name: 'Login' })).toBeVisible()
  const fan = page.getByRole('link', { name: 'Fan werden' })
  await fan.tap()
  await fan.tap()
  await expect(fan).toHaveAttribute('aria-busy', 'true')
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

const search = (page: Page) => page.getByRole('dialog', { name: 'Suche' })
const opener = (page: Page) => page.getByRole('button', { name: 'Suche öffnen' })
/** A search box, and a combobox once the app runs. */
const field = (page: Page) => search(page).locator('input')
const caret = (page: Page) =>
  field(page).evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd])

test('the search opens before the app runs, and the app takes over what was typed, with focus and caret', async ({
  page,
}) => {
  await visit(page, '/stars')
  const letThrough = await holdCode(page)
  await openEarly(page, '/trashtalk')
  await opener(page).tap()
  await expect(field(page)).toBeFocused()
  await search(page).getByRole('button', { name: 'Suche schließen' }).tap()
  await expect(search(page)).toHaveCount(0)
  await opener(page).tap()
  await page.keyboard.press('Escape')
  await expect(search(page)).toHaveCount(0)
  await opener(page).tap()
  await page.keyboard.type('luve')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('o')
  await field(page).evaluate((input) => input.setAttribute('data-seen', ''))
  await letThrough()
  await expect(search(page).getByRole('status')).toHaveText('Suchergebnisse für "love"')
  await expect(page.getByRole('combobox', { name: 'Suche' })).toBeFocused()
  await expect(field(page)).toHaveValue('love')
  expect(await caret(page)).toEqual([2, 2])
  await expect(field(page), 'it is the same element').toHaveAttribute('data-seen')

  await page.waitForFunction(() => history.state?.hotOverlay)
  await page.goBack()
  await expect(search(page)).toHaveCount(0)
  await expect(page).toHaveURL('/trashtalk')
  await opener(page).tap()
  await expect(field(page)).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(search(page)).toHaveCount(0)
  await expect(opener(page)).toBeFocused()
})

test('the search leads to the results without the app', async ({ page }) => {
  await holdCode(page)
  await openEarly(page, '/stars')
  await opener(page).tap()
  await page.keyboard.type('love')
  await page.mouse.click(195, 800)
  await expect(search(page), 'a press beside it').toHaveCount(0)
  await opener(page).tap()
  await expect(field(page)).toHaveValue('love')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/suche?q=love')
})

test('a search that was closed again before the app runs stays closed', async ({ page }) => {
  const letThrough = await holdCode(page)
  await openEarly(page, '/stars')
  await opener(page).tap()
  await page.keyboard.press('Escape')
  await letThrough()
  await alive(page)
  await expect(search(page)).toHaveCount(0)
  await opener(page).tap()
  await expect(search(page).getByRole('status')).toHaveText('Beliebte Inhalte')
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

for (const [name, place, press, outcome] of [
  [
    'a heart',
    'star',
    (page: Page) => page.getByRole('link', { name: 'Fan werden' }),
    (page: Page) => page.getByRole('button', { name: 'Fan', pressed: true }),
  ],
  [
    'Mitreden',
    'discussion',
    (page: Page) => page.getByRole('button', { name: 'Mitreden? Melde dich an' }),
    (page: Page) => page.getByRole('textbox', { name: 'Dein Kommentar' }),
  ],
] as const)
  test(`a member who presses ${name} early is never asked to sign in, however long app and session take`, async ({
    page,
    member,
    samples,
  }) => {
    expect(member.nickname).not.toBeNull()
    await letTokenExpireMeanwhile(page)
    const letThrough = await holdCode(page)
    const answer = Promise.withResolvers<void>()
    await page.route('**/auth/v1/**', async (route) => {
      await answer.promise
      await route.continue()
    })
    await openEarly(page, samples[place].path)
    await page.clock.install()
    await press(page).tap()
    await expect(press(page)).toHaveAttribute('aria-busy', 'true')
    // A guest's link would have led to the sign-in by now.
    await page.clock.fastForward(10_000)
    await letThrough()
    await expect(page.locator('main [data-kept]')).toHaveCount(0)
    await page.clock.fastForward(20_000)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    answer.resolve()
    await expect(outcome(page)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(samples[place].path)
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
