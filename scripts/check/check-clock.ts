/**
 * Fails with file and line wherever the app or a rule reads the device's clock. What is running, over, open or editable is
 * decided by the server's time (`serverNow` of web/src/platform/device/server-clock.ts); rules get the time as an argument
 * (docs/decisions/085).
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'

/** Where both sides of every comparison are this device's: spans, ages of its own copies, ends it has set itself. */
const ofTheDevice: Readonly<Record<string, string>> = {
  'web/src/platform/device/server-clock.ts': 'the correction itself',
  'web/src/platform/device/clock.ts': 'timers, and spans between their calls',
  'web/src/service-worker/': 'ages of copies that this device has made',
  'web/src/app/service-worker/updates.tsx': 'time since the last check',
  'web/src/app/errors/global-error-boundary.tsx': 'number and time of a log entry',
  'web/src/app/errors/stale-build.ts': 'time since the last reload',
  'web/src/app/start/cache-sweep.ts': 'age of an answer since this device got it',
  'web/src/app/cache-warming/use-warming.ts': 'time of the last outcome',
  'web/src/features/sign-in/registration/': 'a pause and an end that this device has set',
  'web/src/features/sign-in/return-path.ts': 'an end that this device has set',
  'web/src/features/sign-in/asked-mail.ts': 'an end that this device has set',
  'web/src/features/comments/write/comment-forms.tsx': 'order of comments that are not sent yet',
  'web/src/features/comments/write/comment-outbox.ts': 'time since a request began',
  'web/src/features/comments/delete-dialog.tsx': 'time since a request began',
  'web/src/entities/comment/comment-cache.ts': 'time since a request began',
  'web/src/lib/auth/session/watch-session.ts': 'time since the start',
  'web/src/lib/auth/session/access-token.ts': 'auth-js compares the same end with this clock',
  'web/src/lib/api/backend-reachable.ts': 'time without an answer',
  'web/src/lib/api/transport/api-fetch.ts': 'duration of a request',
  'web/src/lib/auth/session/session.ts': 'time since the session was last checked',
  'web/src/app/start/site-queries.ts': 'age of a shared answer',
  'web/src/platform/links/deep-link.ts': 'time between two links',
  'web/src/platform/links/last-place.ts': 'age of what this device has stored',
  'web/src/platform/push/push-events.ts': 'time between two taps',
  'web/src/lib/offline/': 'order and age of what this device has stored',
  'web/src/lib/analytics/': 'pauses and lengths of visits',
}

/** The lines of one file that read the device's clock. */
export function readsOfClock(file: string, source: string): number[] {
  const lines: number[] = []
  const note = ({ start }: { start: number }) => void lines.push(source.slice(0, start).split('\n').length)
  const isDate = (node: { type: string; name?: unknown }) => node.type === 'Identifier' && node.name === 'Date'
  new Visitor({
    MemberExpression: (node) => {
      if (isDate(node.object) && node.property.type === 'Identifier' && node.property.name === 'now') note(node)
    },
    NewExpression: (node) => {
      if (isDate(node.callee) && node.arguments.length === 0) note(node)
    },
    CallExpression: (node) => {
      if (isDate(node.callee)) note(node)
    },
  }).visit(parseSync(file, source).program)
  return lines
}

/** As `file:line  what`; an exception that is not needed any more is a complaint as well. */
function complaints(sources: ReadonlyMap<string, string>): string[] {
  const unneeded = new Set(Object.keys(ofTheDevice))
  const wrong = [...sources].flatMap(([file, source]) => {
    const lines = readsOfClock(file, source)
    const exception = Object.keys(ofTheDevice).find((place) => file.startsWith(place))
    if (!exception) return lines.map((line) => `${file}:${line}  the device's clock decides; take serverNow()`)
    if (lines.length > 0) unneeded.delete(exception)
    return []
  })
  return [...wrong, ...[...unneeded].map((place) => `${place}  does not read the clock any more`)]
}

if (import.meta.main) {
  const git = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', 'web/src', 'domain/src']
  const files = execFileSync('git', git, { encoding: 'utf8' }).split('\0')
  const ours = files.filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && fs.existsSync(file))
  const found = complaints(new Map(ours.map((file) => [file, fs.readFileSync(file, 'utf8')])))
  for (const line of found) console.error(line)
  if (found.length > 0) process.exitCode = 1
}
