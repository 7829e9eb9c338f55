import type { APIRequestContext } from '@playwright/test'
import { asServer, type Member, registerMember } from './member.ts'
import { expect } from './wire.ts'

export type StaffRole = 'moderator' | 'admin'

/** A confirmed account of its own that belongs to the team from the start; roles are given by the service role only. */
export async function registerStaff(request: APIRequestContext, role: StaffRole): Promise<Member> {
  const member = await registerMember(request)
  const given = await request.patch(`/rest/v1/profiles?id=eq.${member.id}`, { headers: asServer(), data: { role } })
  expect(given.status(), await given.text()).toBe(204)
  return member
}
