import { asServer, newNickname, registerMember } from '../../support/site/members.ts'
import { newBallot } from '../../support/site/posts.ts'
import { tabTo } from '../support/account-steps.ts'
import { comesBack, visit } from '../support/journey.ts'
import { expect, signIn, test } from '../support/member.ts'
import { isMember } from '../support/session-steps.ts'
import { button, dialog, expectToast, submitLogin } from '../support/sign-in-steps.ts'
import { ballot, choice, pollOptions, reaction, storedVotes } from '../support/vote-steps.ts'

test('a guest who votes signs in right there, names themselves, and the vote stands, also after a reload', async ({
  page,
}) => {
  const author = await registerMember(page.request)
  const post = await newBallot(page.request, author, 'rumor')
  const nameless = await registerMember(page.request, { nickname: null })
  await visit(page, post.path)
  await choice(page, 'Stimmt').click()
  await expect(dialog(page).getByText('Zum Mitmachen brauchst du ein Konto.')).toBeVisible()
  await button(page, 'Mit E-Mail anmelden').click()
  await submitLogin(page, nameless)
  await page.getByRole('textbox', { name: 'Nickname' }).fill(newNickname())
  await page.keyboard.press('Enter')
  await expect(choice(page, 'Stimmt')).toHaveAttribute('aria-pressed', 'true')
  await expect(ballot(page).getByText('1 Stimme · deine: Stimmt', { exact: true })).toBeVisible()
  await expect.poll(() => storedVotes(page.request, 'rumor_votes', post)).toMatchObject([{ vote: 'agree' }])
  await page.reload()
  await expect(choice(page, 'Stimmt')).toHaveAttribute('aria-pressed', 'true')
  await expect(ballot(page).getByText('1 Stimme · deine: Stimmt', { exact: true })).toBeVisible()
  await choice(page, 'Stimmt nicht').click()
  await expect.poll(() => storedVotes(page.request, 'rumor_votes', post)).toMatchObject([{ vote: 'disagree' }])
})

test('a guest chooses a sticker by keyboard, signs in, and it sticks; another press takes it off', async ({ page }) => {
  const post = await newBallot(page.request, await registerMember(page.request), 'rumor')
  const member = await registerMember(page.request)
  await visit(page, post.path)
  const opener = page.getByRole('button', { name: 'Sticker kleben' })
  await opener.press('Enter')
  const choices = page.getByRole('group', { name: 'Welcher Sticker?' })
  await expect(choices.getByRole('button')).toHaveCount(12)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(choices).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.press('Enter')
  await choices.getByRole('button', { name: 'Heißer Tee' }).press('Enter')
  await button(page, 'Mit E-Mail anmelden').click()
  await submitLogin(page, member)
  const tea = page.getByRole('button', { name: 'Heißer Tee, 1' })
  await expect(tea).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => storedVotes(page.request, 'post_stickers', post)).toMatchObject([{ sticker: 'tea' }])
  await page.reload()
  await expect(tea).toHaveAttribute('aria-pressed', 'true')
  await tea.click()
  await expect(tea).toHaveCount(0)
  await expect.poll(() => storedVotes(page.request, 'post_stickers', post)).toEqual([])
})

test('what one member does moves bar and counts of another, until the post is gone', async ({ page, browser }) => {
  const author = await registerMember(page.request)
  const post = await newBallot(page.request, author, 'rumor')
  const context = await comesBack(await browser.newContext())
  const other = await context.newPage()
  for (const reader of [page, other]) {
    await signIn(reader, await registerMember(page.request))
    await visit(reader, post.path)
  }
  // Subscribed once the socket confirms it; a vote before that is fetched at the start.
  await choice(page, 'Stimmt').click()
  await reaction(page, 'Herz').click()
  await expect(ballot(other).getByText('1 Stimme', { exact: true })).toBeVisible()
  await expect(reaction(other, 'Herz')).toHaveAccessibleName('Herz, 1')
  await expect(reaction(other, 'Herz')).toHaveAttribute('aria-pressed', 'false')
  await choice(other, 'Stimmt nicht').click()
  await reaction(other, 'Herz').click()
  for (const reader of [page, other]) {
    await expect(ballot(reader).getByText(/^2 Stimmen · deine: /)).toBeVisible()
    await expect(ballot(reader).getByText('50\u00a0%')).toHaveCount(2)
    await expect(reaction(reader, 'Herz')).toHaveAccessibleName('Herz, 2')
  }
  await page.request.delete(`/rest/v1/community_posts?id=eq.${post.id}`, { headers: asServer() })
  for (const reader of [page, other]) {
    await expect(reader.getByText('Dieser Beitrag ist nicht mehr da.')).toBeVisible()
    await expect(ballot(reader)).toHaveCount(0)
  }
  await context.close()
})

