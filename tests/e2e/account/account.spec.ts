import { notificationGroups, notificationTypes } from '@hot/domain/notification/types'
import { asGuest, newNickname, registerMember } from '../../support/site/members.ts'
import { openAccount, section, toast } from '../support/account-steps.ts'
import { expect, test } from '../support/member.ts'
import { bomb, pageAsPicture, photo, photoOfAnIphone, svgWithScript } from '../support/pictures.ts'

const cropArea = 'Bildausschnitt'

// These journeys include taken names and network failures.
test.use({ faultsExpected: true })

test('the overview arrives without moving, says how complete the profile is and leads everywhere', async ({
  page,
  reader,
}) => {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, 'value'))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await openAccount(page, '/account', reader.nickname ?? '')
  const main = page.getByRole('main')
  await expect(main.locator('[aria-busy=true]')).toHaveCount(0)
  const shift = await page.evaluate(() =>
    (Reflect.get(window, 'shifts') as number[]).reduce((sum, value) => sum + value, 0),
  )
  expect(shift).toBeLessThanOrEqual(0.005)
  await expect(main.getByText('50 % ausgefüllt.')).toBeVisible()
  await expect(main.getByText('0 Karma')).toBeVisible()
  await expect(main.getByText('Bild fehlt noch.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Neu für dich' })).toHaveCount(0)
  for (const [name, path] of [
    ['Meine Stars', '/account/stars'],
    ['Gemerkt', '/account/gemerkt'],
    ['Meine Inhalte', '/account/inhalte'],
    ['Sicherheit', '/account/sicherheit'],
    ['Einstellungen', '/account/einstellungen'],
    ['Daten', '/account/daten'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Mein Account' }).getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.goBack()
  }
})

