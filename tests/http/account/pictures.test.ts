import { expect, test } from 'vitest'
import { bomb, pageAsPicture, svgWithScript } from '../../e2e/support/pictures.ts'
import { asMember, registerMember, sessionOf } from '../../support/site/members.ts'
import { site, siteUrl } from '../../support/site/requests.ts'

/** The form's messages about them: tests/e2e/account/account.spec.ts. */
test.each([
  ['a drawing with a script', svgWithScript],
  ['a page named like a picture', pageAsPicture],
  ['a bomb', bomb()],
])('%s that calls itself WebP is refused by the server', async (_, { buffer }) => {
  const member = await registerMember(site)
  const session = await sessionOf(site, member)
  const path = `/storage/v1/object/avatars/${member.id}/${crypto.randomUUID()}.webp`
  const answer = await fetch(new URL(path, siteUrl()), {
    method: 'POST',
    headers: { ...asMember(session), 'content-type': 'image/webp' },
    body: new Uint8Array(buffer),
  })
  expect(answer.status).toBe(400)
})