test.describe('taps', () => {
  test.use({ faultsExpected: true })

  test('a saved post is found in the account until it is taken back, without a network too', async ({
    page,
    context,
    member,
  }) => {
    const post = await newBallot(page.request, await registerMember(page.request), 'rumor')
    const bookmark = page.getByRole('main').getByRole('article').first().getByRole('button', { name: 'Merken' })
    await visit(page, post.path)
    await bookmark.click()
    await expect(bookmark).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => storedVotes(page.request, 'saved_posts', post)).toMatchObject([{ user_id: member.id }])
    await visit(page, '/account/gemerkt')
    await expect(page.getByRole('main').getByRole('article').getByRole('link').first()).toHaveAttribute(
      'href',
      post.path,
    )
    await expect(bookmark).toHaveAttribute('aria-pressed', 'true')
    await context.setOffline(true)
    await bookmark.click()
    await expect(bookmark).toHaveAttribute('aria-pressed', 'false')
    expect(await storedVotes(page.request, 'saved_posts', post)).toHaveLength(1)
    await context.setOffline(false)
    await expect.poll(() => storedVotes(page.request, 'saved_posts', post)).toEqual([])
    await visit(page, '/account/gemerkt')
    await expect(page.getByText('Noch nichts gemerkt.')).toBeVisible()
  })

  test('show at once, the last one wins, and what fails is taken back with a word', async ({ page, member }) => {
    const post = await newBallot(page.request, member, 'rumor')
    const marksAsked = page.waitForResponse((answer) => answer.url().includes('/rpc/viewer_posts'))
    await visit(page, post.path)
    // Session, previous choices and code are loaded: the measured frame contains the tap only.
    await marksAsked
    await isMember(page)
    await expect(page.getByRole('link', { name: 'Bearbeiten' })).toBeVisible()
    const heart = reaction(page, 'Herz')
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('false')
    await page.waitForLoadState('networkidle')

    const writes: string[] = []
    let letThrough = () => {}
    const gate = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await page.route('**/rest/v1/post_reactions*', async (route) => {
      writes.push(route.request().method())
      await gate
      await route.continue()
    })
    const afterTap = (name: string) =>
      page.evaluate(async (label) => {
        const find = () =>
          [...document.querySelectorAll<HTMLButtonElement>('article:has(h1) > .reactions button')].find((one) =>
            one.ariaLabel?.startsWith(label),
          )
        find()?.click()
        // The next frame is painted after its callbacks: it is on screen when those of the following frame run.
        await new Promise(requestAnimationFrame)
        await new Promise(requestAnimationFrame)
        return [find()?.ariaPressed, find()?.ariaLabel]
      }, name)
    expect(await afterTap('Herz')).toEqual(['true', 'Herz, 1'])
    expect(await afterTap('Herz')).toEqual(['false', 'Herz, 0'])
    expect(await afterTap('Haufen')).toEqual(['true', 'Haufen, 1'])
    expect(writes).toHaveLength(1)
    letThrough()
    await expect.poll(() => storedVotes(page.request, 'post_reactions', post)).toMatchObject([{ reaction: 'poop' }])
    expect(writes).toEqual(['POST', 'POST'])

    await page.unroute('**/rest/v1/post_reactions*')
    await page.request.patch(`/rest/v1/profiles?id=eq.${member.id}`, { headers: asServer(), data: { is_banned: true } })
    await choice(page, 'Stimmt').click()
    await expectToast(page, 'Deine Stimme ist nicht angekommen.', 'Dein Account ist gerade gesperrt.')
    await expect(choice(page, 'Stimmt')).toHaveAttribute('aria-pressed', 'false')
  })
})

test('a poll by keyboard: vote first, results after, changed until its end, then closed', async ({ page, member }) => {
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  const post = await newBallot(page.request, member, 'poll', { poll_ends_at: soon })
  await visit(page, post.path)
  await expect(choice(page, 'Sofa')).toBeVisible()
  await expect(ballot(page).getByText('%')).toHaveCount(0)
  await tabTo(page, choice(page, 'Ergebnis zeigen'))
  await page.keyboard.press('Enter')
  await expect(ballot(page).getByText('0\u00a0%')).toHaveCount(3)
  await page.keyboard.press('Enter')
  await tabTo(page, choice(page, 'Zeitlupe'))
  await page.keyboard.press('Space')
  await expect(choice(page, 'Stimme ändern')).toBeFocused()
  const rows = ballot(page).getByRole('listitem')
  await expect(rows.nth(1)).toContainText('deine Stimme')
  await expect(rows.nth(1)).toContainText('100\u00a0%')
  const stored = () => storedVotes(page.request, 'poll_votes', post)
  const [sofa, slowMotion] = await pollOptions(page.request, post)
  await expect.poll(stored).toMatchObject([{ option_id: slowMotion }])
  await page.keyboard.press('Enter')
  await expect(choice(page, 'Zeitlupe')).toHaveAttribute('aria-pressed', 'true')
  await choice(page, 'Sofa').click()
  await expect(rows.nth(0)).toContainText('deine Stimme')
  await expect(ballot(page).getByText(/^1 Stimme · endet /)).toBeVisible()
  await expect.poll(stored).toMatchObject([{ option_id: sofa }])

  await page.request.patch(`/rest/v1/community_posts?id=eq.${post.id}`, {
    headers: asServer(),
    data: { poll_ends_at: new Date(Date.now() - 1_000).toISOString() },
  })
  await page.reload()
  await expect(ballot(page).getByText(/^1 Stimme · beendet heute$/)).toBeVisible()
  await expect(rows.nth(0)).toContainText('deine Stimme')
  await expect(ballot(page).getByRole('button')).toHaveCount(0)
})
