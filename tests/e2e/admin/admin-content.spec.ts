import { registerStaff } from '../../support/site/members.ts'
import { expectAccessible, toast } from '../support/account-steps.ts'
import { visit } from '../support/journey.ts'
import { expect, signIn, test } from '../support/member.ts'
import { publishPost, registerActor, writeComment } from '../support/notification-steps.ts'
import { carryOutNow } from '../support/post-moderation-steps.ts'
import { openCase, report } from '../support/report-case-steps.ts'

test('a moderator removes a comment where it stands, thinks again, removes it, and hides the post', async ({
  page,
}) => {
  test.slow()
  const author = await registerActor(page.request)
  const post = await publishPost(page.request, author.session)
  await writeComment(page.request, author, post, 'Kauft bei geheim.example')
  await signIn(page, await registerStaff(page.request, 'moderator'))
  await visit(page, post.path)
  const comment = page.locator('#kommentare').getByText('Kauft bei geheim.example')
  const dialog = page.getByRole('dialog')
  const moderate = async () => {
    await page
      .locator('#kommentare')
      .getByRole('button', { name: `Mehr zu ${author.nickname}` })
      .click()
    await page.getByRole('button', { name: 'Moderieren' }).click()
    await expect(dialog).toContainText(String(author.nickname))
  }

  await moderate()
  await expectAccessible(page)
  await page.keyboard.press('d')
  await expect(dialog.getByRole('heading', { name: 'Löschen' })).toBeVisible()
  await page.keyboard.press('4')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Kommentar von ${author.nickname} gelöscht.`)).toBeVisible()
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(comment).toBeVisible()

  await moderate()
  // The case is read anew after the change of mind: its keys work once it is there.
  await expect(async () => {
    await page.keyboard.press('d')
    await expect(dialog.getByRole('heading', { name: 'Löschen' })).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('4')
  await page.keyboard.press('Enter')
  await expect(comment).toBeHidden({ timeout: 20_000 })

  await page.getByRole('button', { name: 'Mehr zu diesem Beitrag' }).click()
  await page.getByRole('button', { name: 'Moderieren' }).click()
  // The keys work once the post is there as the server has it.
  await expect(dialog.getByRole('button', { name: /^Ausblenden bis geklärt/ })).toBeVisible()
  await page.keyboard.press('h')
  await expect(dialog.getByRole('heading', { name: 'Ausblenden bis geklärt' })).toBeVisible()
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`„${post.title}“ ausgeblendet.`)).toBeVisible()
  await carryOutNow(page)
  await expect(page.getByText('Dieser Beitrag ist nicht mehr da.')).toBeVisible()
})

test('a member has no such entry', async ({ page }) => {
  const author = await registerActor(page.request)
  const post = await publishPost(page.request, author.session)
  await signIn(page, await registerActor(page.request))
  await visit(page, post.path)
  await page.getByRole('button', { name: 'Mehr zu diesem Beitrag' }).click()
  await expect(page.getByRole('button', { name: 'Beitrag folgen' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Moderieren' })).toHaveCount(0)
})

test('from a case the post is hidden until it is cleared, while the case stays open', async ({ page }) => {
  const author = await registerActor(page.request)
  const post = await publishPost(page.request, author.session)
  await report(page.request, await registerActor(page.request), { type: 'post', id: post.id }, 'false_claim')
  await signIn(page, await registerStaff(page.request, 'moderator'))
  const card = await openCase(page, author, post.title)
  await card.getByRole('button', { name: /^Mehr Möglichkeiten/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('1 Meldung offen.')
  await page.keyboard.press('h')
  await expect(dialog.getByRole('heading', { name: 'Ausblenden bis geklärt' })).toBeVisible()
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`„${post.title}“ ausgeblendet.`)).toBeVisible()
  await carryOutNow(page)
  await expect(card).toBeVisible()
  expect((await page.request.get(post.path)).status()).toBe(404)
})

test('from a case the answer of whom it is about is published above the post, and taken away again', async ({
  page,
}) => {
  const author = await registerActor(page.request)
  const post = await publishPost(page.request, author.session)
  await report(page.request, await registerActor(page.request), { type: 'post', id: post.id }, 'false_claim')
  await signIn(page, await registerStaff(page.request, 'moderator'))
  const card = await openCase(page, author, post.title)
  const dialog = page.getByRole('dialog')
  const open = async () => {
    await card.getByRole('button', { name: /^Mehr Möglichkeiten/ }).click()
    await expect(dialog).toContainText('1 Meldung offen.')
    await page.keyboard.press('t')
  }
  await open()
  await dialog.getByRole('button', { name: 'Veröffentlichen' }).click()
  await expect(dialog.getByText('Gib an, wer spricht.')).toBeVisible()
  await dialog.getByLabel('Wer spricht').fill('Lina Morgentau, über ihr Management')
  await dialog.getByLabel('Text').fill('Das stimmt nicht.\nIch war nie da.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Veröffentlichen' }).click()
  await expect(toast(page, 'Gespeichert.')).toBeVisible()
  await expect(card).toBeVisible()

  const answer = page.getByRole('complementary', { name: 'Stellungnahme' })
  await visit(page, post.path)
  await expect(answer).toContainText('Stellungnahme von Lina Morgentau, über ihr Management')
  await expect(answer).toContainText('Das stimmt nicht.')

  await openCase(page, author, post.title)
  await open()
  await expect(dialog.getByLabel('Text')).toHaveValue('Das stimmt nicht.\nIch war nie da.')
  await dialog.getByRole('button', { name: 'Entfernen' }).click()
  await dialog.getByRole('button', { name: 'Entfernen' }).click()
  await expect(toast(page, 'Gespeichert.')).toBeVisible()
  await visit(page, post.path)
  await expect(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible()
  await expect(answer).toHaveCount(0)
})
