import type { Page } from '@playwright/test'
import {
  asGuest,
  asMember,
  codeAt,
  enrolFactor,
  mailTo,
  newAddress,
  newPassword,
  sessionOf,
} from '../../support/site/members.ts'
import { openAccount, section, toast } from '../support/account-steps.ts'
import { expect, signIn, test } from '../support/member.ts'
import { login } from '../support/session-steps.ts'
import { followMail } from '../support/sign-in-steps.ts'

const security = (page: Page) => openAccount(page, '/account/sicherheit', 'Sicherheit')

// These journeys include refusals by the server.
test.use({ faultsExpected: true })

test('the address changes once the links in both mails were followed; one that is not let in is refused and stays', async ({
  page,
  member,
}) => {
  await security(page)
  const part = section(page, 'E-Mail-Adresse')
  await expect(part).toContainText(`Deine Adresse ist ${member.email}`)
  const field = part.getByLabel('Neue E-Mail-Adresse')
  const change = part.getByRole('button', { name: 'Adresse ändern' })
  await expect(change).toBeDisabled()
  await field.fill(member.email)
  await change.click()
  await expect(part.getByRole('alert')).toHaveText('Das ist schon deine Adresse.')
  await field.fill('keine-adresse')
  await change.click()
  await expect(part.getByRole('alert')).toContainText('Das ist keine gültige E-Mail-Adresse.')
  await field.fill('wer@wegwerf.example')
  await change.click()
  await expect(part.getByRole('alert')).toHaveText('Von diesem Anbieter nehmen wir keine Adressen. Nimm eine andere.')
  await expect(field).toHaveValue('wer@wegwerf.example')

  const email = newAddress()
  await field.fill(email)
  await change.click()
  await expect(toast(page, 'Zwei Mails sind unterwegs')).toBeVisible()
  await expect(part.getByText(`${email} wartet auf Bestätigung.`)).toBeVisible()
  await followMail(page, await mailTo(page.request, email), 'Änderung bestätigen')
  await expect(page.getByRole('heading', { name: 'Erste Bestätigung ist da' })).toBeVisible()
  await followMail(page, await mailTo(page.request, member.email), 'Änderung bestätigen')
  // A page that is left before it stored the new session still has the old one.
  await expect(page.getByRole('heading', { name: 'Neue E-Mail-Adresse bestätigt' })).toBeVisible()
  await security(page)
  await expect(part).toContainText(`Deine Adresse ist ${email}`)
})

