import { asMember, sessionOf, setProfile } from '../../support/site/members.ts'
import { visit } from '../support/journey.ts'
import { expect, test } from '../support/member.ts'
import { field, restored, send, storedPosts } from '../support/post-editor-steps.ts'
import { letTokenExpire } from '../support/session-steps.ts'
import { submitLogin } from '../support/sign-in-steps.ts'

test.use({ faultsExpected: true })

test('refused, offline and with a lost answer the text stays, and trying again leaves one post', async ({
  page,
  context,
  request,
  member,
}) => {
  await visit(page, '/trashtalk/erstellen?typ=umfrage')
  await field(page, 'Titel').fill('Kommt das auch an?')
  await field(page, 'Antwort 1').fill('Ja')
  await field(page, 'Antwort 2').fill('Nein')
  const end = field(page, 'Ende der Abstimmung (optional)')
  await end.fill('2020-01-01T20:15')
  await send(page).click()
  await expect(page.getByText('Dieser Zeitpunkt ist schon vorbei. Nimm einen späteren.')).toBeVisible()
  await expect(end).toBeFocused()
  await end.fill('')
  await context.setOffline(true)
  await send(page).click()
  await expect(page.getByText(/^Du bist offline\. Dein Text bleibt hier gespeichert\./)).toBeVisible()
  await context.setOffline(false)

  // It arrives, and with its answer the network goes down: otherwise it would be retried automatically.
  await page.route(
    '**/rest/v1/rpc/create_post',
    async (route) => {
      await route.fetch()
      await context.setOffline(true)
      await route.abort()
    },
    { times: 1 },
  )
  await send(page).click()
  await expect.poll(async () => (await storedPosts(request, member)).length).toBe(1)
  await expect(page.getByText(/^Du bist offline\. Dein Text bleibt hier gespeichert\./)).toBeVisible()
  await context.setOffline(false)
  await expect(field(page, 'Antwort 2')).toHaveValue('Nein')
  await page.reload()
  await expect(restored(page)).toBeVisible()
  await field(page, 'Titel').fill('Kommt das jetzt auch an?')
  await send(page).click()
  await expect(page.getByText('Wird geprüft.', { exact: true })).toBeVisible()
  expect(await storedPosts(page.request, member)).toEqual([{ title: 'Kommt das jetzt auch an?', status: 'pending' }])
})

test('a ban or the end of the session loses nothing; after signing in again it goes out', async ({ page, member }) => {
  await visit(page, '/trashtalk/erstellen?typ=diskussion')
  await field(page, 'Titel').fill('Bin ich noch da?')
  await field(page, 'Worum geht’s?').fill('Hoffentlich.')
  await setProfile(page.request, member, { is_banned: true })
  await send(page).click()
  await expect(page.getByText(/^Dein Account ist gesperrt\..*Dein Text bleibt hier gespeichert\.$/)).toBeVisible()
  await setProfile(page.request, member, { is_banned: false })

  const elsewhere = await sessionOf(page.request, member)
  await page.request.post('/auth/v1/logout?scope=global', { headers: asMember(elsewhere) })
  await letTokenExpire(page)
  await send(page).click()
  await expect(page.getByRole('dialog')).toHaveAccessibleDescription(/Dein Text ist noch da\./)
  await page.getByRole('dialog').getByRole('button', { name: 'Mit E-Mail anmelden' }).click()
  await submitLogin(page, member)
  await expect(page.getByText('Wird geprüft.', { exact: true })).toBeVisible()
  expect(await storedPosts(page.request, member)).toEqual([{ title: 'Bin ich noch da?', status: 'pending' }])
})
