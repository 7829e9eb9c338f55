import { demoId } from './demo-id.ts'
import type { Row } from './insert-rows.ts'
import { type DemoMember, demoMembers } from './members.ts'

const DAY = 86_400_000

export const memberId = (nickname: string) => demoId('member', nickname)

/** When the account was made; never in the future, and today's only minutes ago. */
export function joinedAt(member: DemoMember, now: Date): Date {
  return new Date(now.getTime() - member.joinedDaysAgo * DAY - 9 * 60_000)
}

/** Accounts without a password: nobody can sign in as one of them. */
export function userRows(now: Date): Row[] {
  return demoMembers.map((member) => ({
    instance_id: '00000000-0000-0000-0000-000000000000',
    id: memberId(member.nickname),
    aud: 'authenticated',
    role: 'authenticated',
    email: `${member.nickname}@hot.example`,
    email_confirmed_at: joinedAt(member, now),
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: {},
    created_at: joinedAt(member, now),
    updated_at: joinedAt(member, now),
  }))
}

export function profileRows(now: Date): Row[] {
  return demoMembers.map((member) => ({
    id: memberId(member.nickname),
    email: `${member.nickname}@hot.example`,
    nickname: member.nickname,
    bio: member.bio,
    provider_type: 'email',
    created_at: joinedAt(member, now),
    updated_at: joinedAt(member, now),
  }))
}
