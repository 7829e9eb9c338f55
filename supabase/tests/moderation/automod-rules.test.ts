import { automodPage, automodRule, automodTrial } from '@hot/domain/contract/admin/settings'
import { type AutomodFields, automodForm, automodValues } from '@hot/domain/moderation/automod-form'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'
import { blankRule as blank } from './rule-steps.ts'

const harness = useHarness(createWorld)

const save = (t: Harness, fields: Partial<AutomodFields>, id: string | null = null, seen: string | null = null) =>
  t.attempt('admin', 'select public.admin_save_automod_rule($1, $2, $3) as rule', [
    id,
    seen,
    JSON.stringify(automodValues({ ...blank, ...fields })),
  ])
const created = async (t: Harness, fields: Partial<AutomodFields>) => {
  const { rows, error } = await save(t, fields)
  expect(error).toBeUndefined()
  return automodRule.parse(rows?.[0]?.rule)
}
const switched = async (t: Harness, id: string, state: string | null) =>
  (await t.as('admin', 'select public.admin_switch_automod_rule($1, $2) as rule', [id, state])).rows[0]?.rule
const inForce = async (t: Harness, fields: Partial<AutomodFields>) =>
  automodRule.parse(await switched(t, (await created(t, fields)).id, 'on'))
const comment = (t: Harness, content: string, person: Person = 'member') =>
  t.attempt(person, `insert into public.comments (post_id, content) values ('${w.discussion}', $1)`, [content])
const post = (t: Harness, title: string, content = 'Ein Text dazu.', tags: string[] = [], person: Person = 'member') =>
  t.attempt(
    person,
    `select public.create_post(gen_random_uuid(), 'discussion', $1, $2, $3::uuid[]) ->> 'status' as status`,
    [title, content, tags],
  )
const trial = async (t: Harness, fields: Partial<AutomodFields>) =>
  automodTrial.parse(
    (
      await t.as('admin', 'select public.admin_try_automod_rule($1) as trial', [
        JSON.stringify(automodValues({ ...blank, ...fields })),
      ])
    ).rows[0]?.trial,
  )
/** Members publish at once here, so that only a rule makes something wait. */
const trusted = (t: Harness) => t.owner('update public.app_settings set auto_approve_after_posts = 0')

test(
  'a new rule does nothing and shows what it would have done; switched on it acts; changed it is on trial again',
  harness(async (t) => {
    await trusted(t)
    const rule = await created(t, { words: 'krypto*, schnelles Geld', action: 'hold' })
    expect(rule).toMatchObject({ state: 'shadow', words: ['krypto*', 'schnelles geld'], hits: 0 })
    expect((await comment(t, 'Kryptowährung, jetzt!')).error).toBeUndefined()
    expect((await post(t, 'Schnelles   GELD für alle')).rows?.[0]?.status).toBe('approved')
    expect(await trial(t, { words: 'krypto*, schnelles Geld' })).toMatchObject({
      posts: 1,
      comments: 1,
      members: 1,
      examples: [{ by: 'tvnudel' }, { by: 'tvnudel' }],
    })
    await switched(t, rule.id, 'on')
    expect((await comment(t, 'Und noch mehr Krypto')).error?.hint).toBe('rule_held')
    expect((await post(t, 'Kryptos für alle Leute')).rows?.[0]?.status).toBe('pending')
    expect((await post(t, 'Nur ein Kryptonit-Witz?')).rows?.[0]?.status).toBe('pending')
    expect((await post(t, 'Geld, aber ganz langsam')).rows?.[0]?.status).toBe('approved')
    const { rules } = automodPage.parse(
      (await t.as('admin', 'select public.admin_automod_page() as page')).rows[0]?.page,
    )
    expect(rules).toMatchObject([{ id: rule.id, state: 'on', hits: 2 }])
    const [now] = rules
    const { rows } = await save(t, { words: 'krypto', action: 'hold' }, rule.id, now?.updated_at)
    expect(automodRule.parse(rows?.[0]?.rule).state).toBe('shadow')
    expect((await save(t, { words: 'x' }, rule.id, now?.updated_at)).error?.hint).toBe('changed_meanwhile')
  }),
)

test(
  'an edit is looked at as well',
  harness(async (t) => {
    await trusted(t)
    await inForce(t, { words: 'krypto', action: 'hold' })
    expect((await comment(t, 'Harmlos')).error).toBeUndefined()
    const edited = await t.attempt('member', `update public.comments set content = 'Krypto' where content = 'Harmlos'`)
    expect(edited.error?.hint).toBe('rule_held')
  }),
)

