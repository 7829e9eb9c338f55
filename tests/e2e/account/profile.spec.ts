import { expect, test, visit } from '../support/journey.ts'

/** The profile's content: tests/http/account/profile.test.ts. */
test('the tabs of a profile lead on and back, and a comment to its place under the post', async ({ page, samples }) => {
  const { member } = samples
  const main = page.getByRole('main')
  const tabs = page.getByRole('navigation', { name: /^Mehr von / })
  await visit(page, member.path)
  await tabs.getByRole('link', { name: 'Kommentare' }).click()
  await expect(page).toHaveURL(`${member.path}/kommentare`)
  const comment = main.getByRole('listitem').first()
  await expect(comment).toBeVisible()

  await tabs.getByRole('link', { name: 'Fan von' }).click()
  await expect(page).toHaveURL(`${member.path}/fan-von`)
  await expect(main.getByRole('article').first()).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`${member.path}/kommentare`)

  const text = await comment.getByRole('paragraph').nth(1).innerText()
  await comment.getByRole('link').click()
  await expect(page).toHaveURL(/#kommentar-/)
  const place = page.locator(`[id="${new URL(page.url()).hash.slice(1)}"]`)
  await expect(place).toContainText(text)
  await expect(place).toBeInViewport()
})
