import type { Page } from '@playwright/test'
import { asServer, type Member, sessionOf } from '../../support/site/members.ts'
import { alive, visit } from '../support/journey.ts'
import { expect, test } from '../support/member.ts'
import { notify, publishPost, react, registerActor, writeComment } from '../support/notification-steps.ts'

const bell = (page: Page) => page.getByRole('banner').locator('summary[data-tooltip="Benachrichtigungen"]')
const menu = (page: Page) => page.getByRole('banner').getByRole('region', { name: 'Benachrichtigungen' })
const rows = (page: Page) => page.getByRole('main').locator('.notification')
const unreadRows = (page: Page) => page.getByRole('main').locator('.notification:not(.notification-read)')
const list = '/account/benachrichtigungen'

/** The page receives live changes once the server has confirmed its subscription. */
const live = (page: Page) =>
  page
    .waitForEvent('websocket', (socket) => socket.url().includes('/realtime/v1/'))
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) => /phx_reply.*postgres_changes/.test(`${payload}`)),
    )

async function openWith(page: Page, member: Member, count: number, path = list): Promise<void> {
  await notify(page.request, member.id, count)
  await visit(page, path)
}

test('what others do shows without reload, is told, and leads to the exact place', async ({ page, member }) => {
  const post = await publishPost(page.request, await sessionOf(page.request, member))
  const [anna, ben] = await Promise.all([registerActor(page.request), registerActor(page.request)])
  const following = live(page)
  await visit(page, '/impressum')
  await following
  await expect(bell(page)).toHaveAccessibleName('Benachrichtigungen')

  const commentId = await writeComment(page.request, anna, post, 'Da weiß ich aber mehr.')
  await expect(bell(page)).toHaveAccessibleName('1 ungelesene Benachrichtigung')
  await expect(bell(page).locator('.count-badge')).toHaveText('1')
  const words = `${anna.nickname} hat deinen Beitrag „${post.title}“ kommentiert`
  await expect(page.getByRole('banner').getByRole('status')).toHaveText(`Neue Benachrichtigung: ${words}`)

  await bell(page).focus()
  await page.keyboard.press('Enter')
  const entry = menu(page).getByRole('link', { name: words })
  await expect(entry).toBeVisible()
  await expect(menu(page).getByText('Da weiß ich aber mehr.')).toBeVisible()
  await expect(menu(page).getByText('Gerade eben').first()).toBeVisible()
  await react(page.request, ben, post, 'heart')
  await expect(
    menu(page).getByRole('link', { name: `${ben.nickname} hat auf deinen Beitrag „${post.title}“ mit ❤️ reagiert` }),
  ).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('2 ungelesene Benachrichtigungen')

  await page.keyboard.press('Escape')
  await expect(entry).toBeHidden()
  await expect(bell(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(entry).toBeVisible()
  await entry.click()
  await expect(page).toHaveURL(`${post.path}?kommentar=${commentId}#kommentar-${commentId}`)
  await expect(page.locator(`#kommentar-${commentId}`)).toBeInViewport()
  await expect(bell(page)).toHaveAccessibleName('1 ungelesene Benachrichtigung')
})

test('the list loads to its end, filters what is unread, and marks one or all', async ({ page, member }) => {
  await openWith(page, member, 25)
  await expect(rows(page).first()).toContainText('Verwarnung (Schwerwiegend): Hinweis Nummer 1')
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expect(page.getByRole('main').getByText('Alle geladen')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(rows(page)).toHaveCount(25)

  await bell(page).click()
  const scroll = menu(page).locator('.notification-scroll')
  await expect(scroll.locator('.notification')).toHaveCount(8)
  expect((await scroll.boundingBox())?.height).toBe(280)
  await expect(async () => {
    await scroll.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(scroll.getByText('Alle geladen')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(scroll.locator('.notification')).toHaveCount(25)
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Ungelesen', exact: true }).click()
  await expect(page).toHaveURL(`${list}?filter=ungelesen`)
  await expect(rows(page)).not.toHaveCount(0)
  await rows(page).first().getByRole('link').click()
  await expect(page).toHaveURL('/account/moderation')
  await expect(bell(page)).toHaveAccessibleName('24 ungelesene Benachrichtigungen')
  await page.goBack()
  await alive(page)
  await page.getByRole('button', { name: 'Alle als gelesen markieren' }).click()
  await expect(bell(page)).toHaveAccessibleName('Benachrichtigungen')
  await expect(page.getByText('Alles gelesen. Ordentlich.')).toBeVisible()
  const unread = await page.request.get(`/rest/v1/notifications?user_id=eq.${member.id}&read=is.false&select=id`, {
    headers: asServer(),
  })
  expect(await unread.json()).toEqual([])
})

test.describe('without an answer', () => {
  test.use({ faultsExpected: true })

  test('failures are said in the words of the contract, and nothing pretends', async ({ page, member }) => {
    await openWith(page, member, 3)
    await expect(unreadRows(page)).toHaveCount(3)
    // Refused: no answer or 5xx would be retried first.
    const fail = (path: string) => page.route(path, (route) => route.fulfill({ status: 403, json: { message: 'x' } }))
    const toast = (text: string) => page.locator('[data-sonner-toast]').getByText(text, { exact: true })

    await fail('**/rpc/mark_all_notifications_read')
    await page.getByRole('button', { name: 'Alle als gelesen markieren' }).click()
    await expect(toast('Fehler beim Markieren aller Benachrichtigungen')).toBeVisible()
    await expect(unreadRows(page)).toHaveCount(3)
    await expect(bell(page)).toHaveAccessibleName('3 ungelesene Benachrichtigungen')

    await fail('**/rest/v1/notifications?*')
    await rows(page).first().getByRole('link').click()
    await expect(toast('Fehler beim Markieren der Benachrichtigung')).toBeVisible()
    await expect(bell(page)).toHaveAccessibleName('3 ungelesene Benachrichtigungen')

    await fail('**/rpc/notifications_page*')
    await page.goto(list)
    await expect(toast('Fehler beim Laden der Benachrichtigungen')).toBeVisible({ timeout: 30_000 })
    await page.unroute('**/rpc/notifications_page*')
    await page.getByRole('main').getByRole('button', { name: 'Erneut versuchen' }).click()
    await expect(rows(page)).toHaveCount(3)
  })

  test('without a socket the count comes every minute, and an empty list says so', async ({ page, member }) => {
    await page.routeWebSocket('**/realtime/v1/**', (socket) => socket.close({ code: 1011 }))
    await page.clock.install()
    await visit(page, list)
    await expect(page.getByRole('main').getByText('Du hast noch keine Benachrichtigungen')).toBeVisible()
    await bell(page).click()
    await expect(menu(page).getByText('Du hast noch keine Benachrichtigungen')).toBeVisible()
    await notify(page.request, member.id, 2)
    await page.clock.fastForward(61_000)
    await expect(bell(page)).toHaveAccessibleName('2 ungelesene Benachrichtigungen')
    await expect(rows(page)).toHaveCount(2)
  })
})
