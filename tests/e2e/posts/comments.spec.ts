import { asServer, registerMember } from '../../support/site/members.ts'
import { addComments, newDiscussion } from '../../support/site/posts.ts'
import { expectAccessible } from '../support/account-steps.ts'
import { another, change, comment, field, region, showNew, stored, write } from '../support/comment-steps.ts'
import { visit } from '../support/journey.ts'
import { expect, test } from '../support/member.ts'
import { button, dialog, submitLogin } from '../support/sign-in-steps.ts'

test('two talk: mention, live, answer, change, heart, delete', async ({ page, member, browser }) => {
  const post = await newDiscussion(page.request, member)
  await visit(page, post.path)
  const { page: other, member: guest } = await another(browser, post.path)
  await expect(region(other).getByRole('button', { name: 'Kommentar schreiben' })).toBeVisible()

  await region(page).getByRole('button', { name: 'Kommentar schreiben' }).click()
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(`<b>Fett</b>\u202e frag mal @${guest.nickname?.slice(0, 9)}`)
  await expect(region(page).getByRole('option')).toContainText([guest.nickname ?? ''])
  await expect(region(page).getByText(/^\d (Vorschlag|Vorschläge)\. Pfeiltasten/)).toBeAttached()
  // Links half covered by the sticky header become reachable by scrolling only.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.keyboard.type('oder @gibts.nicht oder wen du willst')
  await page.keyboard.press('Control+Enter')
  await expect(comment(page, 'Fett')).toContainText(`<b>Fett</b> frag mal @${guest.nickname} oder @gibts.nicht oder`)
  const named = comment(page, 'Fett').getByRole('link', { name: '@' })
  await expect(named).toHaveText([`@${guest.nickname}`])
  await expect(named).toHaveAttribute('href', /^\/user\/[a-z0-9-]+$/)
  await expect(comment(page, 'Fett').getByText('Autor:in')).toBeVisible()
  await expect(page.getByRole('heading', { name: '1 Kommentar' })).toBeVisible()
  await expect(region(page).getByRole('button', { name: 'Kommentar schreiben' })).toBeFocused()

  // The other reader's page stays as it is until they ask for the new comment.
  const show = region(other).getByRole('button', { name: '1 neuen Kommentar zeigen' })
  await expect(show).toBeVisible()
  await expect(other.getByRole('heading', { name: '1 Kommentar' })).toBeVisible()
  await expect(region(other).getByRole('article')).toHaveCount(0)
  await show.click()
  await expect(comment(other, 'Fett')).toBeFocused()
  await comment(other, 'Fett').getByRole('button', { name: 'Antworten' }).click()
  await expect(field(other, `Deine Antwort an ${member.nickname}`)).toBeFocused()
  await other.keyboard.type('Keine Ahnung.')
  await region(other).getByRole('button', { name: 'Antworten', exact: true }).last().click()
  await expect(comment(other, 'Keine Ahnung.')).toBeVisible()
  await comment(other, 'Fett').getByRole('button', { name: 'Herz, 0' }).first().click()

  await region(page).getByRole('button', { name: '1 neuen Kommentar zeigen' }).click()
  await expect(comment(page, 'Fett').getByRole('button', { name: 'Herz, 1' })).toBeVisible()
  // A reply to a reply joins the same thread and mentions its author.
  await comment(page, 'Keine Ahnung.').getByRole('button', { name: 'Antworten' }).click()
  await expect(field(page, `Deine Antwort an ${guest.nickname}`)).toHaveValue(`@${guest.nickname} `)
  await page.keyboard.type('Schade.')
  await page.keyboard.press('Control+Enter')
  await expect(comment(page, 'Schade.')).toBeVisible()
  await expect(page.getByRole('heading', { name: '3 Kommentare' })).toBeVisible()

  const menu = () => comment(page, 'Schade.').getByRole('button', { name: 'Mehr zu deinem Kommentar' })
  await menu().click()
  await page.getByRole('button', { name: 'Bearbeiten' }).click()
  await field(page).press('End')
  await field(page).pressSequentially(' Sehr schade.')
  await region(page).getByRole('button', { name: 'Speichern' }).click()
  await expect(comment(page, 'Sehr schade.')).toContainText('bearbeitet')
  await showNew(other, 'Sehr schade.')
  await expect(comment(other, 'Sehr schade.')).toContainText('bearbeitet')

  await region(page).getByRole('button', { name: 'Mehr zu deinem Kommentar' }).first().click()
  await page.getByRole('button', { name: 'Löschen' }).click()
  await dialog(page).getByRole('button', { name: 'Löschen' }).click()
  for (const reader of [page, other]) {
    await expect(region(reader).getByText('[Gelöschter Kommentar]')).toBeVisible()
    await expect(comment(reader, 'Keine Ahnung.')).toBeVisible()
    await expect(reader.getByRole('heading', { name: '2 Kommentare' })).toBeVisible()
  }
  await other.context().close()
})

