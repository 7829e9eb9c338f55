import type { Page } from '@playwright/test'
import { screens } from '../../../web/src/admin/screens.ts'
import { makeStaff, newNickname, registerMember, registerStaff, type StaffRole } from '../../support/site/members.ts'
import { publicData } from '../../support/site/public-data.ts'
import { comesBack, visit } from '../support/journey.ts'
import { expect, signIn, test } from '../support/member.ts'
import { profilePath } from '../support/worker-steps.ts'

/** Screen by screen: M moderators, A admins; all others are turned away. */
const table: Readonly<Record<string, 'MA' | 'A'>> = {
  '': 'MA',
  activity: 'MA',
  analytics: 'A',
  appeals: 'MA',
  broadcasters: 'MA',
  calendar: 'MA',
  comments: 'MA',
  concerns: 'MA',
  formats: 'MA',
  'formats/create': 'MA',
  'formats/edit/:id': 'MA',
  imports: 'MA',
  invites: 'MA',
  bin: 'MA',
  texts: 'A',
  'moderation-archive': 'MA',
  news: 'MA',
  operations: 'A',
  posts: 'MA',
  reports: 'MA',
  seasons: 'MA',
  'seasons/create': 'MA',
  'seasons/edit/:id': 'MA',
  rules: 'A',
  settings: 'A',
  'star-requests': 'MA',
  stars: 'MA',
  'stars/create': 'MA',
  'stars/edit/:id': 'MA',
  'stars/social-media': 'MA',
  transparency: 'MA',
  users: 'A',
  'users/create': 'A',
  'users/edit/:id': 'A',
  week: 'A',
}
const refusal = 'Das dürfen nur Admins.'

/** As a link does: without loading a new document. */
const jump = (page: Page, path: string) => page.evaluate((to) => window.history.pushState({}, '', to), path)

async function opens(page: Page, role: StaffRole, those: readonly string[]): Promise<void> {
  expect(screens.map(({ path }) => path).toSorted(), 'every screen is in the table').toEqual(
    Object.keys(table).toSorted(),
  )
  const staff = await registerStaff(page.request, role)
  const member = await registerMember(page.request)
  const first = async (from: string) =>
    (await publicData<{ id: string }[]>(page.request, `${from}?select=id&limit=1`))[0]
  const ids: Readonly<Record<string, string | undefined>> = {
    stars: (await first('stars'))?.id,
    formats: (await first('formats'))?.id,
    seasons: (await first('seasons'))?.id,
    users: member.id,
  }
  await signIn(page, staff)
  await visit(page, '/admin')
  const inside = page.locator('.admin-main')
  for (const screen of those) {
    await jump(page, `/admin/${screen}`.replace(':id', ids[screen.split('/')[0] ?? ''] ?? '').replace(/\/$/, ''))
    if (table[screen] === 'A' && role === 'moderator')
      await expect(inside.locator('.empty-state').getByText(refusal), screen).toBeVisible()
    else {
      await expect(page, screen).toHaveTitle(/ · Admin · HoT$/)
      await expect(inside.getByRole('heading', { level: 1 }), screen).toBeVisible()
      await expect(inside.locator('.empty-state').getByText(refusal), screen).toHaveCount(0)
      await expect(inside.locator('.error-state'), screen).toHaveCount(0)
    }
  }
}

const all = Object.keys(table)

test('moderators open the first screens, and are told at those of admins', ({ page }) =>
  opens(page, 'moderator', [...all.slice(0, 2), ...all.filter((screen) => table[screen] === 'A')]))

test('moderators open what the table gives them', { tag: '@full' }, ({ page }) => opens(page, 'moderator', all))

test('admins open everything; members and guests nothing', async ({ page, browser }) => {
  await opens(page, 'admin', all)
  const guest = await (await comesBack(await browser.newContext())).newPage()
  await visit(guest, '/admin/users')
  await expect(guest.getByText('Bitte melde dich mit deinem Team-Konto an:')).toBeVisible()
  await signIn(guest, await registerMember(guest.request))
  await visit(guest, '/admin/users')
  await expect(guest.getByText('Kein Zutritt')).toBeVisible()
  await expect(guest.locator('.admin-main')).toHaveCount(0)
  await guest.close()
})

test('staff without a nickname are led to choosing one before they decide about anything, and go on from there', async ({
  page,
}) => {
  const staff = await makeStaff(page.request, await registerMember(page.request, { nickname: null }), 'moderator')
  const member = await registerMember(page.request)
  await signIn(page, staff)
  await visit(page, await profilePath(page.request, member))
  await page.getByRole('button', { name: 'Später' }).click()
  await page.getByRole('button', { name: /^Mehr zu/ }).click()
  await page.getByRole('button', { name: 'Moderieren' }).click()
  const first = page.getByRole('dialog', { name: 'Such dir zuerst einen Nickname aus' })
  await first.getByRole('button', { name: 'Nickname wählen' }).click()
  await page.getByLabel('Nickname', { exact: true }).fill(newNickname())
  await page.getByRole('button', { name: 'Namen speichern' }).click()
  // The tools of the profile from which all this began.
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Sperren/ })).toBeVisible()
})
