import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { schemasFolder, sqlFilesIn } from '../schemas/schema-files.ts'
import { refusalSentences, refusalsSql } from './refusals.ts'

const generated = '00_platform/refusals.sql'

/** What is written by hand, without comments. */
const sources = new Map(
  sqlFilesIn(schemasFolder)
    .filter((file) => file !== generated)
    .map((file) => [file, fs.readFileSync(path.join(schemasFolder, file), 'utf8').replace(/^\s*--.*$/gm, '')]),
)

/** The arguments of a call whose bracket opens at `from`, as they are written. */
function argumentsAt(sql: string, from: number): string[] {
  const found = ['']
  let depth = 0
  for (const [token = ''] of sql.slice(from).matchAll(/'(?:[^']|'')*'|[^']/g)) {
    if (token === '(' || token === '[') depth += 1
    if (token === ')' || token === ']') depth -= 1
    if (depth === 0) return found.map((text) => text.trim())
    if (token === ',' && depth === 1) found.push('')
    else if (!(token === '(' && depth === 1 && found[0] === '')) found[found.length - 1] += token
  }
  throw new Error(`a bracket stays open: ${sql.slice(from, from + 80)}`)
}

type Call = { file: string; called: string; args: string[]; names: string[] }

const nameForm = /'([a-z]+\.[a-z_]+(?:\.[a-z_]+)?)'/g
/** Every call of a function that takes the name of a sentence. */
const callsIn = (file: string, sql: string): Call[] =>
  [...sql.matchAll(/\bprivate\.(refuse|refuse_for_now|refuse_staff|require_short|refusal_text)\(/g)]
    .filter(({ index }) => !/function\s+$/.test(sql.slice(0, index)))
    .map(({ index, 0: call, 1: called = '' }) => {
      const args = argumentsAt(sql, index + call.length - 1)
      const which = args[{ refuse_staff: 1, require_short: 2 }[called] ?? 0] ?? ''
      return { file, called, args, names: [...which.matchAll(nameForm)].map(([, name = '']) => name) }
    })
const calls = [...sources].flatMap(([file, sql]) => callsIn(file, sql))

/** Refusals that have words of their own: a format behind `raise`, or a text of several words where a name belongs. */
function wordsIn(file: string, sql: string): string[] {
  const raised = [...sql.matchAll(/\braise\s+(?!warning|notice|info|log|debug)(?:'(?:[^']|'')*'|[^';])*;/gi)]
  const written = [...raised.map(([text]) => text), ...callsIn(file, sql).map(({ args }) => args.join(', '))]
  return written
    .filter(
      (text) =>
        /^raise\s+(exception\s+)?'/i.test(text) ||
        (text.replace(/interval '[^']*'/g, '').match(/'(?:[^']|'')*'/g) ?? []).some((one) => /\s/.test(one)),
    )
    .map((text) => `${file}: ${text}`)
}

