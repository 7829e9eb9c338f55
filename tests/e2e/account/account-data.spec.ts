import fs from 'node:fs'
import type { Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { asGuest, asMember, type Session, sessionOf } from '../../support/site/members.ts'
import { openAccount, section, toast } from '../support/account-steps.ts'
import { expect, test } from '../support/member.ts'
import { photo } from '../support/pictures.ts'

/** Path of an approved post that the member can comment on. */
async function approvedPost(page: Page): Promise<string> {
  const answer = await page.request.get('/rest/v1/community_posts?status=eq.approved&select=id&limit=1', {
    headers: asGuest(),
  })
  const [post] = (await answer.json()) as [{ id: string }]
  return post.id
}

/** A waiting post and a comment, written directly to the backend. */
async function write(page: Page, session: Session, text: string): Promise<void> {
  const headers = asMember(session)
  const post = await page.request.post('/rest/v1/community_posts', {
    headers,
    data: { title: `Beitrag ${text}`, content: `Inhalt ${text}`, type: 'discussion', author_id: session.user.id },
  })
  expect(post.status(), await post.text()).toBe(201)
  const comment = await page.request.post('/rest/v1/comments', {
    headers,
    data: { content: `Kommentar ${text}`, post_id: await approvedPost(page), author_id: session.user.id },
  })
  expect(comment.status(), await comment.text()).toBe(201)
}

/** Returns the stars, the one liked last at the end. */
async function likeTwoStars(page: Page, session: Session): Promise<{ id: string; first_name: string }[]> {
  const found = await page.request.get('/rest/v1/stars?select=id,first_name,last_name&is_active=is.true&limit=2', {
    headers: asGuest(),
  })
  const stars = (await found.json()) as { id: string; first_name: string }[]
  for (const { id } of stars) {
    const fan = await page.request.post('/rest/v1/star_fans', {
      headers: asMember(session),
      data: { star_id: id, user_id: session.user.id },
    })
    expect(fan.status(), await fan.text()).toBe(201)
  }
  return stars
}

// Both journeys include refusals and failures.
test.use({ faultsExpected: true })

test('what is one’s own is listed with what became of it, and taken along as a file', async ({ page, member }) => {
  const session = await sessionOf(page.request, member)
  const main = page.getByRole('main')
  await test.step('whoever likes nobody yet is shown the way to the stars', async () => {
    await openAccount(page, '/account/stars', 'Meine Stars')
    await expect(page.getByText('Noch kein Herz vergeben.')).toBeVisible()
    await page.getByRole('link', { name: 'Stars ansehen' }).click()
    await expect(page).toHaveURL('/stars')
  })

  await write(page, session, member.id)
  const stars = await likeTwoStars(page, session)
  await test.step('a list that cannot be loaded says so and tries again; own posts and comments', async () => {
    await page.clock.install()
    await page.route('**/rest/v1/rpc/own_posts*', (route) => route.fulfill({ status: 500, json: { message: 'x' } }))
    await page.goto('/account/inhalte')
    const retry = page.getByRole('button', { name: 'Erneut versuchen' })
    // Retries have growing delays, which this journey does not wait for.
    await expect(async () => {
      await page.clock.fastForward(5_000)
      await expect(retry).toBeVisible({ timeout: 500 })
    }).toPass()
    await expect(page.getByRole('alert')).toContainText('Deine Beiträge konnten nicht geladen werden')
    await page.unroute('**/rest/v1/rpc/own_posts*')
    await retry.click()
    const post = page.getByRole('article')
    await expect(post.getByRole('heading', { name: `Beitrag ${member.id}` })).toBeVisible()
    await expect(post).toContainText('Wird geprüft')
    await expect(post.getByRole('heading').getByRole('link')).toHaveAttribute(
      'href',
      /^\/trashtalk\/diskussionen\/\d{4}\//,
    )
    await expect(page.getByText('Alle geladen. Tiefer fällt hier niemand.')).toBeVisible()
    await main.getByRole('link', { name: 'Kommentare' }).click()
    await expect(page).toHaveURL('/account/inhalte/kommentare')
    const comment = page.getByRole('listitem').filter({ hasText: `Kommentar ${member.id}` })
    await comment.getByRole('link').click()
    await expect(page).toHaveURL(/^[^#]+\/trashtalk\/.+#kommentar-/)
  })

  await test.step('the stars one is a fan of, latest first', async () => {
    await openAccount(page, '/account/stars', 'Meine Stars')
    const cards = main.getByRole('article')
    await expect(cards).toHaveCount(2)
    await expect(cards.first()).toContainText(stars[1]?.first_name ?? '-')
    await expect(cards.first()).toContainText('Fan seit')
    await expect(page.getByText('Das sind alle, denen du die Daumen drückst.')).toBeVisible()
  })

  await test.step('the export is an archive with everything of one’s own, as a page and as data', async () => {
    const pages = page.getByRole('navigation', { name: 'Mein Account' })
    await pages.getByRole('link', { name: 'Daten' }).click()
    const coming = page.waitForEvent('download')
    await section(page, 'Mitnehmen').getByRole('button', { name: 'Daten herunterladen' }).click()
    const download = await coming
    expect(download.suggestedFilename()).toMatch(/^hot-daten-\d{4}-\d\d-\d\d\.zip$/)
    const files = unzipSync(fs.readFileSync(await download.path()))
    const read = (ending: string) =>
      strFromU8(files[download.suggestedFilename().replace('zip', ending)] ?? new Uint8Array())
    const text = read('json')
    const data = JSON.parse(text) as { tables: Record<string, Record<string, unknown>[]> }
    const reading = read('html')
    for (const said of [member.email, `Inhalt ${member.id}`, 'Meldungen: deine und die über dich', 'Wie lange'])
      expect(reading).toContain(said)
    expect(reading).not.toContain('<script')
    expect(data.tables['public.profiles']?.[0]?.email).toBe(member.email)
    expect(data.tables['public.community_posts']?.[0]?.title).toBe(`Beitrag ${member.id}`)
    expect(data.tables['public.comments']?.[0]?.content).toBe(`Kommentar ${member.id}`)
    expect(text).not.toContain('encrypted_password')
    await expect(toast(page, 'Datei ist da')).toBeVisible()
  })
})

/** Opens the question; nothing is sent yet. */
async function askToDelete(page: Page) {
  await openAccount(page, '/account/daten', 'Daten')
  await section(page, 'Account löschen').getByRole('button', { name: 'Account löschen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Account wirklich löschen?' })
  const erase = dialog.getByRole('button', { name: 'Endgültig löschen' })
  await expect(erase).toBeDisabled()
  await dialog.getByRole('textbox').fill('Löschen')
  return { dialog, erase }
}

test('the account ends with its picture once the password was shown again; what was published stays without a name', async ({
  page,
  member,
}) => {
  const session = await sessionOf(page.request, member)
  await write(page, session, member.id)
  await openAccount(page, '/account/profil', 'Profil')
  await page.getByLabel('Bilddatei').setInputFiles(await photo(400, 400))
  await page.getByRole('button', { name: 'Bild übernehmen' }).click()
  await expect(toast(page, 'Neues Bild gespeichert')).toBeVisible()

  const turned = await askToDelete(page)
  await turned.dialog.getByRole('button', { name: 'Doch nicht' }).click()
  await expect(turned.dialog).toBeHidden()
  await sessionOf(page.request, member)

  // The answer to an hour-old token; from the second time on the database decides.
  let asked = 0
  await page.route('**/rest/v1/rpc/delete_own_account', (route) =>
    asked++ === 0
      ? route.fulfill({
          status: 403,
          json: { code: '42501', message: '…', hint: 'reauthentication_needed', details: null },
        })
      : route.continue(),
  )
  const { erase } = await askToDelete(page)
  await erase.click()
  const check = page.getByRole('dialog', { name: 'Kurz bestätigen' })
  await check.getByLabel('Passwort', { exact: true }).fill('falsch geraten')
  await check.getByRole('button', { name: 'Bestätigen' }).click()
  await expect(check.getByRole('alert')).toHaveText('Das Passwort stimmt nicht. Versuch es noch einmal.')
  expect(asked).toBe(1)
  await check.getByLabel('Passwort', { exact: true }).fill(member.password)
  await check.getByRole('button', { name: 'Bestätigen' }).click()
  await expect(toast(page, 'Dein Account ist gelöscht')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByText('Account')).toHaveCount(0)

  const again = await page.request.post('/auth/v1/token?grant_type=password', {
    headers: asGuest(),
    data: { email: member.email, password: member.password },
  })
  expect(again.status()).toBe(400)
  const left = await page.request.get(
    `/rest/v1/comments?content=eq.Kommentar%20${member.id}&select=content,author_id`,
    { headers: asGuest() },
  )
  expect(await left.json()).toEqual([{ content: `Kommentar ${member.id}`, author_id: null }])
  await page.goto('/account')
  await expect(page).toHaveURL('/')
})

test('with the account go posts and comments, if that is what somebody wants', async ({ page, member }) => {
  const session = await sessionOf(page.request, member)
  await write(page, session, member.id)
  const { dialog, erase } = await askToDelete(page)
  const choice = dialog.getByRole('checkbox', { name: 'Auch meine Beiträge und Kommentare löschen' })
  await expect(choice).not.toBeChecked()
  await choice.check()
  await erase.click()
  await expect(toast(page, 'Dein Account ist gelöscht')).toBeVisible()
  const left = await page.request.get(`/rest/v1/comments?content=eq.Kommentar%20${member.id}&select=id`, {
    headers: asGuest(),
  })
  expect(await left.json()).toEqual([])
})
