import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { asServer, registerStaff } from '../../support/site/members.ts'
import { makeFormat } from '../support/format-steps.ts'
import { expect, test, visit } from '../support/journey.ts'
import { signIn } from '../support/member.ts'

// Saving an older version is refused.
test.use({ faultsExpected: true })

/** The address of a new format's form. */
async function newFormat(page: Page): Promise<string> {
  const slug = await makeFormat(page.request, `Insel ${randomBytes(4).toString('hex')}`)
  const read = await page.request.get(`/rest/v1/formats?slug=eq.${slug}&select=id`, { headers: asServer() })
  const [format] = (await read.json()) as { id: string }[]
  if (!format) throw new Error('the format was not stored')
  return `/admin/formats/edit/${format.id}`
}

const name = (page: Page) => page.getByLabel('Name', { exact: true })
const description = (page: Page) => page.getByRole('main').getByLabel('Beschreibung', { exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Speichern' })
const saved = (page: Page) => page.getByText('Format gespeichert')
const question = (page: Page) => page.getByRole('region', { name: 'Ihr habt beide geändert' })

test('two who edit one format keep what each changed, and are asked about what both changed', async ({
  page,
  browser,
}) => {
  const colleague = await registerStaff(page.request, 'admin')
  const address = await newFormat(page)
  await signIn(page, await registerStaff(page.request, 'admin'))
  const other = await browser.newPage()
  await signIn(other, colleague)
  await visit(page, address)
  await visit(other, address)
  await expect(name(page)).toHaveValue(/^Insel/)
  await expect(name(other)).toHaveValue(/^Insel/)

  await name(other).fill('Ihr Name')
  await other.getByLabel('Kurzname').fill('Ihrs')
  await save(other).click()
  await expect(saved(other)).toBeVisible()

  await name(page).fill('Mein Name')
  await description(page).fill('Meine Beschreibung')
  await save(page).click()
  await expect(question(page)).toContainText(`${colleague.nickname} hat inzwischen gespeichert`)
  await expect(question(page).getByRole('heading')).toBeFocused()
  await expect(question(page)).toContainText('Schon übernommen: Kurzname.')
  await expect(page.getByLabel('Kurzname')).toHaveValue('Ihrs')
  await expect(name(page)).toHaveValue('Mein Name')
  await expect(description(page)).toHaveValue('Meine Beschreibung')
  await expect(question(page).getByRole('group')).toHaveCount(1)

  await save(page).click()
  await expect(question(page)).toContainText('Name: Wähl erst, was gelten soll.')
  await expect(question(page).getByRole('button', { name: 'Name: Ihres nehmen' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(name(page)).toHaveValue('Ihr Name')
  await question(page).getByRole('button', { name: 'Name: Meins behalten' }).click()
  await expect(name(page)).toHaveValue('Mein Name')

  // A third change meanwhile asks again, now about something else.
  await description(other).fill('Ihre Beschreibung')
  await save(other).click()
  await expect(saved(other).last()).toBeVisible()
  await expect(description(other)).toHaveValue('Ihre Beschreibung')
  await expect
    .poll(async () =>
      (
        await page.request.get(`/rest/v1/formats?description=eq.Ihre%20Beschreibung&select=id`, { headers: asServer() })
      ).text(),
    )
    .toContain(address.split('/').at(-1))
  await save(page).click()
  await expect(question(page).getByRole('button', { name: 'Beschreibung: Meins behalten' })).toBeVisible()
  await expect(question(page).getByRole('group')).toHaveCount(1)
  await question(page).getByRole('button', { name: 'Beschreibung: Ihres nehmen' }).click()
  await save(page).click()
  await expect(saved(page)).toBeVisible()
  await expect(question(page)).toBeHidden()

  await visit(other, address)
  await expect(name(other)).toHaveValue('Mein Name')
  await expect(other.getByLabel('Kurzname')).toHaveValue('Ihrs')
  await expect(description(other)).toHaveValue('Ihre Beschreibung')
  await other.context().close()
})

test('what was typed in a long form outlives a reload, meets what others saved, and is for one member only', async ({
  page,
  browser,
}) => {
  const address = await newFormat(page)
  const mine = await registerStaff(page.request, 'admin')
  await signIn(page, mine)
  await visit(page, address)
  await description(page).fill('Getippt und nicht gespeichert')
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('hot_post_drafts')))
    .toContain('Getippt und nicht gespeichert')

  const other = await browser.newPage()
  await signIn(other, await registerStaff(page.request, 'admin'))
  await visit(other, address)
  await description(other).fill('Von jemand anderem')
  await save(other).click()
  await expect(saved(other)).toBeVisible()
  await other.context().close()

  page.once('dialog', (leaving) => void leaving.accept())
  await visit(page, address)
  const offer = page.getByText(/^Nicht gespeicherter Entwurf von \d\d:\d\d\.$/)
  await expect(offer).toBeVisible()
  await expect(description(page)).toHaveValue('Von jemand anderem')
  await page.getByRole('button', { name: 'Übernehmen' }).click()
  await expect(description(page)).toHaveValue('Getippt und nicht gespeichert')
  await expect(offer).toBeHidden()
  await expect(name(page)).toBeFocused()
  await save(page).click()
  await question(page).getByRole('button', { name: 'Beschreibung: Meins behalten' }).click()
  await save(page).click()
  await expect(saved(page)).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('hot_post_drafts'))).toBeNull()

  await description(page).fill('Noch ein Entwurf')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('hot_post_drafts'))).toContain('Noch ein Entwurf')
  page.once('dialog', (leaving) => void leaving.accept())
  await signIn(page, await registerStaff(page.request, 'admin'))
  await visit(page, address)
  await expect(description(page)).toHaveValue('Getippt und nicht gespeichert')
  await expect(offer).toBeHidden()
})
