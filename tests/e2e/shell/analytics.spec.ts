import { guestEventTypes } from '@hot/domain/analytics/events'
import { asGuest, registerMember } from '../../support/site/members.ts'
import {
  chooseElsewhere,
  hideAndShow,
  pressTheme,
  recordCounting,
  scriptsThatCount,
  storedEvents,
  storedKeys,
  storedVisit,
} from '../support/analytics-steps.ts'
import { choice } from '../support/consent-steps.ts'
import { pass, visit } from '../support/journey.ts'
import { expect, test } from '../support/member.ts'
import { leave, signInByDialog } from '../support/session-steps.ts'

const types = (events: readonly { event_type: string }[]) => events.map((event) => event.event_type)

test('a visit is counted from full consent on, as guest and as member, and no longer once that is withdrawn', async ({
  page,
  samples,
}) => {
  const counted = recordCounting(page)
  const member = await registerMember(page.request)
  await page.clock.install()
  await visit(page, '/stars?q=geheim')
  await page.waitForLoadState('networkidle')
  await hideAndShow(page)
  expect(counted.requests(), 'nothing is sent at essential').toBe(0)
  expect(await scriptsThatCount(page, counted.scripts)).toEqual([])
  expect(await storedKeys(page)).toEqual([])

  // Full consent later in the visit: events from now on are sent, after five seconds without another event.
  await chooseElsewhere(page, 'full')
  await pass(page, 6)
  await expect.poll(() => counted.batches.length).toBe(1)
  expect(await scriptsThatCount(page, counted.scripts)).not.toEqual([])
  const [first] = counted.batches
  expect(first?.authorization).toBeUndefined()
  expect(first?.prefer).toBe('return=minimal')
  expect(types(counted.events()).slice(0, 2).toSorted()).toContain('session_start')
  expect(types(counted.events())).toEqual(expect.arrayContaining(['page_view', 'performance_metric']))
  expect(JSON.stringify(first?.events)).not.toContain('geheim')
  const session = counted.events()[0]?.session_id ?? ''

  // The 25th event triggers an immediate send, without the five seconds.
  await pressTheme(page, 25)
  await expect.poll(() => counted.batches.length, { timeout: 3000 }).toBe(2)
  expect(counted.batches[1]?.events).toHaveLength(25)

  // A tab in the background sends its queue and the end of its session.
  await page.getByRole('link', { name: 'Kalender', exact: true }).first().click()
  await expect(page).toHaveURL('/kalender')
  // The focus moves when the new page is rendered; that is when it counts.
  await expect(page.locator('#inhalt')).toBeFocused()
  await hideAndShow(page)
  await expect.poll(() => types(counted.events())).toContain('session_end')
  expect(
    counted
      .events()
      .filter((event) => event.event_type === 'page_view')
      .at(-1)?.page_path,
  ).toBe('/kalender')

  // A page that is left sends its last events; the next one continues the visit.
  await pressTheme(page, 3)
  await visit(page, samples.star.path)
  const stored = () => storedEvents(page.request, session)
  await expect.poll(async () => types(await stored()).filter((type) => type === 'click')).toHaveLength(28)
  const asGuestSent = await stored()
  expect(types(asGuestSent).filter((type) => type === 'session_start')).toHaveLength(1)
  expect(asGuestSent.every((event) => event.user_id === null)).toBe(true)
  expect(guestEventTypes).toEqual(expect.arrayContaining(types(asGuestSent)))

  // Sent again after a lost answer, a batch counts once.
  const again = await page.request.post('/rest/v1/analytics_events', {
    headers: { ...asGuest(), prefer: 'return=minimal' },
    data: counted.batches[1]?.events,
  })
  expect([201, 409]).toContain(again.status())
  expect(types(await stored()).filter((type) => type === 'click')).toHaveLength(28)

  // The device's yes is not the member's: until they choose, nothing of theirs is counted.
  await signInByDialog(page, member)
  const asked = counted.requests()
  await expect(choice(page, 'Alles akzeptieren')).toBeVisible()
  await pressTheme(page, 30)
  await hideAndShow(page)
  expect(counted.requests()).toBe(asked)
  await choice(page, 'Alles akzeptieren').click()
  await page
    .getByRole('group', { name: 'Wie echt?' })
    .getByRole('radio', { name: /^4 von 5/ })
    .check()
  const own = () => counted.events().find((event) => event.user_id === member.id)?.session_id ?? ''
  await expect.poll(own).not.toBe('')
  expect(own(), 'a visit of their own, which nothing links to what the guest did').not.toBe(session)
  const byMember = async () => (await storedEvents(page.request, own())).filter(({ user_id }) => user_id === member.id)
  await expect.poll(async () => types(await byMember()), { timeout: 20_000 }).toContain('vote_cast')
  await hideAndShow(page)
  await expect
    .poll(async () => (await byMember()).map(({ event_type, metadata }) => metadata.funnel_step ?? event_type))
    .toEqual(expect.arrayContaining(['user_register', 'signup_completed', 'vote_cast', 'first_vote', 'session_end']))
  expect((await byMember()).find((event) => event.event_type === 'vote_cast')).toMatchObject({
    target_type: 'star',
    metadata: { vote_type: 'realness', vote_value: '4' },
  })
  expect(types(asGuestSent)).not.toContain('user_register')
  await expect.poll(async () => (await storedVisit(page.request, own()))?.actions_count).toBeGreaterThan(0)
  expect(await storedVisit(page.request, own())).toMatchObject({ user_id: member.id })
  expect(counted.batches.at(-1)?.authorization).toMatch(/^Bearer /)
  expect((await storedKeys(page)).toSorted()).toEqual(['hot_analytics_visit', 'hot_conversions'])

  // The sign-out event still belongs to the member; what follows is another visit.
  await leave(page)
  await expect.poll(async () => types(await byMember())).toContain('user_logout')
  await pressTheme(page, 1)
  await hideAndShow(page)
  await expect.poll(() => counted.events().at(-1)?.user_id).toBeNull()
  const last = counted.events().at(-1)?.session_id ?? ''
  expect([session, own()]).not.toContain(last)

  // Withdrawn: the queue is discarded, nothing is sent any more, nothing stays stored, here or on the server.
  await pressTheme(page, 3)
  const before = counted.requests()
  await chooseElsewhere(page, 'essential')
  await expect.poll(() => storedKeys(page)).toEqual([])
  await pressTheme(page, 30)
  await hideAndShow(page)
  await pass(page, 6)
  expect(counted.requests()).toBe(before)
  await expect.poll(() => storedEvents(page.request, last)).toEqual([])
})
