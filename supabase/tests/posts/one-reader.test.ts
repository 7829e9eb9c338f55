import { plainText } from '@hot/domain/text/plain-text'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

/** How "schwanger" is written by somebody who wants it read, but not found. */
const tricks: readonly (readonly [name: string, text: string])[] = [
  ['plain', 'schwanger'],
  ['capitals', 'SCHWANGER'],
  ['bold within the word', 'schwan**ger**'],
  ['stars within the word', 'schwan*ger*'],
  ['lines within the word', 'schwan_ger_'],
  ['bold around it', '**schwanger**'],
  ['a spoiler', '||schwanger||'],
  ['a spoiler within the word', 'schwan||ger||'],
  ['bold within a spoiler', '||sch**wan**ger||'],
  ['struck through', 'schwan~~ger~~'],
  ['a soft hyphen', 'schwan\u00adger'],
  ['a zero-width space', 'schwan\u200bger'],
  ['a word joiner and bold', 'schwan\u2060**ger**'],
  ['accents', 'schwánger'],
  ['full width', 'ｓｃｈｗａｎｇｅｒ'],
  ['Cyrillic а', 'schwаnger'],
  ['in a quote', '> schwanger'],
  ...[
    0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x180b, 0x180e, 0x202e, 0x2064, 0x2800, 0x3164, 0xfe00, 0xfe0f, 0xffa0,
    0xfff0, 0x1bca0, 0x1d173, 0xe0041, 0xe0100, 0xe01ef,
  ].map((code) => [`U+${code.toString(16)}`, `schwan${String.fromCodePoint(code)}ger`] as const),
  ['an empty pattern of Braille for a blank', 'ist\u2800schwanger'],
  ['small capitals', 'ꜱᴄʜᴡᴀɴɢᴇʀ'],
  ['Lisu', 'ꓢꓚꓧꓪꓮꓠꓖꓰꓣ'],
  ['Cyrillic letters that look alike', 'ѕсһшаngеr'],
  ['a sign', 'schwange®'],
  ['a variation selector and bold', 'sch\ufe0fwan**ger**'],
  ['an address with escapes', 'https://bild.de/s%63hw%61nger-tipp'],
]

/** Not what readers read: an entity is shown as it is typed, and other words are other words. */
const others: readonly (readonly [name: string, text: string])[] = [
  ['an entity', 'schwan&shy;ger'],
  ['two words', 'schwan ger'],
  ['a list', 'schwan\n- ger'],
]

const inForce = (t: Harness, words: string[], appliesTo: string[]) =>
  t.owner(
    `insert into private.automod_rules (name, applies_to, action, words, state) values ('Wörter', $1::text[], 'flag', $2::text[], 'on')`,
    [appliesTo, words],
  )

/** What each reader finds in a text. */
const readers = async (t: Harness, text: string) => {
  const { rows } = await t.owner(
    `select private.rule_matches(r, 'post', $1, '{}', $2, now()) as rule, 'health' = any (private.sensitive_subjects($1)) as subject,
       private.search_fold(private.text_said($1)) like '%schwanger%' as search
     from private.automod_rules r`,
    [`Angeblich ist Mandy ${text} und freut sich`, people.member],
  )
  return rows[0]
}

test(
  'rules, sensitive subjects and search read the same in a text, however it is written',
  harness(async (t) => {
    await inForce(t, ['schwanger'], ['post'])
    for (const [name, text] of tricks)
      expect([name, await readers(t, text)]).toEqual([name, { rule: true, subject: true, search: true }])
    for (const [name, text] of others)
      expect([name, await readers(t, text)]).toMatchObject([name, { rule: false, search: false }])
  }),
)

test.each([
  'кrурtо',
  'krypto',
  'krγpto',
  'kr¥pto',
  'k®ypto',
  'ᴋʀʏᴘᴛᴏ',
  'ꓗꓣypto',
  'krypt0',
  'kry\u3164pt0',
  'kauf\u2800кrypto',
])('a rule with "krypto" finds %s in a text, and refuses it as a changed comment', async (word) =>
  harness(async (t) => {
    await t.owner(
      `insert into private.automod_rules (name, applies_to, action, words, state) values ('Wörter', '{comment}', 'hold', '{krypto}', 'on')`,
    )
    const { rows } = await t.owner(`select private.words_said($1) like '% krypto %' as found`, [`Jetzt ${word} kaufen`])
    expect(rows).toEqual([{ found: true }])
    const changed = await t.attempt('other', `update public.comments set content = $1 where id = '${w.comment}'`, [
      `Jetzt ${word} kaufen`,
    ])
    const harmless = await t.attempt(
      'other',
      `update public.comments set content = 'Schön ❤️' where id = '${w.comment}'`,
    )
    expect([changed.error?.hint, harmless.error]).toEqual(['rule_held', undefined])
    expect(await t.value(`select content from public.comments where id = '${w.comment}'`)).toBe('Schön ❤️')
  })(),
)

