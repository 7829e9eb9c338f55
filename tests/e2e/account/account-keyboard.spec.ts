import { newNickname } from '../../support/site/members.ts'
import { openAccount, section, tabTo, toast } from '../support/account-steps.ts'
import { expect, test } from '../support/member.ts'
import { photo } from '../support/pictures.ts'

test('nickname and picture are changed without a mouse; a dialog keeps the focus, Escape gives it back', async ({
  page,
  member,
}) => {
  expect(member.id).toBeTruthy()
  // Listened to from the start: Chromium takes a while to enable file chooser interception after the first listener.
  page.on('filechooser', () => {})
  await openAccount(page, '/account', member.nickname ?? '')
  await tabTo(page, page.getByRole('link', { name: 'Bild hochladen' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/account/profil')
  await expect(page.getByRole('main')).toBeFocused()

  const choose = page.getByRole('button', { name: 'Bild wählen' })
  await expect(choose).toBeVisible()
  await tabTo(page, choose)
  const choosing = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await (await choosing).setFiles(await photo(900, 1600))
  const crop = page.getByRole('slider', { name: 'Bildausschnitt' })
  await expect(crop).toBeVisible()
  await tabTo(page, crop)
  await page.keyboard.press('+')
  await page.keyboard.press('ArrowDown')
  await expect(crop).toHaveAttribute('aria-valuetext', /^Mitte 50 % von links, 53 % von oben, Zoom 110 %$/)
  await tabTo(page, page.getByRole('button', { name: 'Bild übernehmen' }))
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Neues Bild gespeichert')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const nickname = page.getByLabel('Nickname')
  await tabTo(page, nickname)
  await page.keyboard.press('ControlOrMeta+a')
  const fresh = newNickname()
  await page.keyboard.type(fresh)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Profil gespeichert')).toBeVisible()
  await expect(nickname).toHaveValue(fresh)

  await openAccount(page, '/account/daten', 'Daten')
  const opener = section(page, 'Account löschen').getByRole('button', { name: 'Account löschen' })
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Account wirklich löschen?' })
  await expect(dialog).toBeVisible()
  for (let stop = 0; stop < 6; stop++) {
    await page.keyboard.press('Tab')
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})
