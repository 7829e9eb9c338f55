import { test as guest, visit } from '../support/journey.ts'
import { expect, registerMember, test } from '../support/member.ts'
import { isMember } from '../support/session-steps.ts'
import { expectToast } from '../support/sign-in-steps.ts'
import { ballot, choice, newPost, reaction, storedMarks } from '../support/vote-steps.ts'

const offlineText = 'Offline. Was du gelesen hast, ist noch da.'

guest.describe('on a 2g connection', () => {
  guest.use({ faultsExpected: true })

  // On 2g: 2 retries, base 2000 ms; a quarter more at most. A refusal is an answer and is not repeated.
  guest('a page that is out of reach is asked for three times, further and further apart', async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { effectiveType: '2g' } }))
    await visit(page, '/impressum')
    const asked: number[] = []
    await page.route('**/rest/v1/rpc/calendar*', (route) => {
      asked.push(Date.now())
      return route.abort()
    })
    const menu = page.getByRole('navigation', { name: 'Hauptmenü' })
    await menu.getByRole('link', { name: 'Kalender' }).click()
    await expect(page.getByRole('alert')).toContainText('Etwas ist schiefgelaufen', { timeout: 20_000 })
    const waits = asked.slice(1).map((at, index) => at - (asked[index] ?? 0))
    expect(waits).toHaveLength(2)
    for (const [index, base] of [2000, 4000].entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(base)
      expect(waits[index]).toBeLessThan(base * 1.25 + 1500)
    }
    asked.length = 0
    await page.route('**/rest/v1/rpc/calendar*', (route) => {
      asked.push(Date.now())
      return route.fulfill({ status: 403, json: { code: '42501', message: 'no' } })
    })
    await page.getByRole('button', { name: 'Erneut versuchen' }).click()
    await expect.poll(() => asked.length).toBe(1)
    await expect(page.getByRole('alert')).toContainText('Etwas ist schiefgelaufen')
    expect(asked).toHaveLength(1)
  })
})

test.describe('without a network', () => {
  test.use({ faultsExpected: true })

  test('a vote and a reaction stay on screen, outlive the page, and arrive once when it is back', async ({
    page,
    context,
    request,
    member,
  }) => {
    const post = await newPost(request, await registerMember(request), 'rumor')
    const marksAsked = page.waitForResponse((answer) => answer.url().includes('/rpc/viewer_posts'))
    await visit(page, post.path)
    await marksAsked
    await isMember(page)
    await page.waitForLoadState('networkidle')
    const arrived: string[] = []
    page.on('response', (answer) => {
      const table = /\/rest\/v1\/(rumor_votes|post_reactions)\b/.exec(answer.url())?.[1]
      if (table) arrived.push(`${answer.request().method()} ${table}`)
    })

    await context.setOffline(true)
    await expect(page.getByText(offlineText)).toBeVisible()
    await choice(page, 'Stimmt').click()
    await expectToast(page, 'Gemerkt.', 'Gerade gibt es keine Verbindung.')
    await reaction(page, 'Herz').click()
    await choice(page, 'Stimmt nicht').click()
    await expect(choice(page, 'Stimmt nicht')).toHaveAttribute('aria-pressed', 'true')
    await expect(ballot(page).getByText('1 Stimme · deine: Stimmt nicht', { exact: true })).toBeVisible()
    await expect(reaction(page, 'Herz')).toHaveAccessibleName('Herz, 1')
    expect(await storedMarks(request, 'rumor_votes', post)).toEqual([])

    await context.setOffline(false)
    await expect(page.getByRole('status').getByText('Wieder online.')).toBeVisible()
    const mine = { user_id: member.id, post_id: post.id }
    await expect.poll(() => storedMarks(request, 'rumor_votes', post)).toMatchObject([{ ...mine, vote: 'disagree' }])
    await expect
      .poll(() => storedMarks(request, 'post_reactions', post))
      .toMatchObject([{ ...mine, reaction: 'heart' }])
    await expect.poll(() => page.evaluate(() => localStorage.getItem('hot_kept_marks'))).toBeNull()
    // In the order of the last taps.
    expect(arrived).toEqual(['POST post_reactions', 'POST rumor_votes'])

    await context.setOffline(true)
    await reaction(page, 'Haufen').click()
    await expect(reaction(page, 'Haufen')).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('hot_kept_marks'))).toContain(`post:${post.id}`)
    await page.close()
    await context.setOffline(false)
    expect(await storedMarks(request, 'post_reactions', post)).toMatchObject([{ reaction: 'heart' }])
    const next = await context.newPage()
    await visit(next, '/impressum')
    await expect.poll(() => storedMarks(request, 'post_reactions', post)).toMatchObject([{ reaction: 'poop' }])
    await expect.poll(() => next.evaluate(() => localStorage.getItem('hot_kept_marks'))).toBeNull()
    await visit(next, post.path)
    await expect(reaction(next, 'Haufen')).toHaveAttribute('aria-pressed', 'true')
    await expect(reaction(next, 'Haufen')).toHaveAccessibleName('Haufen, 1')
  })
})

test.describe('on its way when the page is left', () => {
  test.use({ faultsExpected: true })

  test('a vote that is cut off stays shown, and the next page sends it', async ({ page, request, member }) => {
    const post = await newPost(request, await registerMember(request), 'rumor')
    await visit(page, post.path)
    await isMember(page)
    // What this page sends is never answered; leaving it ends that.
    let isLeft = false
    await page.route('**/rest/v1/rumor_votes*', (route) => (isLeft ? route.continue() : undefined))
    const sent = page.waitForRequest('**/rest/v1/rumor_votes*')
    await choice(page, 'Stimmt').click()
    await sent
    await page.goto('/impressum')
    isLeft = true
    await expect
      .poll(() => storedMarks(request, 'rumor_votes', post), { timeout: 20_000 })
      .toMatchObject([{ user_id: member.id, vote: 'agree' }])
    await expect.poll(() => page.evaluate(() => localStorage.getItem('hot_kept_marks'))).toBeNull()
    await visit(page, post.path)
    await expect(choice(page, 'Stimmt')).toHaveAttribute('aria-pressed', 'true')
  })
})
