import type { Page } from '@playwright/test'
import {
  asServer,
  type Member,
  mailTo,
  newAddress,
  newNickname,
  newPassword,
  registerMember,
  registerStaff,
} from '../../support/site/members.ts'
import { newDiscussion } from '../../support/site/posts.ts'
import { expectAccessible } from '../support/account-steps.ts'
import { another, comment, region, write } from '../support/comment-steps.ts'
import { codeField } from '../support/invite-steps.ts'
import { comesBack, visit } from '../support/journey.ts'
import { expect, signIn, test } from '../support/member.ts'
import { publishPost, registerActor } from '../support/notification-steps.ts'
import { carryOutNow } from '../support/post-moderation-steps.ts'
import { enrolByHand } from '../support/second-factor.ts'
import { isMember } from '../support/session-steps.ts'
import { button, dialog, followMail, passwordField } from '../support/sign-in-steps.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function openRecord(page: Page, member: Member): Promise<void> {
  await visit(page, '/admin/users')
  await page.getByLabel('Name oder E-Mail').fill(member.email)
  // The list is read again then; a press before it would hit a row that is about to be replaced.
  await expect(page).toHaveURL(/[?&]q=/)
  await page
    .getByRole('table')
    .getByRole('link', { name: member.nickname ?? '' })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: member.nickname ?? '' })).toBeVisible()
}

async function giveRole(page: Page, role: string): Promise<void> {
  await section(page, 'Rolle').getByLabel('Rolle').selectOption(role)
  await section(page, 'Rolle').getByRole('button', { name: 'Rolle ändern' }).click()
  await dialog(page).getByRole('button', { name: 'Rolle ändern' }).click()
  await expect(dialog(page)).toBeHidden()
}

