import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { registerStaff } from '../../support/site/members.ts'
import { makeFormat, makeStar } from '../support/format-steps.ts'
import { expect, test, visit } from '../support/journey.ts'
import { signIn } from '../support/member.ts'

const newTag = () => randomBytes(4).toString('hex')
const main = (page: Page) => page.getByRole('main')
const cast = (page: Page) => page.getByRole('region', { name: 'Cast' })

async function addToCast(page: Page, name: string): Promise<void> {
  await cast(page).getByRole('combobox', { name: 'Star in den Cast' }).fill(name)
  await cast(page)
    .getByRole('option', { name: new RegExp(`^${name}(?!.* anlegen)`) })
    .click()
  await expect(cast(page).getByText(`${name} ist jetzt im Cast.`)).toBeVisible()
}

test('a broadcaster, a provider and a format of the team are on the public pages, by their old address too', async ({
  page,
}) => {
  const tag = newTag()
  await signIn(page, await registerStaff(page.request, 'admin'))
  await visit(page, '/admin/broadcasters')
  await page.getByRole('button', { name: 'Sender anlegen' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await expect(dialog.getByText('Wie heißt er?')).toBeVisible()
  await dialog.getByLabel('Name').fill(`Kanal ${tag}`)
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByRole('region', { name: 'Sender' }).getByRole('button', { name: `Kanal ${tag}` })).toBeVisible()
  await page.getByRole('button', { name: 'Anbieter anlegen' }).click()
  await dialog.getByLabel('Name').fill(`Strom ${tag}`)
  await dialog.getByLabel('Website').fill('https://strom.example')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  const chips = page.getByRole('contentinfo').getByRole('list', { name: 'Streaming-Anbieter' })
  await expect(chips.getByRole('link', { name: `Strom ${tag}` })).toHaveAttribute('href', 'https://strom.example/')

  await visit(page, '/admin/formats/create')
  await page.getByLabel('Name', { exact: true }).fill(`Camp ${tag}`)
  await expect(page.getByLabel('Adresse')).toHaveValue(`camp-${tag}`)
  await page.getByLabel('Adresse').fill('Staffel')
  await page.getByRole('button', { name: '🏕️' }).click()
  await page.getByRole('combobox', { name: 'Sender' }).selectOption(`Kanal ${tag}`)
  await page.getByRole('combobox', { name: 'Streaming-Anbieter' }).selectOption(`Strom ${tag}`)
  await expect(page.getByRole('region', { name: 'Vorschau' })).toContainText(`Camp ${tag}`)
  await page.getByRole('button', { name: 'Format anlegen' }).click()
  await expect(page.getByText('Diese Adresse braucht die Seite selbst. Nimm eine andere.')).toBeVisible()
  await page.getByLabel('Adresse').fill(`camp ${tag}`)
  await page.getByRole('button', { name: 'Format anlegen' }).click()
  await expect(page).toHaveURL(/\/admin\/formats\/edit\/[0-9a-f-]{36}$/)
  const editAddress = page.url()

  await visit(page, `/formate/camp-${tag}`)
  await expect(page.getByRole('heading', { name: `Camp ${tag}`, level: 1 })).toBeVisible()
  await expect(main(page)).toContainText(`Kanal ${tag}`)
  await expect(main(page)).toContainText(`Strom ${tag}`)

  await visit(page, editAddress)
  await page.getByLabel('Adresse').fill(`lager-${tag}`)
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(main(page).getByText(`Sie führen hierher: /formate/camp-${tag}`)).toBeVisible()
  const former = await page.request.get(`/formate/camp-${tag}`, { maxRedirects: 0 })
  expect([former.status(), former.headers().location]).toEqual([301, `/formate/lager-${tag}`])

  await page.getByRole('button', { name: 'Format löschen' }).click()
  await expect(dialog).toContainText('An diesem Format hängen keine Staffeln und keine Termine.')
  await dialog.getByRole('button', { name: 'Löschen', exact: true }).click()
  await expect(page).toHaveURL('/admin/formats')
  expect((await page.request.get(`/formate/lager-${tag}`)).status()).toBe(404)

  // From the bin it comes back, old address included.
  await visit(page, `/admin/bin?q=${tag}`)
  await page.getByRole('button', { name: `Zurückholen: Camp ${tag}` }).click()
  await dialog.getByRole('button', { name: 'Zurückholen' }).click()
  await expect(main(page)).toContainText('Dazu liegt hier nichts.')
  const back = await page.request.get(`/formate/camp-${tag}`, { maxRedirects: 0 })
  expect([back.status(), back.headers().location]).toEqual([301, `/formate/lager-${tag}`])
  expect((await page.request.get(`/formate/lager-${tag}`)).status()).toBe(200)
})

test('a season with its cast in order and placements is on its page; a moderator may not delete it', async ({
  page,
}) => {
  const tag = newTag()
  const format = await makeFormat(page.request, `Insel ${tag}`)
  const [first, second] = [`Aal ${tag}`, `Biber ${tag}`]
  await makeStar(page.request, first)
  await signIn(page, await registerStaff(page.request, 'moderator'))
  await visit(page, '/admin/formats')
  await main(page).getByRole('searchbox', { name: 'Suche' }).fill(tag)
  await main(page)
    .getByRole('link', { name: `Insel ${tag}` })
    .click()
  await main(page).getByRole('link', { name: 'Staffel anlegen' }).click()
  await expect(page.getByLabel('Nummer')).toHaveValue('1')
  await page.getByLabel('Erster Tag').fill('2026-02-01')
  await page.getByLabel('Letzter Tag').fill('2026-01-01')
  await addToCast(page, first)
  // A new face needs no detour.
  await cast(page).getByRole('combobox', { name: 'Star in den Cast' }).fill(second)
  await expect(cast(page).getByRole('option', { name: `${second} anlegen` })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(cast(page).getByText(`${second} ist jetzt im Cast.`)).toBeVisible()
  await cast(page)
    .getByRole('button', { name: new RegExp(`^${second}: Platz 2`) })
    .press('ArrowUp')
  await expect(cast(page).getByText(`${second} steht jetzt an Stelle 1.`)).toBeVisible()
  await expect(cast(page).getByRole('button', { name: new RegExp(`^${second}: Platz 1`) })).toBeFocused()
  await cast(page).getByRole('button', { name: 'Plätze nach Reihenfolge eintragen' }).click()
  await page.getByRole('button', { name: 'Staffel anlegen' }).click()
  await expect(page.getByText('Das Ende liegt vor dem Anfang.')).toBeVisible()
  await page.getByLabel('Letzter Tag').fill('2026-04-01')
  await page.getByRole('button', { name: 'Staffel anlegen' }).click()
  await expect(page).toHaveURL(/\/admin\/seasons\/edit\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('button', { name: 'Staffel löschen' })).toHaveCount(0)
  const editAddress = page.url()

  await visit(page, `/formate/${format}/staffel/staffel-1`)
  const heads = page.getByRole('region', { name: 'Mit dabei' }).getByRole('listitem')
  await expect(heads).toHaveText([new RegExp(`${second}[^]*Gewinner:in`), new RegExp(`${first}[^]*Platz 2`)])

  // From the season straight to its episodes: format, season and first day are there.
  await visit(page, editAddress)
  await page.getByRole('link', { name: 'Folgen planen' }).click()
  const plan = page.getByRole('dialog', { name: 'Neuer Termin' })
  await expect(plan.getByLabel('Titel')).toHaveValue(`Insel ${tag}`)
  await expect(plan.getByLabel('Staffel').locator('option:checked')).toHaveText('Staffel 1')
  await expect(plan.getByLabel('Tag', { exact: true })).toHaveValue('2026-02-01')
  await plan.getByRole('button', { name: 'Speichern' }).click()
  await expect(plan).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Insel ${tag}` })).toBeVisible()
  await page.getByLabel('Springen zu').fill('2026-03-09')
  await expect(page).toHaveURL(/datum=2026-03-09/)
  await expect(page.getByText('am 9. März 2026').first()).toBeAttached()

  await visit(page, editAddress)
  const handles = cast(page).getByRole('button', { name: /mit Pfeiltasten verschieben$/ })
  await handles.first().dragTo(handles.last())
  await expect(handles.first()).toHaveAccessibleName(new RegExp(`^${first}: Platz 1`))
  await page.getByLabel(`Platzierung von ${first}`).fill('Herzen')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText('Staffel gespeichert')).toBeVisible()
  await visit(page, `/formate/${format}/staffel/staffel-1`)
  await expect(heads).toHaveText([new RegExp(`${first}[^]*Herzen`), new RegExp(`${second}[^]*Gewinner:in`)])

  await visit(page, `/admin/seasons?q=${tag}`)
  await expect(main(page).getByRole('row')).toHaveCount(2)
  await main(page)
    .getByRole('link', { name: `Insel ${tag}, Staffel 1` })
    .click()
  await expect(page).toHaveURL(editAddress)
})
