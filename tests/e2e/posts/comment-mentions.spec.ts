import { addComments, change, comment, newPost } from '../support/comment-steps.ts'
import { visit } from '../support/journey.ts'
import { expect, registerMember, test } from '../support/member.ts'

test('who a comment names is a link, also under another name; a name that nobody has is none', async ({ page }) => {
  const [author, named] = [await registerMember(page.request), await registerMember(page.request)]
  const post = await newPost(page.request, author)
  await addComments(page.request, post, author, [{ content: `Was sagt @${named.nickname}. Und @gibts.nicht?` }])
  await change(page.request, `profiles?id=eq.${named.id}`, { nickname: `${named.nickname}x` })
  await visit(page, post.path)
  const links = comment(page, 'Was sagt').getByRole('link', { name: '@' })
  await expect(links).toHaveText([`@${named.nickname}`])
  await expect(comment(page, 'Was sagt')).toContainText(`@${named.nickname}. Und @gibts.nicht?`)
  await links.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${named.nickname}x`)
})
