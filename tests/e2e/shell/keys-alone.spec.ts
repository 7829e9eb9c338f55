import type { Page } from '@playwright/test'
import { registerStaff } from '../../support/site/members.ts'
import { newBallot, newDiscussion } from '../../support/site/posts.ts'
import { tabTo, toast } from '../support/account-steps.ts'
import { comment, region } from '../support/comment-steps.ts'
import { visit } from '../support/journey.ts'
import { expectFocus, keys, press } from '../support/keys.ts'
import { expect, signIn, test } from '../support/member.ts'
import { registerActor } from '../support/notification-steps.ts'
import { writeRumor } from '../support/post-moderation-steps.ts'
import { report } from '../support/report-case-steps.ts'
import { ballot, choice, reaction } from '../support/vote-steps.ts'
import { profilePath } from '../support/worker-steps.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
/** What screen readers are told, wherever it is said. */
const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })

test('a member finds, follows, votes, writes, reports and blocks by keys alone, and the focus is never lost', async ({
  page,
  member: _,
  samples,
}) => {
  const author = await registerActor(page.request)
  const poll = await newBallot(page.request, author, 'poll')
  const post = await newDiscussion(page.request, author)
  await visit(page, '/impressum')
  await keys(page, ['ControlOrMeta+k'], page.getByRole('combobox', { name: 'Suche' }))
  await page.keyboard.type(samples.format.text)
  await expect(page.getByRole('option').filter({ hasText: samples.format.text }).first()).toBeVisible()
  await keys(page, ['ArrowDown', 'Enter'], page.getByRole('heading', { level: 1 }))
  await visit(page, samples.format.path)
  await press(page, button(page, 'Format folgen'), toast(page, /^Du folgst jetzt/))
  await keys(page, ['Enter'], toast(page, /^Du folgst .* nicht mehr\.$/))

  await visit(page, poll.path)
  await press(page, choice(page, 'Sofa'), ballot(page).getByText('1 Stimme'))
  await expect(said(page, 'Deine Stimme: Sofa')).toHaveCount(1)
  await expect(choice(page, 'Stimme ändern')).toBeFocused()
  await press(page, reaction(page, 'Herz'), page.getByRole('button', { name: 'Herz, 1' }))

  await visit(page, post.path)
  await press(
    page,
    region(page).getByRole('button', { name: 'Kommentar schreiben' }),
    region(page).getByRole('textbox', { name: 'Dein Kommentar' }),
  )
  await page.keyboard.type('Nur Tasten.')
  await keys(page, ['Control+Enter'], comment(page, 'Nur Tasten.').getByRole('button', { name: /^Herz/ }))
  await expect(said(page, 'Dein Kommentar ist online.')).toHaveCount(1)

  const opener = page.getByRole('main').getByRole('button', { name: 'Melden', exact: true }).first()
  await press(page, opener, dialog(page, 'Beitrag melden'))
  await keys(page, ['B', 'Tab', 'x', 'Escape'], dialog(page, 'Eingaben verwerfen?'))
  // The topmost only.
  await keys(page, ['Escape'], dialog(page, 'Beitrag melden'))
  await press(page, dialog(page, 'Beitrag melden').getByRole('button', { name: 'Melden' }), button(page, 'Fertig'))
  await press(page, button(page, 'Fertig'), opener)
  await expect(opener).toBeFocused()

  await visit(page, await profilePath(page.request, author))
  const menu = page.getByRole('button', { name: `Mehr zu ${author.nickname}` })
  await press(page, menu, button(page, `${author.nickname} blockieren`))
  await press(page, button(page, `${author.nickname} blockieren`), page.getByRole('dialog'))
  await press(page, button(page, 'Blockieren'), toast(page, `${author.nickname} ist blockiert.`))
  await expect(menu).toBeFocused()
})

test('a moderator decides, takes back, notes and edits texts by keys alone, and the focus is never lost', async ({
  page,
}) => {
  const author = await registerActor(page.request)
  const [first, second] = [await writeRumor(page.request, author), await writeRumor(page.request, author)]
  const post = await newDiscussion(page.request, author)
  await report(page.request, await registerActor(page.request), { type: 'post', id: post.id }, 'insult')
  await signIn(page, await registerStaff(page.request, 'admin'))

  await visit(page, `/admin/posts?q=${encodeURIComponent('Zieht Rico ein?')}`)
  await press(page, button(page, `Freigeben: ${first.title}`), page.getByText(`„${first.title}“ freigegeben.`))
  // Without a way to the end of the page and back.
  await keys(page, ['z'], button(page, `Freigeben: ${first.title}`))
  await press(page, button(page, `Ablehnen: ${second.title}`), dialog(page, 'Beitrag ablehnen'))
  await keys(page, ['2', 'Enter'], page.getByText(`„${second.title}“ abgelehnt.`))
  await press(
    page,
    button(page, new RegExp(`^Rückgängig: .*${second.title.slice(-9, -1)}`)),
    // The one of the first decision may still be there.
    toast(page, 'Zurückgenommen.').first(),
  )
  await expect(button(page, `Ablehnen: ${second.title}`)).toBeVisible()
  await expectFocus(page)

  await visit(page, `/admin/reports?von=${author.nickname}`)
  await press(page, button(page, /^Notiz, Rückfrage/), dialog(page, 'Notiz oder Rückfrage'))
  await keys(page, ['Tab'], dialog(page, 'Notiz oder Rückfrage'))
  await page.keyboard.type('Schaue ich mir an.')
  await press(page, button(page, 'Notiz speichern'), toast(page, 'Notiz gespeichert'))
  await expect(button(page, /^Notiz, Rückfrage/)).toBeFocused()

  await visit(page, await profilePath(page.request, author))
  const menu = page.getByRole('button', { name: `Mehr zu ${author.nickname}` })
  await press(page, menu, button(page, 'Moderieren'))
  await press(page, button(page, 'Moderieren'), dialog(page, 'Profil moderieren'))
  // The keys work once the dialog knows what may be decided.
  await expect(button(page, 'Sperren')).toBeVisible()
  await keys(page, ['s'], page.getByRole('dialog').getByLabel('Vorlage'))
  await keys(page, ['Escape'], dialog(page, 'Profil moderieren'))
  await keys(page, ['Escape'], menu)
  await expect(menu).toBeFocused()

  await visit(page, '/admin/texts?text=regeln')
  const rules = page.getByRole('textbox', { name: 'Eure Regeln' })
  await expect(rules).toBeVisible()
  await tabTo(page, rules)
  await page.keyboard.type('Vorab. ')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('hot_post_drafts'))).toContain('Vorab. ')
  await page.reload()
  await press(page, button(page, 'Übernehmen'), toast(page, /^Entwurf übernommen/))
  await expect(rules).toBeFocused()
  await expect(rules).toHaveValue(/^Vorab\. /)
})
