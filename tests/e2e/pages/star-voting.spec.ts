import { devices, type Page } from '@playwright/test'
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

async function swipe(page: Page, by: number): Promise<void> {
  const box = await card(page).locator('.portrait').boundingBox()
  if (!box) throw new Error('no card')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by / 2, y + 2, { steps: 4 })
  await page.mouse.move(x + by, y + 3, { steps: 4 })
  await page.mouse.up()
}

// The stack moves: other journeys go without, see playwright.config.ts.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('the stack by buttons and keys: progress, undo, and going on where one was', async ({ page, member }) => {
  expect(member.nickname).toBeTruthy()
  const first = await openStack(page)
  await expect(rated(page, 0)).toBeVisible()
  const onward = page.getByRole('button', { name: 'Weiter' })
  await expect(onward).toBeDisabled()
  for (const [index, question] of questions.entries()) await answer(page, question, index + 3).check()
  await expect(rated(page, 1)).toBeVisible()
  await expectAccessible(page)
  await onward.click()
  await expect(title(page)).not.toHaveText(first)

  // Taken back: the card is shown again, without answers.
  await expect(page.getByText(`${first}: 3 · 4 · 5`)).toBeVisible()
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(title(page)).toHaveText(first)
  await expect(rated(page, 0)).toBeVisible()
  for (const question of questions)
    await expect(page.getByRole('group', { name: question }).locator(':checked')).toHaveCount(0)

  // By keyboard: digits answer one question after the other, arrows move between cards.
  for (const digit of ['5', '1', '4']) await page.keyboard.press(digit)
  await expect(answer(page, /wieder sehen\?$/, 5)).toBeChecked()
  await expect(answer(page, /^Wie echt\?$/, 1)).toBeChecked()
  await expect(answer(page, /^Wie viel Drama\?$/, 4)).toBeChecked()
  await page.keyboard.press('ArrowRight')
  await expect(title(page)).not.toHaveText(first)
  const second = await title(page).innerText()
  await page.keyboard.press('ArrowLeft')
  await expect(title(page)).toHaveText(first)
  await page.keyboard.press('ArrowRight')
  await page.getByRole('button', { name: 'Überspringen' }).click()
  await expect(title(page)).not.toHaveText(second)

  await expect(async () => {
    await page.reload()
    await alive(page)
    await expect(rated(page, 1)).toBeVisible({ timeout: 5000 })
  }).toPass()
  await expect(title(page)).toHaveText(second)
})

test.describe('offline', () => {
  test.use({ faultsExpected: true })
  test('votes without a network are kept, said to be, and sent when it is back', async ({ page, context, member }) => {
    expect(member.id).toBeTruthy()
    const first = await openStack(page)
    await answer(page, /wieder sehen\?$/, 2).check()
    await expect(answer(page, /wieder sehen\?$/, 2)).toBeChecked()
    await context.setOffline(true)
    await page.keyboard.press('4')
    await page.keyboard.press('5')
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
  await swipe(page, -140)
  await expect(title(page)).not.toHaveText(first)
  await swipe(page, 140)
  await expect(title(page)).toHaveText(first)
  await swipe(page, -30)
  await expect(title(page)).toHaveText(first)

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
