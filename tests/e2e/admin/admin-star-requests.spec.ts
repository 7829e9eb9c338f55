import { asGuest, mailTo, registerMember, registerStaff } from '../../support/site/members.ts'
import { newDiscussion } from '../../support/site/posts.ts'
import { expectAccessible, toast } from '../support/account-steps.ts'
import { visit } from '../support/journey.ts'
import { expect, signIn, test } from '../support/member.ts'
import { carryOutNow } from '../support/post-moderation-steps.ts'

test('a star shows who they are, is confirmed, and answers above a post about them', async ({ page, browser }) => {
  test.slow()
  const [star] = (await (
    await page.request.get('/rest/v1/stars?select=id,slug&is_active=is.true&order=slug&limit=1', {
      headers: asGuest(),
    })
  ).json()) as { id: string; slug: string }[]
  const author = await registerMember(page.request)
  const post = await newDiscussion(page.request, author, { tags: [star?.id] })
  const member = await registerMember(page.request)
  await signIn(page, member)
  await visit(page, `/stars/${star?.slug}`)
  await page.getByRole('button', { name: 'Bist du das?' }).click()
  const dialog = page.getByRole('dialog', { name: /^Bist du / })
  await dialog.getByRole('button', { name: 'Code holen' }).click()
  await expect(dialog.getByText('Wie sollen wir dich nennen?')).toBeVisible()
  await dialog.getByLabel('Wer spricht').fill('Das Management')
  await dialog.getByRole('button', { name: 'Code holen' }).click()
  await expect(dialog.getByText(/^HOT-[0-9A-F]{8}$/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Wo wir ihn finden').fill('In der Bio')
  await dialog.getByRole('button', { name: 'Prüfen lassen' }).click()
  await expect(dialog.getByText('Das Team prüft, ob du es bist.')).toBeVisible()
  // What was sent is no text to lose: Back closes the dialog, and nothing is asked.
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`/stars/${star?.slug}$`))

  const desk = await browser.newPage()
  await signIn(desk, await registerStaff(page.request, 'moderator'))
  await visit(desk, '/admin/star-requests')
  const request = desk.getByRole('article').filter({ hasText: String(member.nickname) })
  await expect(request).toContainText('In der Bio')
  await expectAccessible(desk)
  await request.getByRole('button', { name: 'Bestätigen' }).click()
  const question = desk.getByRole('dialog', { name: new RegExp(`^${member.nickname} als .* bestätigen`) })
  await question.getByRole('button', { name: 'Bestätigen' }).click()
  await expect(request).toHaveCount(0)
  await carryOutNow(desk)
  expect((await mailTo(page.request, member.email, /^Deine Nachricht als/)).text).toContain('Du bist bestätigt.')

  await visit(page, post.path)
  await page.getByRole('button', { name: 'Mehr zu diesem Beitrag' }).click()
  await page.getByRole('button', { name: 'Stellung nehmen' }).click()
  const answer = page.getByRole('dialog', { name: 'Stellung nehmen' })
  await answer.getByLabel('Deine Stellungnahme').fill('Das stimmt so nicht.')
  await answer.getByRole('button', { name: 'Veröffentlichen' }).click()
  await expect(toast(page, 'Deine Stellungnahme steht über dem Beitrag')).toBeVisible()
  const guest = await (await browser.newContext()).newPage()
  await expect(async () => {
    await visit(guest, post.path)
    const statement = guest.getByRole('complementary', { name: 'Stellungnahme' })
    await expect(statement).toContainText('Das stimmt so nicht.', { timeout: 500 })
    // By the star's name, whatever the member called themselves.
    await expect(statement).not.toContainText('Das Management')
  }).toPass()
})
