import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page, Route } from '@playwright/test'
import {
  asGuest,
  asMember,
  asServer,
  type Member,
  registerMember,
  registerStaff,
  type Session,
  sessionOf,
  setProfile,
} from '../../support/site/members.ts'
import { newDiscussion } from '../../support/site/posts.ts'
import type { Requests } from '../../support/site/requests.ts'
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

/** What is stored of unsent texts on the device. */
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('hot_post_drafts') ?? '')

/** The team has confirmed that this member speaks for the star. */
async function speaksFor(request: Requests, member: Member, star: string): Promise<void> {
  const call = async <Answer>(session: Session, name: string, data: object): Promise<Answer> => {
    const answer = await request.post(`/rest/v1/rpc/${name}`, { headers: asMember(session), data })
    expect(answer.status(), await answer.text()).toBe(200)
    return (await answer.json()) as Answer
  }
  const session = await sessionOf(request, member)
  await call(session, 'ask_star_door', { p_star: star, p_speaker: 'Das Management' })
  await call(session, 'ask_star_door', { p_star: star, p_speaker: 'Das Management', p_proof: 'In der Bio' })
  const staff = await sessionOf(request, await registerStaff(request, 'moderator'))
  const { items } = await call<{ items: { id: string; asked_at: string; member: { id: string } }[] }>(
    staff,
    'admin_star_requests',
    {},
  )
  const asked = items.find((one) => one.member.id === member.id)
  await call(staff, 'admin_decide_star_request', {
    p_id: asked?.id,
    p_granted: true,
    p_reason: null,
    p_seen: asked?.asked_at,
  })
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
  const appeals = async () => {
    const answer = await request.get(`/rest/v1/appeals?moderation_action_id=eq.${decision}&select=message`, {
      headers: asServer(),
    })
    return answer.json()
  }

  await page.goto('/')
  await page.getByRole('dialog', { name: 'Sperre' }).getByRole('link', { name: 'Einspruch einlegen' }).click()
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

test('a star’s statement outlives the page that is killed before it is sent, and is published once if it was killed after', async ({
  page,
  context,
  request,
  member,
}) => {
  const [star] = (await (
    await request.get('/rest/v1/stars?select=id&is_active=is.true&order=slug.desc&limit=1', { headers: asGuest() })
  ).json()) as { id: string }[]
  await speaksFor(request, member, star?.id ?? '')
  const post = await newDiscussion(request, await registerMember(request), { tags: [star?.id] })
  const text = 'So war das nicht. Am Sonntag war ich gar nicht im Haus.'
  const open = async (one: Page) => {
    await one.getByRole('button', { name: 'Mehr zu diesem Beitrag' }).click()
    await one.getByRole('button', { name: 'Stellung nehmen' }).click()
    return one.getByRole('dialog', { name: 'Stellung nehmen' })
  }
  const fieldOf = (one: Page) => one.getByRole('textbox', { name: 'Deine Stellungnahme' })
  const send = (one: Page) => one.getByRole('button', { name: 'Veröffentlichen' }).click()

  await page.goto(post.path)
  await open(page)
  await fieldOf(page).fill(text)
  await expect.poll(() => stored(page)).toContain('Am Sonntag')
  const before = await cutOff(page, 'answer_as_star', 'before')
  await send(page)
  await before.happened
  await killed(page)

  const again = await opened(context, post.path)
  await open(again)
  await expect(fieldOf(again)).toHaveValue(text)
  // Escape asks first: what was typed the day before is no less worth.
  await again.keyboard.press('Escape')
  await again.getByRole('button', { name: 'Weiter bearbeiten' }).click()
  const after = await cutOff(again, 'answer_as_star', 'after')
  await send(again)
  await after.happened
  await killed(again)

  const later = await opened(context, post.path)
  await expect(later.getByRole('complementary', { name: 'Stellungnahme' })).toContainText(text)
  const dialog = await open(later)
  await expect(fieldOf(later)).toHaveValue(text)
  await expect(dialog.getByText('Das hattest du hier zuletzt getippt.')).toHaveCount(0)
  await fieldOf(later).fill('Doch anders.')
  await expect.poll(() => stored(later)).toContain('Doch anders.')
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await expect.poll(() => stored(later)).toBe('')
})

test('an export whose page is killed can be asked for again at once', async ({ page, context, member }) => {
  const ask = async (one: Page) => {
    await openAccount(one, '/account/daten', 'Daten')
    await section(one, 'Mitnehmen').getByRole('button', { name: 'Daten herunterladen' }).click()
  }
  const after = await cutOff(page, 'export_own_data', 'after')
  await ask(page)
  await after.happened
  await killed(page)
  const again = await context.newPage()
  const coming = again.waitForEvent('download')
  await ask(again)
  expect((await coming).suggestedFilename()).toMatch(/^hot-daten-.*\.zip$/)
  await expect(again.getByRole('heading', { level: 1 })).toHaveText('Daten')
  expect(member.id).toBeTruthy()
})
