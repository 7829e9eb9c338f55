import type { Page } from '@playwright/test'
import { asServer, type Member, type Session, setProfile } from '../../support/site/members.ts'
import { expected, type Requests } from '../../support/site/requests.ts'
import type { Word } from '../../support/site/rude-world.ts'
import { expect } from './wire.ts'

/** A word without a place to break, as wide as letters are. The number makes it unique. */
export const longWord: Word = (length = 80) => `${'W'.repeat(length)}${Math.trunc(Math.random() * 1e6)}`.slice(-length)

const widths = [320, 390, 1280] as const

/** On every width: no sideways scroll, and what can be pressed lies on top at its middle. */
export async function expectRoom(page: Page, name: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const seen = await page.evaluate((limit) => {
      const scrolls = '.scroller, .tabs, .letter-nav, .table-scroller, .week-scroller, nav'
      const outside = [...document.querySelectorAll('main *')].filter(
        (element) => element.getBoundingClientRect().right > limit + 1 && !element.closest(scrolls),
      )
      const covered = [...document.querySelectorAll<HTMLElement>('main :is(button, .btn, summary)')].filter(
        (control) => {
          if (!control.checkVisibility() || control.closest('.scroller, .tabs, [inert]')) return false
          control.scrollIntoView({ block: 'center' })
          const { left, top, width: wide, height } = control.getBoundingClientRect()
          const hit = document.elementFromPoint(left + wide / 2, top + height / 2)
          return hit !== null && !control.contains(hit) && !hit.contains(control)
        },
      )
      const markup = (elements: Element[]) => elements.slice(0, 3).map((element) => element.outerHTML.slice(0, 160))
      return { width: document.documentElement.scrollWidth, outside: markup(outside), covered: markup(covered) }
    }, width)
    expect.soft(seen.width, `${name}, ${width}: nothing wider: ${seen.outside.join(' ')}`).toBeLessThanOrEqual(width)
    expect.soft(seen.covered, `${name}, ${width}: nothing covers a button`).toEqual([])
  }
}

/** Reports what a person wrote about themselves, and a decision about it. */
export async function rudeMember(request: Requests, member: Member, session: Session): Promise<void> {
  expect(session.user.id).toBe(member.id)
  await setProfile(request, member, { bio: longWord(300) })
  await expected(
    await request.post('/rest/v1/notifications', {
      headers: asServer(),
      data: {
        user_id: member.id,
        type: 'warning',
        title: 'Verwarnung',
        message: longWord(300),
        data: { action: 'warned' },
      },
    }),
    201,
  )
}