test('a guest signs in on the spot and writes', async ({ page }) => {
  const member = await registerMember(page.request)
  const post = await newDiscussion(page.request, member)
  await visit(page, post.path)
  await region(page).getByRole('button', { name: 'Mitreden? Melde dich an' }).click()
  await button(page, 'Mit E-Mail anmelden').click()
  await submitLogin(page, member)
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('Jetzt darf ich.')
  await page.keyboard.press('Control+Enter')
  await expect(comment(page, 'Jetzt darf ich.')).toBeVisible()
  // Empty and too long texts are reported before sending.
  await write(page, 'x'.repeat(2001))
  await expect(region(page).getByText('Höchstens 2.000 Zeichen.')).toBeVisible()
  await expect(region(page).getByText('2.001 / 2.000')).toBeVisible()
  await field(page).fill(' \n ')
  await field(page).press('Control+Enter')
  await expect(region(page).getByText('Schreib erst was.')).toBeVisible()
  await expect.poll(() => stored(page.request, post)).toEqual(['Jetzt darf ich.'])
})

test('the heart that a guest presses is given after signing in, also if it had been given before', async ({ page }) => {
  const member = await registerMember(page.request)
  const post = await newDiscussion(page.request, member)
  const [id = ''] = await addComments(page.request, post, member, [{ content: 'Herz für mich.' }])
  const given = { comment_id: id, user_id: member.id, reaction: 'heart' }
  await page.request.post('/rest/v1/comment_reactions', { headers: asServer(), data: given })
  await visit(page, post.path)
  const heart = comment(page, 'Herz für mich.').getByRole('button', { name: /^Herz, / })
  await heart.click()
  await button(page, 'Mit E-Mail anmelden').click()
  await submitLogin(page, member)
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await page.waitForLoadState('networkidle')
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
})

