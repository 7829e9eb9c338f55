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

/** Texts of the document in two moments that are as early as a translation gets; without waiting, unlike `translate`. */
const early = {
  'before the app runs': () =>
    document.addEventListener('readystatechange', () => {
      if (document.readyState === 'interactive') Reflect.get(globalThis, 'translateAll')()
    }),
  // React marks the document as soon as it hydrates, and then goes on part by part.
  'while the app hydrates it': () => {
    const look = () => {
      if (Object.keys(document).some((key) => key.startsWith('__reactContainer')))
        Reflect.get(globalThis, 'translateAll')()
      else setTimeout(look)
    }
    look()
  },
}

for (const [moment, watch] of Object.entries(early))
  test.describe(`translated ${moment}`, () => {
    test.use({ colorScheme: 'dark' })
    test('a member stays a member, in their theme, and votes, without an error of React', async ({ page }) => {
      const post = await newBallot(page.request, await registerMember(page.request), 'rumor')
      await page.context().addInitScript(() => {
        Reflect.set(globalThis, 'translateAll', () => {
          document.documentElement.lang = 'tr'
          const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
          const found: Text[] = []
          while (texts.nextNode()) found.push(texts.currentNode as Text)
          for (const text of found) {
            if (!text.data.trim() || text.parentElement?.closest('script, style, textarea, option, svg')) continue
            const outer = document.createElement('font')
            outer.append(text.data)
            text.replaceWith(outer)
          }
          Reflect.set(globalThis, 'translatedTexts', found.length)
        })
      })
      await page.context().addInitScript(watch)
      await signIn(page, await registerMember(page.request))
      await visit(page, post.path)
      expect(await page.evaluate(() => Reflect.get(globalThis, 'translatedTexts'))).toBeGreaterThan(50)
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      await choice(page, 'Stimmt').click()
      await expect(ballot(page).getByText('1 Stimme · deine: Stimmt', { exact: true })).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  })
