import type { APIRequestContext } from '@playwright/test'
import { asMember, asServer, type Member, registerMember, type Session, sessionOf } from '../../support/site/members.ts'
import { newDiscussion } from '../../support/site/posts.ts'
import { visit } from '../support/journey.ts'
import { expect, signIn, test } from '../support/member.ts'
import { field, restored, send, storedPosts } from '../support/post-editor-steps.ts'

const newId = () => crypto.randomUUID()

async function created(request: APIRequestContext, session: Session, post: Record<string, unknown>): Promise<string> {
  const id = newId()
  const answer = await request.post('/rest/v1/rpc/create_post', {
    headers: asMember(session),
    data: { p_id: id, p_content: 'Frage für einen Freund.', ...post },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return id
}

async function setPost(request: APIRequestContext, id: string, data: object): Promise<void> {
  const done = await request.patch(`/rest/v1/community_posts?id=eq.${id}`, { headers: asServer(), data })
  expect(done.status(), await done.text()).toBe(204)
}

/** Another member gives the first vote on a poll. */
async function voteOn(request: APIRequestContext, post: string): Promise<void> {
  const session = await sessionOf(request, await registerMember(request))
  const options = await request.get(`/rest/v1/poll_options?post_id=eq.${post}&select=id&limit=1`, {
    headers: asServer(),
  })
  const [option] = await options.json()
  const data = { post_id: post, option_id: option.id, user_id: session.user.id }
  const voted = await request.post('/rest/v1/poll_votes', { headers: asMember(session), data })
  expect(voted.status(), await voted.text()).toBe(201)
}

/** Uses up the quota of five minutes that is left after one post. The queue of staff is bypassed. */
async function useUpQuota(request: APIRequestContext, session: Session): Promise<void> {
  const posts = Array.from({ length: 99 }, (_, at) => ({
    title: `Beitrag Nummer ${at}`,
    content: 'Viel zu sagen.',
    type: 'discussion',
    author_id: session.user.id,
  }))
  const written = await request.post('/rest/v1/community_posts', { headers: asMember(session), data: posts })
  expect(written.status(), await written.text()).toBe(201)
  const query = `author_id=eq.${session.user.id}&title=like.Beitrag*`
  const gone = await request.delete(`/rest/v1/community_posts?${query}`, { headers: asServer() })
  expect(gone.status(), await gone.text()).toBe(204)
}

const statusOf = async (request: APIRequestContext, member: Member) => (await storedPosts(request, member))[0]?.status

test('a rejected post says why, and goes out again once it is changed', async ({ page, member }) => {
  const session = await sessionOf(page.request, member)
  const post = { p_type: 'discussion', p_title: `Was meint ihr, ${member.nickname}?` }
  const id = await created(page.request, session, post)
  await setPost(page.request, id, { status: 'rejected', rejection_reason: 'Bitte ohne Klarnamen.' })
  await visit(page, '/account/inhalte')
  await expect(page.getByRole('article')).toContainText('Bitte ohne Klarnamen.')
  await page.getByRole('link', { name: /bearbeiten$/ }).click()
  await expect(page.getByText('Dein Beitrag wurde abgelehnt.')).toBeVisible()
  await expect(page.getByText('Grund: Bitte ohne Klarnamen.')).toBeVisible()
  await field(page, 'Worum geht’s?').fill('Jetzt ohne Namen.')
  await page.getByRole('button', { name: 'Änderungen abschicken' }).click()
  await expect(page.getByText('Dein Beitrag wird geprüft …')).toBeVisible()
  expect(await statusOf(page.request, member)).toBe('pending')
})

test('a guest who comes back to a post after a while reads that it is gone meanwhile', async ({ page }) => {
  const author = await registerMember(page.request)
  const post = await newDiscussion(page.request, author)
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/rpc/post_page')) asked += 1
  })
  const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  // Counted from before the page was rendered, so that it is never older than the clock says.
  const opened = Date.now()
  await visit(page, post.path)
  await setPost(page.request, post.id, { title: 'Jetzt mit anderem Titel', staff_edited_at: new Date().toISOString() })
  await comeBack()
  await page.clock.setFixedTime(opened + 119_000)
  await comeBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Worüber reden wir bei ${author.nickname}?`)
  expect(asked).toBe(0)
  await page.clock.setFixedTime(opened + 180_000)
  await comeBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Jetzt mit anderem Titel')
  await setPost(page.request, post.id, { status: 'rejected', rejection_reason: 'Doch nicht.' })
  await page.clock.setFixedTime(opened + 360_000)
  await comeBack()
  await expect(page.getByText('Dieser Beitrag ist nicht mehr da.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Melden' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /Kommentar/ })).toHaveCount(0)
  expect(asked).toBe(2)
})

test.describe('what others do meanwhile', () => {
  test.use({ faultsExpected: true })

  test('after the first vote the answers of a poll stay, also for a form that was open before', async ({
    page,
    member,
  }) => {
    const session = await sessionOf(page.request, member)
    const title = `Wer fliegt zuerst, ${member.nickname}?`
    const id = await created(page.request, session, { p_type: 'poll', p_title: title, p_options: ['Mandy', 'Rico'] })
    await setPost(page.request, id, { status: 'approved' })
    await visit(page, `/trashtalk/bearbeiten/${id}`)
    await expect(field(page, 'Antwort 1')).toHaveValue('Mandy')
    await voteOn(page.request, id)
    await field(page, 'Antwort 1').fill('Jemand ganz anderes')
    await page.getByRole('button', { name: 'Änderungen abschicken' }).click()
    await expect(page.getByText(/^Inzwischen hat jemand abgestimmt: Die Antworten bleiben/)).toBeVisible()
    await visit(page, `/trashtalk/bearbeiten/${id}`)
    await expect(page.getByText('Es wurde schon abgestimmt. Die Antworten bleiben, wie sie sind:')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: /^Mandy$/ })).toBeVisible()
    await expect(field(page, 'Antwort 1')).toHaveCount(0)
  })

  test('two tabs on one draft do not take each other’s text, and who writes too much reads how long to wait', async ({
    page,
    context,
  }) => {
    const member = await registerMember(page.request)
    const session = await signIn(page, member)
    await visit(page, '/trashtalk/erstellen?typ=diskussion')
    await field(page, 'Titel').fill('Aus dem ersten Tab')
    await field(page, 'Worum geht’s?').fill('Hier fing es an.')
    const second = await context.newPage()
    await expect(async () => {
      await visit(second, '/trashtalk/erstellen?typ=diskussion')
      await expect(restored(second)).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expect(field(second, 'Titel')).toHaveValue('Aus dem ersten Tab')
    await field(second, 'Titel').fill('Aus dem zweiten Tab')
    await send(page).click()
    await expect(page.getByText('Dein Beitrag wird geprüft …')).toBeVisible()
    await expect(field(second, 'Titel')).toHaveValue('Aus dem zweiten Tab')
    await useUpQuota(page.request, session)
    await send(second).click()
    await expect(
      second.getByText(
        'Das war zu viel in kurzer Zeit. Dein Text bleibt hier gespeichert. Versuch es in 5 Minuten noch einmal.',
      ),
    ).toBeVisible()
    await expect(field(second, 'Titel')).toHaveValue('Aus dem zweiten Tab')
    expect(await storedPosts(page.request, member)).toEqual([{ title: 'Aus dem ersten Tab', status: 'pending' }])
  })
})
