import { mailProviders } from '@hot/domain/auth/mail-domains'
import { eventTypeLabels, isRerun } from '@hot/domain/calendar/event-kind'
import { karmaDeltas } from '@hot/domain/member/karma'
import { nameSkeleton, nicknameCharacters, nicknameSchema, reservedNames } from '@hot/domain/member/nickname'
import { notificationTypes } from '@hot/domain/notification/types'
import { starName } from '@hot/domain/star/name'
import { searchFold } from '@hot/domain/text/search-fold'
import { slugify, starSlug } from '@hot/domain/text/slug'
import { mailboxOf } from '@hot/embedded/auth/mails/mail-limits'
import { networkOf } from '@hot/embedded/wire/networks'
import { expect, test } from 'vitest'
import { sqlJobs } from '../../../server/jobs/sql-jobs.ts'
import { hotRank } from '../../../tests/support/oracles/hot-rank.ts'
import { letterOf } from '../../../tests/support/oracles/star-register.ts'
import { bayesianAverage, hotScore } from '../../../tests/support/oracles/star-score.ts'
import { useHarness } from '../support/harness.ts'

const harness = useHarness()

/** Rules that exist in TypeScript and in SQL: the same input through both. */
const words = [
  'Müller',
  'mueller',
  ' MULLER ',
  'Große  Straße',
  'ẞ',
  'Aleyna Gündoğar',
  'Łukasz Żółć',
  'Øyvind Ærø',
  'Đorđe Šarić',
  'İbrahim ıssız',
  'Þórður Ðæl',
  'Çağla',
  'Ñuñez',
  'Œuvre cœur',
  'Durão',
  'Chané',
  'Parvati Shallow',
  'Жанна Щукина',
  'Юлия Ёлкина',
  'Αλέξανδρος Ευαγγέλου',
  'Ψυχή Θεός Ουρανός',
  "O'Neill",
  'O’Neill',
  'Anne‑Marie',
  'a\u00adb\u200bc',
  'ﬁne ﬂoß',
  '①②③ ½',
  '日本語',
  '😀 Emoji',
  'e\u0301 u\u0308',
  `Za${'\u0301\u0316'.repeat(30)}lgo${'\uff9e\u0301'.repeat(9)}`,
  'ด้้้้้็็็็็้้้้้็็็็็',
  'lang '.repeat(5000),
  'Tab\tund\nZeile',
  'fest\u00a0verbunden',
  '--a__b--',
  '  ',
  '',
  'Ａｂｃ',
  'Å Ǻ ǿ',
  'aeoeue',
  'Queen',
  'Boee',
  'Nguyễn Thị',
  'ŊƏŦħ',
  'Київ Їжак Ґанок Єва',
  'Љубав Њега Џеп Ђак Ћуп',
  'א ב',
  '%_\\',
]

test(
  'search_fold, letter_of and slugify equal those of domain/',
  harness(async (t) => {
    const { rows } = await t.owner(
      `select word, private.search_fold(word) as fold, private.letter_of(private.search_fold(word)) as letter,
         private.slugify(word) as slug
       from unnest($1::text[]) with ordinality as given (word, at) order by at`,
      [words],
    )
    expect(rows).toEqual(
      words.map((word) => ({ word, fold: searchFold(word), letter: letterOf(word), slug: slugify(word) })),
    )
  }),
)

