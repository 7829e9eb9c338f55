import fs from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { newAddress, newNickname, newPassword } from '../../support/site/members.ts'
import { openAccount, section, toast } from '../support/account-steps.ts'
import { expect, test } from '../support/journey.ts'
import { photo } from '../support/pictures.ts'
import { expectToast, openEmailScreen, submitLogin, ways } from '../support/sign-in-steps.ts'
import { confirmAndPickName, register } from '../support/sign-up-steps.ts'

const [, , onPhone] = ways

// Signing in after the deletion is refused, which the browser logs.
test.use({ ...onPhone.use, faultsExpected: true })

/** With a mouse: account-data.spec.ts; by keyboard: account-keyboard.spec.ts and sign-in/sign-up.spec.ts. */
test('on a phone a member comes, shows their face under another name, takes their data along and leaves nothing behind', async ({
  page,
}) => {
  const [email, password, nickname] = [newAddress(), newPassword(), newNickname()]
  await register(page, email, password, onPhone)
  await confirmAndPickName(page, email, newNickname(), onPhone)

  await openAccount(page, '/account', /./)
  await page.getByRole('link', { name: 'Bild hochladen' }).tap()
  await page.getByLabel('Bilddatei').setInputFiles(await photo(3000, 4000))
  await expect(page.getByRole('slider', { name: 'Bildausschnitt' })).toBeInViewport()
  const save = page.getByRole('button', { name: 'Bild übernehmen' })
  await save.scrollIntoViewIfNeeded()
  await save.tap()
  await expect(toast(page, 'Neues Bild gespeichert')).toBeVisible()
  await page.getByLabel('Nickname').fill(nickname)
  await page.getByRole('button', { name: 'Speichern' }).tap()
  await expect(toast(page, 'Profil gespeichert')).toBeVisible()
  expect((await page.request.get(`/user/${nickname.replace('.', '')}`)).status()).toBe(200)

  await page.getByRole('main').getByRole('link', { name: 'Mein Account' }).tap()
  const sections = page.getByRole('navigation', { name: 'Mein Account' })
  await sections.getByRole('link', { name: 'Daten' }).tap()
  await expect(page).toHaveURL('/account/daten')
  const coming = page.waitForEvent('download')
  await section(page, 'Mitnehmen').getByRole('button', { name: 'Daten herunterladen' }).tap()
  const download = await coming
  expect(download.suggestedFilename()).toMatch(/\.zip$/)
  const files = Object.values(unzipSync(fs.readFileSync(await download.path()))).map((file) => strFromU8(file))
  expect(files).toHaveLength(2)
  for (const file of files) for (const own of [email, nickname, 'avatars/']) expect(file).toContain(own)

  await section(page, 'Account löschen').getByRole('button', { name: 'Account löschen' }).tap()
  const farewell = page.getByRole('dialog', { name: 'Account wirklich löschen?' })
  await farewell.getByRole('textbox').fill('löschen')
  await farewell.getByRole('button', { name: 'Endgültig löschen' }).tap()
  // A link in a mail opened this session just now: that is proof enough (account-data.spec.ts: an older session).
  await expect(toast(page, 'Dein Account ist gelöscht')).toBeVisible()
  await expect(page).toHaveURL('/')

  await openEmailScreen(page)
  await submitLogin(page, { email, password })
  await expectToast(page, 'Anmeldung fehlgeschlagen', 'E-Mail oder Passwort ist falsch.')
})