test('a password changes only with the old one, and the new one counts from then on; sessions: one ends, the others end, all end', async ({
  page,
  member,
}) => {
  const elsewhere = await sessionOf(page.request, member)
  await security(page)
  const part = section(page, 'Passwort')
  const [current, next, again] = [
    part.getByLabel('Aktuelles Passwort'),
    part.getByLabel('Neues Passwort', { exact: true }),
    part.getByLabel('Neues Passwort bestätigen'),
  ]
  const change = part.getByRole('button', { name: 'Passwort ändern' })
  const password = newPassword()
  await current.fill('ganz falsch')
  await next.fill('kurz')
  await again.fill('kürzer')
  await change.click()
  await expect(part.getByRole('alert')).toHaveText([
    'Das Passwort muss mindestens 8 Zeichen lang sein.',
    'Passwörter stimmen nicht überein. Bitte überprüfe deine Passwort-Eingabe.',
  ])
  await expect(next).toBeFocused()
  await next.fill(password)
  await again.fill(password)
  await change.click()
  await expect(part.getByRole('alert')).toHaveText('Das Passwort stimmt nicht. Versuch es noch einmal.')
  await expect(current).toBeFocused()
  await expect(next).toHaveValue(password)

  await current.fill(member.password)
  await change.click()
  await expect(toast(page, 'Passwort geändert')).toBeVisible()
  await expect(current).toHaveValue('')
  await sessionOf(page.request, { ...member, password })
  const old = await page.request.post('/auth/v1/token?grant_type=refresh_token', {
    headers: asGuest(),
    data: { refresh_token: elsewhere.refresh_token },
  })
  expect(old.status()).toBe(400)

  // A third session, beside this one and the one that has just proven the password.
  const phone = await sessionOf(page.request, { ...member, password })
  await security(page)
  const devices = section(page, 'Angemeldete Geräte')
  const rows = devices.getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('Dieses Gerät')
  await rows
    .nth(1)
    .getByRole('button', { name: /abmelden$/ })
    .click()
  await expect(rows).toHaveCount(2)
  await devices.getByRole('button', { name: 'Andere abmelden' }).click()
  await page.getByRole('dialog', { name: 'Andere abmelden?' }).getByRole('button', { name: 'Abmelden' }).click()
  await expect(toast(page, 'Andere abgemeldet')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(devices.getByText('Sonst bist du nirgends angemeldet.')).toBeVisible()
  const answer = await page.request.get('/auth/v1/user', {
    headers: asMember(phone),
  })
  expect(answer.status()).toBe(403)

  await devices.getByRole('button', { name: 'Überall abmelden' }).click()
  await page.getByRole('dialog', { name: 'Überall abmelden?' }).getByRole('button', { name: 'Abmelden' }).click()
  await expect(page).toHaveURL('/')
  await expect(login(page)).toBeVisible()
  await page.goto('/account')
  await expect(page).toHaveURL('/')
})

test('with a second factor a new password needs the old one and a code', async ({ page, member }) => {
  const { secret } = await enrolFactor(page.request, await sessionOf(page.request, member))
  await page.evaluate(() => localStorage.clear())
  await signIn(page, member)
  await page.goto('/account/sicherheit')
  const prompt = page.getByRole('dialog', { name: 'Zweiter Faktor' })
  const answer = async (step: number) => {
    await prompt.getByLabel('Code aus deiner App').fill(codeAt(secret, step))
    await prompt.getByRole('button', { name: 'Bestätigen' }).click()
    await expect(prompt).toBeHidden()
  }
  await answer(0)
  const part = section(page, 'Passwort')
  const password = newPassword()
  await part.getByLabel('Aktuelles Passwort').fill(member.password)
  await part.getByLabel('Neues Passwort', { exact: true }).fill(password)
  await part.getByLabel('Neues Passwort bestätigen').fill(password)
  await part.getByRole('button', { name: 'Passwort ändern' }).click()
  await answer(1)
  await expect(toast(page, 'Passwort geändert')).toBeVisible()
  await sessionOf(page.request, { ...member, password })
})

test('a wrong code is refused, the right one switches on and gives recovery codes; one of them stands in for a lost device', async ({
  page,
  member,
}) => {
  await security(page)
  const part = section(page, 'Zwei-Faktor')
  await part.getByRole('button', { name: 'Zwei-Faktor einrichten' }).click()
  const dialog = page.getByRole('dialog', { name: /einrichten|verbinden/ })
  await dialog.getByLabel('Name des Geräts').fill('Altes Handy')
  await dialog.getByRole('button', { name: 'Weiter' }).click()
  await expect(dialog.getByRole('img', { name: /QR-Code/ })).toBeVisible()
  for (const back of await dialog.getByRole('button', { name: 'Zurück' }).all()) {
    await back.click()
    await expect(dialog.getByLabel('Name des Geräts')).toHaveValue('Altes Handy')
    await expect(dialog.getByLabel('Name des Geräts')).toBeFocused()
    await dialog.getByRole('button', { name: 'Weiter' }).click()
    await expect(dialog.getByRole('img', { name: /QR-Code/ })).toBeVisible()
  }
  await expect
    .poll(() => dialog.getByRole('img', { name: /QR-Code/ }).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await dialog.getByText('Schlüssel eintragen').click()
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  const code = () => codeAt(secret)
  await dialog.getByLabel('Code aus deiner App').fill('12')
  await dialog.getByRole('button', { name: 'Einschalten' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Der Code hat sechs Ziffern.')
  await dialog.getByLabel('Code aus deiner App').fill(String((Number(code()) + 1) % 1_000_000).padStart(6, '0'))
  await dialog.getByRole('button', { name: 'Einschalten' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Der Code stimmt nicht.')
  await dialog.getByLabel('Code aus deiner App').fill(code())
  await dialog.getByRole('button', { name: 'Einschalten' }).click()
  await expect(toast(page, 'Zwei-Faktor ist an')).toBeVisible()
  await expect(part).toContainText('Ein Schritt noch: der Rückweg.')
  await expect(part.getByRole('heading', { name: 'Altes Handy' })).toBeVisible()

  await part.getByRole('button', { name: 'Codes anzeigen' }).click()
  const shown = page.getByRole('dialog', { name: 'Deine Wiederherstellungscodes' })
  const items = shown.getByRole('list', { name: 'Wiederherstellungscodes' }).getByRole('listitem')
  await expect(items).toHaveCount(10)
  const codes = await items.allInnerTexts()
  // A stray key closes nothing that is shown only once.
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Hast du deine Codes?' })
  await question.getByRole('button', { name: 'Noch einmal ansehen' }).click()
  await expect(items).toHaveCount(10)
  await shown.getByRole('button', { name: 'Ich habe sie' }).click()
  await expect(part).toContainText('Noch 10 von 10 Wiederherstellungscodes')
  // Nor do the codes end by one press.
  await part.getByRole('button', { name: 'Neue Codes machen' }).click()
  const other = page.getByRole('dialog', { name: 'Neue Codes machen?' })
  await expect(other).toContainText('Deine 10 bisherigen gelten dann nicht mehr')
  await other.getByRole('button', { name: 'Abbrechen' }).click()

  // A session without a verified code is asked for one before anything else.
  await page.evaluate(() => localStorage.clear())
  await signIn(page, member)
  await page.goto('/account/sicherheit')
  const prompt = page.getByRole('dialog', { name: 'Zweiter Faktor' })
  await prompt.getByText('Kein Zugriff auf die App?').click()
  await prompt.getByRole('button', { name: 'Wiederherstellungscode eingeben' }).click()
  const field = prompt.getByLabel('Wiederherstellungscode')
  await field.fill('AAAA-BBBB-CCCC')
  await prompt.getByRole('button', { name: 'Code einlösen' }).click()
  await expect(prompt.getByRole('alert')).toContainText('Der Code stimmt nicht oder ist schon benutzt.')
  await field.fill(codes[0] ?? '')
  await prompt.getByRole('button', { name: 'Code einlösen' }).click()
  await expect(prompt).toBeHidden()
  await expect(toast(page, 'Noch 9 Codes übrig')).toBeVisible()
  await mailTo(page.request, member.email, /Wiederherstellungscode/)
  await part.getByRole('button', { name: 'Altes Handy entfernen' }).click()
  await page.getByRole('dialog', { name: 'Altes Handy entfernen?' }).getByRole('button', { name: 'Entfernen' }).click()
  await expect(toast(page, 'Altes Handy entfernt')).toBeVisible()
  await expect(part).toContainText('Ausgeschaltet.')
})
