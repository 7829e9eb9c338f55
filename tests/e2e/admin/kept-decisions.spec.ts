import { registerStaff } from '../../support/site/members.ts'
import { visit } from '../support/journey.ts'
import { expect, signIn, test } from '../support/member.ts'
import { publishPost, registerActor } from '../support/notification-steps.ts'
import { openPost, writeRumor } from '../support/post-moderation-steps.ts'
import { openCase, report } from '../support/report-case-steps.ts'
import { profilePath } from '../support/worker-steps.ts'

/** Longer than ten seconds, the second in which the job runs, and a busy machine. */
const carriedOut = { timeout: 30_000 }

test('what was decided is done although its tab was closed at once: in the queue, in a case, and at a profile', async ({
  page,
  context,
}) => {
  test.slow()
  const author = await registerActor(page.request)
  const [waiting, reported] = [await writeRumor(page.request, author), await publishPost(page.request, author.session)]
  const banned = await registerActor(page.request)
  await report(page.request, await registerActor(page.request), { type: 'post', id: reported.id }, 'insult')
  await signIn(page, await registerStaff(page.request, 'moderator'))

  const queue = await context.newPage()
  await openPost(queue, waiting)
  await queue.keyboard.press('a')
  await expect(queue.getByText(`„${waiting.title}“ freigegeben.`)).toBeVisible()
  await queue.close()

  const desk = await context.newPage()
  await openCase(desk, author, reported.title)
  await desk.keyboard.press('d')
  await desk.getByRole('dialog').getByLabel('Vorlage').focus()
  await desk.keyboard.press('1')
  await desk.keyboard.press('Enter')
  await expect(desk.getByText(`„${reported.title}“ gelöscht.`)).toBeVisible()
  await desk.close()

  const profile = await context.newPage()
  await visit(profile, await profilePath(page.request, banned))
  await profile.getByRole('button', { name: /^Mehr zu/ }).click()
  await profile.getByRole('button', { name: 'Moderieren' }).click()
  const choices = profile.getByRole('dialog', { name: 'Profil moderieren' })
  await choices.getByRole('button', { name: /^Sperren/ }).click()
  await profile.getByRole('dialog').getByLabel('Vorlage').focus()
  await profile.keyboard.press('1')
  await profile.keyboard.press('Enter')
  const said = `${banned.nickname} für 7 Tage gesperrt.`
  await expect(profile.getByText(said)).toBeVisible()
  // Another tab, and the same one after a reload, know it too.
  await visit(page, '/admin')
  await expect(page.getByText(said)).toBeVisible()
  await profile.close()
  await page.goto('about:blank')

  await expect.poll(async () => (await page.request.get(waiting.path)).status(), carriedOut).toBe(200)
  await expect.poll(async () => (await page.request.get(reported.path)).status(), carriedOut).toBe(404)
  await signIn(page, banned)
  await visit(page, '/account/benachrichtigungen')
  await expect(page.getByRole('dialog')).toContainText('gesperrt', carriedOut)
})