test(
  'a flag is a case of its own that names the rule, and no notice of a person',
  harness(async (t) => {
    await trusted(t)
    const rule = await inForce(t, { words: 'betrug', action: 'flag' })
    expect((await comment(t, 'Das ist Betrug!')).error).toBeUndefined()
    expect((await comment(t, 'Das nicht.')).error).toBeUndefined()
    const reports = await t.owner(
      `select reason, details, origin, rule_id, reporter_id, confirmed_at is not null as counts from public.reports`,
    )
    const details = 'Die Regel „Testregel“ hat angeschlagen.'
    expect(reports.rows).toEqual([
      { reason: 'other', details, origin: 'rule', rule_id: rule.id, reporter_id: null, counts: true },
    ])
    const notices = () =>
      t.value(`select private.notices_between(now() - interval '1 hour', now() + interval '1 hour') ->> 'total'`)
    expect(await notices()).toBe('0')
    await switched(t, rule.id, null)
    expect(await notices()).toBe('0')
  }),
)

test(
  'slowed down, the second has to wait ten minutes',
  harness(async (t) => {
    await inForce(t, { contributions: '100', action: 'slow' })
    expect((await comment(t, 'Der erste')).error).toBeUndefined()
    const second = await comment(t, 'Der zweite')
    expect(second.error?.message).toContain('rule_slow')
    await t.owner(`update public.comments set created_at = created_at - interval '10 minutes' where author_id = $1`, [
      people.member,
    ])
    expect((await comment(t, 'Der zweite')).error).toBeUndefined()
  }),
)

type Probe = [string, Partial<AutomodFields>, (t: Harness) => Promise<unknown>, string, boolean]
const age = (days: number) => (t: Harness) =>
  t.owner(`update public.profiles set created_at = now() - make_interval(days => $1) where id = $2`, [
    days,
    people.member,
  ])
const nothing = async () => undefined
test.each([
  ['a word inside another', { words: 'geld' }, nothing, 'Bußgeldbescheid', false],
  ['a word between signs', { words: 'geld' }, nothing, '…GELD!', true],
  ['a phrase over two lines', { words: 'schnelles geld' }, nothing, 'schnelles\n Geld', true],
  ['an accent and a hidden sign', { words: 'krypto' }, nothing, 'Krýp\u200bto', true],
  ['umlauts', { words: 'Öl' }, nothing, 'Heizöl und öl', true],
  ['one of two links', { links: '2' }, nothing, 'https://a.example', false],
  ['two links', { links: '2' }, nothing, 'https://a.example und www.b.example/x', true],
  ['an account of 6 days', { accountDays: '7' }, age(6), 'Hallo', true],
  ['an account of 8 days', { accountDays: '7' }, age(8), 'Hallo', false],
  ['two conditions, one met', { accountDays: '7', words: 'krypto' }, age(1), 'Hallo', false],
  ['both met', { accountDays: '7', words: 'krypto' }, age(1), 'Krypto', true],
  ['the same short text', { repeated: true }, (t) => comment(t, 'Genau so!', 'other'), 'Genau so!', false],
  [
    'the same long text',
    { repeated: true },
    (t) => comment(t, 'Kauft alle bei mir, sofort!', 'other'),
    'Kauft alle bei mir, sofort!',
    true,
  ],
  [
    'the third within an hour',
    { perHour: '3' },
    async (t) => [await comment(t, 'a'), await comment(t, 'b')],
    'c',
    true,
  ],
  ['the second within an hour', { perHour: '3' }, (t) => comment(t, 'a'), 'c', false],
  ['only posts', { words: 'krypto', comments: false }, nothing, 'Krypto', false],
  [
    'no star',
    { namesStar: true },
    (t) => t.owner(`update public.community_posts set tags = '{}' where id = '${w.discussion}'`),
    'Hallo',
    false,
  ],
  [
    'a star',
    { namesStar: true },
    (t) => t.owner(`update public.community_posts set tags = '{${w.star}}' where id = '${w.discussion}'`),
    'Hallo',
    true,
  ],
] as Probe[])('%s', (_, fields, prepare, content, held) =>
  harness(async (t) => {
    await t.owner(`update public.profiles set created_at = now() - interval '1 year'`)
    // Links are for members who have been here for a while, by another rule.
    await t.owner(
      `insert into public.comments (post_id, author_id, content, created_at) select '${w.discussion}', $1, 'alt ' || n, now() - interval '9 days' from generate_series(1, 3) n`,
      [people.member],
    )
    await prepare(t)
    // The whole test is one moment.
    await t.owner(`update public.comments set created_at = created_at - interval '1 minute'`)
    await inForce(t, { ...fields, action: 'hold' })
    expect((await comment(t, content)).error?.hint ?? null).toBe(held ? 'rule_held' : null)
    // The team meets no rule.
    expect((await comment(t, content, 'moderator')).error).toBeUndefined()
  })(),
)

test.each([
  ['a usual one', { words: 'krypto' }],
  ['no condition', {}],
  ['words of signs only', { words: '… , !!' }],
  ['no target', { words: 'x', posts: false, comments: false }],
  ['a name of one letter', { name: 'x', words: 'y' }],
  ['a long name', { name: 'x'.repeat(81), words: 'y' }],
  ['the longest name', { name: 'x'.repeat(80), words: 'y' }],
  ['too many links', { links: '21' }],
  ['zero links', { links: '0' }],
  ['a year and a day', { accountDays: '366' }],
  ['a rate of one', { perHour: '1' }],
  ['too many words', { words: Array.from({ length: 201 }, (_, n) => `w${n}`).join(',') }],
] as [string, Partial<AutomodFields>][])('%s: form and database agree', (_, fields) =>
  harness(async (t) => {
    const typed = automodForm.safeParse({ ...blank, ...fields })
    const { error } = await save(t, typed.data ?? fields)
    expect(error === undefined).toBe(typed.success)
  })(),
)