test('a link leads to a comment beyond the first page, and says when it is gone', async ({ page }) => {
  const author = await registerMember(page.request)
  const post = await newDiscussion(page.request, author)
  const day = Date.parse('2026-11-20T13:00:00Z')
  const ids = await addComments(
    page.request,
    post,
    author,
    Array.from({ length: 45 }, (_, place) => ({
      content: `Kommentar Nummer ${place}.`,
      created_at: new Date(day + place * 60_000).toISOString(),
    })),
  )
  const linkTo = (id = '') => `${post.path}?kommentar=${id}#kommentar-${id}`
  await visit(page, linkTo(ids[0]))
  const linked = page.getByRole('region', { name: 'Verlinkter Kommentar' })
  await expect(linked.getByText('Kommentar Nummer 0.')).toBeInViewport()
  await expect(linked.getByRole('article')).toBeFocused()
  // Scrolling into view loads more automatically, and removes the link that is about to be pressed.
  await expect(async () => {
    const more = region(page).getByRole('link', { name: 'Weitere Kommentare' })
    if (await more.isVisible()) await more.click({ timeout: 1_000 })
    await expect(region(page).getByText('Alle geladen')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(region(page).getByText('Kommentar Nummer 0.')).toHaveCount(1)
  await expect(page.locator('#kommentare > article')).toHaveCount(44)

  await change(page.request, `comments?id=eq.${ids[1]}`, { content: '', deleted_at: '2026-11-21T08:00:00Z' })
  await visit(page, linkTo(ids[1]))
  await expect(linked.getByText('Diesen Kommentar gibt es nicht mehr.')).toBeVisible()
  await visit(page, linkTo('00000000-0000-4000-8000-000000000000'))
  await expect(linked.getByText('Diesen Kommentar gibt es nicht mehr.')).toBeInViewport()
})

test.describe('when it does not work', () => {
  test.use({ faultsExpected: true })

  test('offline, a lost answer, a ban: the text stays, and a retry leaves one', async ({ page, member, context }) => {
    const post = await newDiscussion(page.request, member)
    await visit(page, post.path)
    await expect(region(page).getByRole('button', { name: 'Kommentar schreiben' })).toBeVisible()
    // Loads the code for writing: without it there is no form that could store the text.
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await write(page, 'Aus dem Tunnel.')
    await expect(comment(page, 'Aus dem Tunnel.').getByRole('alert')).toContainText('Keine Verbindung.')
    await context.setOffline(false)
    // Written, but no socket reports it.
    await page.route('**/rest/v1/comments**', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await comment(page, 'Aus dem Tunnel.').getByRole('button', { name: 'Erneut senden' }).click()
    await expect.poll(() => stored(page.request, post)).toEqual(['Aus dem Tunnel.'])
    await page.unroute('**/rest/v1/comments**')
    await expect(comment(page, 'Aus dem Tunnel.').getByRole('button', { name: /^Herz/ })).toBeVisible()
    expect(await stored(page.request, post)).toEqual(['Aus dem Tunnel.'])

    await change(page.request, `profiles?id=eq.${member.id}`, { is_banned: true })
    await write(page, 'Das ist unfair.')
    await expect(comment(page, 'Das ist unfair.').getByRole('alert')).toContainText('gesperrt')
    await page.reload()
    await expect(comment(page, 'Das ist unfair.').getByRole('button', { name: 'Erneut senden' })).toBeVisible()
    await change(page.request, `profiles?id=eq.${member.id}`, { is_banned: false })
    await comment(page, 'Das ist unfair.').getByRole('button', { name: 'Erneut senden' }).click()
    await expect(comment(page, 'Das ist unfair.').getByRole('button', { name: /^Herz/ })).toBeVisible()
    expect(await stored(page.request, post)).toEqual(['Aus dem Tunnel.', 'Das ist unfair.'])
  })

  test('a comment for which the server has no room waits, goes out by itself, and is dropped when its author wants that', async ({
    page,
    member,
  }) => {
    const post = await newDiscussion(page.request, member)
    await visit(page, post.path)
    const state = { isFull: true, asked: 0 }
    await page.route('**/rest/v1/comments*', (route) => {
      if (route.request().method() !== 'POST' || !state.isFull) return route.fallback()
      state.asked += 1
      const json = { code: 'PGRST003', message: 'No room.', details: null, hint: null }
      return route.fulfill({ status: 503, json, headers: { 'Retry-After': '1', 'Access-Control-Expose-Headers': '*' } })
    })
    for (const text of ['Das bleibt.', 'Das doch nicht.']) {
      await write(page, text)
      await expect(comment(page, text).getByText('Gerade ist viel los, geht gleich raus …')).toBeVisible()
    }
    await comment(page, 'Das doch nicht.').getByRole('button', { name: 'Verwerfen' }).click()
    await expect(comment(page, 'Das doch nicht.')).toHaveCount(0)
    expect(await stored(page.request, post)).toEqual([])
    state.isFull = false
    await expect(comment(page, 'Das bleibt.').getByText('viel los')).toHaveCount(0, { timeout: 30_000 })
    await expect(comment(page, 'Das bleibt.')).toBeVisible()
    await expect.poll(() => stored(page.request, post)).toEqual(['Das bleibt.'])
    expect(state.asked).toBeGreaterThan(2)
  })

  test('the comment, the time to edit or the post is gone meanwhile', async ({ page, member }) => {
    const other = await registerMember(page.request)
    const post = await newDiscussion(page.request, other)
    const [theirs, own] = await addComments(page.request, post, other, [{ content: 'Gleich weg.' }]).then(
      async ([first]) => [first, (await addComments(page.request, post, member, [{ content: 'Von mir.' }]))[0]],
    )
    await visit(page, post.path)
    await comment(page, 'Gleich weg.').getByRole('button', { name: 'Antworten' }).click()
    await field(page, /^Deine Antwort/).fill('Moment noch.')
    await change(page.request, `comments?id=eq.${theirs}`, { content: '', deleted_at: '2026-11-21T08:00:00Z' })
    await field(page, /^Deine Antwort/).press('Control+Enter')
    await expect(comment(page, 'Moment noch.').getByRole('alert')).toContainText('nicht mehr antworten')
    await comment(page, 'Moment noch.').getByRole('button', { name: 'Als eigenen Kommentar senden' }).click()
    await expect(page.locator('#kommentare > article').first()).toContainText('Moment noch.')

    await comment(page, 'Von mir.').getByRole('button', { name: 'Mehr zu deinem Kommentar' }).click()
    await page.getByRole('button', { name: 'Bearbeiten' }).click()
    await field(page).fill('Von mir, nur besser.')
    await change(page.request, `comments?id=eq.${own}`, { created_at: '2026-11-20T13:00:00Z' })
    await field(page).press('Control+Enter')
    await expect(region(page).getByRole('alert')).toContainText('nur 15 Minuten lang')
    await expect(field(page)).toHaveValue('Von mir, nur besser.')
    await page.reload()
    await comment(page, 'Von mir.').getByRole('button', { name: 'Mehr zu deinem Kommentar' }).click()
    await expect(page.getByRole('button', { name: 'Löschen' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Bearbeiten' })).toHaveCount(0)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: /^Kommentar (weiter)?schreiben$/ }).click()
    await field(page).fill('Ins Leere.')
    // Between the press and its arrival; earlier the page could notice first.
    await page.route('**/rest/v1/comments**', async (route) => {
      await change(page.request, `community_posts?id=eq.${post.id}`, { status: 'rejected', rejection_reason: 'Test' })
      await route.continue()
    })
    await field(page).press('Control+Enter')
    await expect(comment(page, 'Ins Leere.').getByRole('alert')).toContainText('Diesen Beitrag gibt es nicht mehr.')
    // The page notices too, at a moment of its own, and takes away all but what one writes.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByText('Dieser Beitrag ist nicht mehr da.')).toBeVisible()
    await expect(comment(page, 'Ins Leere.').getByRole('alert')).toContainText('Diesen Beitrag gibt es nicht mehr.')
    await expect(region(page).getByRole('button', { name: /^(Herz|Antworten|Kommentar)/ })).toHaveCount(0)
    await comment(page, 'Ins Leere.').getByRole('button', { name: 'Verwerfen' }).click()
    await expect(page.getByText('Ins Leere.')).toHaveCount(0)
  })
})
