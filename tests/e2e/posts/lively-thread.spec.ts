import { registerMember } from '../../support/site/members.ts'
import { addComments, newDiscussion } from '../../support/site/posts.ts'
import { comment, field, region } from '../support/comment-steps.ts'
import { visit } from '../support/journey.ts'
import { expect, test } from '../support/member.ts'

const day = Date.parse('2026-11-20T13:00:00Z')
const numbered = (count: number, parent?: string) =>
  Array.from({ length: count }, (_, place) => ({
    content: `Nummer ${place}.`,
    created_at: new Date(day + place * 60_000).toISOString(),
    ...(parent && { parent_id: parent }),
  }))

test('25 comments in a second take nothing from somebody who writes, and are counted', async ({ page, member }) => {
  const author = await registerMember(page.request)
  const post = await newDiscussion(page.request, author)
  await addComments(page.request, post, author, numbered(20))
  await visit(page, `${post.path}?kommentare=neu`)
  const answered = comment(page, 'Nummer 7.')
  await answered.getByRole('button', { name: 'Antworten' }).click()
  await expect(field(page, `Deine Antwort an ${author.nickname}`)).toBeFocused()
  await page.waitForLoadState('networkidle')
  await page.keyboard.type('Moment, das')
  const burst = addComments(
    page.request,
    post,
    author,
    Array.from({ length: 25 }, (_, place) => ({ content: `Welle ${place}.` })),
  )
  await page.keyboard.type(' geht weiter', { delay: 60 })
  await burst
  await expect(region(page).getByRole('button', { name: '25 neue Kommentare zeigen' })).toBeVisible()
  await page.keyboard.type(' und weiter')
  await expect(field(page, `Deine Antwort an ${author.nickname}`)).toBeFocused()
  await expect(field(page, `Deine Antwort an ${author.nickname}`)).toHaveValue('Moment, das geht weiter und weiter')
  await expect(answered).toBeInViewport()
  await page.keyboard.press('Control+Enter')
  await expect(comment(page, 'Moment, das geht weiter und weiter')).toBeVisible()
  await region(page).getByRole('button', { name: '25 neue Kommentare zeigen' }).click()
  await expect(page.locator('#kommentare > article:focus')).toContainText('Welle')
  await expect(page.locator('#kommentare > article')).toHaveCount(45)
  expect(member.nickname).toBeTruthy()
})

test('a long thread is folded, opens in place, and a link leads into its middle', async ({ page }) => {
  const author = await registerMember(page.request)
  const post = await newDiscussion(page.request, author)
  const [root = ''] = await addComments(page.request, post, author, [
    { content: 'Fang an.', created_at: '2026-11-20T12:00:00Z' },
  ])
  const ids = await addComments(page.request, post, author, numbered(80, root))
  await visit(page, post.path)
  const replies = page.locator('.replies article')
  await expect(replies).toHaveCount(3)
  await region(page).getByRole('link', { name: '77 weitere Antworten anzeigen' }).click()
  await expect(comment(page, 'Nummer 3.')).toBeFocused()
  await region(page).getByRole('link', { name: '27 weitere Antworten anzeigen' }).click()
  await expect(replies).toHaveCount(80)
  await expect(region(page).getByRole('link', { name: 'anzeigen' })).toHaveCount(0)
  await expect(replies.nth(79)).toContainText('Nummer 79.')

  await visit(page, `${post.path}?kommentar=${ids[40]}#kommentar-${ids[40]}`)
  const linked = page.getByRole('region', { name: 'Verlinkter Kommentar' })
  await expect(linked.locator(`#kommentar-${ids[40]}`)).toBeFocused()
  await expect(linked.locator('.replies article')).toHaveCount(30)
  await linked.getByRole('link', { name: 'Frühere Antworten anzeigen' }).click()
  await expect(linked.getByText('Nummer 0.')).toBeAttached()
  await expect(linked.locator('.replies article').first()).toContainText('Nummer 0.')
})