test(
  'two rules of one name, and what is no rule, are refused',
  harness(async (t) => {
    await created(t, { words: 'a' })
    expect((await save(t, { words: 'b' })).error?.code).toBe('23505')
    for (const given of [
      '{}',
      '[]',
      '{"name": 5}',
      '{"name": "abc", "applies_to": "post"}',
      '{"name": "abc", "applies_to": ["user"], "action": "hold", "words": ["x"]}',
    ])
      expect(
        (await t.attempt('admin', 'select public.admin_save_automod_rule(null, null, $1)', [given])).error,
      ).toBeDefined()
    const huge = JSON.stringify({ ...automodValues(blank), words: ['x'.repeat(30_000)] })
    expect((await t.attempt('admin', 'select public.admin_try_automod_rule($1)', [huge])).error?.hint).toBe(
      'rule_invalid',
    )
  }),
)

test(
  'the trial finds the same text of one day, and not that of another',
  harness(async (t) => {
    const wrote = (content: string, hours: number) =>
      t.owner(
        `insert into public.comments (post_id, author_id, content, created_at) values ('${w.discussion}', $1, $2, now() - make_interval(hours => $3))`,
        [people.member, content, hours],
      )
    for (const hours of [1, 20, 22, 70]) await wrote('Kauft alle bei mir, sofort!', hours)
    for (const hours of [2, 3]) await wrote('Genau!', hours)
    expect(await trial(t, { repeated: true })).toMatchObject({ posts: 0, comments: 2, members: 1 })
    expect(await trial(t, { repeated: true, words: 'kauft', links: '1' })).toMatchObject({ comments: 0 })
  }),
)

/** One word, hidden from a list of words by every mark that readers do not see or read over. */
const masked = [
  'kry**pto**',
  'kry*pto*',
  'kry_pto_',
  'kry||pto||',
  '||krypto||',
  '_krypto_',
  '**kry**||pto||',
  'kry~~pto~~',
]

test.each(masked)('a rule reads %s as readers do, in comments and in every part of a post', (word) =>
  harness(async (t) => {
    await trusted(t)
    await inForce(t, { words: 'krypto', action: 'hold' })
    expect((await comment(t, `Kauft ${word} jetzt`)).error?.hint).toBe('rule_held')
    const parts: [string, Record<string, unknown>][] = [
      ['title', { p_title: `Wer kauft ${word} mit?` }],
      ['content', { p_content: `Kauft ${word} jetzt` }],
      ['options', { p_type: 'poll', p_options: ['Ja', `Nur ${word}`] }],
    ]
    for (const [part, sets] of parts) {
      const draft = {
        p_type: 'discussion',
        p_title: 'Was machen wir heute?',
        p_content: 'Ein Text.',
        p_options: null,
        ...sets,
      }
      const { rows, error } = await t.attempt(
        'member',
        'select public.create_post(gen_random_uuid(), $1, $2, $3, p_options => $4::text[]) ->> $5 as status',
        [draft.p_type, draft.p_title, draft.p_content, draft.p_options, 'status'],
      )
      expect({ part, error, status: rows?.[0]?.status }).toEqual({ part, error: undefined, status: 'pending' })
    }
    expect(await t.value(`select cardinality(private.sensitive_subjects('Ist sie schwa||nger||?'))`)).toBe(1)
  })(),
)

test(
  'answers and source are read by every action, at once and in the trial; ordinary words pass',
  harness(async (t) => {
    await trusted(t)
    const rumorWith = (source: string) =>
      t.attempt(
        'member',
        `select public.create_post(gen_random_uuid(), 'rumor', 'Mandy macht jetzt Werbung', 'Hab ich gehört.', p_source_url => $1,
           p_subject => 'show') ->> 'status' as status`,
        [source],
      )
    await inForce(t, { name: 'Casino', words: 'casino', action: 'flag' })
    expect((await rumorWith('https://blatt.example/mandy')).error).toBeUndefined()
    expect(await t.value('select count(*)::int from public.reports where rule_id is not null')).toBe(0)
    expect((await rumorWith('https://casino.example/mandy')).error).toBeUndefined()
    expect(await t.value('select count(*)::int from public.reports where rule_id is not null')).toBe(1)
    expect(await trial(t, { words: 'casino' })).toMatchObject({ posts: 1 })
    expect(await trial(t, { words: 'super, star' })).toMatchObject({ posts: 0 })
    await post(t, 'Wer kennt super_star noch?')
    expect(await trial(t, { words: 'star' })).toMatchObject({ posts: 1 })
  }),
)
