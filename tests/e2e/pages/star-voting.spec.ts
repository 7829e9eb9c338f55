import { devices, type Locator, type Page } from '@playwright/test'
import { asMember, registerMember } from '../../support/site/members.ts'
import { expectAccessible } from '../support/account-steps.ts'
import { addressOf, alive, comesBack, visit } from '../support/journey.ts'
import { expect, signIn, test } from '../support/member.ts'
import { button, dialog, submitLogin } from '../support/sign-in-steps.ts'

/** The top card; the previous one may still be flying off. */
const card = (page: Page) => page.locator('.voting-card:not(.voting-ghost)')
const title = (page: Page) => card(page).getByRole('heading', { level: 2 })
const answer = (page: Page, question: RegExp, value: number) =>
  page.getByRole('group', { name: question }).getByRole('radio', { name: new RegExp(`^${value} von 5`) })
const questions = [/wieder sehen\?$/, /^Wie echt\?$/, /^Wie viel Drama\?$/]
const rated = (page: Page, count: number) => page.getByText(new RegExp(`^${count} von \\d+ bewertet$`))

/** Opens the stack and waits for its first card. */
async function openStack(page: Page): Promise<string> {
  await visit(page, '/stars/voting')
  await expect(title(page)).toBeVisible()
  return title(page).innerText()
}

/** A finger on the card, from where it is put down: the browser decides whether it scrolls or the card follows. */
async function swipe(page: Page, on: Locator, [dx, dy]: readonly [number, number]): Promise<void> {
  const box = await on.boundingBox()
  if (!box) throw new Error('nothing to swipe on')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + dx * part, y: y + dy * part }],
    })
  await touch('touchStart', 0)
  for (let part = 0.1; part <= 1; part += 0.1) await touch('touchMove', part)
  await touch('touchEnd', 1)
  await devtools.detach()
}

// The stack moves: other journeys go without, see playwright.config.ts.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('the stack by buttons and keys: progress, undo, and going on where one was', async ({ page, member }) => {
  expect(member.nickname).toBeTruthy()
  const first = await openStack(page)
  await expect(rated(page, 0)).toBeVisible()
  const onward = page.getByRole('button', { name: 'Weiter' })
  await expect(onward).toBeDisabled()
  await expectAccessible(page)
  // After the third answer it goes on by itself; its undo is one Tab back from the next title.
  for (const [index, question] of questions.entries()) await answer(page, question, index + 3).click()
  await expect(title(page)).not.toHaveText(first)
  await expect(rated(page, 1)).toBeVisible()
  await expect(page.getByText('3 · 4 · 5', { exact: true })).toBeVisible()
  await expect(title(page)).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Rückgängig' })).toBeFocused()

  // Taken back: the card is shown again, without answers.
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(title(page)).toHaveText(first)
  await expect(rated(page, 0)).toBeVisible()
  for (const question of questions)
    await expect(page.getByRole('group', { name: question }).locator(':checked')).toHaveCount(0)

  // By keyboard: digits answer one question after the other, arrows move between cards.
  for (const digit of ['5', '1', '4']) await page.keyboard.press(digit)
  await expect(title(page)).not.toHaveText(first)
  const second = await title(page).innerText()
  await page.keyboard.press('ArrowLeft')
  await expect(title(page)).toHaveText(first)
  await expect(answer(page, /wieder sehen\?$/, 5)).toBeChecked()
  await expect(answer(page, /^Wie echt\?$/, 1)).toBeChecked()
  // An answer that is changed leaves the card where it is.
  await answer(page, /^Wie viel Drama\?$/, 2).click()
  await expect(onward).toBeEnabled()
  await expect(answer(page, /^Wie viel Drama\?$/, 2)).toBeChecked()
  await onward.click()
  await expect(title(page)).toHaveText(second)
  await page.getByRole('button', { name: 'Überspringen' }).click()
  await expect(title(page)).not.toHaveText(second)

  await expect(async () => {
    await page.reload()
    await alive(page)
    await expect(rated(page, 1)).toBeVisible({ timeout: 5000 })
  }).toPass()
  await expect(title(page)).toHaveText(second)
})

