import { postPath } from '@hot/domain/post/address'
import type { APIRequestContext } from '@playwright/test'
import {
  asMember,
  asServer,
  type Member,
  registerMember,
  registerStaff,
  type Session,
  sessionOf,
} from '../../support/site/members.ts'
import { addComments, newBallot } from '../../support/site/posts.ts'
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
  await expect(page.getByText('Wird geprüft.', { exact: true })).toBeVisible()
  expect(await statusOf(page.request, member)).toBe('pending')
})

test('the open page of a guest follows votes, comments and edits by others without a socket, until the post is gone', async ({
  page,
}) => {
  const author = await registerMember(page.request)
  const post = await newBallot(page.request, author, 'rumor')
  const asked = { live: 0, others: 0, sockets: 0 }
  page.on('websocket', () => (asked.sockets += 1))
  page.on('request', (request) => {
    if (request.url().includes('/_live/posts/')) asked.live += 1
    else if (request.url().includes('/rest/v1/')) asked.others += 1
  })
  await page.clock.install()
  await visit(page, post.path)
  const heart = page.locator('article:has(h1) > .reactions').getByRole('button', { name: /^Herz/ })
  await expect(heart).toHaveAccessibleName('Herz, 0')
  await setPost(page.request, post.id, { hearts_count: 3 })
  const [comment] = await addComments(page.request, post, author, [{ content: 'Nie im Leben.' }])
  // Longer than the server caches an answer, of this clock: the server has its own.
  const wait = () => page.clock.fastForward(16_000)
  await wait()
  await expect(heart).toHaveAccessibleName('Herz, 3')
  await page.getByRole('button', { name: '1 neuen Kommentar zeigen' }).click()
  await expect(page.locator(`#kommentar-${comment}`)).toContainText('Nie im Leben.')
  await setPost(page.request, post.id, { title: 'Jetzt mit anderem Titel', staff_edited_at: new Date().toISOString() })
  const followed = async (seen: () => Promise<void>) =>
    expect(async () => {
      await wait()
      await seen()
    }).toPass()
  await followed(() =>
    expect(page.getByRole('heading', { level: 1 })).toHaveText('Jetzt mit anderem Titel', { timeout: 1_000 }),
  )
  await setPost(page.request, post.id, { status: 'rejected', rejection_reason: 'Doch nicht.' })
  await followed(() => expect(page.getByText('Dieser Beitrag ist nicht mehr da.')).toBeVisible({ timeout: 1_000 }))
  await expect(page.getByRole('button', { name: 'Melden' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /Kommentar/ })).toHaveCount(0)
  // The comment's thread, and the edited post.
  expect(asked.others).toBe(2)
  expect(asked.sockets).toBe(0)
  const { live } = asked
  await page.clock.fastForward(600_000)
  expect(asked.live).toBe(live)
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

  test('a post that waits is at its address, says why it was rejected and where to appeal, and goes online by itself', async ({
    page,
    member,
  }) => {
    const session = await sessionOf(page.request, member)
    const title = `Sieht das schon wer, ${member.nickname}?`
    const id = await created(page.request, session, { p_type: 'discussion', p_title: title })
    const moderator = await sessionOf(page.request, await registerStaff(page.request, 'moderator'))
    const staff = async (name: string, data: object) => {
      const answer = await page.request.post(`/rest/v1/rpc/${name}`, { headers: asMember(moderator), data })
      expect(answer.status(), await answer.text()).toBe(200)
      return answer.json()
    }
    const decide = async (decision: string, reason: string | null) => {
      const { items } = await staff('admin_posts_page', { p_query: `@${member.nickname}` })
      await staff('admin_decide_posts', {
        p_ids: [id],
        p_seen: [items[0].updated_at],
        p_decision: decision,
        p_reason: reason,
      })
    }
    // A 404 for everybody; what its author sees is loaded behind it.
    const [{ slug, created_at }] = (await staff('admin_posts_page', { p_query: `@${member.nickname}` })).items
    const address = postPath({ type: 'discussion', slug, created_at })
    for (const path of [`/trashtalk/diskussion/${id}`, address]) {
      expect((await visit(page, path))?.status()).toBe(404)
      await expect(page.getByText('Wird geprüft.', { exact: true })).toBeVisible()
    }
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Kommentar schreiben' })).toHaveCount(0)
    await decide('reject', 'Bitte ohne Klarnamen.')
    await expect(page.getByText('Grund: Bitte ohne Klarnamen.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Einspruch einlegen' })).toHaveAttribute(
      'href',
      /^\/account\/einspruch\//,
    )
    await decide('approve', null)
    await expect(page.getByRole('button', { name: 'Kommentar schreiben' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
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
    await expect(page.getByText('Wird geprüft.', { exact: true })).toBeVisible()
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
