import type { Page } from '@playwright/test'
import { asMember, asServer, registerStaff, sessionOf } from '../../support/site/members.ts'
import { comesBack, visit } from '../support/journey.ts'
import { expect, signIn, test } from '../support/member.ts'
import { type Actor, registerActor, type WrittenPost, writeComment } from '../support/notification-steps.ts'
import { decideElsewhere, writeRumor } from '../support/post-moderation-steps.ts'
import { choice, storedVotes } from '../support/vote-steps.ts'

const list = '/account/benachrichtigungen'
const bell = (page: Page) => page.getByRole('banner').locator('summary[data-tooltip="Benachrichtigungen"]')

async function call(page: Page, actor: Actor, name: string, data: object): Promise<unknown> {
  const answer = await page.request.post(`/rest/v1/rpc/${name}`, { headers: asMember(actor.session), data })
  expect(answer.status(), await answer.text()).toBe(200)
  return answer.json()
}

/** A rumor that the team has approved, and who did. */
async function openRumor(page: Page, author: Actor): Promise<{ post: WrittenPost; admin: Actor }> {
  const post = await writeRumor(page.request, author, 'https://sender.example/rico')
  const staff = await registerStaff(page.request, 'admin')
  const admin = { ...staff, session: await sessionOf(page.request, staff) }
  await decideElsewhere(page.request, admin, post, 'approve')
  return { post, admin }
}

async function confirm(page: Page, admin: Actor, post: WrittenPost): Promise<void> {
  const asked = await page.request.get(`/rest/v1/post_rumors?post_id=eq.${post.id}&select=updated_at`, {
    headers: asServer(),
  })
  const [seen] = (await asked.json()) as { updated_at: string }[]
  const status = { p_id: post.id, p_seen: seen?.updated_at, p_status: 'verified' }
  expect(await call(page, admin, 'admin_set_rumor_status', status)).toMatchObject({ outcome: 'done' })
}

test('who voted on a rumor hears that it was right, and a guest sees the decision', async ({ page, browser }) => {
  const author = await registerActor(page.request)
  const voter = await registerActor(page.request)
  const { post, admin } = await openRumor(page, author)
  await signIn(page, voter)
  await visit(page, post.path)
  await choice(page, 'Stimmt').click()
  await expect.poll(() => storedVotes(page.request, 'rumor_votes', post)).toMatchObject([{ vote: 'agree' }])

  await confirm(page, admin, post)
  await visit(page, list)
  await expect(
    page.getByRole('main').getByRole('link', { name: `Du lagst richtig: „Bestätigt: ${post.title}“` }),
  ).toBeVisible()
  const context = await comesBack(await browser.newContext())
  const guest = await context.newPage()
  await visit(guest, post.path)
  await expect(guest.getByRole('main')).toContainText('Vom Team bestätigt.')
  await context.close()
})

test('whoever is blocked is not heard any more; everybody else is', async ({ page }) => {
  const me = await registerActor(page.request)
  const [loud, kind] = [await registerActor(page.request), await registerActor(page.request)]
  const { post } = await openRumor(page, loud)
  await signIn(page, me)
  await call(page, me, 'set_block', { p_member: loud.id, p_kind: 'block' })
  await visit(page, '/impressum')
  await writeComment(page.request, loud, post, `Hey @${me.nickname}, sag was!`)
  await writeComment(page.request, kind, post, `@${me.nickname}, hast du das gesehen?`)
  await expect(bell(page)).toHaveAccessibleName('1 ungelesene Benachrichtigung')
  await visit(page, list)
  await expect(page.getByRole('main')).toContainText(`${kind.nickname} hat dich`)
  await expect(page.getByRole('main')).not.toContainText(String(loud.nickname))
})
