import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { registerStaff } from '../../support/site/members.ts'
import { expect, test, visit } from '../support/journey.ts'
import { signIn } from '../support/member.ts'
import { bomb, photo } from '../support/pictures.ts'

/** A unique name of letters only, because names are searched by them. */
const newName = () => Array.from(randomBytes(10), (byte) => String.fromCharCode(97 + (byte % 26))).join('')
const main = (page: Page) => page.getByRole('main')
const save = (page: Page) => page.getByRole('button', { name: 'Speichern', exact: true }).click()
const redirectOf = async (page: Page, path: string) => {
  const answer = await page.request.get(path, { maxRedirects: 0 })
  return [answer.status(), answer.headers().location]
}

async function createStar(page: Page, first: string, last: string): Promise<string> {
  await visit(page, '/admin/stars/create')
  await page.getByLabel('Vorname').fill(first)
  await page.getByLabel('Nachname').fill(last)
  await page.getByRole('button', { name: 'Star anlegen' }).click()
  await expect(page).toHaveURL(/\/admin\/stars\/edit\/[0-9a-f-]{36}$/)
  return page.getByLabel('Adresse').inputValue()
}

test('a star of the team is on its public page with its picture; renamed and merged, old addresses lead there', async ({
  page,
}) => {
  const name = newName()
  await signIn(page, await registerStaff(page.request, 'admin'))
  await visit(page, '/admin/stars/create')
  await page.getByRole('button', { name: 'Star anlegen' }).click()
  await expect(page.getByText('Gib mindestens einen Namen an.')).toBeVisible()
  await page.getByLabel('Bilddatei').setInputFiles(bomb())
  await expect(page.getByText(/zu groß. Nimm eins mit höchstens 50 Millionen Punkten/)).toBeVisible()
  await page.getByLabel('Vorname').fill('Zora')
  await page.getByLabel('Nachname').fill(name)
  await page.getByLabel('Adresse').fill('Voting')
  await page.getByLabel('Biografie').fill('Kam, sah und zog wieder aus.')
  await page.getByLabel('Bilddatei').setInputFiles(await photo(400, 300))
  await page.getByRole('button', { name: 'Bild übernehmen' }).click()
  await page.getByRole('button', { name: 'Star anlegen' }).click()
  await expect(page.getByText('Diese Adresse gehört schon einer Seite. Nimm eine andere.')).toBeVisible()
  await page.getByLabel('Adresse').fill('')
  await page.getByRole('button', { name: 'Star anlegen' }).click()
  await expect(page).toHaveURL(/\/admin\/stars\/edit\/[0-9a-f-]{36}$/)
  const editor = page.url()
  const first = await page.getByLabel('Adresse').inputValue()
  expect(first).toMatch(new RegExp(`^zora-${name}-[0-9a-f]{4}$`))

  await visit(page, `/stars/${first}`)
  await expect(page.getByRole('heading', { level: 1, name: `Zora ${name}` })).toBeVisible()
  await expect(main(page)).toContainText('Kam, sah und zog wieder aus.')
  const picture = page.locator('main img[src*="/pictures/stars/"]').first()
  expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(300)

  await visit(page, editor)
  await page.getByLabel('Adresse').fill(`Zora ${name}`)
  await save(page)
  await expect(page.getByText(`Führt auch hierher: /stars/${first}`)).toBeVisible()
  expect(await redirectOf(page, `/stars/${first}`)).toEqual([301, `/stars/zora-${name}`])

  // Created once more by somebody else: warned about, created anyway, and merged.
  await visit(page, '/admin/stars/create')
  await page.getByLabel('Vorname').fill('Zorah')
  await page.getByLabel('Nachname').fill(name)
  await expect(main(page).getByRole('link', { name: `Zora ${name}` })).toBeVisible()
  const twin = await createStar(page, 'Zorah', name)
  expect((await page.request.get(`/stars/${twin}`)).status()).toBe(200)
  await visit(page, editor)
  await page.getByRole('button', { name: `Zorah ${name} hier zusammenlegen` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`/stars/${twin} leitet auf /stars/zora-${name} weiter.`)
  await dialog.getByRole('button', { name: 'Zusammenlegen' }).click()
  await expect(page.getByText('Niemand mit ähnlichem Namen.')).toBeVisible()
  expect(await redirectOf(page, `/stars/${twin}`)).toEqual([301, `/stars/zora-${name}`])

  // They were two: separated in the bin, and told apart where they were taken for one.
  await visit(page, '/admin/bin')
  await page.getByRole('button', { name: `Trennen: Zorah ${name}` }).click()
  await dialog.getByRole('button', { name: 'Trennen' }).click()
  await expect(page.getByText('Getrennt', { exact: true })).toBeVisible()
  expect((await page.request.get(`/stars/${twin}`)).status()).toBe(200)
  await visit(page, editor)
  await page.getByRole('button', { name: `Nein, Zorah ${name} ist eine andere Person` }).click()
  await expect(page.getByText('Gemerkt: zwei Personen')).toBeVisible()
  await expect(page.getByRole('button', { name: /Zorah .* hier zusammenlegen/ })).toBeHidden()
  await expect(page.getByRole('region', { name: 'Doppelt?' })).toBeFocused()
  await page.reload()
  await page.getByRole('button', { name: `Doch nicht sicher, dass Zorah ${name} eine andere Person ist` }).click()
  await expect(page.getByRole('button', { name: `Zorah ${name} hier zusammenlegen` })).toBeVisible()

  await visit(page, '/admin/stars')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('link', { name: `Zora ${name}`, exact: true }).click()
  await page.getByRole('switch', { name: 'Öffentlich sichtbar' }).click()
  await save(page)
  await expect(page.getByText('Gespeichert', { exact: true })).toBeVisible()
  expect((await page.request.get(`/stars/zora-${name}`)).status()).toBe(404)
  await page.getByRole('button', { name: 'Star löschen' }).click()
  await dialog.getByRole('button', { name: 'Löschen' }).click()
  await expect(page).toHaveURL(/\/admin\/stars$/)
})

test('followers by CSV and by hand are on the star’s page; lines with mistakes are named and nothing is taken', async ({
  page,
}) => {
  const name = newName()
  await signIn(page, await registerStaff(page.request, 'moderator'))
  const slug = await createStar(page, 'Quirin', name)
  await visit(page, '/admin/stars/social-media')
  await page.getByRole('button', { name: 'CSV einlesen' }).click()
  const dialog = page.getByRole('dialog')
  const csv = (rows: string[]) => ({
    name: 'konten.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['\ufeffstar;plattform;konto;follower', ...rows].join('\r\n')),
  })
  const good = `Quirin ${name};instagram;@quirin.${name};12.345`
  await dialog
    .getByLabel('CSV-Datei')
    .setInputFiles(csv([good, `Niemand ${name};x;niemand;5`, `Quirin ${name};myspace;q;5`]))
  await dialog.getByRole('button', { name: 'Prüfen' }).click()
  await expect(dialog.getByText(`Zeile 3: Einen Star „Niemand ${name}“ gibt es nicht.`)).toBeVisible()
  await expect(dialog.getByText('Zeile 4, Spalte plattform: „myspace“ ist keine Plattform.')).toBeVisible()
  await dialog.getByLabel('CSV-Datei').setInputFiles(csv([good, `${slug};tiktok;quirin;1000`]))
  await dialog.getByRole('button', { name: 'Prüfen' }).click()
  await expect(dialog.getByText('2 neu, 0 geändert, 0 unverändert.')).toBeVisible()
  await dialog.getByRole('button', { name: '2 Zeilen übernehmen' }).click()
  await expect(dialog).toHaveCount(0)
  await visit(page, `/stars/${slug}`)
  await expect(main(page)).toContainText('12.345')
  await expect(main(page)).toContainText('1.000')

  await visit(page, '/admin/stars/social-media')
  await page.getByLabel('Star', { exact: true }).fill(name)
  const tiktok = page.getByLabel(`Follower von Quirin ${name} auf TikTok`)
  await tiktok.fill('viele')
  await tiktok.press('Enter')
  await expect(page.getByText('Ganze Zahl, zum Beispiel 1.234.567')).toBeVisible()
  await tiktok.fill('98765')
  await tiktok.press('Enter')
  await expect(tiktok).toHaveValue('98.765')
  await visit(page, `/stars/${slug}`)
  await expect(main(page)).toContainText('98.765')
})

test('news is a draft nobody sees, hidden while scheduled, and on the start page once published', async ({ page }) => {
  const title = `Neues von ${newName()}`
  await signIn(page, await registerStaff(page.request, 'admin'))
  const home = async () => (await page.request.get('/')).text()
  await visit(page, '/admin/news')
  await page.getByRole('button', { name: 'Neue News' }).first().click()
  const dialog = page.getByRole('dialog')
  await save(page)
  await expect(dialog.getByText('Ohne Titel geht es nicht.')).toBeVisible()
  await dialog.getByLabel('Titel').fill(title)
  await dialog.getByLabel('Anriss').fill('Mehr steht hier nicht.')
  await dialog.getByLabel('Text', { exact: true }).fill('## Der Cast\n\n- Laut [RTL](https://www.rtl.de/) acht Leute')
  await dialog.getByText('Bild in den Text').click()
  await dialog.getByRole('button', { name: 'Einfügen' }).click()
  await expect(dialog.getByText('Wähl erst ein Bild.')).toBeVisible()
  await dialog.getByLabel('Bild für den Text').setInputFiles(await photo(640, 480))
  await dialog.getByLabel('Was dieses Bild zeigt').fill('Der Strand am Morgen')
  await dialog.getByLabel('Nachweis und Lizenz').fill('Mara, CC BY 4.0')
  await dialog.getByRole('button', { name: 'Einfügen' }).click()
  await expect(dialog.getByLabel('Text', { exact: true })).toHaveValue(
    /acht Leute\n\n!\[Der Strand am Morgen\]\(.*#640x480 "Mara/,
  )
  await dialog.getByText('Vorschau').click()
  await expect(dialog.getByRole('heading', { name: 'Der Cast' })).toBeVisible()
  await expect(dialog.getByAltText('Der Strand am Morgen')).toBeVisible()
  await dialog.getByLabel('Veröffentlichung').selectOption('Einplanen')
  await dialog.getByLabel('Tag', { exact: true }).fill('2020-01-01')
  await save(page)
  await expect(dialog.getByText(/Das ist schon vorbei./)).toBeVisible()
  await dialog.getByLabel('Tag', { exact: true }).fill('2090-01-01')
  await dialog.getByLabel('Bilddatei').setInputFiles(await photo(400, 300))
  await dialog.getByLabel('Was das Bild zeigt').fill('Acht Leute am Pool')
  await dialog.getByLabel('Wer hat das Bild gemacht?').fill('RTL')
  await save(page)
  await expect(dialog).toHaveCount(0)
  await page.getByLabel('Zustand').selectOption('Geplant')
  await expect(main(page).getByRole('heading', { name: title })).toBeVisible()
  expect(await home()).not.toContain(title)

  await page.getByRole('button', { name: `${title} bearbeiten` }).click()
  await dialog.getByLabel('Veröffentlichung').selectOption('Jetzt veröffentlichen')
  await save(page)
  await expect(dialog).toHaveCount(0)
  await visit(page, '/')
  await expect(main(page).getByRole('heading', { name: title })).toBeVisible()
  await expect(main(page)).toContainText('Mehr steht hier nicht.')
  await main(page).getByRole('link', { name: title, exact: true }).click()
  await expect(main(page).getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'RTL' })).toHaveAttribute('href', 'https://www.rtl.de/')
  await expect(main(page).getByAltText('Acht Leute am Pool')).toBeVisible()
  await expect(main(page)).toContainText('Bild: RTL')
  await expect(main(page).getByAltText('Der Strand am Morgen')).toHaveJSProperty('naturalWidth', 640)
  await expect(main(page)).toContainText('Bild: Mara, CC BY 4.0')
  const article = new URL(page.url()).pathname

  await visit(page, '/admin/news')
  await page.getByRole('button', { name: `Diskussion eröffnen: ${title}` }).click()
  await dialog.getByRole('button', { name: 'Eröffnen' }).click()
  await expect(page.getByRole('button', { name: `Diskussion lösen: ${title}` })).toBeVisible()
  await visit(page, article)
  await main(page).getByRole('link', { name: 'Mitreden' }).click()
  await expect(main(page).getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(main(page)).toContainText('Mehr steht hier nicht.')
  await expect(main(page).getByRole('link', { name: new RegExp(article) })).toBeVisible()

  await visit(page, '/admin/news')
  await page.getByRole('button', { name: `${title} löschen` }).click()
  await dialog.getByRole('button', { name: 'Löschen' }).click()
  await expect(dialog).toHaveCount(0)
  // Its discussion stays, under the same title.
  expect(await home()).not.toContain(`href="${article}"`)
  expect((await page.request.get(article)).status()).toBe(404)
})
