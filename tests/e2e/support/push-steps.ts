import { asServer } from '../../support/site/members.ts'
import type { Requests } from '../../support/site/requests.ts'
import { publishPost, registerActor, writeComment } from './notification-steps.ts'
import { expect } from './wire.ts'

/** The server's rows about a member's devices, tokens included. */
export async function known<Row>(request: Requests, table: string, member: string, columns: string): Promise<Row[]> {
  const answer = await request.get(`/rest/v1/${table}?user_id=eq.${member}&select=${columns}`, { headers: asServer() })
  expect(answer.status(), await answer.text()).toBe(200)
  return answer.json() as Promise<Row[]>
}
/** A comment on the member's post, and the resulting notification. */
export async function commented(request: Requests) {
  const author = await registerActor(request)
  const post = await publishPost(request, author.session)
  const comment = await writeComment(request, await registerActor(request), post, 'Das glaubt dir doch keiner.')
  const told = () =>
    known<{ id: string; read: boolean; type: string }>(request, 'notifications', author.id, 'id,read,type')
  const ofComment = async () => (await told()).find(({ type }) => type === 'comment_on_post')
  // A job tells members, once a second.
  await expect.poll(ofComment, 'the author is told of the comment').toBeTruthy()
  const notification = String((await ofComment())?.id)
  return {
    author,
    comment,
    notification,
    path: `${post.path}?kommentar=${comment}#kommentar-${comment}`,
    isRead: async () => (await told()).find(({ id }) => id === notification)?.read,
  }
}