test('on a wide screen card, questions and who comes next are in the first view; three keys for each star', async ({
  page,
  member,
}) => {
  expect(member.id).toBeTruthy()
  await page.setViewportSize({ width: 1280, height: 800 })
  await openStack(page)
  const next = page.getByRole('region', { name: 'Danach' }).getByRole('listitem')
  const foot = async (part: Locator) => {
    const box = await part.boundingBox()
    if (!box) throw new Error('not shown')
    return box.y + box.height
  }
  const parts = [card(page), next.last(), page.getByRole('button', { name: 'Überspringen' })]
  for (const question of questions) parts.push(page.getByRole('group', { name: question }))
  for (const part of parts) expect(await foot(part)).toBeLessThanOrEqual(700)
  const portrait = await card(page).locator('.portrait').boundingBox()
  const first = await page.getByRole('group', { name: /wieder sehen\?$/ }).boundingBox()
  expect((portrait?.x ?? 0) + (portrait?.width ?? 0)).toBeLessThan(first?.x ?? 0)
  for (const count of [1, 2, 3]) {
    // Below the initials that stand for a picture.
    const expected = (await next.first().innerText()).split('\n').at(-1) ?? ''
    for (const digit of ['1', '3', '5']) await page.keyboard.press(digit)
    await expect(title(page)).toHaveText(expected)
    await expect(rated(page, count)).toBeVisible()
  }
})

test.describe('offline', () => {
  test.use({ faultsExpected: true })
  test('votes without a network are kept, said to be, and sent when it is back', async ({ page, context, member }) => {
    expect(member.id).toBeTruthy()
    const first = await openStack(page)
    // The first one has arrived, so that two are left to keep.
    const taken = page.waitForResponse((one) => one.url().includes('_votes') && one.request().method() === 'POST')
    await answer(page, /wieder sehen\?$/, 2).check()
    await expect(answer(page, /wieder sehen\?$/, 2)).toBeChecked()
    await taken
    await context.setOffline(true)
    await page.keyboard.press('4')
    await page.keyboard.press('5')
    await expect(title(page)).not.toHaveText(first)
    await expect(page.getByText(/^Kein Netz\. 2 Stimmen sind gemerkt/)).toBeVisible()
    await expect(rated(page, 1)).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText(/^Kein Netz\./)).toHaveCount(0)
    await expect(async () => {
      await page.reload()
      await alive(page)
      await expect(rated(page, 1)).toBeVisible({ timeout: 5000 })
    }).toPass()
    await expect(title(page)).not.toHaveText(first)
  })
})

test('a member rates a star and becomes a fan; the other tab follows, and everything can be taken back', async ({
  page,
  context,
  member,
  samples,
}) => {
  expect(member.id).toBeTruthy()
  await visit(page, samples.star.path)
  const fan = page.getByRole('button', { name: 'Fan werden', exact: true })
  const isFan = page.getByRole('button', { name: 'Fan', exact: true })
  await expect(fan).toHaveAttribute('aria-pressed', 'false')
  const other = await context.newPage()
  await visit(other, samples.star.path)
  await expect(other.getByRole('button', { name: 'Fan werden', exact: true })).toBeVisible()

  await fan.click()
  await expect(isFan).toHaveAttribute('aria-pressed', 'true')
  await answer(page, /^Wie echt\?$/, 4).check()
  await expect(other.getByRole('button', { name: 'Fan', exact: true })).toBeVisible()
  await expect(answer(other, /^Wie echt\?$/, 4)).toBeChecked()

  // Choosing the same answer again takes it back.
  await answer(other, /^Wie echt\?$/, 4).click()
  await expect(answer(other, /^Wie echt\?$/, 4)).not.toBeChecked()
  await expect(answer(page, /^Wie echt\?$/, 4)).not.toBeChecked()

  await visit(page, '/stars')
  const heart = page.getByRole('button', { name: `Fan von ${samples.star.text}` })
  await expect(page.getByRole('button', { name: /^Fan von / }).first()).toBeVisible()
  if ((await heart.count()) > 0) await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await visit(page, '/account/stars')
  await expect(page.getByRole('main').getByRole('link', { name: samples.star.text })).toBeVisible()
})

