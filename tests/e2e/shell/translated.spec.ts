import { registerMember } from '../../support/site/members.ts'
import { newBallot } from '../../support/site/posts.ts'
import { visit } from '../support/journey.ts'
import { expect, signIn, test } from '../support/member.ts'
import { translate } from '../support/modes.ts'
import { ballot, choice, reaction } from '../support/vote-steps.ts'

test('on a page that the browser translates, votes and reactions are shown, changed and taken back', async ({
  page,
}) => {
  const post = await newBallot(page.request, await registerMember(page.request), 'rumor')
  await page.context().addInitScript(translate)
  await signIn(page, await registerMember(page.request))
  await visit(page, post.path)
  await expect(choice(page, 'Stimmt nicht').locator('font font')).toHaveCount(1)
  await choice(page, 'Stimmt nicht').click()
  await expect(ballot(page).getByText('1 Stimme · deine: Stimmt nicht', { exact: true })).toBeVisible()
  await choice(page, 'Stimmt').click()
  await expect(ballot(page).getByText('1 Stimme · deine: Stimmt', { exact: true })).toBeVisible()
  await reaction(page, 'Herz').click()
  await expect(reaction(page, 'Herz')).toContainText('1')
  await reaction(page, 'Herz').click()
  await expect(reaction(page, 'Herz')).toContainText('0')
})

test.describe('translated before the app runs', () => {
  // React logs that it renders the page anew.
  test.use({ faultsExpected: true, colorScheme: 'dark' })
  test('a member stays a member, in their theme, and votes', async ({ page }) => {
    const post = await newBallot(page.request, await registerMember(page.request), 'rumor')
    await page.context().addInitScript(() => {
      document.addEventListener('readystatechange', () => {
        if (document.readyState !== 'interactive') return
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
        const found: Text[] = []
        while (texts.nextNode()) found.push(texts.currentNode as Text)
        for (const text of found) {
          if (!text.data.trim() || text.parentElement?.closest('script, style, textarea, option, svg')) continue
          const outer = document.createElement('font')
          outer.append(`${text.data} (tr)`)
          text.replaceWith(outer)
        }
      })
    })
    await signIn(page, await registerMember(page.request))
    await visit(page, post.path)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await choice(page, 'Stimmt').click()
    await expect(ballot(page).getByText('1 Stimme · deine: Stimmt', { exact: true })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
