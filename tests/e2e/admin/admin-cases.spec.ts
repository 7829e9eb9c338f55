import { mailTo, registerStaff } from '../../support/site/members.ts'
import { expectAccessible } from '../support/account-steps.ts'
import { visit } from '../support/journey.ts'
import { expect, signIn, test } from '../support/member.ts'
import { publishPost, registerActor } from '../support/notification-steps.ts'
import { carryOutNow } from '../support/post-moderation-steps.ts'
import { report } from '../support/report-case-steps.ts'

test('the team notes something, asks the reporter by mail, and reads the answer in the case', async ({
  page,
  browser,
}) => {
  const [author, reporter] = [await registerActor(page.request), await registerActor(page.request)]
  const post = await publishPost(page.request, author.session)
  await report(page.request, reporter, { type: 'post', id: post.id }, 'insult')
  const [staff, other] = [
    await registerStaff(page.request, 'moderator'),
    await registerStaff(page.request, 'moderator'),
  ]
  await signIn(page, staff)
  const desk = `/admin/reports?von=${author.nickname}`
  await visit(page, desk)
  await expect(page.getByRole('article')).toBeVisible()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Notiz oder Rückfrage' })
  await dialog.getByLabel('Notiz', { exact: true }).fill('Schon das dritte Mal.')
  await dialog.getByRole('button', { name: 'Notiz speichern' }).click()
  const notes = page.getByRole('list', { name: 'Notizen und Rückfragen' })
  await expect(notes).toContainText('Schon das dritte Mal.')

  await page.getByRole('button', { name: /^Notiz, Rückfrage: / }).click()
  await dialog.getByLabel('Wohin').selectOption({ label: `Frage an ${reporter.nickname} (hat es gemeldet)` })
  await dialog.getByLabel('Frage', { exact: true }).fill('Was genau stört dich?')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Frage senden' }).click()
  await expect(notes).toContainText('Was genau stört dich?')
  const mail = await mailTo(page.request, reporter.email, /Eine Frage vom Team/)
  expect(mail.text).toContain('Was genau stört dich?')

  const guest = await browser.newPage()
  await visit(guest, String(/https?:\/\/\S+\/melden\/antworten#\w+/.exec(mail.text)?.[0]))
  await expect(guest.getByText('Was genau stört dich?')).toBeVisible()
  await guest.getByRole('button', { name: 'Antwort senden' }).click()
  await expect(guest.getByText('Schreib etwas.')).toBeVisible()
  await guest.getByLabel('Deine Antwort').fill('Der letzte Satz.')
  await expectAccessible(guest)
  await guest.getByRole('button', { name: 'Antwort senden' }).click()
  await expect(guest.getByText('Deine Antwort ist angekommen.')).toBeVisible()
  await guest.reload()
  await expect(guest.getByText('Das hast du schon beantwortet.')).toBeVisible()

  // A second one of the team finds the case taken while the first is deciding.
  await visit(page, desk)
  await expect(notes).toContainText('Der letzte Satz.')
  const claimed = page.waitForResponse(/admin_claim_case/)
  await page.keyboard.press('w')
  await expect(page.getByRole('dialog', { name: `${author.nickname}: Verwarnen` })).toBeVisible()
  await claimed
  await signIn(guest, other)
  await visit(guest, desk)
  await expect(guest.getByText(`${staff.nickname} ist dran`)).toBeVisible()
  await guest.keyboard.press('w')
  await expect(guest.getByText(`${staff.nickname} bearbeitet diesen Fall gerade.`)).toBeVisible()
  await expect(guest.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await guest.keyboard.press('w')
  await expect(guest.getByRole('dialog', { name: `${author.nickname}: Verwarnen` })).toBeVisible()
})

test('three cases of one author are dismissed with one reason', async ({ page }) => {
  const [author, reporter] = [await registerActor(page.request), await registerActor(page.request)]
  for (let n = 0; n < 3; n += 1) {
    const post = await publishPost(page.request, author.session)
    await report(page.request, reporter, { type: 'post', id: post.id }, 'spam')
  }
  await signIn(page, await registerStaff(page.request, 'moderator'))
  await visit(page, `/admin/reports?von=${author.nickname}`)
  await page.getByRole('button', { name: 'Alle 3 auswählen' }).click()
  await page.getByRole('checkbox').first().uncheck()
  await expect(page.getByText('2 ausgewählt')).toBeVisible()
  await page.getByRole('button', { name: 'Alle 3 auswählen' }).click()
  await page.getByRole('button', { name: 'Auswahl: kein Verstoß' }).click()
  await expectAccessible(page)
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 Fälle verworfen.')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  await carryOutNow(page)
  await page.getByRole('button', { name: 'Erledigt' }).click()
  await expect(page.getByText(/^Kein Verstoß von/)).toHaveCount(3)
})
