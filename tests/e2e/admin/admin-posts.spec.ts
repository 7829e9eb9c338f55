import type { Locator, Page } from '@playwright/test'
import { registerMember, registerStaff, sessionOf } from '../../support/site/members.ts'
import { toast } from '../support/account-steps.ts'
import { visit } from '../support/journey.ts'
import { expect, signIn, test } from '../support/member.ts'
import { registerActor, type WrittenPost } from '../support/notification-steps.ts'
import { decideElsewhere, leaveForArchive, openPost, writeRumor } from '../support/post-moderation-steps.ts'

const notifications = '/account/benachrichtigungen'

test.describe('The queue', () => {
  test('a reason is asked for, a decision can be taken back, an approval is online and its author is told', async ({
    page,
  }) => {
    const author = await registerActor(page.request)
    const post = await writeRumor(page.request, author)
    await signIn(page, await registerStaff(page.request, 'moderator'))
    const row = await openPost(page, post)
    await expect(row).toContainText('1. Beitrag')
    await expect(row).toContainText('Ohne Quelle.')

    await page.keyboard.press('r')
    const dialog = page.getByRole('dialog', { name: 'Beitrag ablehnen' })
    await dialog.getByLabel('Grund', { exact: true }).fill('   ')
    await dialog.getByRole('button', { name: 'Ablehnen' }).click()
    await expect(dialog.getByText('Bitte gib einen Grund für die Ablehnung an.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Abbrechen' }).click()
    const ticked = row.getByRole('checkbox', { name: /auswählen$/ })
    await ticked.check()
    // Three keys: reject, the second reason, send.
    await page.keyboard.press('r')
    await expect(dialog.getByLabel('Vorlage')).toBeFocused()
    await page.keyboard.press('2')
    await expect(dialog.getByLabel('Grund', { exact: true })).not.toHaveValue('')
    await page.keyboard.press('Enter')
    await expect(page.getByText(`„${post.title}“ abgelehnt.`)).toBeVisible()
    await expect(row).toBeHidden()
    await page.getByRole('button', { name: 'Rückgängig' }).click()
    await expect(row).toBeVisible()
    await expect(ticked).toBeChecked()

    await page.keyboard.press('a')
    await expect(page.getByText(`„${post.title}“ freigegeben.`)).toBeVisible()
    await leaveForArchive(page)
    await visit(page, post.path)
    await expect(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible()
    await signIn(page, author)
    await visit(page, notifications)
    await expect(page.getByText(`Dein Beitrag „Gerücht: ${post.title}“ ist freigegeben`)).toBeVisible()
  })

  test('two decide at once: the second is told who was first, and nothing changes', async ({ page }) => {
    const author = await registerActor(page.request)
    const post = await writeRumor(page.request, author)
    const first = await registerStaff(page.request, 'moderator')
    const second = await registerStaff(page.request, 'moderator')
    await signIn(page, second)
    const row = await openPost(page, post)
    const reason = 'Keine Quelle, betrifft das Privatleben einer Person.'
    const elsewhere = { ...first, session: await sessionOf(page.request, first) }
    await decideElsewhere(page.request, elsewhere, post, 'reject', reason)
    await row.getByRole('button', { name: `Freigeben: ${post.title}` }).click()
    await expect(toast(page, `${first.nickname} war schneller. Deine Entscheidung hat nichts geändert.`)).toBeVisible()
    await signIn(page, author)
    await visit(page, notifications)
    await expect(page.getByText(`Dein Beitrag „Gerücht: ${post.title}“ wurde abgelehnt`)).toBeVisible()
    await expect(page.getByText(reason)).toBeVisible()
  })
})

/** Confirms a rumor by its row of the queue. */
async function confirmRumor(page: Page, row: Locator, post: WrittenPost) {
  await row.getByRole('button', { name: `Status setzen: ${post.title}` }).click()
  const status = page.getByRole('dialog', { name: 'Status des Gerüchts' })
  await status.getByLabel('Status', { exact: true }).selectOption('Bestätigt')
  await status.getByLabel('Begründung (optional)').fill('Der Sender hat es gemeldet.')
  await status.getByLabel('Quelle (optional)').fill('https://sender.example/rico')
  await status.getByRole('button', { name: 'Status speichern' }).click()
  await expect(row).toContainText('Bestätigt')
}

test('a rumor is confirmed, edited, confirmed again, deleted and restored, and everybody sees each step', async ({
  page,
}) => {
  test.slow()
  const author = await registerActor(page.request)
  const source = 'https://pranger.example/rico'
  const post = await writeRumor(page.request, author, source)
  const admin = await registerStaff(page.request, 'admin')
  await decideElsewhere(page.request, { ...admin, session: await sessionOf(page.request, admin) }, post, 'approve')
  const reader = await registerMember(page.request)
  await signIn(page, admin)

  const row = await openPost(page, post, 'frei')
  await confirmRumor(page, row, post)

  await row.getByRole('button', { name: `Bearbeiten: ${post.title}` }).click()
  const edit = page.getByRole('dialog', { name: 'Beitrag bearbeiten' })
  await edit.getByLabel('Text', { exact: true }).fill('Ein Name wurde entfernt.')
  await expect(edit.getByText(source)).toBeVisible()
  await edit.getByLabel('Quelle entfernen').check()
  await edit.getByLabel('Grund', { exact: true }).fill('Name einer unbeteiligten Person entfernt.')
  await edit.getByRole('button', { name: 'Speichern' }).click()
  await expect(row).toContainText('Ein Name wurde entfernt.')

  await visit(page, post.path)
  const main = page.getByRole('main')
  await expect(main).toContainText('bearbeitet von der Redaktion')
  await expect(main).toContainText('Ohne Quelle bleibt’s ein Gefühl.')
  // What was decided was another text.
  await expect(main).toContainText('Wieder unbestätigt.')
  await expect(main).not.toContainText('Vom Team bestätigt')

  await confirmRumor(page, await openPost(page, post, 'frei'), post)
  await visit(page, post.path)
  await expect(main).toContainText('Vom Team bestätigt. Der Sender hat es gemeldet.')
  await expect(main.getByRole('link', { name: 'sender.example' })).toBeVisible()

  await openPost(page, post, 'frei')
  await page.keyboard.press('d')
  const removal = page.getByRole('dialog', { name: 'Beitrag löschen' })
  await removal.getByRole('button', { name: 'Löschen' }).click()
  await expect(removal.getByText('Bitte gib einen Grund für diese Moderationsaktion an.')).toBeVisible()
  await removal.getByLabel('Grund', { exact: true }).fill('Ein Versehen, gleich wieder da.')
  await removal.getByRole('button', { name: 'Löschen' }).click()
  await leaveForArchive(page)
  expect((await page.request.get(post.path)).status()).toBe(404)

  const kept = page.getByRole('article', { name: post.title })
  await page.getByLabel('Suche im Titel').fill(post.title)
  await expect(kept).toContainText('Ein Versehen, gleich wieder da.')
  await kept.getByRole('button', { name: `Wiederherstellen: ${post.title}` }).click()
  const restore = page.getByRole('dialog', { name: 'Beitrag wiederherstellen' })
  await restore.getByLabel('Vorlage').selectOption('Versehentlich gelöscht.')
  await restore.getByRole('button', { name: 'Wiederherstellen' }).click()
  await expect(toast(page, 'Wiederhergestellt.')).toBeVisible()

  await signIn(page, reader)
  await visit(page, post.path)
  await expect(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible()
  await expect(main).toContainText('Vom Team bestätigt. Der Sender hat es gemeldet.')
})
