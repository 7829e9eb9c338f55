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

export const mailOf = (person: keyof typeof people) => `${person}.geheim@gmail.com`

/** Accounts of a month ago with nicknames, as sign-up makes them; then roles and the ban, as an operator sets them. */
export async function createPeople(session: Session): Promise<void> {
  for (const [name, id] of Object.entries(people))
    await session.query(
      `insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data, created_at)
       values ($1, $2, '{"provider": "email"}', $3, now() - interval '30 days')`,
      [id, mailOf(name as keyof typeof people), JSON.stringify({ full_name: `Klarname ${name}` })],
    )
  await session.exec(`
    update public.profiles set nickname = case id
      when '${people.member}' then 'tvnudel' when '${people.banned}' then 'rauswurf' when '${people.moderator}' then 'lagerwache'
      when '${people.admin}' then 'chefin' else 'couchkartoffel' end;
    update public.profiles set role = 'moderator' where id = '${people.moderator}';
    update public.profiles set role = 'admin' where id = '${people.admin}';
    update public.profiles set is_banned = true where id = '${people.banned}';`)
}