test(
  'the source of a rumor is read with its escapes undone, whatever else is in it',
  harness(async (t) => {
    for (const [address, found] of [
      ['https://bild.de/kr%79pto-tipp', true],
      ['https://krypto.bild.de/', true],
      ['https://bild.de/%D0%BArypto', true],
      ['https://bild.de/%00%ff%c3%28%ed%a0%80kr%79pto', true],
      ['https://bild.de/100%25', false],
    ] as const) {
      const { rows } = await t.owner(`select private.words_said($1) ~ 'krypto ' as found`, [address])
      expect([address, rows[0]?.found]).toEqual([address, found])
    }
  }),
)

test(
  'no phrase reaches from one reading of a text into the next',
  harness(async (t) => {
    await inForce(t, ['ende anfang'], ['post'])
    expect(await readers(t, '')).toMatchObject({ rule: false })
    const { rows } = await t.owner(
      `select private.rule_matches(r, 'post', 'Anfang mit **Marken** am Ende', '{}', $1, now()) as rule from private.automod_rules r`,
      [people.member],
    )
    expect(rows).toEqual([{ rule: false }])
  }),
)

test(
  'search finds a post by what is read in it: words with marks in them, what a spoiler hides, and the answers of a poll',
  harness(async (t) => {
    const found = async (words: string) => {
      const { rows } = await t.as('guest', 'select public.search_all($1)::text as answer', [words])
      return String(rows[0]?.answer)
    }
    await t.owner(
      `update public.community_posts set content = 'Das ist Kryp**to**zauber und ||Geheim||nis' where id = $1`,
      [w.discussion],
    )
    for (const words of ['kryptozauber', 'geheimnis']) expect(await found(words)).toContain(w.discussion)
    // Found, and not shown.
    expect(await found('geheimnis')).not.toContain('||')
    await t.owner(`update public.poll_options set text = 'Zitronen**falter**' where post_id = $1 and position = 1`, [
      w.poll,
    ])
    expect(await found('zitronenfalter')).toContain(w.poll)
    await t.owner(`update public.poll_options set text = 'Etwas anderes' where post_id = $1 and position = 1`, [w.poll])
    expect(await found('zitronenfalter')).not.toContain(w.poll)
  }),
)

test(
  'the team finds comments by what is read in them',
  harness(async (t) => {
    await t.owner(`update public.comments set content = 'Kauf dir Kryp**to**zauber' where id = $1`, [w.comment])
    const { rows } = await t.as(
      'moderator',
      `select public.admin_comments_page('kryptozauber', p_days => 30)::text as answer`,
    )
    expect(rows[0]?.answer).toContain(w.comment)
  }),
)

test(
  'excerpts and readers take the same marks off, but for spoilers',
  harness(async (t) => {
    for (const [name, text] of [...tricks, ...others]) {
      const { rows } = await t.owner('select private.plain_text($1) as plain, private.shown_text($1, true) as opened', [
        text,
      ])
      expect([name, rows[0]?.plain]).toEqual([name, plainText(text)])
      expect([name, rows[0]?.opened]).toEqual([name, plainText(text.replaceAll('||', ''))])
    }
  }),
)

test.each([
  ['Kryptoking', 'krypto*', true],
  ['KryptoKing', 'krypto', true],
  ['krypto_king', 'krypto', true],
  ['krypto.99', 'krypto', true],
  ['krypt0', 'krypto', true],
  ['Krypto77', 'krypto', true],
  ['Kryptonit', 'krypto', false],
  ['Mandyfan', 'krypto', false],
])('a nickname %s under the rule "%s": refused %s', async (nickname, word, isRefused) =>
  harness(async (t) => {
    const wants = () => t.attempt('member', 'select public.set_nickname($1)', [nickname])
    await inForce(t, [word], ['post', 'comment'])
    await t.owner(`update private.automod_rules set applies_to = '{nickname}', state = 'shadow'`)
    const { rows } = await t.owner('select private.nickname_problem($1, $2) as problem', [nickname, people.member])
    expect(rows).toEqual([{ problem: null }])
    await t.owner(`update private.automod_rules set state = 'on'`)
    const { error } = await wants()
    if (!isRefused) return expect(error).toBeUndefined()
    expect(error).toMatchObject({ code: '23514', hint: 'nickname_reserved' })
  })(),
)

test(
  'who has such a name already keeps it, and the team sees it when it tries the rule',
  harness(async (t) => {
    expect((await t.attempt('member', `select public.set_nickname('Krypto_Kalle')`)).error).toBeUndefined()
    const rule = { name: 'Namen', applies_to: ['nickname'], action: 'flag', words: ['krypto'] }
    const { rows } = await t.as('admin', 'select public.admin_try_automod_rule($1) as trial', [JSON.stringify(rule)])
    expect(rows[0]?.trial).toMatchObject({
      names: 1,
      posts: 0,
      comments: 0,
      examples: [{ kind: 'nickname', text: 'Krypto_Kalle' }],
    })
    await inForce(t, ['krypto'], ['nickname'])
    expect((await t.attempt('member', `select public.set_nickname('Krypto_Kalle')`)).error).toBeUndefined()
    const none = await t.attempt('admin', 'select public.admin_save_automod_rule(null, null, $1)', [
      JSON.stringify({ ...rule, words: [], min_links: 1 }),
    ])
    expect(none.error).toMatchObject({ code: '23514' })
  }),
)
