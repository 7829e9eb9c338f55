import { openAccount, section, toast } from '../support/account-steps.ts'
import { asGuest, expect, newNickname, test } from '../support/member.ts'
import { photo } from '../support/pictures.ts'

test('on a phone: from the overview to a new picture and name, to the data and out for good', async ({
  page,
  member,
}) => {
  await openAccount(page, '/account', member.nickname ?? '')
  await page.getByRole('link', { name: 'Bild hochladen' }).tap()
  await page.getByLabel('Bilddatei').setInputFiles(await photo(3000, 4000))
  await expect(page.getByRole('slider', { name: 'Bildausschnitt' })).toBeInViewport()
  const save = page.getByRole('button', { name: 'Bild übernehmen' })
  await save.scrollIntoViewIfNeeded()
  await save.tap()
  await expect(toast(page, 'Neues Bild gespeichert')).toBeVisible()

  const fresh = newNickname()
  await page.getByLabel('Nickname').fill(fresh)
  await page.getByRole('button', { name: 'Speichern' }).tap()
  await expect(toast(page, 'Profil gespeichert')).toBeVisible()

  const sections = page.getByRole('navigation', { name: 'Mein Account' })
  await sections.getByRole('link', { name: 'Daten' }).tap()
  await expect(page).toHaveURL('/account/daten')
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Daten herunterladen' }).tap()
  expect((await coming).suggestedFilename()).toMatch(/\.json$/)
})

test.describe('deletion on a phone', () => {
  // The database asks for the picture to go first; that answer is part of the way.
  test.use({ faultsExpected: true })

  test('ends the account', async ({ page, member }) => {
    await openAccount(page, '/account/daten', 'Daten')
    await section(page, 'Account löschen').getByRole('button', { name: 'Account löschen' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Account wirklich löschen?' })
    await dialog.getByRole('textbox').fill('löschen')
    await dialog.getByRole('button', { name: 'Endgültig löschen' }).tap()
    await expect(toast(page, 'Dein Account ist gelöscht')).toBeVisible()
    const again = await page.request.post('/auth/v1/token?grant_type=password', {
      headers: asGuest(),
      data: { email: member.email, password: member.password },
    })
    expect(again.status()).toBe(400)
  })
})
