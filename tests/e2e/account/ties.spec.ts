import { slugify } from '@hot/domain/text/slug'
import { memberPath } from '@hot/domain/url/paths'
import { registerMember } from '../../support/site/members.ts'
import { addComments, newDiscussion } from '../../support/site/posts.ts'
import { site } from '../../support/site/requests.ts'
import { expect } from '../support/journey.ts'
import { test } from '../support/member.ts'

test('a blocked member’s comment is folded, can be opened, and comes back when the block ends', async ({
  page,
  member: _,
}) => {
  const author = await registerMember(site)
  const post = await newDiscussion(site, author)
  await addComments(site, post, author, [{ content: 'Das weiß doch jedes Kind' }])
  await page.goto(post.path)
  const comments = page.locator('#kommentare')
  const text = comments.getByText('Das weiß doch jedes Kind')
  await expect(text).toBeVisible()
  await comments.getByRole('button', { name: `Mehr zu ${author.nickname}` }).click()
  await page.getByRole('button', { name: `${author.nickname} blockieren` }).click()
  await page.getByRole('button', { name: 'Blockieren', exact: true }).click()
  await expect(text).toHaveCount(0)
  await comments.getByRole('button', { name: 'anzeigen' }).click()
  await expect(text).toBeVisible()

  await page.goto('/account/einstellungen')
  await page.getByRole('button', { name: `Blockierung von ${author.nickname} aufheben` }).click()
  await page.goto(post.path)
  await expect(text).toBeVisible()
  await expect(comments.getByRole('button', { name: 'anzeigen' })).toHaveCount(0)
})

test('a blocked member is not beside the overview either, whose HTML is that of guests', async ({
  page,
  member: _,
}) => {
  const author = await registerMember(site)
  const nickname = String(author.nickname)
  await addComments(site, await newDiscussion(site, author), author, [{ content: 'Das steht ganz oben.' }])
  const latest = page.getByRole('region', { name: 'Zuletzt gesagt' })
  await expect(async () => {
    await page.goto('/trashtalk')
    await expect(latest.getByText(`${nickname} zu`)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.goto(memberPath(slugify(nickname)))
  await page.getByRole('button', { name: `Mehr zu ${nickname}` }).click()
  await page.getByRole('button', { name: `${nickname} blockieren` }).click()
  await page.getByRole('button', { name: 'Blockieren', exact: true }).click()
  await expect(page.getByText(`${nickname} ist blockiert.`)).toBeVisible()
  await page.goto('/trashtalk')
  // Neither pointer nor focus is on it.
  await expect(latest.getByText(`${nickname} zu`)).toHaveCount(0)
  await expect(latest).toBeVisible()
})

test('a post is silenced in its menu, and listed in the settings', async ({ page, member: _ }) => {
  const post = await newDiscussion(site, await registerMember(site))
  await page.goto(post.path)
  await page.getByRole('button', { name: 'Mehr zu diesem Beitrag' }).click()
  await page.getByRole('button', { name: 'Beitrag stummschalten' }).click()
  await expect(page.getByText('Von diesem Beitrag hörst du nichts mehr.')).toBeVisible()
  await page.goto('/account/einstellungen')
  const row = page.getByRole('region', { name: 'Gefolgt und stumm' }).getByRole('listitem')
  await expect(row.getByRole('combobox')).toHaveValue('off')
  await row.getByRole('button', { name: /aus der Liste nehmen/ }).click()
  await expect(row).toHaveCount(0)
})

test('with the first format that somebody follows they are asked once where the morning’s line goes', async ({
  page,
  member: _,
  samples,
}) => {
  const question = page.getByRole('group', { name: 'Läuft heute' })
  await page.goto(samples.season.path)
  await page.getByRole('button', { name: 'Format folgen' }).click()
  await expect(question.getByText('sagen wir es dir am Morgen')).toBeVisible()
  await question.getByRole('button', { name: 'Auch aufs Gerät' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByText('Gemerkt. Ob dieses Gerät klingelt')).toBeVisible()

  await page.goto('/formate')
  const other = page.locator(`main a[href^="/formate/"]:not([href="${samples.format.path}"])`).first()
  await page.goto((await other.getAttribute('href')) ?? '')
  await page.getByRole('button', { name: 'Format folgen' }).click()
  await expect(page.getByRole('button', { name: 'Du folgst', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(question).toHaveCount(0)

  await page.goto('/account/einstellungen')
  await page.locator('summary').filter({ hasText: 'Alles, dem du folgst' }).click()
  await expect(page.getByRole('combobox', { name: 'Läuft heute' })).toHaveValue('push')
})
