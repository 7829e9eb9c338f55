import { slugify } from '@hot/domain/text/slug'
import { memberPath } from '@hot/domain/url/paths'
import { linkIn, mailTo, newAddress, newNickname, newPassword } from '../../support/site/members.ts'
import { tabTo } from '../support/account-steps.ts'
import { visit } from '../support/journey.ts'
import { expectFocus, hear, listen, press } from '../support/keys.ts'
import { expect, test } from '../support/member.ts'
import { registerActor } from '../support/notification-steps.ts'
import { dialog, openEmailScreen } from '../support/sign-in-steps.ts'
import { confirmation } from '../support/sign-up-steps.ts'

const keyboard = { keyboard: true }

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })
    test.beforeEach(({ page }) => listen(page))

    test('a guest registers, confirms, is told that a name is taken, and takes another', async ({ page }) => {
      const taken = await registerActor(page.request)
      const email = newAddress()
      const password = newPassword()
      await openEmailScreen(page, 'register', keyboard)
      await page.keyboard.type(email)
      for (const label of ['Passwort', 'Passwort bestätigen']) {
        await tabTo(page, page.getByLabel(label, { exact: true }))
        await page.keyboard.type(password)
      }
      await page.keyboard.press('Enter')
      await hear(page, 'Registrierung erfolgreich')
      await expect(dialog(page)).toBeHidden()
      await expectFocus(page)

      await page.goto(linkIn(await mailTo(page.request, email, confirmation)))
      const confirm = page.getByRole('main').getByRole('button', { name: 'E-Mail-Adresse bestätigen', exact: true })
      await expect(confirm).toBeVisible()
      await tabTo(page, confirm)
      await page.keyboard.press('Enter')
      const name = dialog(page).getByRole('textbox', { name: 'Nickname' })
      await expect(name).toBeVisible()
      await tabTo(page, name)
      await page.keyboard.type(taken.nickname ?? '')
      await hear(page, 'Der Name ist schon weg. Nimm einen anderen.')
      await expect(name).toHaveAttribute('aria-invalid', 'true')
      await expect(name).toHaveAccessibleDescription(/^Der Name ist schon weg\./)
      await page.keyboard.press('Enter')
      await expect(name).toBeFocused()
      await expect(dialog(page)).toBeVisible()
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(newNickname())
      await hear(page, 'Der Name ist frei.')
      await page.keyboard.press('Enter')
      await hear(page, 'Name gespeichert')
      await expect(dialog(page)).toBeHidden()
      await expectFocus(page)
    })

    test('a member blocks somebody from the profile and takes it back', async ({ page, member: _ }) => {
      const other = await registerActor(page.request)
      await visit(page, memberPath(slugify(String(other.nickname))))
      const more = page.getByRole('button', { name: `Mehr zu ${other.nickname}` })
      const block = page.getByRole('button', { name: `${other.nickname} blockieren` })
      await press(page, more, block)
      await press(page, block, dialog(page))
      await press(page, dialog(page).getByRole('button', { name: 'Blockieren', exact: true }), page.getByRole('main'))
      await hear(page, `${other.nickname} ist blockiert.`)
      await expect(dialog(page)).toBeHidden()
      await expectFocus(page)
      const back = page.getByRole('button', { name: 'Blockierung aufheben' })
      await press(page, more, back)
      await press(page, back, page.getByRole('main'))
      await hear(page, `Du siehst ${other.nickname} wieder.`)
      await expectFocus(page)
    })

    test('a member follows a format, says where its news go, and stops', async ({ page, member: _, samples }) => {
      await visit(page, samples.format.path)
      const follow = page.getByRole('main').getByRole('button', { name: 'Format folgen', exact: true })
      const question = page.getByRole('group', { name: 'Läuft heute' })
      await press(page, follow, question)
      await hear(page, /^Du folgst jetzt /)
      const follows = page.getByRole('main').getByRole('button', { name: 'Du folgst', exact: true })
      await expect(follows).toBeFocused()
      await expect(follows).toHaveAttribute('aria-pressed', 'true')
      await press(page, question.getByRole('button', { name: 'Nur in der App' }), page.getByRole('main'))
      await hear(page, 'Gemerkt.')
      await expect(question).toBeHidden()
      await expectFocus(page)
      const bell = page.getByRole('button', { name: /^Wo du von .* hörst$/ })
      const off = page.getByRole('button', { name: 'Gar nicht', exact: true })
      await press(page, bell, off)
      await tabTo(page, off)
      await page.keyboard.press('Enter')
      await hear(page, /kommt nichts mehr\.$/)
      await expectFocus(page)
    })

    test('a guest subscribes to the calendar of a format', async ({ page, context, samples }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await visit(page, samples.format.path)
      const menu = page.getByRole('main').locator('summary', { hasText: 'Kalender abonnieren' })
      const copy = page.getByRole('button', { name: 'Adresse kopieren' })
      await press(page, menu, copy)
      await tabTo(page, copy)
      await page.keyboard.press('Enter')
      await hear(page, 'Adresse kopiert')
      await expectFocus(page)
    })
  })
}
