import { warningWindowDays } from './case-rules.ts'
import { type Change, changedText, type DecisionKind, type DecisionScope, statementChange } from './sanctions.ts'

type Extent = {
  kind: DecisionKind
  scope: DecisionScope | null
  target_type: 'post' | 'comment' | 'profile'
  /** Of an edit. */
  changed?: readonly Change[] | null
}

const shown = { post: 'Der Beitrag', comment: 'Der Kommentar', profile: 'Was zurückgesetzt wurde,' } as const

/** What a decision restricts (DSA, Art. 17 (3) a): on HoT, which is one place for everybody wherever they read. */
export function extentText({ kind, scope, target_type, changed }: Extent): string {
  if (kind === 'edited') return editedText(changed ?? [])
  if (kind === 'warned') return 'Nichts von dir ist eingeschränkt. Die Verwarnung zählt mit, wenn wieder etwas ist.'
  if (kind === 'banned') return 'Überall auf HoT: Lesen geht weiter, schreiben, abstimmen und reagieren nicht.'
  if (scope === 'change') return 'Nur für die Änderung: Sie erscheint nicht, und dein Beitrag steht da wie vorher.'
  if (scope === 'hidden') return 'Überall auf HoT: Den Beitrag sehen nur du und das Team.'
  if (kind === 'rejected') return `Überall auf HoT: ${shown[target_type]} erscheint nicht.`
  return `Überall auf HoT: ${shown[target_type]} ist für niemanden mehr zu sehen.`
}

function editedText(changed: readonly Change[]): string {
  const statement = statementChange(changed)
  if (statement === 'gone') return 'Überall auf HoT: Deine Stellungnahme steht nicht mehr über dem Beitrag.'
  if (statement) return 'Überall auf HoT: Über dem Beitrag steht, was das Team daraus gemacht hat.'
  const isAddressGone = changed.includes('address')
  const parts = changedText(changed.filter((change) => change !== 'address'))
  return [
    'Überall auf HoT:',
    parts && `Dein Beitrag steht da, wie das Team ihn geändert hat (${parts}).`,
    isAddressGone && 'Seine frühere Adresse führt nirgends mehr hin.',
  ]
    .filter(Boolean)
    .join(' ')
}

type Duration = Pick<Extent, 'kind' | 'scope'> & {
  /** The end of a ban in words; null: it has none. */
  until: string | null
}

/** Until when. */
export function durationText({ kind, scope, until }: Duration): string {
  if (kind === 'warned') return `${warningWindowDays} Tage nach der Entscheidung`
  if (kind === 'banned') return until ? `Die Sperre endet von selbst am ${until}.` : 'Ohne Ende'
  return scope === 'hidden' ? 'Bis das Team darüber entschieden hat' : 'Auf Dauer'
}