test(
  'collapse_marks treats every character that normalisation may reorder as a mark, and no letter',
  harness(async (t) => {
    // Nine in a row come back as eight. Marks move past others of another class: U+0334 has class 1, U+0345 class 240.
    const { rows } = await t.owner(`
      with given as (
        select n, chr(n) as letter from generate_series(768, 918015) n
        where n not between 55296 and 57343 and n not between 131072 and 917504
      ), answered as (
        select row_number() over () as at, run from regexp_split_to_table(
          private.collapse_marks((select string_agg(repeat(letter, 9), 'a' order by n) from given)), 'a') run
      )
      select letter, char_length(run) = 8 as cut, normalize(letter || U&'\\0334', nfd) <> normalize(letter, nfd) || U&'\\0334'
          or normalize(U&'\\0345' || letter, nfd) <> U&'\\0345' || normalize(letter, nfd) as moves
      from (select letter, row_number() over (order by n) as at from given) listed join answered using (at)`)
    const listed = rows.map((row) => ({
      letter: String(row.letter),
      cut: row.cut,
      moves: row.moves,
      isMark: /^[\p{M}\uff9e\uff9f]$/u.test(String(row.letter)),
    }))
    expect(listed.length).toBeGreaterThan(100_000)
    expect(listed.filter(({ cut, isMark }) => isMark && !cut)).toEqual([])
    // A letter with a mark inside, such as é, moves what follows, but it ends a run.
    expect(listed.filter(({ letter, cut, moves }) => moves && !cut && /^\p{M}/u.test(letter.normalize('NFD')))).toEqual(
      [],
    )
    expect(listed.filter(({ letter, cut, isMark }) => cut && !isMark && !/\p{Cn}/u.test(letter))).toEqual([])
  }),
)

test(
  'an e-mail address has the mailbox that sign-in counts',
  harness(async (t) => {
    const addresses = [
      'anna@example.org',
      'anna+tag@example.org',
      'a.n.na+x+y@gmail.com',
      'a.nna@googlemail.com',
      'a.nna@gmx.de',
      '+@b.de',
    ]
    const { rows } = await t.owner('select private.mailbox_of(address) as mailbox from unnest($1::text[]) address', [
      addresses,
    ])
    expect(rows.map((row) => row.mailbox)).toEqual(addresses.map(mailboxOf))
  }),
)

test(
  'addresses have the networks that the gateway counts',
  harness(async (t) => {
    const addresses = [
      ...['203.0.113.7', '203.0.113.8', '::ffff:203.0.113.7', '::ffff:cb00:7107', '64:ff9b::203.0.113.7', '10.0.0.1'],
      ...['2001:db8:1:2::1', '2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:0db8:0001:0003::1', '2001:db8:1:2::192.0.2.1'],
      ...[
        '2001:db8::',
        '2001:db8:0:1::',
        '::1',
        '1:2:3:4:5:6:7::',
        'fe80::1%eth0',
        'fe80::2%eth1',
        'unknown',
        'nirgends',
      ],
    ]
    const { rows } = await t.owner(
      'select private.network_of(address) as network, private.network_of(address, 48) as site from unnest($1::text[]) address',
      [addresses],
    )
    const groups = (keys: readonly unknown[]) => keys.map((key) => keys.indexOf(key))
    const ours = addresses.map(networkOf)
    expect(groups(rows.map((row) => row.network))).toEqual(groups(ours.map(({ network }) => network)))
    expect(groups(rows.map((row) => row.site))).toEqual(groups(ours.map(({ network, site }) => site ?? network)))
  }),
)

/** ™, ℡, ㎒, Ａ, 𝐀 …: characters that Unicode decomposes into Latin capitals. */
const compatibilityCapitals = Array.from({ length: 0x1_f200 }, (_, code) => code)
  .filter((code) => code > 0x7f && (code < 0xd800 || code > 0xdfff))
  .map((code) => String.fromCodePoint(code))
  .filter((letter) => /[A-Z]/.test(letter.normalize('NFKD')))

test(
  'capitals inside one character result in the same slug in both',
  harness(async (t) => {
    expect(slugify('Admin™')).toBe('admintm')
    const { rows } = await t.owner(
      'select letter, normalize(letter, nfkd) as parts, private.slugify(letter) as slug from unnest($1::text[]) letter',
      [compatibilityCapitals],
    )
    // Node knows letters of later years than PostgreSQL does.
    const known = rows.filter(({ letter, parts }) => parts === String(letter).normalize('NFKD'))
    expect(known.length).toBeGreaterThan(750)
    expect(known.map(({ slug }) => slug)).toEqual(known.map(({ letter }) => slugify(String(letter))))
  }),
)

