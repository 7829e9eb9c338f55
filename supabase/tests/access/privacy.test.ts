import { reportContact } from '@hot/domain/contract/admin/reports'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { mailOf, type Person, people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)
const guestMail = 'melder.geheim@example.org'

/** Everything a person can read: every table by its granted columns, every function without arguments or with a text one. */
async function readable(t: Harness, person: Person): Promise<string> {
  const role = person === 'guest' ? 'anon' : 'authenticated'
  const { rows: relations } = await t.platform(
    `select c.relnamespace::regnamespace || '.' || quote_ident(c.relname) as name, string_agg(quote_ident(a.attname), ', ') as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p', 'v') and a.attnum > 0
       and not a.attisdropped and has_column_privilege('${role}', c.oid, a.attnum, 'select')
     group by c.oid`,
  )
  const texts: unknown[] = []
  for (const { name, columns } of relations)
    texts.push((await t.attempt(person, `select ${columns} from ${name}`)).rows)
  const { rows: functions } = await t.platform(
    `select p.proname as name, array(select case when format_type(a, null) = 'uuid' then '''${people.other}''' else 'null' end
       from unnest(p.proargtypes) a) as args
     from pg_proc p where p.pronamespace = 'public'::regnamespace and p.provolatile <> 'v'`,
  )
  for (const { name, args } of functions)
    texts.push((await t.attempt(person, `select * from public.${name}(${(args as string[]).join(', ')})`)).rows)
  for (const call of [
    `search_all('geheim')`,
    `profile_page('couchkartoffel')`,
    `comments_page('${w.discussion}')`,
    `star_page('couchkartoffel')`,
  ])
    texts.push((await t.attempt(person, `select * from public.${call}`)).rows)
  return JSON.stringify(texts)
}

const crawl = (person: Person) =>
  harness(async (t) => {
    await t.as(
      'guest',
      `select public.report_content(null, 'post', '${w.discussion}', 'spam', null, true, 'Klarname melder', '${guestMail}')`,
    )
    const text = await readable(t, person)
    // The crawl reads public data …
    expect(text).toContain('couchkartoffel')
    // … and of personal data only the person's own.
    const own = person === 'guest' ? [] : [mailOf(person as keyof typeof people), `Klarname ${person}`]
    const found = [...text.matchAll(/[\w.+-]+@[\w-]+\.[\w.]+|Klarname \w+/g)].map((match) => match[0])
    expect([...new Set(found)].filter((secret) => !own.includes(secret))).toEqual([])
  })

test('a crawl as a guest finds no e-mail address and no full name', crawl('guest'))
test('a crawl as a member finds only their own', crawl('member'))
test('a crawl as a moderator finds only their own', crawl('moderator'))

test(
  "an admin sees them, and a reporting guest's contact",
  harness(async (t) => {
    const { rows } = await t.as('admin', 'select email, full_name from public.admin_get_all_users()')
    expect(rows).toContainEqual({ email: mailOf('other'), full_name: 'Klarname other' })
    await t.as(
      'guest',
      `select public.report_content('${w.fresh}', 'post', '${w.discussion}', 'spam', null, true, 'Gast', '${guestMail}')`,
    )
    const contact = await t.as('admin', `select public.report_contact('${w.fresh}') as contact`)
    expect(reportContact.parse(contact.rows[0]?.contact)).toEqual({ name: 'Gast', email: guestMail })
  }),
)