test('a role opens the admin area; a ban stops writing, and its end gives it back at once', async ({
  page,
  browser,
}) => {
  test.slow()
  const admin = await registerStaff(page.request, 'admin')
  const post = await newDiscussion(page.request, admin)
  const { page: theirs, member } = await another(browser, post.path)
  await signIn(page, admin)
  await openRecord(page, member)

  await giveRole(page, 'Moderator:in')
  // The own profile is cached for two minutes; the database already has the change.
  await theirs.evaluate(() => localStorage.removeItem('hot_profile_cache'))
  await visit(theirs, post.path)
  await theirs.getByRole('banner').locator('summary[aria-label=Account]').click()
  await theirs
    .getByRole('banner')
    .getByRole('link', { name: /^Admin Panel/ })
    .click()
  await enrolByHand(theirs)
  await expect(theirs.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Beiträge' })).toBeVisible()
  await visit(theirs, '/admin/users')
  await expect(theirs.getByText('Das dürfen nur Admins.')).toBeVisible()
  await giveRole(page, 'Mitglied')
  await visit(theirs, '/admin')
  await expect(theirs.getByText('Kein Zutritt')).toBeVisible()

  await section(page, 'Sperre').getByRole('button', { name: 'Sperren' }).click()
  await dialog(page).getByLabel('Grund', { exact: true }).fill(' \n ')
  await dialog(page).getByRole('button', { name: 'Sperren' }).click()
  await expect(dialog(page)).toContainText('Bitte gib einen Grund für diese Moderationsaktion an.')
  await dialog(page).getByLabel('Vorlage').selectOption('Spam oder Werbung.')
  await dialog(page).getByRole('button', { name: 'Sperren' }).click()
  await carryOutNow(page)
  await expect(section(page, 'Sperre')).toContainText('Gesperrt bis')
  await visit(theirs, post.path)
  await expect(dialog(theirs)).toContainText('Spam oder Werbung.')
  await dialog(theirs).getByRole('button', { name: 'Verstanden' }).click()
  await write(theirs, 'Darf ich noch?')
  await expect(region(theirs)).toContainText('Du kannst gerade nichts schreiben')

  await section(page, 'Sperre').getByRole('button', { name: 'Sperre aufheben' }).click()
  await dialog(page).getByLabel('Vorlage').selectOption('Die Sperre war ein Irrtum.')
  await dialog(page).getByRole('button', { name: 'Aufheben' }).click()
  await expect(section(page, 'Sperre')).toContainText('Nicht gesperrt.')
  await expect(section(page, 'Verlauf')).toContainText('Sperre aufgehoben')
  // Without a reload: already the next request.
  await comment(theirs, 'Darf ich noch?').getByRole('button', { name: 'Erneut senden' }).click()
  await expect(comment(theirs, 'Darf ich noch?').getByRole('button', { name: 'Herz, 0' })).toBeVisible()

  await section(page, 'Nickname').getByRole('button', { name: 'Nickname ändern' }).click()
  const other = newNickname()
  await dialog(page).getByLabel('Neuer Nickname').fill(other)
  await dialog(page).getByLabel('Vorlage').selectOption('Auf eigenen Wunsch.')
  await dialog(page).getByRole('button', { name: 'Ändern' }).click()
  await page.getByRole('link', { name: 'Profil ansehen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: other })).toBeVisible()
  await theirs.context().close()
})

test('an account made by a mail, and a code that brings somebody, are both seen by the team', async ({
  page,
  browser,
}) => {
  const admin = await registerStaff(page.request, 'admin')
  await signIn(page, admin)
  await visit(page, '/admin/users/create')
  const [email, password, nickname] = [newAddress(), newPassword(), newNickname()]
  await page.getByLabel('E-Mail').fill(email)
  await button(page, 'Einladung schicken').click()
  await expect(page).toHaveURL(/\/admin\/users\/edit\/[0-9a-f-]{36}$/)
  await expect(page.getByText('Adresse bestätigt')).toBeVisible()
  const record = page.url()

  const guest = await (await comesBack(await browser.newContext())).newPage()
  await followMail(guest, await mailTo(page.request, email), 'Einladung annehmen')
  await button(guest, 'Ja, anmelden').click()
  await passwordField(guest, 'Neues Passwort').fill(password)
  await passwordField(guest, 'Passwort bestätigen').fill(password)
  await button(guest, 'Passwort speichern').click()
  await expect(dialog(guest)).toHaveAccessibleName('Wie sollen wir dich nennen?')
  await guest.getByRole('textbox', { name: 'Nickname' }).fill(nickname)
  await button(guest, 'Namen speichern').click()
  await expect(dialog(guest)).toBeHidden()
  await visit(page, record)
  await expect(page.getByRole('heading', { level: 1, name: nickname })).toBeVisible()

  await visit(page, '/admin/invites')
  await button(page, 'Neuer Code').click()
  await dialog(page).getByLabel('Wie oft darf er eingelöst werden?').fill('0')
  await button(page, 'Code machen').click()
  await expect(dialog(page)).toContainText('Gib eine Zahl von 1 bis 100.000 ein.')
  await dialog(page).getByLabel('Wie oft darf er eingelöst werden?').fill('2')
  await dialog(page).getByLabel('Notiz').fill(`Für ${nickname}`)
  await button(page, 'Code machen').click()
  await expect(dialog(page)).toBeHidden()
  await page.getByLabel('Code, Notiz oder Name').fill(`Für ${nickname}`)
  const row = page.getByRole('row').filter({ hasText: `Für ${nickname}` })
  const code = (await row.getByRole('cell').first().textContent()) ?? ''
  expect(code).toMatch(/^[A-Z2-9]{8}$/)

  const member = await registerMember(page.request)
  const wanting = { headers: asServer(), data: { needs_invite: true } }
  await page.request.patch(`/rest/v1/profiles?id=eq.${member.id}`, wanting)
  const theirs = await (await comesBack(await browser.newContext())).newPage()
  await signIn(theirs, member)
  await visit(theirs, '/invites')
  // Until the session is known, the form is the one for guests.
  await isMember(theirs)
  await codeField(theirs).fill(code)
  await button(theirs, 'Einlösen').click()
  await expect(theirs.getByRole('main')).toContainText('Deine Einladung hat geklappt.')
  await visit(page, `/admin/invites?q=${code}`)
  await page.getByRole('button', { name: `Wer kam mit ${code}?` }).click()
  await expect(dialog(page)).toContainText(member.nickname ?? '')
  await dialog(page).getByRole('button', { name: 'Schließen' }).click()
  await row.getByRole('button', { name: 'Abschalten' }).click()
  await expect(row).toContainText('Abgeschaltet')
  await theirs.evaluate(() => localStorage.clear())
  await visit(theirs, `/invites?code=${code}`)
  await expect(theirs.getByRole('main')).toContainText('Diesen Code kennen wir nicht.')
  await Promise.all([guest, theirs].map((one) => one.context().close()))
})

test('an account is banned as spam with all it wrote, and all of that is restored', async ({ page }) => {
  test.slow()
  const member = await registerMember(page.request)
  await signIn(page, await registerStaff(page.request, 'admin'))
  await openRecord(page, member)
  const spam = section(page, 'Spam')
  await spam.getByRole('button', { name: 'Spam: alles entfernen' }).click()
  await dialog(page).getByRole('button', { name: 'Sperren und entfernen' }).click()
  await carryOutNow(page)
  await expect(spam).toContainText('Als Spam entfernt am')
  await expect(section(page, 'Sperre')).toContainText('Gesperrt auf Dauer')
  await spam.getByRole('button', { name: 'Alles wiederherstellen' }).click()
  await dialog(page).getByLabel('Vorlage').selectOption('Das war kein Spam.')
  await dialog(page).getByRole('button', { name: 'Wiederherstellen' }).click()
  await expect(section(page, 'Sperre')).toContainText('Nicht gesperrt.')
  await expect(spam).not.toContainText('Als Spam entfernt am')
})

test('an account deleted as spam leaves nothing that it wrote', async ({ page }) => {
  const spammer = await registerActor(page.request)
  const post = await publishPost(page.request, spammer.session)
  await signIn(page, await registerStaff(page.request, 'admin'))
  await openRecord(page, spammer)
  await page.getByRole('button', { name: 'Account löschen' }).click()
  await dialog(page).getByText('Spam: auch alles Geschriebene entfernen').click()
  await dialog(page).getByLabel('Vorlage').selectOption({ index: 1 })
  await dialog(page).getByRole('button', { name: 'Endgültig löschen' }).click()
  await expect(page).toHaveURL(/\/admin\/users$/)
  expect((await page.request.get(post.path)).status()).toBe(404)
})

test('several new accounts are banned as spam at once', async ({ page }) => {
  const [one, other] = [await registerActor(page.request), await registerActor(page.request)]
  const post = await publishPost(page.request, one.session)
  await signIn(page, await registerStaff(page.request, 'admin'))
  await visit(page, '/admin/users?status=new')
  for (const { nickname } of [one, other]) await page.getByRole('checkbox', { name: `${nickname} auswählen` }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Spam: 2 Accounts sperren' }).click()
  await dialog(page).getByRole('button', { name: 'Sperren und entfernen' }).click()
  await carryOutNow(page)
  await carryOutNow(page)
  for (const { nickname } of [one, other])
    await expect(page.getByRole('row', { name: String(nickname) })).toContainText('Gesperrt')
  expect((await page.request.get(post.path)).status()).toBe(404)
})
