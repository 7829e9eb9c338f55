import { newNickname, registerMember, registerStaff, sessionOf } from '../../support/site/members.ts'
import { publicRoutes, textOf } from '../../support/site/routes.ts'
import { rudePosts, rudeWorld } from '../../support/site/rude-world.ts'
import { expect, visit } from '../support/journey.ts'
import { expectRoom, longWord, rudeMember } from '../support/long-words.ts'
import { signIn, test } from '../support/member.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('words of 80 letters in a poll, titles and comments widen no page', async ({ page }) => {
  const author = await registerMember(page.request)
  const { poll, rumor } = await rudePosts(page.request, author, longWord)
  for (const path of [poll.path, '/trashtalk/umfragen', rumor.path, '/trashtalk']) {
    await visit(page, path)
    await expectRoom(page, path)
  }
})

test('words of 80 letters in every text widen no page', { tag: '@full' }, async ({ page }) => {
  test.setTimeout(600_000)
  const author = await registerMember(page.request, { nickname: `${'W'.repeat(10)}.${newNickname().slice(-7)}` })
  await rudeMember(page.request, author, await sessionOf(page.request, author))
  const world = await rudeWorld(page.request, author, longWord)
  try {
    for (const { name, path } of publicRoutes) {
      await visit(page, textOf(path, world.samples))
      await expectRoom(page, name)
    }
    const account = ['', '/profil', '/stars', '/inhalte', '/inhalte/kommentare', '/benachrichtigungen', '/moderation']
    await signIn(page, author)
    for (const path of account.map((end) => `/account${end}`)) {
      await visit(page, path)
      await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
      await expectRoom(page, path)
    }
    await signIn(page, await registerStaff(page.request, 'admin'))
    const { star, format, season } = world
    const edits = [`stars/edit/${star}`, `formats/edit/${format}`, `seasons/edit/${season}`, `users/edit/${author.id}`]
    const lists = ['', 'posts?status=alle', 'reports', 'stars', 'formats', 'seasons', 'calendar', 'news', 'users']
    const others = ['broadcasters', 'stars/social-media', 'activity', 'appeals', 'moderation-archive', 'invites']
    for (const path of [...lists, ...others, ...edits].map((end) => `/admin/${end}`)) {
      await visit(page, path)
      await page.waitForLoadState('networkidle')
      await expectRoom(page, path)
    }
  } finally {
    await world.remove()
  }
})
