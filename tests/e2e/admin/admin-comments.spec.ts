import { registerMember, registerStaff } from '../../support/site/members.ts'
import { addComments, newDiscussion } from '../../support/site/posts.ts'
import { expectAccessible, toast } from '../support/account-steps.ts'
import { stored, write } from '../support/comment-steps.ts'
import { visit } from '../support/journey.ts'
import { expect, signIn, test } from '../support/member.ts'
import { carryOutNow, leaveForArchive } from '../support/post-moderation-steps.ts'

test('a night of spam: all comments of a search are removed with one reason, and their accounts banned', async ({
  page,
}) => {
  test.slow()
  const host = await registerMember(page.request)
  const post = await newDiscussion(page.request, host)
  const spammers = await Promise.all(Array.from({ length: 5 }, () => registerMember(page.request)))
  const word = `gewinn${post.id.slice(0, 8)}`
  for (const [n, spammer] of spammers.entries())
    await addComments(
      page.request,
      post,
      spammer,
      Array.from({ length: 6 }, (_, m) => ({ content: `${word} ${n} ${m}` })),
    )
  await signIn(page, await registerStaff(page.request, 'moderator'))
  await visit(page, `/admin/comments?q=${word}`)
  await expect(page.getByRole('listitem').filter({ hasText: word })).toHaveCount(20)
  await expectAccessible(page)
  // 20 are loaded, all 30 are meant. From here on each press counts.
  await page.getByRole('button', { name: 'Alle 30 auswählen' }).click()
  await page.getByRole('button', { name: 'Auswahl entfernen' }).click()
  const reason = page.getByRole('dialog', { name: '30 Kommentare entfernen?' })
  await expect(reason.getByLabel('Vorlage')).toBeFocused()
  await page.keyboard.press('4')
  await page.keyboard.press('Enter')
  await expect(page.getByText('30 Kommentare gelöscht.')).toBeVisible()
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: word }).first()).toBeVisible()
  await expect(page.getByText('30 ausgewählt')).toBeVisible()

  await page.getByRole('button', { name: 'Spam: 5 Accounts sperren' }).click()
  const question = page.getByRole('dialog', { name: '5 Accounts als Spam sperren?' })
  await question.getByRole('button', { name: 'Sperren und entfernen' }).click()
  await expect(page.getByText('Keine Kommentare.')).toBeVisible({ timeout: 30_000 })
  expect((await stored(page.request, post)).filter((text) => text.includes(word))).toEqual([])
})

test('a comment that the team removed lies in the archive until an admin puts it back', async ({ page }) => {
  const author = await registerMember(page.request)
  const post = await newDiscussion(page.request, await registerMember(page.request))
  const word = `irrtum${post.id.slice(0, 8)}`
  await addComments(page.request, post, author, [{ content: `${word} war gar nicht so gemeint` }])
  await signIn(page, await registerStaff(page.request, 'admin'))
  await visit(page, `/admin/comments?q=${word}`)
  // A comment of another journey may wait above the list.
  await page.getByRole('listitem').filter({ hasText: word }).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Auswahl entfernen' }).click()
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Kommentar von .* gelöscht\.$/)).toBeVisible()
  await leaveForArchive(page)
  expect(await stored(page.request, post)).not.toContain(`${word} war gar nicht so gemeint`)

  await page.getByLabel('Art', { exact: true }).selectOption('Kommentare')
  await page.getByLabel('Suche im Text').fill(word)
  const row = page.getByRole('article').filter({ hasText: word })
  await expect(row).toContainText('Wiederherstellbar bis')
  await expectAccessible(page)
  await row.getByRole('button', { name: /^Wiederherstellen/ }).click()
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Wiederhergestellt.')).toBeVisible()
  await expect(page.getByText('Dazu liegt hier kein Kommentar.')).toBeVisible()
  expect(await stored(page.request, post)).toContain(`${word} war gar nicht so gemeint`)
})

test.describe('a comment that is refused', () => {
  // The refusal is a 403.
  test.use({ faultsExpected: true })
  test('waits for the team when its author wants that, and is online once it is approved', async ({
    page,
    browser,
  }) => {
    const post = await newDiscussion(page.request, await registerMember(page.request))
    const word = `quelle${post.id.slice(0, 8)}`
    await signIn(page, await registerMember(page.request))
    await visit(page, post.path)
    await write(page, `${word}: https://beispiel.example/artikel`)
    await expect(page.getByText(/^Links gehen in Kommentaren erst/)).toBeVisible()
    await page.getByRole('button', { name: 'Vom Team lesen lassen' }).click()
    await expect(toast(page, 'Das Team liest deinen Kommentar')).toBeVisible()
    await expect(page.getByText(word)).toHaveCount(0)
    expect((await stored(page.request, post)).join()).not.toContain(word)

    const desk = await browser.newPage()
    await signIn(desk, await registerStaff(page.request, 'moderator'))
    await visit(desk, '/admin/comments')
    const row = desk.getByRole('region', { name: 'Warten auf dich' }).getByRole('listitem').filter({ hasText: word })
    await expect(row).toBeVisible()
    await expectAccessible(desk)
    await row.getByRole('button', { name: /^Freigeben/ }).click()
    await expect(desk.getByText(/^Kommentar von .* freigegeben\.$/)).toBeVisible()
    await carryOutNow(desk)
    await expect(row).toHaveCount(0)
    await visit(page, post.path)
    await expect(page.getByText(word)).toBeVisible()
    await desk.close()
  })
})
