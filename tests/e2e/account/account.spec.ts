import { openAccount, section, toast } from '../support/account-steps.ts'
import { asGuest, asMember, expect, newNickname, registerMember, sessionOf, test } from '../support/member.ts'
import { bomb, pageAsPicture, photo, svgWithScript } from '../support/pictures.ts'

const stage = 'Bildausschnitt'

test('the overview says how complete the profile is and leads everywhere', async ({ page, member }) => {
  await openAccount(page, '/account', member.nickname ?? '')
  const main = page.getByRole('main')
  await expect(main.getByText('50 % ausgefüllt.')).toBeVisible()
  await expect(main.getByText('0 Karma')).toBeVisible()
  await expect(main.getByText('Bild fehlt noch.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Neu für dich' })).toHaveCount(0)
  for (const [name, path] of [
    ['Meine Stars', '/account/stars'],
    ['Meine Inhalte', '/account/inhalte'],
    ['Sicherheit', '/account/sicherheit'],
    ['Einstellungen', '/account/einstellungen'],
    ['Daten', '/account/daten'],
  ] as const) {
    await section(page, 'Alles andere').getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.goBack()
  }
})

test('a photo is cropped, uploaded and seen by everybody, without what the camera wrote into it', async ({
  page,
  member,
}) => {
  await openAccount(page, '/account/profil', 'Profil')
  await page.getByLabel('Bilddatei').setInputFiles(await photo(1600, 1200))
  const crop = page.getByRole('slider', { name: stage })
  await expect(crop).toHaveAttribute('aria-valuetext', 'Mitte 50 % von links, 50 % von oben, Zoom 100 %')
  const box = await crop.boundingBox()
  if (!box) throw new Error('no stage')
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

for (const { title, file, text } of [
  { title: 'a drawing with a script', file: svgWithScript, text: /^Das ist kein Bild, das wir lesen können\. Nimm/ },
  {
    title: 'a page named like a picture',
    file: pageAsPicture,
    text: /^Das ist kein Bild, das wir lesen können\. Nimm/,
  },
  { title: 'a bomb', file: bomb(), text: /20\.000 × 20\.000 Punkten zu groß\. Nimm/ },
]) {
  test(`${title} is refused in German, before it is opened`, async ({ page, member }) => {
    await openAccount(page, '/account/profil', 'Profil')
    await page.getByLabel('Bilddatei').setInputFiles(file)
    await expect(page.getByRole('alert')).toHaveText(text)
    await expect(page.getByRole('slider', { name: stage })).toHaveCount(0)
    // Past the interface: the server looks for itself.
    const session = await sessionOf(page.request, member)
    const answer = await page.request.post(`/storage/v1/object/avatars/${member.id}/${crypto.randomUUID()}.webp`, {
      headers: { ...asMember(session), 'content-type': 'image/webp' },
      data: file.buffer,
    })
    expect(answer.status()).toBe(400)
  })
}

test('a new nickname is checked, saved, and the old address leads to it', async ({ page, member }) => {
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
  await expect(page.getByRole('alert')).toHaveText('Diesen Namen vergeben wir nicht. Nimm einen anderen.')

  await nickname.fill(other.nickname?.toUpperCase() ?? '')
  await expect(page.getByText('Der Name ist schon weg.', { exact: true })).toBeVisible()

  const fresh = newNickname()
  await nickname.fill(fresh)
  await expect(page.getByText('Der Name ist frei.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Bio' }).fill('Guckt alles.\nAuch Wiederholungen.')
  await save.click()
  await expect(toast(page, 'Profil gespeichert')).toBeVisible()
  await expect(page.getByRole('banner').getByText(fresh)).toHaveCount(0)

  await page.goto(`/user/${slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(fresh)
  await expect(page).not.toHaveURL(new RegExp(`/user/${slug}$`))
  await expect(page.getByText('Auch Wiederholungen.')).toBeVisible()
})

test.describe('when it does not work', () => {
  test.use({ faultsExpected: true })

  test('a name that is taken meanwhile is said at the field, and what was typed stays', async ({ page, member }) => {
    expect(member.nickname).toBeTruthy()
    const other = await registerMember(page.request)
    await openAccount(page, '/account/profil', 'Profil')
    await page.getByLabel('Nickname').fill(other.nickname ?? '')
    await page.getByRole('textbox', { name: 'Bio' }).fill('Bleibt stehen.')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await expect(page.getByRole('alert')).toHaveText('Der Name ist schon weg. Nimm einen anderen.')
    await expect(page.getByLabel('Nickname')).toHaveValue(other.nickname ?? '')
    await expect(page.getByRole('textbox', { name: 'Bio' })).toHaveValue('Bleibt stehen.')
  })

  test('offline the form says so and keeps what was typed', async ({ page, member, context }) => {
    expect(member.nickname).toBeTruthy()
    await openAccount(page, '/account/profil', 'Profil')
    await page.getByRole('textbox', { name: 'Bio' }).fill('Im Tunnel geschrieben.')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Speichern' }).click()
    await expect(page.getByRole('alert')).toHaveText('Keine Verbindung. Prüf dein Netz und versuch es noch einmal.')
    await expect(page.getByRole('textbox', { name: 'Bio' })).toHaveValue('Im Tunnel geschrieben.')
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Speichern' }).click()
    await expect(toast(page, 'Profil gespeichert')).toBeVisible()
  })

  test('a list that cannot be loaded says so and tries again', async ({ page, member }) => {
    expect(member.nickname).toBeTruthy()
    await page.route('**/rest/v1/rpc/own_posts*', (route) => route.fulfill({ status: 500, json: { message: 'x' } }))
    await page.goto('/account/inhalte')
    const retry = page.getByRole('button', { name: 'Erneut versuchen' })
    await expect(retry).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('alert')).toContainText('Deine Beiträge konnten nicht geladen werden')
    await page.unroute('**/rest/v1/rpc/own_posts*')
    await retry.click()
    await expect(page.getByText('Noch nichts geschrieben.')).toBeVisible()
  })
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
  await expect(messages.getByRole('listitem')).toHaveCount(14)
  for (const always of ['Verwarnungen', 'Beitrag abgelehnt']) {
    const row = messages.getByRole('listitem').filter({ hasText: always })
    await expect(row).toContainText('immer an')
    await expect(row.getByRole('switch')).toHaveCount(0)
  }
  const mentions = messages.getByRole('switch', { name: 'Erwähnungen' })
  await expect(mentions).toBeChecked()
  const saved = page.waitForResponse((response) => response.url().includes('set_notification_setting'))
  await mentions.click()
  await expect(mentions).not.toBeChecked()
  expect((await saved).status()).toBe(200)
  await page.reload()
  await expect(messages.getByRole('switch', { name: 'Erwähnungen' })).not.toBeChecked()
})
