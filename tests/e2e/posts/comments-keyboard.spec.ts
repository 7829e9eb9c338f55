import { registerMember } from '../../support/site/members.ts'
import { newDiscussion } from '../../support/site/posts.ts'
import { tabTo } from '../support/account-steps.ts'
import { comment, field, region } from '../support/comment-steps.ts'
import { visit } from '../support/journey.ts'
import { expect, test } from '../support/member.ts'
import { dialog } from '../support/sign-in-steps.ts'

test('by keyboard alone: write, answer, change, delete; keys pressed right after a name was chosen go behind it', async ({
  page,
  member,
}) => {
  const post = await newDiscussion(page.request, member)
  await visit(page, post.path)
  const press = async (place: Parameters<typeof tabTo>[1]) => {
    await tabTo(page, place)
    await page.keyboard.press('Enter')
  }
  await press(region(page).getByRole('button', { name: 'Kommentar schreiben' }))
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('Nur Tasten.')
  await press(region(page).getByRole('button', { name: 'Kommentieren' }))
  await expect(comment(page, 'Nur Tasten.').getByRole('button', { name: /^Herz/ })).toBeVisible()
  await press(comment(page, 'Nur Tasten.').getByRole('button', { name: 'Antworten' }))
  await expect(field(page, /^Deine Antwort/)).toBeFocused()
  await page.keyboard.type('Wirklich.')
  await page.keyboard.press('Control+Enter')
  await expect(comment(page, 'Wirklich.').getByRole('button', { name: /^Herz/ })).toBeVisible()
  await press(comment(page, 'Wirklich.').getByRole('button', { name: 'Mehr zu deinem Kommentar' }))
  await press(page.getByRole('button', { name: 'Bearbeiten' }))
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(' Ehrlich.')
  await page.keyboard.press('Control+Enter')
  await expect(comment(page, 'Wirklich. Ehrlich.')).toContainText('bearbeitet')
  await press(comment(page, 'Ehrlich.').getByRole('button', { name: 'Mehr zu deinem Kommentar' }))
  await press(page.getByRole('button', { name: 'Löschen' }))
  await press(dialog(page).getByRole('button', { name: 'Löschen' }))
  await expect(region(page).getByText('[Gelöschter Kommentar]')).toBeVisible()
  // The focus stays beside what was deleted: the next key goes on from there.
  await expect(dialog(page)).toHaveCount(0)
  await expect(region(page).getByRole('article').locator(':focus')).toHaveCount(1)

  const named = await registerMember(page.request)
  await region(page).getByRole('button', { name: 'Kommentar schreiben' }).click()
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(', sag mal')
  await page.keyboard.press('Home')
  await page.keyboard.type(`@${named.nickname}`)
  await expect(region(page).getByRole('option')).toContainText([`${named.nickname}`])
  // Both within one task: before the next paint.
  await field(page).evaluate((area) => {
    area.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    document.execCommand('insertText', false, 'du')
  })
  await expect(field(page)).toHaveValue(`@${named.nickname} du, sag mal`)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  test('the keyboard does not cover the form', async ({ page, member }) => {
    const post = await newDiscussion(page.request, member)
    await visit(page, post.path)
    await region(page).getByRole('button', { name: 'Kommentar schreiben' }).tap()
    await expect(field(page)).toBeFocused()
    // The part of the window not covered by an on-screen keyboard.
    await page.setViewportSize({ width: 390, height: 430 })
    await expect(field(page)).toBeInViewport({ ratio: 1 })
    await expect(region(page).getByRole('button', { name: 'Kommentieren' })).toBeInViewport({ ratio: 1 })
    await page.keyboard.type('Unterwegs.')
    await region(page).getByRole('button', { name: 'Kommentieren' }).tap()
    await expect(comment(page, 'Unterwegs.').getByRole('button', { name: /^Herz/ })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  })
})
