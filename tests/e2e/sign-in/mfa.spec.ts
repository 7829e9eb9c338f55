import {
  codeAt,
  enrolFactor,
  type Member,
  registerMember,
  registerStaff,
  sessionOf,
  setProfile,
} from '../../support/site/members.ts'
import { expectAccessible, expectAccessibleInBothThemes } from '../support/account-steps.ts'
import { expect, test, visit } from '../support/journey.ts'
import { signIn } from '../support/member.ts'
import { assurance, enrolByHand } from '../support/second-factor.ts'
import { button, dialog, expectToast, openEmailScreen, signedInAs, submitLogin } from '../support/sign-in-steps.ts'

test.describe('without the code', () => {
  test.use({ faultsExpected: true })

  test('a wrong code is refused with a hint, a reload asks again, giving up signs out, the right one signs in', async ({
    page,
  }) => {
    const member = await registerMember(page.request)
    const { secret } = await enrolFactor(page.request, await sessionOf(page.request, member))
    await openEmailScreen(page)
    await submitLogin(page, member)
    const field = page.getByLabel('Code aus deiner App')
    const right = codeAt(secret)
    await field.fill(right === '123456' ? '654321' : '123456')
    await button(page, 'Bestätigen').click()
    await expectToast(page, 'Code nicht angenommen', 'Der Code stimmt nicht oder gilt nicht mehr.')
    await page.getByText('Kein Zugriff auf die App?').click()
    await expect(dialog(page)).toContainText('schreib dem Team')
    await expectAccessibleInBothThemes(page)
    const personal: string[] = []
    page.on('request', (request) => {
      if (/\/rest\/v1\/(profiles|rpc\/(own_|account_|viewer_|notif|get_unread))/.test(request.url()))
        personal.push(request.url())
    })
    await page.goto('/account')
    await expect(dialog(page)).toHaveAccessibleName('Zweiter Faktor')
    await expect(page.getByText(member.nickname ?? '')).toHaveCount(0)
    await page.goto('/stars')
    await expect(dialog(page)).toHaveAccessibleName('Zweiter Faktor')
    await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveText('Stars')
    expect(personal).toEqual([])
    await button(page, 'Abbrechen und abmelden').click()
    await expect(dialog(page)).toBeHidden()
    await expect.poll(() => signedInAs(page)).toBeNull()

    await openEmailScreen(page)
    await submitLogin(page, member)
    await field.fill(codeAt(secret))
    await button(page, 'Bestätigen').click()
    await expectToast(page, 'Anmeldung erfolgreich', 'Willkommen zurück!')
    await expect(dialog(page)).toBeHidden()
    expect(await assurance(page)).toBe('aal2')
  })
})

/** Signs in by password alone, as somebody does who only has that. */
const withoutFactor = (member: Member): Member => ({
  id: member.id,
  email: member.email,
  password: member.password,
  nickname: null,
})

test('staff are asked for their code when they enter the admin area', async ({ page }) => {
  const staff = await registerStaff(page.request, 'admin')
  await signIn(page, withoutFactor(staff))
  await visit(page, '/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Zweiter Faktor' })).toBeVisible()
  await page.getByLabel('Code aus deiner App').fill(codeAt(staff.totpSecret ?? ''))
  await button(page, 'Bestätigen').click()
  await expect(page.getByLabel('Code aus deiner App')).toBeHidden()
  expect(await assurance(page)).toBe('aal2')
})

test('staff without a second factor set one up at their first visit, and the admin area opens', async ({ page }) => {
  const member = await registerMember(page.request)
  await setProfile(page.request, member, { role: 'admin' })
  await signIn(page, member)
  let counted = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/admin_badges')) counted++
  })
  await visit(page, '/')
  await page.locator('summary[aria-label="Account"]').click()
  await expect(page.getByRole('link', { name: /^Admin/ }).first()).toBeVisible()
  await visit(page, '/admin/users')
  await expect(page.getByRole('heading', { level: 1, name: 'Noch ein Schritt ins Team' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Admin' })).toHaveCount(0)
  await expectAccessible(page)
  expect(counted, 'nothing is counted for staff before the second factor').toBe(0)
  await enrolByHand(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Nutzer' })).toBeVisible()
  await expect.poll(() => counted).toBeGreaterThan(0)
  expect(await assurance(page)).toBe('aal2')
})
