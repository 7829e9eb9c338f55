import { randomUUID } from 'node:crypto'
import { asMember, asServer, type Member, registerMember, type Session, sessionOf } from '../../support/site/members.ts'
import type { Requests } from '../../support/site/requests.ts'
import { expect } from './wire.ts'

export type Actor = Member & { session: Session }
export type WrittenPost = { id: string; title: string; path: string }

/** Somebody who acts outside the browser. */
export async function registerActor(request: Requests, nickname?: string): Promise<Actor> {
  const member = await registerMember(request, nickname ? { nickname } : {})
  return { ...member, session: await sessionOf(request, member) }
}

/** A discussion by the member, approved by staff. */
export async function publishPost(request: Requests, session: Session): Promise<WrittenPost> {
  const id = randomUUID()
  const title = `Wer gewinnt das Sommerhaus ${id.slice(0, 8)}?`
  const written = await request.post('/rest/v1/rpc/create_post', {
    headers: asMember(session),
    data: {
      p_id: id,
      p_type: 'discussion',
      p_title: title,
      p_content: 'Ich hätte da eine Ahnung, sage aber nichts.',
      p_tags: [],
      p_source_url: null,
      p_options: null,
      p_poll_ends_at: null,
    },
  })
  expect(written.status(), await written.text()).toBe(200)
  const { slug, created_at } = (await written.json()) as { slug: string; created_at: string }
  const approved = await request.patch(`/rest/v1/community_posts?id=eq.${id}`, {
    headers: asServer(),
    data: { status: 'approved' },
  })
  expect(approved.status(), await approved.text()).toBe(204)
  const day = new Date(created_at).toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' }).replaceAll('-', '/')
  return { id, title, path: `/trashtalk/diskussionen/${day}/${slug}` }
}

export async function writeComment(request: Requests, actor: Actor, post: WrittenPost, content: string) {
  const id = randomUUID()
  const answer = await request.post('/rest/v1/comments', {
    headers: asMember(actor.session),
    data: { id, post_id: post.id, content },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return id
}

export async function react(request: Requests, actor: Actor, post: WrittenPost, reaction: 'heart' | 'poop') {
  const answer = await request.post('/rest/v1/post_reactions', {
    headers: asMember(actor.session),
    data: { post_id: post.id, reaction },
  })
  expect(answer.status(), await answer.text()).toBe(201)
}

/** Notifications as the server writes them; all different, so that none is grouped with another. */
export async function notify(request: Requests, memberId: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    user_id: memberId,
    type: 'warning',
    title: 'Verwarnung',
    message: `Hinweis Nummer ${index + 1}`,
    data: { action: 'warned', severity: index === 0 ? 'high' : 'low' },
    created_at: new Date(Date.now() - index * 60_000).toISOString(),
  }))
  const answer = await request.post('/rest/v1/notifications', { headers: asServer(), data: rows })
  expect(answer.status(), await answer.text()).toBe(201)
}
