import { asServer, registerStaff } from '../../support/site/members.ts'
import { expect, test, visit } from '../support/journey.ts'
import { signIn } from '../support/member.ts'
test.setTimeout(240_000)
test('look', async ({ page, samples }) => {
  void expect; void asServer
  const shot = async (name: string, w: number, dark: boolean, full = false) => {
    await page.setViewportSize({ width: w, height: w < 700 ? 844 : 900 })
    await page.evaluate((d) => { document.documentElement.dataset.theme = d ? 'dark' : 'light' }, dark)
    await page.waitForTimeout(400)
    await page.screenshot({ path: `/tmp/shots/${name}-${w}-${dark ? 'dark' : 'light'}.png`, fullPage: full })
  }
  const both = async (name: string, full = false) => { await shot(name, 390, false, full); await shot(name, 1280, true, full) }
  await signIn(page, await registerStaff(page.request, 'admin'))
  await visit(page, '/admin/calendar')
  await page.getByLabel('Schnell anlegen').fill('Mo 7.12. 20:15 Dschungelcamp Folge 3 @RTL 120 Min\nDi 8.12. 22.15 Love Island\n20:15 ohne Tag und ohne alles Donaudampfschifffahrtsgesellschaftskapitaensmuetzenabzeichenverleihungsfeierlichkeitenkomitee\nMi bis Fr irgendwas')
  await page.waitForTimeout(800)
  await both('quick'); await shot('quick', 320, false)
  await page.getByLabel('Schnell anlegen').fill('')
  await page.getByRole('button', { name: 'Neuer Termin' }).click()
  await page.waitForTimeout(600)
  await page.getByText('Was sich ändert').first().scrollIntoViewIfNeeded().catch(() => undefined)
  await both('form')
  await page.keyboard.press('Escape')
  await visit(page, '/kalender?ansicht=woche'); await both('week')
  await visit(page, '/kalender?ansicht=monat'); await both('month')
  await visit(page, '/kalender'); await both('list')
  await visit(page, samples.season.path); await both('season')
  await visit(page, '/admin/operations'); await both('operations')
  await visit(page, '/admin/analytics'); await both('analytics')
  await visit(page, '/admin/invites'); await both('invites')
  await visit(page, '/stars/voting'); await both('voting')
  await visit(page, '/community-guidelines#kinderschutz'); await both('kids')
  await visit(page, '/datenschutz#konto-loeschen'); await both('delete')
})
