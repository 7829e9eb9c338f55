import { asGuest, asServer, makeStaff } from '../../support/site/members.ts'
import { expectAccessible, tabTo, toast } from '../support/account-steps.ts'
import { addressOf, visit } from '../support/journey.ts'
import { expect, signIn, test } from '../support/member.ts'
import { field, preview, restored, send, storedPosts } from '../support/post-editor-steps.ts'
import { leave } from '../support/session-steps.ts'

test('staff write a rumor: mistakes are read, markup stays text, and it is online at once', async ({
  page,
  member,
}) => {
  await signIn(page, await makeStaff(page.request, member, 'moderator'))
  await visit(page, '/trashtalk/geruechte')
  await page.getByRole('main').getByRole('link', { name: 'Beitrag schreiben' }).click()
  await expect(field(page, 'Titel')).toBeVisible()
  expect(addressOf(page)).toBe('/trashtalk/erstellen?typ=geruecht')
  await expectAccessible(page)

  await field(page, 'Titel').fill('Kurz')
  await field(page, 'Quelle (optional)').fill('javascript:alert(1)')
  // The message of the field that loses focus must not move the button from under the pointer.
  await send(page).click()
  await expect(page.getByText('Der Titel braucht mindestens 8 Zeichen.')).toBeVisible()
  await expect(page.getByText('Schreib noch, worum es geht.')).toBeVisible()
  await expect(page.getByText('Wähl noch aus, worum es geht.')).toBeVisible()
  await expect(
    page.getByText('Das ist keine öffentliche Web-Adresse. So sieht eine aus: https://www.rtl.de/sendung'),
  ).toBeVisible()
  await expect(field(page, 'Titel')).toBeFocused()
  await expect(field(page, 'Titel')).toHaveAccessibleDescription(/Der Titel braucht mindestens 8 Zeichen\./)

  const title = `<b>Zieht ${member.nickname} ein?</b>`
  await field(page, 'Titel').fill(title)
  await field(page, 'Was hast du gehört?').fill('<script>alert(1)</script>\nGesehen auf https://example.de/x.')
  // What can harm people needs a source; the label says so.
  await expect(page.getByRole('radio', { name: 'Gesundheit' })).toHaveCount(0)
  await page.getByRole('switch', { name: /^Heikles Thema/ }).click()
  await page.getByRole('radio', { name: 'Gesundheit' }).check()
  await field(page, 'Quelle').fill(' ')
  await send(page).click()
  await expect(field(page, 'Quelle')).toBeFocused()
  await expect(field(page, 'Quelle')).toHaveAccessibleDescription(/So ein Gerücht braucht eine Quelle/)
  await field(page, 'Quelle').fill('https://example.de/quelle')
  await expect(page.getByText('Das liest erst jemand vom Team')).toBeVisible()
  await page.getByRole('radio', { name: 'Gesundheit' }).press('ArrowLeft')
  await expect(page.getByRole('radio', { name: 'Job und Geld' })).toBeChecked()
  await expect(page.getByText('Das liest erst jemand vom Team')).toBeHidden()
  const tags = page.getByRole('combobox', { name: 'Tags (optional)' })
  await tags.fill('sommer')
  await expect(page.getByRole('option').first()).toBeVisible()
  await tags.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toHaveCount(1)
  await tags.press('Enter')
  await expect(page.getByRole('list', { name: 'Gewählte Tags' }).getByRole('button')).toHaveCount(1)
  await expect(preview(page).getByRole('heading', { name: title })).toBeVisible()
  await expect(preview(page).getByRole('link', { name: 'https://example.de/x' })).toBeVisible()
  await send(page).click()

  await expect(toast(page, 'Veröffentlicht')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  expect(addressOf(page)).toMatch(/^\/trashtalk\/geruechte\/\d{4}\/\d\d\/\d\d\/bzieht-/)
  await expect(page.getByRole('main')).toContainText('<script>alert(1)</script>')
  await expect(page.getByRole('list', { name: 'Themen' }).getByRole('link')).toHaveCount(1)
  await visit(page, '/trashtalk/erstellen?typ=geruecht')
  await expect(field(page, 'Titel')).toHaveValue('')
})

test('a member’s poll waits for the team, is changed by keyboard alone, and deleted', async ({ page, member }) => {
  await visit(page, '/trashtalk/erstellen?typ=umfrage')
  await field(page, 'Titel').fill(`Wer gewinnt, ${member.nickname}?`)
  await field(page, 'Antwort 1').fill('Müller')
  await field(page, 'Antwort 2').fill('MUELLER')
  await send(page).click()
  await expect(page.getByText('Jede Antwort nur einmal.')).toBeVisible()
  await expect(field(page, 'Antwort 2')).toBeFocused()
  await field(page, 'Antwort 2').fill('Mandy')
  await send(page).click()
  await expect(page).toHaveURL(/\/trashtalk\/umfragen\/\d{4}\/\d\d\/\d\d\/wer-gewinnt-/)
  await expect(page.getByText('Wird geprüft.', { exact: true })).toBeVisible()
  await expectAccessible(page)
  const edit = await page.getByRole('link', { name: 'Bearbeiten' }).getAttribute('href')
  const id = edit?.split('/').at(-1)
  const byGuest = await page.request.get(`/rest/v1/community_posts?id=eq.${id}&select=id`, { headers: asGuest() })
  expect(await byGuest.json()).toEqual([])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Wer gewinnt, ${member.nickname}?`)

  await visit(page, '/account/inhalte')
  const row = page.getByRole('article')
  await expect(row).toContainText('Wird geprüft')
  await tabTo(page, row.getByRole('link', { name: /bearbeiten$/ }))
  await page.keyboard.press('Enter')
  await expect(field(page, 'Antwort 2')).toHaveValue('Mandy')
  await tabTo(page, field(page, 'Antwort 2'))
  await page.keyboard.press('Alt+ArrowUp')
  await expect(field(page, 'Antwort 1')).toHaveValue('Mandy')
  await expect(field(page, 'Antwort 1')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Antwort 3')).toBeFocused()
  await page.keyboard.type('Keiner von beiden')
  await tabTo(page, page.getByRole('button', { name: 'Änderungen abschicken' }))
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Abgeschickt')).toBeVisible()
  const options = await page.request.get(`/rest/v1/poll_options?post_id=eq.${id}&select=text&order=position`, {
    headers: asServer(),
  })
  expect(await options.json()).toEqual(['Mandy', 'Müller', 'Keiner von beiden'].map((text) => ({ text })))

  await visit(page, '/account/inhalte')
  await row.getByRole('button', { name: /löschen$/ }).click()
  await page.getByRole('dialog', { name: 'Beitrag löschen?' }).getByRole('button', { name: 'Löschen' }).click()
  await expect(page.getByText('Noch nichts geschrieben.')).toBeVisible()
  expect(await storedPosts(page.request, member)).toEqual([])
})

test('a draft survives a reload and another kind, and goes when it is thrown away or its author signs out', async ({
  page,
  member,
}) => {
  expect(member.id).toBeTruthy()
  await visit(page, '/trashtalk/erstellen?typ=geruecht')
  await field(page, 'Titel').fill('Was ist das hier eigentlich?')
  await page.getByRole('button', { name: 'Diskussion' }).click()
  await expect(page).toHaveURL(/typ=diskussion$/)
  await expect(field(page, 'Titel')).toHaveValue('Was ist das hier eigentlich?')
  await field(page, 'Worum geht’s?').fill('Ich frage für einen Freund.')
  await expect(restored(page)).toHaveCount(0)
  await page.reload()
  await expect(restored(page)).toBeVisible()
  await expect(field(page, 'Worum geht’s?')).toHaveValue('Ich frage für einen Freund.')
  await page.getByRole('button', { name: 'Entwurf verwerfen' }).click()
  await expect(field(page, 'Titel')).toHaveValue('')
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(field(page, 'Worum geht’s?')).toHaveValue('Ich frage für einen Freund.')
  await page.getByRole('button', { name: 'Entwurf verwerfen' }).click()
  await expect(field(page, 'Titel')).toHaveValue('')
  await expect(restored(page)).toHaveCount(0)

  await field(page, 'Titel').fill('Das soll niemand lesen')
  await page.reload()
  await expect(restored(page)).toBeVisible()
  await leave(page)
  await expect(page.getByText('Zum Schreiben brauchst du ein Konto. Bitte melde dich an:')).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('hot_post_drafts'))).toBeNull()
})