/** Sentences of refusals that a source has as a literal or a text of its own. */
const sentencesIn = (source: string): string[] =>
  [...new Set(refusalSentences.values())].filter((sentence) => {
    for (let at = source.indexOf(sentence); at !== -1; at = source.indexOf(sentence, at + 1))
      if (
        /['"`>]\s*$/.test(source.slice(Math.max(0, at - 40), at)) &&
        /^\s*['"`<]/.test(source.slice(at + sentence.length))
      )
        return true
    return false
  })

it('what the database says is what domain/ says', () => {
  expect(fs.readFileSync(path.join(schemasFolder, generated), 'utf8')).toBe(refusalsSql(refusalSentences))
})

it('no sentence of a refusal stands in supabase/schemas a second time', () => {
  const written = [...sources].filter(([file]) => file !== '70_notification/words.sql')
  const found = written.flatMap(([file, sql]) => sentencesIn(sql).map((sentence) => `${file}: ${sentence}`))
  expect(found).toEqual([])
})

it('no refusal in supabase/schemas has words of its own', () => {
  expect([...sources].flatMap(([file, sql]) => wordsIn(file, sql))).toEqual([
    // Tells who installs, not who uses.
    expect.stringMatching(/^00_platform\/parts\.sql: raise exception 'private\.% belongs to another role'/),
  ])
  expect(wordsIn('x', `raise exception 'Nein.' using errcode = '23514', hint = 'x';`)).toHaveLength(1)
  expect(wordsIn('x', `raise sqlstate 'PGRST' using message = 'Das geht nicht.';`)).toHaveLength(1)
  expect(wordsIn('x', `perform private.refuse('Das geht nicht.', '23514');`)).toHaveLength(1)
})

it('every refusal names a sentence, and every sentence is named', () => {
  const named = calls.flatMap(({ names }) => names)
  expect(named.filter((name) => !refusalSentences.has(name))).toEqual([])
  expect([...refusalSentences.keys()].filter((name) => !named.includes(name))).toEqual([])
  // Handing on what it was given is for these alone.
  const without = calls.filter(({ names }) => names.length === 0)
  expect(new Set(without.map(({ file }) => file))).toEqual(
    new Set(['00_platform/refusing.sql', '00_platform/text.sql', '10_member/roles.sql']),
  )
})

it('a sentence gets as many words filled in as it has places for', () => {
  const wrong = calls
    .filter(({ called, names }) => called === 'refuse' && names.length > 0)
    .filter(({ args, names }) =>
      names.some((name) => (refusalSentences.get(name)?.split('%s').length ?? 0) - 1 !== Math.max(0, args.length - 2)),
    )
  expect(wrong).toEqual([])
  // format() takes every other % for a mistake.
  expect([...refusalSentences.values()].filter((sentence) => /%(?!s)/.test(sentence))).toEqual([])
})

/** The SQLSTATE that a call says, or what it is without one; null where it is worked out. */
function codeOf({ called, args }: Call): string | null {
  if (called === 'refuse_for_now') return 'PGRST'
  if (called !== 'refuse') return null
  const [, code = "'23514'"] = args
  return /^'(\w{5})'$/.exec(code)?.[1] ?? null
}

it('the table of supabase/README.md has every hint beside its code', () => {
  const readme = fs.readFileSync(path.resolve(schemasFolder, '../README.md'), 'utf8')
  const rows = [...readme.matchAll(/^\| ([\w ,]+?)(?: → 429)? \| (.+?) \|/gm)].flatMap(([, codes = '', told = '']) =>
    codes.split(', ').flatMap((code) => [...told.matchAll(/`(\w+)`/g)].map(([, hint]) => `${code} ${hint}`)),
  )
  const raised = calls.flatMap((call) => {
    const code = codeOf(call)
    return code === null ? [] : call.names.map((name) => `${code} ${name.split('.')[1]}`)
  })
  expect([...new Set(raised)].filter((one) => !rows.includes(one)).sort()).toEqual([])
})

/** A source without the list of sentences that it may hold beside its rules. */
const withoutList = (source: string): string => source.replace(/^export const \w+Sentences = \{\n[\s\S]*?^\}$/m, '')

it('a sentence stands nowhere else', () => {
  const copies = execFileSync('git', ['ls-files', 'domain/src', 'web/src', 'server', 'packages/embedded/src'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /(?<!\.test|\.d)\.tsx?$/.test(file) && !file.endsWith('/refusals.ts'))
    .flatMap((file) =>
      sentencesIn(withoutList(fs.readFileSync(file, 'utf8'))).map((sentence) => `${file}: ${sentence}`),
    )
  // The two that a list takes from where the same thing is said without a refusal.
  expect(copies).toEqual([
    // A notification about what was deleted since.
    'domain/src/notification/words.ts: Das gibt es nicht mehr.',
    expect.stringContaining('domain/src/url/web-address.ts'),
  ])
  for (const copy of [`'Höchstens 5 Tags.'`, `<p>Höchstens 5 Tags.</p>`, `title="Höchstens 5 Tags."`])
    expect(sentencesIn(copy)).toEqual(['Höchstens 5 Tags.'])
})

const hints = new Set([...refusalSentences.keys()].map((name) => name.split('.')[1]))
/** Entries `hint: text` of the tables by which screens word refusals, for the hints that the database has. */
const entriesIn = (source: string): { hint: string; text: string }[] =>
  [
    ...source.matchAll(/(?<=[{,]\s*|^\s*)(\w+):\s*('(?:[^'\\]|\\.)*'|\w+Sentences(?:\.\w+|\['[\w.]+'\]))(?=,|\s*\})/gm),
  ].flatMap(([, hint = '', text = '']) => (hints.has(hint) ? [{ hint, text }] : []))
const repeats = ({ hint, text }: { hint: string; text: string }) =>
  new RegExp(`Sentences(\\.|\\[')${hint}\\b`).test(text)

it('screens of the team say what the database says, but for where they know more', () => {
  const found = execFileSync('git', ['ls-files', 'web/src/admin'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .flatMap((file) => entriesIn(fs.readFileSync(file, 'utf8')).map((entry) => ({ file, ...entry })))
  expect(found.filter(repeats).map(({ file, hint }) => `${file}: ${hint}`)).toEqual([
    // Asks the server, not the database, and its answer has no sentence.
    'web/src/admin/users/create-screen.tsx: not_allowed',
  ])
  const own = found.filter((entry) => !repeats(entry)).map(({ file, hint }) => `${file.slice(14)}: ${hint}`)
  expect(own).toEqual([
    // Whoever looks at it reads it before they try, of one thing and not of any.
    'appeals/screen.tsx: own_case',
    'appeals/screen.tsx: own_decision',
    // A name of a decision, and no refusal.
    'appeals/screen.tsx: banned',
    // The bin knows what it is that lies in the way, a merge other than a format.
    'archive/bin-screen.tsx: parent_gone',
    'archive/bin-screen.tsx: address_taken',
    'archive/bin-screen.tsx: parent_gone',
    'archive/bin-screen.tsx: address_taken',
    // The hint is shared by several nouns or roles; the screen knows which, and what to do there.
    'broadcasters/api.ts: target_gone',
    'broadcasters/api.ts: not_allowed',
    'calendar/api.ts: not_allowed',
    'calendar/api.ts: draft_invalid',
    'calendar/api.ts: target_gone',
    'calendar/api.ts: episodes_would_go',
    // The number is filled in by the database only.
    'calendar/api.ts: week_too_full',
    'formats/api.ts: not_allowed',
    // The files were checked before: somebody was faster.
    'imports/api.ts: import_dangling',
    'imports/api.ts: row_count',
    // Staff read posts of others, and texts that are there already.
    'posts/decisions.ts: own_case',
    'posts/decisions.ts: content_missing',
    'reports/case-notes.tsx: report_gone',
    'reports/texts.ts: banned',
    'seasons/api.ts: format_gone',
    'seasons/api.ts: not_allowed',
    'social/api.ts: target_gone',
    'social/api.ts: import_has_problems',
    'stars/api.ts: target_gone',
    'transparency/report.ts: banned',
    // Of GoTrue, where whoever invites can allow the domain.
    'users/create-screen.tsx: email_domain_not_allowed',
    'users/texts.ts: banned',
  ])
  expect(entriesIn(`{ too_many_tags: 'Zu viele.', other: 'x' }`)).toEqual([
    { hint: 'too_many_tags', text: "'Zu viele.'" },
  ])
  expect(entriesIn(`  target_gone: newsSentences.target_gone,`).filter(repeats)).toHaveLength(1)
})
