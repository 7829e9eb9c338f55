import { registerMember, registerStaff } from '../../support/site/members.ts'
import { newDiscussion } from '../../support/site/posts.ts'
import { expectAccessible, openAccount } from '../support/account-steps.ts'
import { makeFormat } from '../support/format-steps.ts'
import { visit } from '../support/journey.ts'
import { expect, signIn, test } from '../support/member.ts'

const question = 'Eingaben verwerfen?'

test('a profile that was changed is not left without a question, by no way', async ({ page, member }) => {
  expect(member.id).toBeTruthy()
  await openAccount(page, '/account/inhalte', 'Meine Inhalte')
  const pages = page.getByRole('navigation', { name: 'Mein Account' })
  await pages.getByRole('link', { name: 'Profil' }).click()
  const bio = page.getByRole('textbox', { name: 'Bio' })
  await bio.fill('Ich gucke alles.')
  const dialog = page.getByRole('dialog', { name: question })

  await pages.getByRole('link', { name: 'Meine Stars' }).click()
  await expect(dialog).toContainText('geht dann verloren')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Weiter bearbeiten' }).click()
  await expect(page).toHaveURL('/account/profil')
  await page.goBack()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL('/account/profil')
  await expect(bio).toHaveValue('Ich gucke alles.')
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const closing = await asked
  expect(closing.type()).toBe('beforeunload')
  await closing.dismiss()

  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText('Profil gespeichert')).toBeVisible()
  await pages.getByRole('link', { name: 'Meine Stars' }).click()
  await expect(page).toHaveURL('/account/stars')

  await pages.getByRole('link', { name: 'Profil' }).click()
  await bio.fill('Doch nicht.')
  await pages.getByRole('link', { name: 'Meine Stars' }).click()
  await dialog.getByRole('button', { name: 'Verwerfen' }).click()
  await expect(page).toHaveURL('/account/stars')
  await pages.getByRole('link', { name: 'Profil' }).click()
  await expect(bio).toHaveValue('Ich gucke alles.')
})

test('Escape throws away neither a piece of news nor an event, and who saves or deletes what they edit is not asked', async ({
  page,
}) => {
  await signIn(page, await registerStaff(page.request, 'admin'))
  await visit(page, '/admin/news')
  await page.getByRole('button', { name: 'Neue News' }).first().click()
  const editor = page.getByRole('dialog', { name: 'Neue News' })
  await page.keyboard.press('Escape')
  await expect(editor).toHaveCount(0)
  await page.getByRole('button', { name: 'Neue News' }).first().click()
  await editor.getByLabel('Titel').fill('Fast fertig')
  await page.keyboard.press('Escape')
  const dialog = page.getByRole('dialog', { name: question })
  await dialog.getByRole('button', { name: 'Weiter bearbeiten' }).click()
  await expect(editor.getByLabel('Titel')).toHaveValue('Fast fertig')
  await editor.getByRole('button', { name: 'Abbrechen' }).click()
  await dialog.getByRole('button', { name: 'Verwerfen' }).click()
  await expect(editor).toHaveCount(0)

  const name = `Weg damit ${Date.now()}`
  await makeFormat(page.request, name)
  await visit(page, `/admin/formats?q=${encodeURIComponent(name)}`)
  await page.getByRole('main').getByRole('link', { name }).first().click()
  await page.getByLabel('Kurzname').fill('Weg')
  await page.getByRole('button', { name: 'Format löschen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Löschen', exact: true }).click()
  await expect(page).toHaveURL('/admin/formats')
  await expect(page.getByRole('heading', { level: 1, name: 'Formate' })).toBeVisible()

  // Saved, an editor closes without a question.
  await visit(page, '/admin/calendar')
  await page.getByRole('button', { name: 'Neuer Termin' }).first().click()
  const event = page.getByRole('dialog', { name: 'Neuer Termin' })
  await event.getByLabel('Titel').fill(`Wiedersehen ${Date.now()}`)
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Weiter bearbeiten' }).click()
  await expect(event.getByLabel('Titel')).toBeFocused()
  await expect(event.getByLabel('Titel')).toHaveValue(/^Wiedersehen/)
  await event.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText('Termin gespeichert')).toBeVisible()
  await expect(event).toHaveCount(0)
  await expect(dialog).toHaveCount(0)
})

test('a report that was written is not lost by a press beside it', async ({ page }) => {
  const post = await newDiscussion(page.request, await registerMember(page.request))
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, post.path)
  const report = page.getByRole('dialog', { name: 'Beitrag melden' })
  const open = async () => {
    await page.getByRole('button', { name: 'Melden', exact: true }).click()
    await expect(report).toBeVisible()
    // A sheet reacts to outside presses only once its opening animation has begun.
    await report.evaluate((sheet) => Promise.all(sheet.getAnimations().map(({ finished }) => finished)))
  }
  await open()
  await report.getByLabel('Grund', { exact: true }).selectOption('Beleidigung/Hass')
  await page.mouse.click(195, 20)
  await expect(report).toHaveCount(0)
  await open()
  const words = report.getByLabel('Worum geht es?')
  await words.fill('Da steht meine Adresse.')
  await page.mouse.click(195, 20)
  const dialog = page.getByRole('dialog', { name: question })
  await dialog.getByRole('button', { name: 'Weiter bearbeiten' }).click()
  await expect(words).toHaveValue('Da steht meine Adresse.')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Verwerfen' }).click()
  await expect(report).toHaveCount(0)
})
