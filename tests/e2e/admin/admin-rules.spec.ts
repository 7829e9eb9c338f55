import { randomBytes } from 'node:crypto'
import { registerMember, registerStaff } from '../../support/site/members.ts'
import { newDiscussion } from '../../support/site/posts.ts'
import { expectAccessible } from '../support/account-steps.ts'
import { comment, write } from '../support/comment-steps.ts'
import { visit } from '../support/journey.ts'
import { expect, signIn, test } from '../support/member.ts'

test.describe('Rules', () => {
  // The refusal of a comment is an answer that the console notes.
  test.use({ faultsExpected: true })

  test('an admin tries a rule, switches it on, and a comment is held with a sentence', async ({ page, browser }) => {
    // The other journeys must not meet it.
    const word = `werbung${randomBytes(4).toString('hex')}`
    const author = await registerMember(page.request)
    const post = await newDiscussion(page.request, author)
    const member = await browser.newPage()
    await signIn(member, author)
    await visit(member, post.path)
    await write(member, `Hier gibt es ${word}!`)
    await expect(comment(member, `Hier gibt es ${word}!`)).toBeVisible()

    await signIn(page, await registerStaff(page.request, 'admin'))
    await visit(page, '/admin/rules')
    await page.getByRole('button', { name: 'Regel anlegen' }).click()
    const dialog = page.getByRole('dialog', { name: 'Regel anlegen' })
    await dialog.getByLabel('Name', { exact: true }).fill(word)
    await dialog.getByRole('button', { name: 'Speichern' }).click()
    await expect(dialog.getByText('Eine Regel braucht mindestens eine Bedingung.')).toBeVisible()
    await dialog.getByLabel('Eins dieser Wörter').fill(word)
    await dialog.getByLabel('Was dann passiert').selectOption({ index: 0 })
    await dialog.getByRole('button', { name: 'Zeigen, was sie getroffen hätte' }).click()
    await expect(dialog.getByRole('region', { name: 'Probe' })).toContainText('0 Beiträge und 1 Kommentar')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Speichern' }).click()
    await expect(dialog).toBeHidden()
    const rule = page.getByRole('listitem').filter({ hasText: `Beiträge und Kommentare mit „${word}“.` })
    await expect(rule.getByRole('button', { name: 'Probe' })).toHaveAttribute('aria-pressed', 'true')
    await rule.getByRole('button', { name: 'An', exact: true }).click()
    await expect(rule.getByRole('button', { name: 'An', exact: true })).toHaveAttribute('aria-pressed', 'true')
    await expectAccessible(page)

    await write(member, `Und noch mehr ${word}!`)
    await expect(member.getByText('Dieser Kommentar passt auf eine Regel gegen Spam')).toBeVisible()

    await page.getByRole('button', { name: word, exact: true }).click()
    await page.getByRole('dialog', { name: 'Regel ändern' }).getByRole('button', { name: 'Löschen' }).click()
    await page
      .getByRole('dialog', { name: `${word} löschen?` })
      .getByRole('button', { name: 'Löschen' })
      .click()
    await expect(rule).toBeHidden()
  })
})
