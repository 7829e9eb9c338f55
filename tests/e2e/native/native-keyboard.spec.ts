import { registerMember } from '../../support/site/members.ts'
import { newDiscussion } from '../../support/site/posts.ts'
import { expect, test } from '../support/native-journey.ts'
import { isMember } from '../support/session-steps.ts'
import { shellBridge } from '../support/shell-bridge.ts'

const phone = { width: 390, height: 844 }
test.use({ viewport: phone, hasTouch: true })

test('while the keyboard is up the bottom bar steps aside and the whole composer stays in sight', async ({
  page,
  shell,
}) => {
  const member = await registerMember(page.request)
  const post = await newDiscussion(page.request, member)
  const device = await shellBridge(page, { device: 'android' })
  await shell.signIn(page, member)
  await shell.open(page, post.path)
  await isMember(page)
  const bar = page.getByRole('navigation', { name: 'Schnellzugriff' })
  const field = page.getByPlaceholder('Was weißt du?')
  await page.getByRole('button', { name: 'Kommentar schreiben' }).tap()
  await expect(field).toBeFocused()

  // A suggestion bar above a hardware keyboard does not count as a keyboard: at most 150 px.
  await device.tell('Keyboard.keyboardWillShow', { keyboardHeight: 150 })
  await expect(bar).toBeVisible()

  await device.tell('Keyboard.keyboardWillShow', { keyboardHeight: 336 })
  await expect(bar).toBeHidden()
  await page.setViewportSize({ ...phone, height: phone.height - 336 })
  await device.tell('Keyboard.keyboardDidShow', { keyboardHeight: 336 })
  const form = page.locator('form', { has: field })
  await expect(form).toBeInViewport({ ratio: 1 })
  await page.keyboard.type('Ich hab’s gesehen.\n\nZweimal.')
  await expect(form).toBeInViewport({ ratio: 1 })

  await device.tell('Keyboard.keyboardWillHide')
  await page.setViewportSize(phone)
  await expect(bar).toBeVisible()
  await expect(page.locator('html')).not.toHaveAttribute('data-keyboard')
})
