/** The figures of a minute that tell what it looked like; as the log and `admin_operations_page` name them. */
export type MinuteFigures = Readonly<
  Record<
    | 'requests'
    | 'p95'
    | 'slow'
    | 'failed'
    | 'refused'
    | 'queue'
    | 'statement_p95'
    | 'statement_max'
    | 'session_max'
    | 'loop_p99'
    | 'cpu',
    number
  >
> & {
  /** null: of a version that did not measure it. */
  readonly loop_max: number | null
}

/** From here on a figure stands out, in ms, pages and percent of a core. */
const standsOut = {
  statement: 2000,
  /** Of 95 in a hundred statements: from here on it is not a few that take long. */
  statements: 200,
  session: 1000,
  queue: 20,
  loop: 200,
  stall: 1000,
  busyCpu: 70,
  slowAnswers: 500,
} as const

/** So many times in a row a process may come late within one statement. */
const timesLate = 8

/** `0,4 s`, from ten seconds on without decimals; below 100 ms as it is. */
export const secondsText = (ms: number): string =>
  ms < 100 ? `${ms} ms` : `${(ms / 1000).toLocaleString('de-DE', { maximumFractionDigits: ms < 10_000 ? 1 : 0 })} s`

const waited = (text: string, { session_max }: MinuteFigures) =>
  session_max < standsOut.session ? text : `${text} Andere warteten bis zu ${secondsText(session_max)} auf sie.`

const answersText = (count: number) => (count === 1 ? 'Eine Antwort kam' : `${count} Antworten kamen`)

/** Where the process comes late to every answer, a statement seems long as well. */
const isBeyond = (ms: number, bound: number, { loop_p99 }: MinuteFigures) => ms >= bound && ms > loop_p99 * timesLate

/**
 * What the database had to do with it. A long statement alone is no cause: a backup or a job takes its time, and nobody
 * waits for it.
 */
function databaseCause(minute: MinuteFigures): string | undefined {
  const { slow, statement_p95, statement_max, session_max } = minute
  const isLong = isBeyond(statement_max, standsOut.statement, minute)
  const isFull = isBeyond(session_max, standsOut.session, minute)
  if (isLong && (isFull || statement_p95 >= standsOut.statements))
    return waited(`Die Datenbank war beschäftigt: Die längste Abfrage dauerte ${secondsText(statement_max)}.`, minute)
  if (isLong && slow > 0)
    return `Einzelne Abfragen dauerten bis zu ${secondsText(statement_max)}, 95 von 100 unter ${secondsText(statement_p95)}: Sie hatten viel zu lesen oder warteten auf etwas, das eine andere festhielt. ${answersText(slow)} später als nach 2 s.`
  if (isFull)
    return `Die Datenbank hatte zu viel auf einmal zu tun: Anfragen warteten bis zu ${secondsText(session_max)}, bis sie dran waren.`
  return undefined
}

/** Each cause that the figures show, as a German sentence; the first explains most. Empty: nothing stands out. */
function causesOf(minute: MinuteFigures): string[] {
  const { requests, queue, loop_p99, loop_max, cpu, refused, failed } = minute
  const isFull = queue >= standsOut.queue
  const isLate = loop_p99 >= standsOut.loop
  const isBusy = cpu >= standsOut.busyCpu
  const causes: string[] = []
  const database = databaseCause(minute)
  if (database) causes.push(database)
  if (isFull)
    causes.push(
      `Viele Leute auf einmal: ${queue} Seiten warteten zugleich darauf, gebaut zu werden, bei ${requests} Anfragen in der Minute.`,
    )
  if (isLate && !isBusy)
    causes.push(
      `Zu wenig Rechenzeit: Der Server kam erst nach ${secondsText(loop_p99)} zu seiner Arbeit und bekam nur ${cpu} % eines Kerns. Etwas anderes auf dem Rechner war schneller dran.`,
    )
  if (isLate && isBusy && !isFull)
    causes.push(
      `Der Server war ausgelastet: Er nutzte ${cpu} % eines Kerns und kam erst nach ${secondsText(loop_p99)} zu neuer Arbeit.`,
    )
  if (causes.length === 0 && loop_max !== null && loop_max >= standsOut.stall)
    causes.push(
      `Der Server stand einmal ${secondsText(loop_max)} lang still: Wer in dieser Zeit etwas wollte, wartete so lange. Davor und danach war er pünktlich. Sieh nach, was da lief: eine Sicherung, ein anderes Programm, zu wenig Speicher.`,
    )
  if (causes.length === 0 && failed > 0)
    causes.push(`Der Server antwortete mit Fehlern (${failed}). Die Zeilen „error“ im Log nennen Seite und Grund.`)
  if (causes.length === 0 && refused > 0)
    causes.push(`Eine Grenze hat Anfragen abgewiesen (${refused}). Meist ist das ein einzelnes Netz.`)
  return causes
}

/** What a minute looks like in plain German: the likely cause first, one sentence for each. */
export function minuteVerdict(minute: MinuteFigures): string[] {
  const causes = causesOf(minute)
  if (causes.length > 0) return causes
  if (minute.requests === 0) return ['Niemand hat etwas angefragt.']
  if (minute.p95 >= standsOut.slowAnswers)
    return [
      `Einzelne Antworten brauchten lange (${secondsText(minute.p95)}), ohne dass Datenbank, Warteschlange oder Rechenzeit auffallen. Oft ist es die Leitung der Leser:innen. Traf es viele zugleich, stand der Rechner kurz still: Sieh nach Speicher und anderen Programmen.`,
    ]
  const calm = 'Unauffällig: Datenbank, Warteschlange und Rechenzeit waren in Ordnung.'
  if (!isBeyond(minute.statement_max, standsOut.statement, minute)) return [calm]
  return [
    calm,
    `Eine Abfrage dauerte ${secondsText(minute.statement_max)}, ohne dass jemand darauf wartete: meist eine Aufgabe im Hintergrund oder eine Sicherung.`,
  ]
}
