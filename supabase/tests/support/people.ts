import type { Session } from '@hot/embedded/database/engine'

/** The five identities of the who × what matrix, and another member. */
export const people = {
  member: '10000000-0000-4000-8000-000000000001',
  banned: '10000000-0000-4000-8000-000000000002',
  moderator: '10000000-0000-4000-8000-000000000003',
  admin: '10000000-0000-4000-8000-000000000004',
  other: '10000000-0000-4000-8000-000000000005',
} as const
export type Person = keyof typeof people | 'guest'

/** A live session of each of them. */
export const sessionIdOf = (person: keyof typeof people): string => people[person].replace(/^1/, '2')

/** Those whose session is at aal2: staff, and the member who becomes staff in tests. */
export const isAtAal2 = (person: keyof typeof people): boolean => ['moderator', 'admin', 'other'].includes(person)

export const mailOf = (person: keyof typeof people) => `${person}.geheim@gmail.com`

/** Month-old accounts with nicknames, as created by sign-up; then roles and the ban, as set by an operator. */
export async function createPeople(session: Session): Promise<void> {
  for (const name of Object.keys(people) as (keyof typeof people)[]) {
    await session.query(
      `insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data, created_at)
       values ($1, $2, '{"provider": "email"}', $3, now() - interval '30 days')`,
      [people[name], mailOf(name), JSON.stringify({ full_name: `Klarname ${name}` })],
    )
    await session.query(
      `insert into auth.sessions (id, user_id, created_at, updated_at, aal) values ($1, $2, now(), now(), $3)`,
      [sessionIdOf(name), people[name], isAtAal2(name) ? 'aal2' : 'aal1'],
    )
  }
  await session.exec(`
    update public.profiles set nickname = case id
      when '${people.member}' then 'tvnudel' when '${people.banned}' then 'rauswurf' when '${people.moderator}' then 'lagerwache'
      when '${people.admin}' then 'chefin' else 'couchkartoffel' end;
    update public.profiles set role = 'moderator' where id = '${people.moderator}';
    update public.profiles set role = 'admin' where id = '${people.admin}';
    update public.profiles set is_banned = true where id = '${people.banned}';`)
}