test(
  'a star without a slug gets the one of starSlug, and full_name is starName',
  harness(async (t) => {
    const stars = [
      { first_name: 'Mandy', nickname: 'Pepper', last_name: 'Pfefferkorn' },
      { first_name: 'Jürgen', nickname: null, last_name: '' },
      { first_name: '', nickname: '„Bibi“', last_name: '' },
      { first_name: 'Жанна', nickname: null, last_name: 'Фриске' },
      { first_name: 'Anna\u00a0 Lena', nickname: "'Al'", last_name: ' Öz ' },
      // Twice as many letters in the address.
      { first_name: 'ß'.repeat(100), nickname: `${'ü'.repeat(44)} x`, last_name: 'ö'.repeat(100) },
    ]
    for (const star of stars) {
      const { rows } = await t.owner(
        'insert into public.stars (first_name, nickname, last_name) values ($1, $2, $3) returning id::text, slug, full_name',
        [star.first_name, star.nickname, star.last_name],
      )
      const id = String(rows[0]?.id)
      expect(rows[0]).toEqual({ id, slug: starSlug({ id, ...star }), full_name: starName(star) })
    }
  }),
)

test(
  'hot_rank and hot_score follow the reference implementations',
  harness(async (t) => {
    const created_at = new Date('2026-11-21T12:00:00Z')
    for (const [hearts, poops, votes, comments] of [
      [0, 0, 0, 0],
      [12, 3, 40, 7],
      [1, 30, 0, 2],
    ] as const) {
      const sql = await t.value('select private.hot_rank($1, $2, $3, $4, $5)', [
        hearts,
        poops,
        votes,
        comments,
        created_at.toISOString(),
      ])
      expect(sql).toBeCloseTo(hotRank({ hearts, poops, votes, comments, created_at }), 6)
    }
    const votes = { demand: [5, 5, 4, 5, 3], realness: [2], drama: [5, 5, 1] }
    const means = { demand: 3.1, realness: 2.9, drama: 3.7 }
    const average = (question: keyof typeof votes) =>
      `private.bayesian_average(${means[question]}, ${votes[question].reduce((a, b) => a + b, 0)}, ${votes[question].length})`
    expect(await t.value(`select ${average('demand')}::float8`)).toBeCloseTo(
      bayesianAverage(votes.demand, means.demand),
      9,
    )
    const score = await t.value(
      `select private.hot_score(${average('demand')}, ${average('realness')}, ${average('drama')})::float8`,
    )
    expect(score).toBe(hotScore(votes, means))
  }),
)

test(
  'karma reasons and deltas equal those of domain/',
  harness(async (t) => {
    for (const [reason, delta] of Object.entries(karmaDeltas))
      expect(await t.value('select private.karma_delta($1)', [reason])).toBe(delta)
    const check = await t.value(
      `select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'public.karma_events'::regclass and conname = 'karma_events_reason_check'`,
    )
    expect([...String(check).matchAll(/'(\w+)'/g)].map((match) => match[1]).sort()).toEqual(
      Object.keys(karmaDeltas).sort(),
    )
  }),
)

test(
  'notification types, which can be switched off and which are not listed equal those of domain/',
  harness(async (t) => {
    const types = Object.entries(notificationTypes).map(([type, kind]) => ({ type, ...kind }))
    const quotedIn = (definition: unknown) =>
      [...String(definition).matchAll(/'(\w+)'::text/g)].map((match) => match[1]).sort()
    const namesOf = (some: typeof types) => some.map(({ type }) => type).sort()
    const { rows: registered } = await t.owner('select type, changeable, usual from private.notification_types()')
    expect(registered.map(({ type }) => type).sort()).toEqual(namesOf(types))
    for (const { type, alwaysOn, usual } of types) {
      const row = registered.find((found) => found.type === type)
      expect(row).toEqual({ type, changeable: !alwaysOn, usual: usual ?? 'push' })
    }
    /** The constraint that an unknown or unswitchable type meets; of any other type the member is missing. */
    const refusal = (table: string, columns: string, values: string) =>
      t
        .undone(() =>
          t.owner(`insert into public.${table} (user_id, ${columns}) values (gen_random_uuid(), ${values})`),
        )
        .then(
          () => 'none',
          (error: { constraint?: string }) => error.constraint,
        )
    const prefers = (type: string) => refusal('notification_preferences', 'type, enabled', `'${type}', false`)
    const tells = (type: string) => refusal('notifications', 'type, title, message', `'${type}', 'x', ''`)
    for (const { type, alwaysOn } of types) {
      expect(await prefers(type), type).toBe(`notification_preferences_${alwaysOn ? 'type_check' : 'user_id_fkey'}`)
      expect(await tells(type), type).toBe('notifications_user_id_fkey')
    }
    expect(await prefers('nonsense')).toBe('notification_preferences_type_check')
    expect(await tells('nonsense')).toBe('notifications_type_check')
    const { rows } = await t.as('member', 'select public.notification_settings() as answer')
    const shown = types.filter(({ teamOnly }) => !teamOnly)
    expect(rows[0]?.answer).toEqual([
      { type: 'all', changeable: true, enabled: true, channel: 'push' },
      ...shown.map(({ type, alwaysOn, usual }) => ({
        type,
        changeable: !alwaysOn,
        enabled: usual !== 'off',
        channel: usual === 'app' ? 'app' : 'push',
      })),
    ])
    const unlisted = namesOf(types.filter((type) => type.unlisted))
    const unread = await t.value(`select pg_get_indexdef('public.notifications_unread'::regclass)`)
    expect(quotedIn(unread)).toEqual(unlisted)
    for (const trigger of ['notifications_push', 'notifications_push_again']) {
      const pushed = await t.value(`select pg_get_triggerdef(oid) from pg_trigger where tgname = '${trigger}'`)
      expect(quotedIn(pushed), trigger).toEqual(unlisted)
    }
  }),
)

