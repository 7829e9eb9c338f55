import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { registerStaff } from '../../support/site/members.ts'
import { expectAccessible } from '../support/account-steps.ts'
import { expect, test, visit } from '../support/journey.ts'
import { signIn } from '../support/member.ts'
import { button } from '../support/sign-in-steps.ts'

const tables = ['formats', 'seasons', 'stars', 'participants', 'episodes'] as const

/** Real data of one country, with keys and a name of this journey's own. */
const files = (tag: string) =>
  tables.map((table) => ({
    name: `${table}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(
      fs
        .readFileSync(path.join(import.meta.dirname, 'survivor-nz', `${table}.csv`), 'utf8')
        .replaceAll(/\bNZ(?=,|\d)/g, tag)
        .replace('Survivor New Zealand', `Survivor ${tag}`)
        .replace('NZ Survivor', `${tag} Survivor`),
    ),
  }))

const chooser = (page: Page) => page.getByLabel('CSV-Dateien wählen')
const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

test('real data is refused with its lines, previewed, imported, and on the public pages', async ({ page }) => {
  const tag = `NZ${randomBytes(3).toString('hex')}`
  await signIn(page, await registerStaff(page.request, 'moderator'))
  await visit(page, '/admin/imports')
  const [formats, seasons, ...others] = files(tag)
  if (!formats || !seasons) throw new Error('no fixture')

  const huge = test.info().outputPath('formats.csv')
  fs.writeFileSync(huge, 'key,name\n')
  fs.truncateSync(huge, 50 * 1024 * 1024)
  await chooser(page).setInputFiles(huge)
  await button(page, 'Prüfen').click()
  await expect(page.getByRole('main')).toContainText('Die Datei ist mit 50 MB zu groß.')

  const broken = seasons.buffer.toString().replace('2017-07-05', '5.7.17')
  await chooser(page).setInputFiles([formats, { ...seasons, buffer: Buffer.from(broken) }])
  await button(page, 'Prüfen').click()
  await expect(page.getByRole('main')).toContainText(
    'seasons.csv, Zeile 3, Spalte end_date: „5.7.17“ nennt das Jahr mit zwei Ziffern.',
  )

  await chooser(page).setInputFiles([formats, seasons, ...others])
  await button(page, 'Prüfen').click()
  await expect(page.getByRole('heading', { name: 'Vorschau' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('2018-01-01 liegt vor dem Start am 2018-07-29.')
  await expect(row(page, 'Stars').getByRole('cell')).toHaveText(['34', '0', '0'])
  await button(page, 'Importieren').click()
  await expect(page.getByRole('heading', { name: 'Importiert' })).toBeVisible()
  await expect(row(page, 'Folgen').getByRole('cell')).toHaveText(['35', '0', '0'])

  await visit(page, `/formate/survivor-${tag.toLowerCase()}`)
  await expect(page.getByRole('heading', { level: 1, name: `Survivor ${tag}` })).toBeVisible()
  await visit(page, `/formate/survivor-${tag.toLowerCase()}/staffel/staffel-1`)
  await expect(page.getByRole('main')).toContainText('Gewinner:in')

  await visit(page, '/admin/imports')
  await chooser(page).setInputFiles([formats, seasons, ...others])
  await button(page, 'Prüfen').click()
  await expect(row(page, 'Stars').getByRole('cell')).toHaveText(['0', '0', '34'])
  await expect(page.getByText(/ersetzt$/)).toHaveCount(0)

  const renamed = formats.buffer.toString().replace(`Survivor ${tag}`, `Insel ${tag}`)
  await chooser(page).setInputFiles({ ...formats, buffer: Buffer.from(renamed) })
  await button(page, 'Prüfen').click()
  await expect(page.getByRole('heading', { name: 'Ein Wert wird ersetzt' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`Survivor ${tag}, name: Survivor ${tag} → Insel ${tag}`)
  await expectAccessible(page)
})

test('what was corrected by hand stays until it is ticked, and an admin undoes the import', async ({ page }) => {
  const tag = `NZ${randomBytes(3).toString('hex')}`
  await signIn(page, await registerStaff(page.request, 'admin'))
  await visit(page, '/admin/imports')
  const [formats] = files(tag)
  if (!formats) throw new Error('no fixture')
  const importFile = async () => {
    await chooser(page).setInputFiles(formats)
    await button(page, 'Prüfen').click()
    await button(page, 'Importieren').click()
    await expect(page.getByRole('heading', { name: 'Importiert' })).toBeVisible()
  }
  await importFile()
  await visit(page, `/admin/formats?q=${tag}`)
  await page
    .getByRole('main')
    .getByRole('link', { name: `Survivor ${tag}` })
    .first()
    .click()
  await page.getByLabel('Name', { exact: true }).fill(`Die Insel ${tag}`)
  await button(page, 'Speichern').click()
  await expect(page.getByText('Gespeichert').first()).toBeVisible()

  await visit(page, '/admin/imports')
  await chooser(page).setInputFiles(formats)
  await button(page, 'Prüfen').click()
  await expect(page.getByRole('main')).toContainText('Nichts zu tun')
  expect(await (await page.request.get(`/formate/survivor-${tag.toLowerCase()}`)).text()).toContain(`Die Insel ${tag}`)
  await expect(page.getByRole('heading', { name: 'Ein Wert bleibt von Hand' })).toBeVisible()
  await page.getByRole('checkbox', { name: `Die Insel ${tag} → Survivor ${tag}` }).check()
  await expectAccessible(page)
  await button(page, 'Importieren').click()
  await expect(page.getByRole('heading', { name: 'Importiert' })).toBeVisible()
  expect(await (await page.request.get(`/formate/survivor-${tag.toLowerCase()}`)).text()).toContain(`Survivor ${tag}`)

  const undo = page.getByRole('button', { name: /^Rückgängig machen: Import/ })
  // The latest replaced a name; the one before it made the format.
  for (const what of ['Formate: 1 geändert', 'Formate: 1 neu']) {
    const mine = page.getByRole('listitem').filter({ has: page.getByText(what, { exact: true }) })
    await mine.filter({ has: undo }).getByRole('button').click()
    const dialog = page.getByRole('dialog', { name: 'Import rückgängig machen?' })
    await dialog.getByRole('button', { name: 'Rückgängig machen' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(mine.first()).toContainText('Rückgängig gemacht am')
  }
  expect((await page.request.get(`/formate/survivor-${tag.toLowerCase()}`)).status()).toBe(404)
})

test('a German Excel is read; who bears a known name is asked about, and guessed umlauts are ticked, before anything is stored', async ({
  page,
}) => {
  const tag = randomBytes(3).toString('hex')
  await signIn(page, await registerStaff(page.request, 'moderator'))
  await visit(page, '/admin/imports')
  const excel = (rows: string[]) => ({
    name: 'Mappe1.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Nachname;Vorname;Geburtsdatum;Schlüssel', ...rows, ';;;'].join('\r\n'), 'latin1'),
  })
  await chooser(page).setInputFiles(excel([`Müßig${tag};Jörg;24.12.1990;A${tag}`]))
  await button(page, 'Prüfen').click()
  await expect(page.getByRole('main')).toContainText(`Jörg Müßig${tag} (A${tag})`)
  await button(page, 'Importieren').click()
  const umlauts = page.getByRole('checkbox', { name: 'Ja, die Umlaute stimmen' })
  await expect(umlauts).toBeFocused()
  await expect(page.getByRole('alert')).toContainText('Beantworte erst die Fragen')
  await umlauts.check()
  await expectAccessible(page)
  await button(page, 'Importieren').click()
  await expect(page.getByRole('heading', { name: 'Importiert' })).toBeVisible()

  await chooser(page).setInputFiles(excel([`Muessig${tag};JÖRG;;B${tag}`]))
  await button(page, 'Prüfen').click()
  const same = page.getByRole('radio', { name: `Ja, das ist Jörg Müßig${tag} (geboren am 24.12.1990)` })
  await umlauts.check()
  await button(page, 'Importieren').click()
  await expect(same).toBeFocused()
  await expect(row(page, 'Stars').getByRole('cell')).toHaveText(['1', '0', '0'])
  await same.check()
  await expect(row(page, 'Stars').getByRole('cell')).toHaveText(['0', '1', '0'])
  await expectAccessible(page)
  await button(page, 'Importieren').click()
  await expect(page.getByRole('heading', { name: 'Importiert' })).toBeVisible()

  // It is remembered.
  await chooser(page).setInputFiles(excel([`Muessig${tag};JÖRG;;B${tag}`]))
  await button(page, 'Prüfen').click()
  await expect(page.getByRole('main')).toContainText('Nichts zu tun')
  await expect(page.getByRole('radio')).toHaveCount(0)
})
