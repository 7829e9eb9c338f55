import { asMember, asServer, mailTo, newAddress, registerStaff, sessionOf } from '../../support/site/members.ts'
import { expectAccessible, toast } from '../support/account-steps.ts'
import { visit } from '../support/journey.ts'
import { expect, signIn, test } from '../support/member.ts'
import { publishPost, registerActor, writeComment } from '../support/notification-steps.ts'
import { carryOutNow } from '../support/post-moderation-steps.ts'
import { openCase, report, reportAsConfirmedGuest, startDecision } from '../support/report-case-steps.ts'

const notifications = '/account/benachrichtigungen'

test('reports of one post are one case; the warning reaches its author, the outcome those who reported', async ({
  page,
}) => {
  test.slow()
  const author = await registerActor(page.request)
  const reporter = await registerActor(page.request)
  const guest = newAddress()
  const post = await publishPost(page.request, author.session)
  const target = { type: 'post', id: post.id } as const
  await report(page.request, reporter, target, 'insult')
  await reportAsConfirmedGuest(page.request, target, guest)
  const moderator = await registerStaff(page.request, 'moderator')
  await signIn(page, moderator)
  const card = await openCase(page, author, post.title)
  await expect(card).toContainText('2 Meldungen')
  await expect(card).toContainText(`Beleidigung/Hass von ${reporter.nickname}`)
  await expect(card).toContainText('Gisela Gast (Gast)')
  await expect(card).not.toContainText(guest)
  await expect(card.getByRole('button', { name: 'Kontakt zeigen' })).toHaveCount(0)
  await expectAccessible(page)

  await page.keyboard.press('w')
  const dialog = page.getByRole('dialog', { name: `${author.nickname}: Verwarnen` })
  await dialog.getByLabel('Schwere').selectOption('Schwerwiegend')
  await dialog.getByLabel('Grund', { exact: true }).fill(' \n ')
  await dialog.getByRole('button', { name: 'Verwarnen' }).click()
  await expect(dialog.getByText('Bitte gib einen Grund für diese Moderationsaktion an.')).toBeVisible()
  await dialog.getByLabel('Vorlage').selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Verwarnen' }).click()
  await expect(card).toHaveCount(0)
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(card).toContainText('2 Meldungen')
  // Thought over again, by keys only.
  await page.keyboard.press('w')
  await dialog.getByLabel('Schwere').selectOption('Schwerwiegend')
  await dialog.getByLabel('Vorlage').focus()
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${author.nickname} verwarnt.`)).toBeVisible()
  await carryOutNow(page)
  await page.getByRole('button', { name: 'Erledigt' }).click()
  await expect(page.getByText(`Verwarnt (Schwerwiegend) von ${moderator.nickname}`)).toBeVisible()

  expect((await mailTo(page.request, guest, /entschieden/)).text).toContain(
    'einen Verstoß gegen unsere Regeln festgestellt',
  )
  await signIn(page, reporter)
  await visit(page, notifications)
  await expect(page.getByText(`Deine Meldung zu „${post.title}“: Wir haben geprüft`)).toBeVisible()
  await signIn(page, author)
  await visit(page, notifications)
  await page.getByRole('dialog').getByRole('button', { name: 'Verstanden' }).click()
  await expect(page.getByText('Du hast jemanden beleidigt. Bleib fair zur Person. Regel: 1. Der Ton.')).toBeVisible()
  await visit(page, '/account/moderation')
  for (const part of ['Grundlage', 'Gilt', 'Bis', 'Entschieden', 'Was du tun kannst'])
    await expect(page.getByRole('term').filter({ hasText: part }).first()).toBeVisible()
  await page.getByRole('link', { name: 'so geht das' }).first().click()
  await expect(page).toHaveURL('/community-guidelines#einspruch')
})

test.describe('In the way of a decision', () => {
  test.use({ faultsExpected: true })

  test('a faster colleague, content that is gone, a colleague to ban; and what is deleted is gone', async ({
    page,
  }) => {
    test.slow()
    const author = await registerActor(page.request)
    const reporter = await registerActor(page.request)
    const post = await publishPost(page.request, author.session)
    const comment = await writeComment(page.request, author, post, 'Das nimmst du zurück.')
    const commentOf = { type: 'comment', id: comment } as const
    await report(page.request, reporter, { type: 'post', id: post.id }, 'spam')
    await report(page.request, reporter, commentOf, 'privacy')
    const moderator = await registerStaff(page.request, 'moderator')
    await signIn(page, moderator)
    await openCase(page, author, `Kommentar: ${post.title}`)
    const ofComment = page.getByRole('article', { name: `Kommentar: ${post.title}` })
    await expect(ofComment).toContainText('Das nimmst du zurück.')

    const setRole = (id: string, role: string) =>
      page.request.patch(`/rest/v1/profiles?id=eq.${id}`, { headers: asServer(), data: { role } })
    await setRole(author.id, 'admin')
    const dialog = page.getByRole('dialog')
    const reason = dialog.getByLabel('Grund', { exact: true })
    const ban = async () => {
      await ofComment.getByRole('button', { name: 'Sperren' }).click()
      if ((await reason.inputValue()) === '') await reason.fill('Wiederholte Verstöße.')
      await dialog.getByRole('button', { name: 'Sperren' }).click()
    }
    await ban()
    await expect(toast(page, 'Das Team sperren nur Admins.')).toBeVisible({ timeout: 20_000 })
    await setRole(author.id, 'user')
    // What was typed is still there.
    await ofComment.getByRole('button', { name: 'Sperren' }).click()
    await expect(reason).toHaveValue('Wiederholte Verstöße.')
    await dialog.getByRole('button', { name: 'Sperren' }).click()
    await page.getByRole('button', { name: 'Rückgängig' }).click()
    await ban()
    await expect(page.getByText(`${author.nickname} für 7 Tage gesperrt.`)).toBeVisible()
    await page.request.delete(`/rest/v1/comments?id=eq.${comment}`, { headers: asMember(author.session) })
    await carryOutNow(page)
    await expect(page.getByText('Nicht ausgeführt:')).toBeVisible()
    await page.getByRole('button', { name: 'Gesehen' }).click()
    await expect(page.getByText('Nicht ausgeführt:')).toBeHidden()
    await expect(ofComment).toBeHidden()

    const deletion = await startDecision(page, post.title, 'Löschen', 'Werbung oder Spam.')
    const colleague = await registerStaff(page.request, 'moderator')
    // As after ten minutes.
    await page.request.post('/rest/v1/rpc/admin_claim_case', {
      headers: asMember(await sessionOf(page.request, moderator)),
      data: { p_type: 'post', p_id: post.id, p_claimed: false },
    })
    const [open] = (await (
      await page.request.get(`/rest/v1/reports?target_post_id=eq.${post.id}&select=id`, { headers: asServer() })
    ).json()) as { id: string }[]
    const first = await page.request.post('/rest/v1/rpc/moderate_case', {
      headers: asMember(await sessionOf(page.request, colleague)),
      data: {
        p_report_id: open?.id,
        p_content_id: post.id,
        p_type: 'post',
        p_action: 'dismiss',
        p_reason: 'Kein Verstoß',
      },
    })
    expect(await first.json()).toMatchObject({ closed: 1 })
    await deletion.getByRole('button', { name: 'Löschen' }).click()
    await expect(toast(page, `${colleague.nickname} hat diesen Fall schon entschieden: kein Verstoß.`)).toBeVisible()
    await expect(page.getByText('Nichts gefunden.')).toBeVisible()

    await report(page.request, reporter, { type: 'post', id: post.id }, 'spam')
    await openCase(page, author, post.title)
    const again = await startDecision(page, post.title, 'Löschen', 'Werbung oder Spam.')
    await again.getByRole('button', { name: 'Löschen' }).click()
    await carryOutNow(page)
    await page.getByRole('button', { name: 'Erledigt' }).click()
    await expect(page.getByText('[Gelöschter Beitrag]').first()).toBeVisible()
    expect((await visit(page, post.path))?.status()).toBe(404)
  })
})

test('an admin sees on demand where to answer a guest, and is told of a report about a person', async ({ page }) => {
  const author = await registerActor(page.request)
  const guest = newAddress()
  const post = await publishPost(page.request, author.session)
  await signIn(page, await registerStaff(page.request, 'admin'))
  await reportAsConfirmedGuest(page.request, { type: 'post', id: post.id }, guest, 'privacy')
  await visit(page, notifications)
  await page
    .getByRole('link', { name: /^Gemeldet: Privatsphäre\./ })
    .first()
    .click()
  await expect(page).toHaveURL('/admin/reports')
  const card = await openCase(page, author, post.title)
  await expect(card).not.toContainText(guest)
  await card.getByRole('button', { name: 'Kontakt zeigen' }).click()
  await expect(card.getByRole('link', { name: guest })).toHaveAttribute('href', /^mailto:[^%]+@/)
  await expectAccessible(page)
})

test('two presses ban an account as spam, with all that it wrote and every report of it', async ({ page }) => {
  test.slow()
  const reader = await registerActor(page.request)
  const spammer = await registerActor(page.request)
  const post = await publishPost(page.request, reader.session)
  const spam = []
  for (const shop of ['eins', 'zwei', 'drei'])
    spam.push(await writeComment(page.request, spammer, post, `Billig bei werbung-${shop}.example`))
  for (const id of spam.slice(0, 2)) await report(page.request, reader, { type: 'comment', id }, 'spam')
  await signIn(page, await registerStaff(page.request, 'moderator'))
  await visit(page, `/admin/reports?von=${spammer.nickname}`)
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.keyboard.press('x')
  await page.getByRole('dialog').getByRole('button', { name: 'Sperren und entfernen' }).click()
  await expect(
    page.getByText(`${spammer.nickname} als Spam gesperrt, kein Beitrag und 3 Kommentare entfernt.`),
  ).toBeVisible()
  await carryOutNow(page)
  await expect(page.getByText('Nichts gefunden.')).toBeVisible()
  const left = await page.request.get(`/rest/v1/comments?post_id=eq.${post.id}&select=content`, { headers: asServer() })
  expect(await left.json()).toEqual([{ content: '' }, { content: '' }, { content: '' }])
})