test(
  'pg_cron gets the jobs that the server runs without it, at the same times, and every five seconds instead of each',
  harness(async (t) => {
    const { rows: scheduled } = await t.owner('select name, pattern from private.scheduled_jobs()')
    // pg_cron's clock is UTC, the server's is Berlin's; in summer both are the same moment.
    const inUtc = (pattern: string) =>
      pattern === '* * * * * *'
        ? '5 seconds'
        : pattern.replace(/^(\S+) (\d+) /, (_, minute, hour) => `${minute} ${Number(hour) - 2} `)
    expect(Object.fromEntries(scheduled.map(({ name, pattern }) => [name, pattern]))).toEqual(
      Object.fromEntries(sqlJobs.map(({ name, schedule }) => [name, inUtc(schedule)])),
    )
  }),
)

test(
  'mail domains and reserved nicknames equal the lists of domain/',
  harness(async (t) => {
    const { rows } = await t.owner('select domain, provider from private.mail_domains order by domain')
    const listed = mailProviders.flatMap(({ name, domains }) => domains.map((domain) => ({ domain, provider: name })))
    expect(rows).toEqual(listed.sort((a, b) => (a.domain < b.domain ? -1 : 1)))
    const reserved = await t.owner('select kind, word from private.reserved_nicknames')
    const entries = Object.entries(reservedNames).flatMap(([kind, words]) =>
      words.map((word) => `${kind} ${nameSkeleton(word)}`),
    )
    expect(reserved.rows.map(({ kind, word }) => `${kind} ${word}`).sort()).toEqual(entries.sort())
  }),
)

test(
  'the form of a nickname equals that of domain/',
  harness(async (t) => {
    const check = await t.value(
      `select pg_get_constraintdef(oid) from pg_constraint where conname = 'profiles_nickname_form'`,
    )
    expect(check).toContain(`^${nicknameCharacters}{3,20}$`)
    const names = ['web.de', 'Web.DE', 'a.b.c', 'popcorn.paule', 'popcorn_paule', 'paule.99', 'paule.ä', 'ab.c1']
    const { rows } = await t.owner('select name from unnest($1::text[]) name where private.looks_like_domain(name)', [
      names,
    ])
    const refused = names.filter((name) => !nicknameSchema.safeParse(name).success)
    expect(rows.map((row) => row.name)).toEqual(refused)
    expect(refused).toEqual(['web.de', 'Web.DE'])
  }),
)

test(
  'which broadcasts are repeats',
  harness(async (t) => {
    for (const event_type of [...Object.keys(eventTypeLabels), 'from_an_import']) {
      const stored = await t.value(
        `insert into public.calendar_events (title, event_type, event_date) values ('Folge', $1, '2026-11-21') returning is_rerun`,
        [event_type],
      )
      expect([event_type, stored]).toEqual([event_type, isRerun({ event_type })])
    }
  }),
)
