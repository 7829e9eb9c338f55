import { registerMember } from '../support/member.ts'
import { shellSite } from '../support/native-app.ts'
import { expect, test } from '../support/native-journey.ts'
import { isMember, letTokenExpire, sessionKey } from '../support/session-steps.ts'
import { shellBridge } from '../support/shell-bridge.ts'
import { choice, newPost, storedMarks } from '../support/vote-steps.ts'

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test(`a vote is ${reducedMotion === 'reduce' ? 'not felt where less motion is wanted' : 'felt once'}`, async ({
    page,
    shell,
  }) => {
    const member = await registerMember(page.request)
    const post = await newPost(page.request, member, 'rumor')
    await page.emulateMedia({ reducedMotion })
    const device = await shellBridge(page)
    await shell.signIn(page, member)
    await shell.open(page, post.path)
    await isMember(page)
    await choice(page, 'Stimmt').click()
    await expect.poll(() => storedMarks(page.request, 'rumor_votes', post)).toMatchObject([{ vote: 'agree' }])
    const felt = reducedMotion === 'reduce' ? [] : [{ style: 'LIGHT' }]
    expect(device.asked('Haptics.impact')).toEqual(felt)
  })

test('a post is shared by its public address, and a closed sheet says nothing', async ({ page, shell }) => {
  const post = await newPost(page.request, await registerMember(page.request), 'rumor')
  const device = await shellBridge(page, { device: 'ios' })
  await shell.open(page, post.path)
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  const share = page.locator('.reactions').getByRole('button', { name: 'Teilen' }).first()
  await share.click()
  await expect
    .poll(() => device.asked('Share.share'))
    .toEqual([{ title, url: shellSite + post.path, dialogTitle: title }])
  device.answer('Share.share', () => {
    throw new Error('Share canceled')
  })
  await share.click()
  await expect.poll(() => device.asked('Share.share')).toHaveLength(2)
  await expect(share).toBeVisible()
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
})

test('coming back renews a session that ran out and asks how much is unread', async ({ page, shell }) => {
  const member = await registerMember(page.request)
  const device = await shellBridge(page, { device: 'ios' })
  await shell.signIn(page, member)
  await shell.open(page, '/impressum')
  await isMember(page)
  await expect(page.getByRole('banner').locator('[data-tooltip=Benachrichtigungen]')).toBeVisible()
  // What the start asks for is no answer to coming back.
  await page.waitForLoadState('networkidle')
  await letTokenExpire(page)
  const renewed = page.waitForResponse((answer) => answer.url().includes('grant_type=refresh_token'))
  const counted = page.waitForResponse(
    (answer) => answer.url().includes('get_unread_notification_count') && answer.ok(),
  )
  await device.tell('App.resume')
  expect((await renewed).status()).toBe(200)
  await counted
  const copied = () => (JSON.parse(device.store.get(sessionKey) ?? '{}') as { expires_at?: number }).expires_at ?? 0
  await expect.poll(copied).toBeGreaterThan(Date.now() / 1000)
})

test.describe('the export', () => {
  test.use({ faultsExpected: true })

  test('the export goes to the share sheet as a file, and a failure is said', async ({ page, shell }) => {
    const member = await registerMember(page.request)
    const device = await shellBridge(page, { device: 'ios' })
    await shell.signIn(page, member)
    await shell.open(page, '/account/daten')
    const download = page.getByRole('button', { name: 'Daten herunterladen' })
    await download.click()
    await expect.poll(() => device.asked('Share.share')).toHaveLength(1)
    const [file] = device.asked('Filesystem.writeFile')
    expect(file).toMatchObject({ directory: 'CACHE', encoding: 'utf8', recursive: true })
    expect(file?.path).toMatch(/^handed-on\/hot-daten-\d{4}-\d\d-\d\d\.json$/)
    expect(String(file?.data)).toContain(member.id)
    const [sheet] = device.asked('Share.share')
    expect(sheet?.files).toEqual([expect.stringMatching(/^file:\/\/\/.*\/hot-daten-.*\.json$/)])
    await expect(page.getByText('Schau bei deinen Downloads nach.')).toHaveCount(0)

    device.answer('Filesystem.writeFile', () => {
      throw Object.assign(new Error('no space left'), { code: 'OS-PLUG-FILE-0013' })
    })
    await expect(download).toBeEnabled()
    await download.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Das hat nicht geklappt' })).toBeVisible()
    expect(device.asked('Share.share')).toHaveLength(1)
  })
})