test('a guest who answers signs in in place, and the answer counts', async ({ page, samples }) => {
  const member = await registerMember(page.request)
  await visit(page, samples.star.path)
  await page
    .getByRole('group', { name: 'Wie viel Drama?' })
    .getByRole('link', { name: /^5 von 5/ })
    .click()
  await expect(dialog(page)).toContainText('Zum Bewerten brauchst du ein Konto. Bitte melde dich an:')
  await button(page, 'Mit E-Mail anmelden').click()
  await submitLogin(page, member)
  await expect(answer(page, /^Wie viel Drama\?$/, 5)).toBeChecked()
  expect(addressOf(page)).toBe(samples.star.path)
  await expect(async () => {
    await page.reload()
    await alive(page)
    await expect(answer(page, /^Wie viel Drama\?$/, 5)).toBeChecked({ timeout: 5000 })
  }).toPass()
})

test('a guest tries one card, then the door; the answers are sent after signing in', async ({ page }) => {
  const member = await registerMember(page.request)
  const star = await openStack(page)
  await button(page, 'Abstimmen').click()
  await expect(page.getByRole('alert')).toHaveText('Gib erst eine Antwort, von 1 bis 5.')
  for (const [index, question] of questions.entries()) await answer(page, question, index + 3).check()
  await button(page, 'Abstimmen').click()
  await expect(dialog(page)).toContainText('Deine Antworten sind gemerkt')
  await button(page, 'Mit E-Mail anmelden').click()
  await submitLogin(page, member)
  await expect(rated(page, 1)).toBeVisible()
  const path = await page.getByRole('link', { name: star }).first().getAttribute('href')
  await visit(page, path ?? '')
  for (const [index, question] of questions.entries()) await expect(answer(page, question, index + 3)).toBeChecked()
})

test('swipes on a phone: left goes on, right goes back, down scrolls; at the end the chart', async ({
  browser,
  request,
}) => {
  const member = await registerMember(request)
  const { defaultBrowserType: _, ...phone } = devices['Pixel 5']
  const context = await comesBack(await browser.newContext({ ...phone, viewport: { width: 390, height: 844 } }))
  const page = await context.newPage()
  const session = await signIn(page, member)
  const first = await openStack(page)
  const face = card(page).locator('.portrait')
  const scale = card(page).locator('.rating-scale').first()
  for (const on of [face, title(page).getByRole('link'), scale]) {
    await swipe(page, on, [-140, 6])
    await expect(title(page)).not.toHaveText(first)
    await swipe(page, on, [140, 6])
    await expect(title(page)).toHaveText(first)
  }
  await swipe(page, face, [-30, 2])
  await expect(title(page)).toHaveText(first)
  await swipe(page, scale, [20, -160])
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(40)
  await expect(title(page)).toHaveText(first)
  await expect(card(page).locator(':checked'), 'a swipe over an answer gives none').toHaveCount(0)
  await expect(page).toHaveURL('/stars/voting')
  await page.setViewportSize({ width: 320, height: 568 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  // All cards but this one were rated elsewhere.
  const headers = asMember(session)
  const all = await (await request.get('/rest/v1/stars?select=id&is_active=is.true&limit=1000', { headers })).json()
  for (const table of ['demand_votes', 'realness_votes', 'drama_votes'])
    expect(
      (
        await request.post(`/rest/v1/${table}`, {
          headers,
          data: all.map(({ id }: { id: string }) => ({ star_id: id, value: 3 })),
        })
      ).status(),
    ).toBe(201)
  await page.reload()
  await alive(page)
  await expect(page.getByText('Alle bewertet!')).toBeVisible()
  await page.getByRole('link', { name: 'Zur HoT Bestenliste' }).click()
  await expect(page).toHaveURL('/charts/stars/hot-bestenliste')
  await context.close()
})
