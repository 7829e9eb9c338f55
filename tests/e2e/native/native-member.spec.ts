import { strFromU8, unzipSync } from 'fflate'
import { asServer, registerMember } from '../../support/site/members.ts'
import { shellSite } from '../support/native-app.ts'
import { expect, shellOrigin, test } from '../support/native-journey.ts'
import { registerActor } from '../support/notification-steps.ts'
import { writeRumor } from '../support/post-moderation-steps.ts'
import { isMember, letTokenExpire, sessionKey } from '../support/session-steps.ts'
import { shellBridge } from '../support/shell-bridge.ts'
import { choice, storedVotes } from '../support/vote-steps.ts'

test('on a post: a vote is felt, but not where less motion is wanted, its source opens in the in-app browser, and it is shared by its public address', async ({
  page,
  shell,
}) => {
  const member = await registerActor(page.request)
  const source = 'https://zeitung.example/artikel?id=7'
  const post = await writeRumor(page.request, member, source)
  const approved = await page.request.patch(`/rest/v1/community_posts?id=eq.${post.id}`, {
    headers: asServer(),
    data: { status: 'approved' },
  })
  expect(approved.ok(), await approved.text()).toBe(true)
  const device = await shellBridge(page, { device: 'ios' })
  await shell.signIn(page, member)
  await shell.open(page, post.path)
  await isMember(page)

  const votes = () => storedVotes(page.request, 'rumor_votes', post)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await choice(page, 'Stimmt nicht').click()
  await expect.poll(votes).toMatchObject([{ vote: 'disagree' }])
  expect(device.asked('Haptics.impact')).toEqual([])
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await choice(page, 'Stimmt').click()
  await expect.poll(votes).toMatchObject([{ vote: 'agree' }])
  expect(device.asked('Haptics.impact')).toEqual([{ style: 'LIGHT' }])

  await page.getByRole('link', { name: /zeitung\.example/ }).click()
  await expect.poll(() => device.asked('Browser.open')).toEqual([{ url: source }])
  await expect(page).toHaveURL(shellOrigin + post.path)

  const title = `Gerücht: ${await page.getByRole('heading', { level: 1 }).textContent()}`
  const share = page.locator('.reactions').getByRole('button', { name: 'Teilen' }).first()
  await share.click()
  await expect
    .poll(() => device.asked('Share.share'))
    .toEqual([{ title, url: shellSite + post.path, dialogTitle: title }])
  // Closing the sheet without sharing shows no message.
  device.answer('Share.share', () => {
    throw new Error('Share canceled')
  })
  await share.click()
  await expect.poll(() => device.asked('Share.share')).toHaveLength(2)
  await expect(share).toBeVisible()
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
})

test.describe('in the account', () => {
  test.use({ faultsExpected: true })

  test('the export goes to the share sheet as a file, a failure is said, and coming back renews a session that ran out', async ({
    page,
    shell,
  }) => {
    const member = await registerMember(page.request)
    const device = await shellBridge(page, { device: 'ios' })
    await shell.signIn(page, member)
    await shell.open(page, '/account/daten')
    const download = page.getByRole('button', { name: 'Daten herunterladen' })
    await download.click()
    await expect.poll(() => device.asked('Share.share')).toHaveLength(1)
    const [file] = device.asked('Filesystem.writeFile')
    expect(file).toMatchObject({ directory: 'CACHE', recursive: true })
    expect(file).not.toHaveProperty('encoding')
    expect(file?.path).toMatch(/^handed-on\/hot-daten-\d{4}-\d\d-\d\d\.zip$/)
    // Bytes reach the plugin as Base64.
    const inside = Object.values(unzipSync(Buffer.from(String(file?.data), 'base64'))).map((bytes) => strFromU8(bytes))
    expect(inside).toHaveLength(2)
    for (const text of inside) expect(text).toContain(member.email)
    const [sheet] = device.asked('Share.share')
    expect(sheet?.files).toEqual([expect.stringMatching(/^file:\/\/\/.*\/hot-daten-.*\.zip$/)])
    await expect(page.getByText('Schau bei deinen Downloads nach.')).toHaveCount(0)

    device.answer('Filesystem.writeFile', () => {
      throw Object.assign(new Error('no space left'), { code: 'OS-PLUG-FILE-0013' })
    })
    await expect(download).toBeEnabled()
    await download.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Ein unbekannter Fehler ist aufgetreten' })).toBeVisible()
    expect(device.asked('Share.share')).toHaveLength(1)

    // The app returns after its token has expired, and fetches the unread count.
    await expect(page.getByRole('banner').locator('[data-tooltip=Benachrichtigungen]')).toBeVisible()
    // Requests of the start do not count as a reaction to coming back.
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
})
