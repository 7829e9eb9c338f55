import type { Page } from '@playwright/test'
import { type Member, mailTo, newAddress, registerMember, registerStaff } from '../../support/site/members.ts'
import { addComments, newDiscussion } from '../../support/site/posts.ts'
import { expectAccessible } from '../support/account-steps.ts'
import { comment, write } from '../support/comment-steps.ts'
import { visit } from '../support/journey.ts'
import { expect, signIn, test } from '../support/member.ts'
import { carryOutNow } from '../support/post-moderation-steps.ts'

/** Signs the browser out from the next page on; its other stored data stays. */
async function leave(page: Page): Promise<void> {
  // An open page would continue to send requests without a session.
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.removeItem('sb-hot-auth-token'))
}

/** A guest reports the content the button belongs to, and follows the link in the mail. */
async function reportAsGuest(page: Page, button: ReturnType<Page['getByRole']>, reason: string): Promise<void> {
  const email = newAddress()
  await button.click()
  const form = page.getByRole('dialog', { name: / melden$/ })
  await form.getByRole('button', { name: 'Melden' }).click()
  await expect(form.getByText('Wähl einen Grund aus.')).toBeVisible()
  await expect(form.getByText('Ohne diese Erklärung können wir die Meldung nicht annehmen.')).toBeVisible()
  await form.getByLabel('Grund', { exact: true }).selectOption(reason)
  await form.getByLabel('Dein Name').fill('Gerda Gast')
  await form.getByLabel('Deine E-Mail-Adresse').fill(email)
  await form.getByLabel(/^Ich melde das in gutem Glauben/).check()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Melden' }).click()
  await expect(page.getByRole('dialog', { name: 'Ein Klick fehlt noch.' })).toBeVisible()
  const mail = await mailTo(page.request, email, /Bestätige deine Meldung/)
  expect(mail.text).toContain(reason)
  const link = /https?:\/\/\S+\/melden\/bestaetigen#\w+/.exec(mail.text)?.[0]
  await visit(page, String(link))
  await page.getByRole('button', { name: 'Meldung bestätigen' }).click()
  await expect(page.getByText('Deine Meldung ist bestätigt.')).toBeVisible()
}

/** A member of staff decides the one open case about this author. */
async function decide(page: Page, staff: Member, author: Member, action: 'Verwarnen' | 'Sperren', reason: string) {
  await signIn(page, staff)
  await visit(page, `/admin/reports?von=${author.nickname}`)
  await expect(page.getByText('Gerda Gast')).toBeVisible()
  await page.getByRole('button', { name: new RegExp(`^${action}: `) }).click()
  const dialog = page.getByRole('dialog', { name: `${author.nickname}: ${action}` })
  await dialog.getByLabel('Grund', { exact: true }).fill('  ')
  await dialog.getByRole('button', { name: action }).click()
  await expect(dialog.getByText('Bitte gib einen Grund für diese Moderationsaktion an.')).toBeVisible()
  await dialog.getByLabel('Grund', { exact: true }).fill(reason)
  await dialog.getByRole('button', { name: action }).click()
  await expect(dialog).toBeHidden()
  await carryOutNow(page)
}

/** The dialog opens on load, gives the reason, and does not open again. */
async function understand(page: Page, member: Member, title: 'Verwarnung' | 'Sperre', reason: string): Promise<void> {
  await signIn(page, member)
  await visit(page, '/kalender')
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toContainText(reason)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Verstanden' }).click()
  await expect(dialog).toBeHidden()
  const asked = page.waitForResponse(/own_moderation_status/)
  await page.reload()
  await asked
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(dialog).toBeHidden()
}

test('a guest reports, the team warns and bans, the member appeals, a second reviewer lifts the ban', async ({
  page,
}) => {
  test.slow()
  const author = await registerMember(page.request)
  const post = await newDiscussion(page.request, author)
  await addComments(page.request, post, author, [{ content: 'Das war unter der Gürtellinie.' }])
  const first = await registerStaff(page.request, 'moderator')
  const second = await registerStaff(page.request, 'moderator')

  await visit(page, post.path)
  const melden = page.getByRole('button', { name: 'Melden', exact: true })
  await reportAsGuest(page, melden.first(), 'Beleidigung/Hass')
  await decide(page, first, author, 'Verwarnen', 'Bleib fair zur Person.')
  await understand(page, author, 'Verwarnung', 'Bleib fair zur Person.')

  await leave(page)
  await visit(page, post.path)
  await reportAsGuest(page, comment(page, 'Gürtellinie').getByRole('button', { name: 'Melden' }), 'Privatsphäre')
  await decide(page, first, author, 'Sperren', 'Schon wieder, trotz Verwarnung.')

  await understand(page, author, 'Sperre', 'Schon wieder, trotz Verwarnung.')
  await visit(page, '/account/benachrichtigungen')
  await page
    .getByRole('link', { name: /gesperrt/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/account\/moderation$/)
  await expect(page.getByText(/^Du bist bis .* gesperrt\.$/)).toBeVisible()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Sperre für 7 Tage' })
    .getByRole('link', { name: 'Einspruch einlegen' })
    .click()
  await page.getByRole('button', { name: 'Einspruch einlegen' }).click()
  await expect(page.getByText('Schreib, warum du anderer Meinung bist.')).toBeVisible()
  await page.getByLabel('Warum ist die Entscheidung falsch?').fill('Das war ein Zitat aus der Sendung.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Einspruch einlegen' }).click()
  await expect(page.getByText('Dein Einspruch wird geprüft.')).toBeVisible()

  const card = page.getByRole('article', { name: `Einspruch von ${author.nickname}` })
  await signIn(page, first)
  await visit(page, '/admin/appeals')
  await expect(card).toContainText('Das war deine Entscheidung.')
  await expect(card.getByRole('button', { name: 'Stattgeben' })).toHaveCount(0)
  await signIn(page, second)
  await visit(page, '/admin/appeals')
  await expect(card).toContainText('Das war ein Zitat aus der Sendung.')
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Stattgeben' }).click()
  const dialog = page.getByRole('dialog', { name: 'Einspruch stattgeben' })
  await dialog.getByLabel('Vorlage').selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Stattgeben' }).click()
  await expect(card).toBeHidden()
  await carryOutNow(page)
  await page.getByRole('button', { name: 'Entschieden' }).click()
  await expect(card).toContainText('Stattgegeben')

  await signIn(page, author)
  await visit(page, '/account/moderation')
  await expect(page.getByRole('link', { name: 'Dein Einspruch hatte Erfolg' })).toBeVisible()
  await expect(page.getByText(/gesperrt\.$/)).toHaveCount(0)
  await visit(page, post.path)
  await write(page, 'Da bin ich wieder.')
  await expect(comment(page, 'Da bin ich wieder.')).toBeVisible()
})
