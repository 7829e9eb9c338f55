import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page, Route } from '@playwright/test'
import { asGuest, asServer, setProfile } from '../../support/site/members.ts'
import { openAccount, section } from '../support/account-steps.ts'
import { expect, test } from '../support/member.ts'
import { isGuest } from '../support/session-steps.ts'

// The browser reports the page that ends, and requests of a session that has.
test.use({ faultsExpected: true })

/** As a phone ends a page that is out of sight: nothing of it runs any more. */
async function killed(page: Page): Promise<void> {
  const gone = page.waitForEvent('crash')
  page.goto('chrome://crash').catch(() => undefined)
  await gone
}

/** The call never leaves the device (`before`), or arrives and its answer does not. Resolves once that is so. */
async function cutOff(page: Page, call: string, when: 'before' | 'after'): Promise<{ happened: Promise<void> }> {
  const { promise: happened, resolve } = Promise.withResolvers<void>()
  await page.route(`**/rest/v1/rpc/${call}`, async (route: Route) => {
    if (when === 'after') await route.fetch()
    resolve()
  })
  return { happened }
}

async function opened(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(path)
  return page
}

test('the appeal of a banned member outlives the page that is killed before it is sent, and is there once if it was killed after', async ({
  page,
  context,
  request,
  member,
}) => {
  const decision = randomUUID()
  const made = await request.post('/rest/v1/moderation_actions', {
    headers: asServer(),
    data: {
      id: decision,
      target_type: 'profile',
      action: 'banned',
      target_user_id: member.id,
      reason: 'Beleidigt andere.',
    },
  })
  expect(made.status(), await made.text()).toBe(201)
  await setProfile(request, member, { is_banned: true })
  const path = `/account/einspruch/${decision}`
  const text = 'Ich habe nur zitiert. Das steht so in Folge 3.'
  const fieldOf = (one: Page) => one.getByRole('textbox', { name: 'Warum ist die Entscheidung falsch?' })
  const send = (one: Page) => one.getByRole('button', { name: 'Einspruch einlegen' }).click()
  const stored = (one: Page) => one.evaluate(() => localStorage.getItem('hot_post_drafts') ?? '')
  const appeals = async () => {
    const answer = await request.get(`/rest/v1/appeals?moderation_action_id=eq.${decision}&select=message`, {
      headers: asServer(),
    })
    return answer.json()
  }

  await page.goto('/')
  await page.getByRole('dialog', { name: 'Sperre' }).getByRole('link').click()
  await expect(page).toHaveURL(path)
  await fieldOf(page).fill(text)
  await expect.poll(() => stored(page)).toContain('Folge 3')
  const before = await cutOff(page, 'file_appeal', 'before')
  await send(page)
  await before.happened
  await killed(page)
  expect(await appeals()).toEqual([])

  const again = await opened(context, path)
  await expect(fieldOf(again)).toHaveValue(text)
  const after = await cutOff(again, 'file_appeal', 'after')
  await send(again)
  await after.happened
  await killed(again)

  const later = await opened(context, path)
  await expect(later.getByRole('blockquote')).toHaveText(text)
  await expect(later.getByText('Du bekommst eine Benachrichtigung, sobald entschieden ist.')).toBeVisible()
  await expect(fieldOf(later)).toHaveCount(0)
  await expect.poll(() => stored(later)).toBe('')
  expect(await appeals()).toEqual([{ message: text }])
})

test('an account is still there when the page is killed before the deletion is sent, and gone on this device too if after', async ({
  page,
  context,
  request,
  member,
}) => {
  const erase = async (one: Page) => {
    await openAccount(one, '/account/daten', 'Daten')
    await section(one, 'Account löschen').getByRole('button', { name: 'Account löschen' }).click()
    const dialog = one.getByRole('dialog', { name: 'Account wirklich löschen?' })
    await dialog.getByRole('textbox').fill('Löschen')
    await dialog.getByRole('button', { name: 'Endgültig löschen' }).click()
  }
  const signIn = () =>
    request.post('/auth/v1/token?grant_type=password', {
      headers: asGuest(),
      data: { email: member.email, password: member.password },
    })
  const before = await cutOff(page, 'delete_own_account', 'before')
  await erase(page)
  await before.happened
  await killed(page)
  expect((await signIn()).status()).toBe(200)

  const again = await opened(context, '/account')
  await expect(again.getByRole('heading', { level: 1 })).toHaveText(member.nickname ?? '')
  const after = await cutOff(again, 'delete_own_account', 'after')
  await erase(again)
  await after.happened
  await killed(again)
  expect((await signIn()).status()).toBe(400)

  const later = await opened(context, '/account')
  await isGuest(later)
  await expect(later.getByText(member.nickname ?? '-')).toHaveCount(0)
  await expect.poll(() => later.evaluate(() => localStorage.getItem('sb-hot-auth-token'))).toBeNull()
})
