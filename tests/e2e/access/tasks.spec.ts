import type { Page } from '@playwright/test'
import { makeStaff, registerStaff } from '../../support/site/members.ts'
import { addComments, newBallot, newDiscussion } from '../../support/site/posts.ts'
import { openAccount, section, tabTo } from '../support/account-steps.ts'
import { comment, field, region } from '../support/comment-steps.ts'
import { visit } from '../support/journey.ts'
import { expectFocus, hear, keys, listen, press } from '../support/keys.ts'
import { expect, signIn, test } from '../support/member.ts'
import { registerActor, writeComment } from '../support/notification-steps.ts'
import { report } from '../support/report-case-steps.ts'
import { dialog } from '../support/sign-in-steps.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const main = (page: Page) => page.getByRole('main')

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })
    test.beforeEach(({ page }) => listen(page))

    test('a guest reads what is on, filters it, sorts stars and meets the question to sign in', async ({
      page,
      samples,
    }) => {
      await visit(page, '/kalender?ansicht=woche')
      const month = main(page).getByRole('link', { name: 'Monat', exact: true })
      await tabTo(page, month, 200)
      await page.keyboard.press('Enter')
      await hear(page, /^Monat: ausgewählt\. (\d+ Sendung|Sendepause)/)
      await expect(month).toBeFocused()

      await visit(page, '/stars')
      await tabTo(page, main(page).getByRole('link', { name: 'Name', exact: true }), 200)
      await page.keyboard.press('Enter')
      await hear(page, 'Name: ausgewählt.')
      await expectFocus(page)

      await visit(page, samples.rumor.path)
      await press(page, button(page, 'Stimmt'), dialog(page))
      await keys(page, ['Escape'], button(page, 'Stimmt'))
      await expect(button(page, 'Stimmt')).toBeFocused()
    })

    test('a member rates a star and takes an answer back', async ({ page, member: _, samples }) => {
      await visit(page, samples.star.path)
      const question = page.getByRole('group', { name: 'Wie echt?' })
      await expect(question).toBeVisible()
      await tabTo(page, question.getByRole('radio').first(), 200)
      await page.keyboard.press('Space')
      const back = question.getByRole('button', { name: /^Zurücknehmen/ })
      await press(page, back, question)
      await hear(page, 'Antwort zurückgenommen.')
      await expect(question.getByRole('radio', { checked: true })).toHaveCount(0)
      await expect(question.getByRole('radio').first()).toBeFocused()
    })

    test('a member comments with a mention, answers, reads on, and comes to the comment a notification names', async ({
      page,
      member,
    }) => {
      const anna = await registerActor(page.request)
      const post = await newDiscussion(page.request, member)
      const many = Array.from({ length: 55 }, (_, at) => ({ content: `Zeile ${at}.` }))
      await addComments(page.request, post, anna, many)
      await visit(page, post.path)
      const more = region(page).getByRole('link', { name: 'Weitere Kommentare' })
      await expect(more).toBeVisible()
      // The way there is long; this is about what comes after it.
      await more.focus()
      await expect(more).toBeFocused()
      await page.keyboard.press('Enter')
      await hear(page, '5 weitere geladen.')
      const first = page.locator(':focus')
      await expect(first).toHaveAccessibleName(`Kommentar von ${anna.nickname}, Gerade eben`)
      await expect(first).toHaveRole('article')

      const write = region(page).getByRole('button', { name: 'Kommentar schreiben' })
      await write.focus()
      await press(page, write, field(page))
      await page.keyboard.type(`Sag mal @${anna.nickname}`)
      await hear(page, /^1 Vorschlag\. /)
      await page.keyboard.press('Enter')
      await page.keyboard.type('stimmt das?')
      await page.keyboard.press('Control+Enter')
      await hear(page, 'Dein Kommentar ist online.')
      await expectFocus(page)

      await press(
        page,
        comment(page, 'stimmt das?').getByRole('button', { name: 'Antworten' }),
        field(page, /^Deine Antwort/),
      )
      await page.keyboard.type('Wirklich.')
      await page.keyboard.press('Control+Enter')
      await hear(page, 'Deine Antwort ist online.')
      await expectFocus(page)

      // Anna has written more than new members may.
      const ben = await registerActor(page.request)
      const id = await writeComment(page.request, ben, { ...post, title: '' }, 'Ja, stimmt.')
      await visit(page, '/account/benachrichtigungen')
      const entry = main(page)
        .getByRole('link', { name: new RegExp(`^${ben.nickname}`) })
        .first()
      await tabTo(page, entry, 200)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(new RegExp(`#kommentar-${id}$`))
      await expect(page.locator(`#kommentar-${id}`)).toBeFocused()
      await expect(page.locator(`#kommentar-${id}`)).toHaveAccessibleName(`Kommentar von ${ben.nickname}, Gerade eben`)
      await hear(page, / – HoT$/)
    })

    test('a member sends a poll and is told that it is being looked at', async ({ page, member: _ }) => {
      await visit(page, '/trashtalk/erstellen?typ=umfrage')
      await tabTo(page, main(page).getByLabel('Titel', { exact: true }), 200)
      await page.keyboard.type(`Wer zieht zuerst aus, ${viewport.width}?`)
      for (const [at, text] of ['Anna', 'Ben'].entries()) {
        await tabTo(page, main(page).getByRole('textbox', { name: `Antwort ${at + 1}` }), 200)
        await page.keyboard.type(text)
      }
      await tabTo(page, main(page).getByRole('button', { name: 'Abschicken' }), 200)
      await page.keyboard.press('Enter')
      await hear(page, `Wird geprüft: Wer zieht zuerst aus, ${viewport.width}?`)
      await expect(page).toHaveTitle(`Wird geprüft: Wer zieht zuerst aus, ${viewport.width}? – HoT`)
      await expectFocus(page)
    })

    test('a member switches single keys off, which then do nothing anywhere', async ({ page, member: _ }) => {
      await openAccount(page, '/account/einstellungen', 'Einstellungen')
      const keysSwitch = page.getByRole('switch', { name: /^Einzelne Tasten lösen etwas aus/ })
      await expect(keysSwitch).toBeChecked()
      await tabTo(page, keysSwitch, 200)
      await page.keyboard.press('Space')
      await expect(keysSwitch).not.toBeChecked()
      await page.keyboard.press('/')
      await expect(dialog(page)).toHaveCount(0)
      await page.keyboard.press('ControlOrMeta+k')
      await expect(page.getByRole('combobox', { name: 'Suche' })).toBeFocused()
      await page.keyboard.press('Escape')
      await visit(page, '/stars/voting')
      await page.keyboard.press('3')
      await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
      await visit(page, '/barrierefreiheit')
      await tabTo(page, keysSwitch, 200)
      await page.keyboard.press('Space')
      await page.keyboard.press('/')
      await expect(page.getByRole('combobox', { name: 'Suche' })).toBeFocused()
    })

    test.describe('whose session ends with the account', () => {
      // The session is gone before it is signed out.
      test.use({ faultsExpected: true })
      test('a member deletes the account, and the focus is at a title', async ({ page, member }) => {
        expect(member.id).toBeTruthy()
        await openAccount(page, '/account/daten', 'Daten')
        await press(
          page,
          section(page, 'Account löschen').getByRole('button', { name: 'Account löschen' }),
          dialog(page),
        )
        const word = dialog(page).getByRole('textbox').first()
        await tabTo(page, word)
        await page.keyboard.type('LÖSCHEN')
        await tabTo(page, dialog(page).getByRole('button', { name: 'Endgültig löschen' }))
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL('/')
        await hear(page, /gelöscht/i)
        await expectFocus(page)
      })
    })

    test('the team goes through three cases by keys, hears each, and takes one back within a Tab, without haste', async ({
      page,
    }) => {
      const author = await registerActor(page.request)
      const reporter = await registerActor(page.request)
      for (const type of ['rumor', 'poll', 'poll'] as const) {
        const post = await newBallot(page.request, author, type, {
          title: `Fall ${type} ${crypto.randomUUID().slice(0, 6)}?`,
        })
        await report(page.request, reporter, { type: 'post', id: post.id }, 'insult')
      }
      await signIn(page, await registerStaff(page.request, 'moderator'))
      await visit(page, `/admin/reports?von=${author.nickname}`)
      const cases = main(page).getByRole('article')
      await expect(cases).toHaveCount(3)
      const titles = await cases.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
      await page.keyboard.press('j')
      await expect(cases.nth(1)).toBeFocused()
      await page.keyboard.press('a')
      await expect(dialog(page)).toContainText(titles[1]?.replace(/^\w+: /, '') ?? '?')
      await page.keyboard.press('1')
      await page.keyboard.press('Enter')
      await expect(cases).toHaveCount(2)
      await expectFocus(page)
      const undo = button(page, /^Rückgängig: /)
      await expect(undo).toBeVisible()
      await page.keyboard.press('Tab')
      await expect(undo).toBeFocused()
      // Longer than the ten seconds that a decision waits otherwise.
      await page.waitForResponse((answer) => answer.url().includes('admin_hold_decisions'))
      await page.waitForResponse((answer) => answer.url().includes('admin_hold_decisions'))
      await page.waitForResponse((answer) => answer.url().includes('admin_hold_decisions'))
      await expect(undo).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(cases).toHaveCount(3)
      await hear(page, /Zurückgenommen/)
      await expectFocus(page)
      for (const left of [2, 1]) {
        await cases.first().focus()
        await page.keyboard.press('a')
        await expect(dialog(page)).toBeVisible()
        await page.keyboard.press('1')
        await page.keyboard.press('Enter')
        await expect(cases).toHaveCount(left)
        await expectFocus(page)
      }
    })

    test('the team changes a season, and the focus stays on what saved it', async ({ page, member, samples }) => {
      await signIn(page, await makeStaff(page.request, member, 'moderator'))
      await visit(page, `/admin/seasons?q=${encodeURIComponent(samples.format.text.slice(0, 12))}`)
      const season = main(page)
        .getByRole('link', { name: /, (Staffel|Season) \d/ })
        .first()
      await tabTo(page, season, 200)
      await page.keyboard.press('Enter')
      const note = main(page).getByLabel('Beschreibung')
      await expect(note).toBeVisible()
      await tabTo(page, note, 200)
      await page.keyboard.press('End')
      await page.keyboard.type(' Neu.')
      const save = main(page).getByRole('button', { name: 'Speichern', exact: true })
      await tabTo(page, save, 400)
      await page.keyboard.press('Enter')
      await hear(page, /gespeichert/i)
      await expect(save).toBeFocused()
    })
  })
}