test('files that are no pictures are refused in German before they are opened; a photo is cropped, uploaded and seen by everybody, without what the camera wrote into it', async ({
  page,
  member,
}) => {
  await openAccount(page, '/account/profil', 'Profil')
  // The server's own checks: tests/http/account/pictures.test.ts.
  for (const { file, text } of [
    { file: svgWithScript, text: /^Das ist kein Bild, das wir lesen können\. Nimm/ },
    { file: bomb(), text: /20\.000 × 20\.000 Punkten zu groß\. Nimm/ },
    { file: photoOfAnIphone, text: /^Das ist ein HEIC-Foto/ },
    { file: pageAsPicture, text: /^Das ist kein Bild, das wir lesen können\. Nimm/ },
  ]) {
    await page.getByLabel('Bilddatei').setInputFiles(file)
    await expect(page.getByRole('alert')).toHaveText(text)
    await expect(page.getByRole('slider', { name: cropArea })).toHaveCount(0)
  }
  await page.getByLabel('Bilddatei').setInputFiles(await photo(1600, 1200))
  const crop = page.getByRole('slider', { name: cropArea })
  await expect(crop).toHaveAttribute('aria-valuetext', 'Mitte 50 % von links, 50 % von oben, Zoom 100 %')
  const box = await crop.boundingBox()
  if (!box) throw new Error('no crop area')
  await page.mouse.move(box.x + 200, box.y + 100)
  await page.mouse.down()
  await page.mouse.move(box.x + 100, box.y + 100, { steps: 4 })
  await page.mouse.up()
  await expect(crop).toHaveAttribute('aria-valuetext', /^Mitte 6\d % von links/)
  await crop.press('+')
  await expect(crop).toHaveAttribute('aria-valuetext', /Zoom 110 %$/)
  await page.getByRole('button', { name: 'Bild übernehmen' }).click()
  await expect(toast(page, 'Neues Bild gespeichert')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const stored = await page.request.get(`/rest/v1/public_profiles?id=eq.${member.id}&select=avatar_url`, {
    headers: asGuest(),
  })
  const [{ avatar_url }] = (await stored.json()) as [{ avatar_url: string }]
  const picture = await page.request.get(avatar_url)
  expect(picture.headers()['content-type']).toBe('image/webp')
  const bytes = await picture.body()
  expect(bytes.subarray(8, 12).toString()).toBe('WEBP')
  expect(bytes.includes('geheimes Zuhause')).toBe(false)

  await openAccount(page, '/account', member.nickname ?? '')
  await expect(page.getByText('100 % ausgefüllt.')).toBeVisible()
  await openAccount(page, '/account/profil', 'Profil')
  await page.getByRole('button', { name: 'Bild entfernen' }).click()
  await expect(toast(page, 'Bild entfernt')).toBeVisible()
  expect((await page.request.get(avatar_url)).status()).toBeGreaterThanOrEqual(400)
})

test('a new nickname is checked; taken or without a network what was typed stays; saved, the old address leads to it', async ({
  page,
  context,
  member,
}) => {
  const other = await registerMember(page.request)
  const old = page.request.get(`/rest/v1/public_profiles?id=eq.${member.id}&select=slug`, { headers: asGuest() })
  const [{ slug }] = (await (await old).json()) as [{ slug: string }]
  await openAccount(page, '/account/profil', 'Profil')
  const nickname = page.getByLabel('Nickname')
  const save = page.getByRole('button', { name: 'Speichern' })

  await nickname.fill('ab')
  await save.click()
  await expect(page.getByRole('alert')).toHaveText('Dein Name braucht mindestens 3 Zeichen.')
  await expect(nickname).toBeFocused()
  await nickname.fill('Redaktion')
  await save.click()
  await expect(page.getByRole('alert')).toHaveText(
    'So heißt hier nur das Team oder die Seite selbst. Wie wäre es mit „Sofa_schaut“?',
  )

  await nickname.fill(other.nickname?.toUpperCase() ?? '')
  await expect(page.getByRole('alert')).toHaveText('Der Name ist schon weg. Nimm einen anderen.')
  await expect(nickname).toHaveAttribute('aria-invalid', 'true')

  const bio = page.getByRole('textbox', { name: 'Bio' })
  const text = 'Guckt alles.\nAuch Wiederholungen.'
  await bio.fill(text)
  await save.click()
  await expect(page.getByRole('alert')).toHaveText('Der Name ist schon weg. Nimm einen anderen.')
  await expect(nickname).toHaveValue(other.nickname?.toUpperCase() ?? '')
  await expect(bio).toHaveValue(text)

  const fresh = newNickname()
  await nickname.fill(fresh)
  await expect(page.getByText('Der Name ist frei.')).toBeVisible()
  await context.setOffline(true)
  await save.click()
  await expect(page.getByRole('alert')).toHaveText('Keine Verbindung. Prüf dein Netz und versuch es noch einmal.')
  await expect(bio).toHaveValue(text)
  await context.setOffline(false)
  await save.click()
  await expect(toast(page, 'Profil gespeichert')).toBeVisible()
  await expect(page.getByRole('banner').getByText(fresh)).toHaveCount(0)

  await page.goto(`/user/${slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(fresh)
  await expect(page).not.toHaveURL(new RegExp(`/user/${slug}$`))
  await expect(page.getByText('Auch Wiederholungen.')).toBeVisible()
})

test('theme and notifications are chosen and kept', async ({ page, member }) => {
  expect(member.nickname).toBeTruthy()
  await openAccount(page, '/account/einstellungen', 'Einstellungen')
  const theme = section(page, 'Darstellung')
  await theme.getByRole('button', { name: 'Dunkel' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(theme.getByRole('button', { name: 'Dunkel' })).toHaveAttribute('aria-pressed', 'true')
  await theme.getByRole('button', { name: 'System' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')

  const messages = section(page, 'Benachrichtigungen')
  // What only staff are told is not offered to members.
  const offered = Object.values(notificationTypes).filter(({ teamOnly }) => !teamOnly)
  await expect(messages.getByRole('listitem')).toHaveCount(0)
  const groups = messages.locator('summary')
  await expect(groups).toHaveCount(Object.keys(notificationGroups).length)
  for (const group of await groups.all()) await group.click()
  await expect(messages.getByRole('listitem')).toHaveCount(offered.length)
  for (const always of ['Verwarnungen', 'Beitrag abgelehnt']) {
    const row = messages.getByRole('listitem').filter({ hasText: always })
    await expect(row).toContainText('immer an')
    await expect(row.getByRole('combobox')).toHaveCount(0)
  }
  const mentions = messages.getByRole('combobox', { name: 'Erwähnungen' })
  await expect(mentions).toHaveValue('push')
  const saved = page.waitForResponse((response) => response.url().includes('set_notification_setting'))
  await mentions.selectOption('Aus')
  await expect(mentions).toHaveValue('off')
  expect((await saved).status()).toBe(200)
  await expect(groups.first()).toContainText('5 von 6 an')
  // All at once, and back with what was chosen for each.
  const all = messages.getByRole('switch', { name: /^HoT darf sich melden/ })
  await all.click()
  await expect(groups.first()).toContainText('alle aus')
  await expect(all).not.toBeChecked()
  const back = page.waitForResponse((response) => response.url().includes('set_notification_setting'))
  await all.click()
  expect((await back).status()).toBe(200)
  await page.reload()
  await expect(groups.first()).toContainText('5 von 6 an')
  await groups.first().click()
  await expect(mentions).toHaveValue('off')
})
