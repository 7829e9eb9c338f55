import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { asGuest, asMember, asServer, type Member } from '../../support/site/members.ts'
import type { Requests } from '../../support/site/requests.ts'
import { visit } from './journey.ts'
import { expect } from './member.ts'
import type { Actor } from './notification-steps.ts'

type Target = { type: 'post' | 'comment'; id: string }

/** A member's report, sent from the dialog. */
export async function report(request: Requests, by: Actor, { type, id }: Target, reason: string) {
  const sent = await request.post('/rest/v1/rpc/report_content', {
    headers: asMember(by.session),
    data: { p_id: randomUUID(), p_target_type: type, p_target: id, p_reason: reason },
  })
  expect(await sent.json()).toEqual({ state: 'open' })
}

/** A guest's report that is already confirmed; the mail and its link have a journey of their own. */
export async function reportAsConfirmedGuest(request: Requests, { type, id }: Target, email: string, reason = 'spam') {
  const report = randomUUID()
  const sent = await request.post('/rest/v1/rpc/report_content', {
    headers: asGuest(),
    data: {
      p_id: report,
      p_target_type: type,
      p_target: id,
      p_reason: reason,
      p_good_faith: true,
      p_name: 'Gisela Gast',
      p_email: email,
    },
  })
  expect(await sent.json()).toEqual({ state: 'confirm' })
  const confirmed = await request.patch(`/rest/v1/reports?id=eq.${report}`, {
    headers: asServer(),
    data: { confirmed_at: new Date().toISOString() },
  })
  expect(confirmed.status()).toBe(204)
}

/** The list of cases, filtered to what this member wrote. */
export async function openCase(page: Page, author: Member, title: string) {
  await visit(page, `/admin/reports?von=${author.nickname}`)
  const card = page.getByRole('article', { name: title })
  await expect(card).toBeVisible()
  return card
}

/** Opens the dialog of a decision and enters a reason. */
export async function startDecision(page: Page, title: string, button: string, reason: string) {
  await page.getByRole('button', { name: `${button}: ${title}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Grund', { exact: true }).fill(reason)
  return dialog
}
