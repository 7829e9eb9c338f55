import type { AutomodRule } from '@hot/domain/contract/admin/settings'
import { automodStates } from '@hot/domain/moderation/automod-form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, PlainButton, Segmented } from '#web/ui/controls/button.tsx'
import { countOf } from '#web/ui/data/format-number.ts'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/state.tsx'
import { FormFailure } from '#web/ui/forms/form-footer.tsx'
import { useStaff } from '../kit/access.tsx'
import { AdminHead } from '../kit/screen.tsx'
import { useWrite } from '../kit/write.ts'
import { rulesQuery, switchRule } from './api.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { actionNames, ruleText, stateNames } from './texts.ts'

/** `/admin/rules`: what happens by itself to posts and comments that meet a rule. */
export default function RulesScreen() {
  const { userId } = useStaff()
  const { data, isError, refetch } = useQuery(rulesQuery(userId))
  const [open, setOpen] = useState<AutomodRule | 'new' | null>(null)
  if (isError && !data)
    return <ErrorState title="Die Regeln konnten nicht geladen werden" onRetry={() => void refetch()} />
  return (
    <>
      <AdminHead
        title="Regeln"
        intro="Eine neue Regel läuft zur Probe: Sie zeigt, was sie getroffen hätte, und tut nichts. Das Team trifft keine."
      >
        <Button variant="strong" onClick={() => setOpen('new')}>
          Regel anlegen
        </Button>
      </AdminHead>
      {!data ? (
        <div role="status" aria-label="Regeln werden geladen">
          <Skeleton className="h-40" />
        </div>
      ) : data.rules.length === 0 ? (
        <EmptyState
          emoji="🛡️"
          title="Noch keine Regel."
          text="Heikle Gerüchte und Links neuer Leute werden auch ohne Regel aufgehalten."
        />
      ) : (
        <ul className="grid max-w-192 gap-3">
          {data.rules.map((rule) => (
            <RuleCard key={rule.id} rule={rule} onOpen={() => setOpen(rule)} />
          ))}
        </ul>
      )}
      {open && <RuleDialog rule={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </>
  )
}

/** What happened in 7 days; a refused comment leaves no trace to count. */
function hitsText({ state, action, hits }: AutomodRule): string | null {
  if (state !== 'on' || action === 'slow') return null
  return `${action === 'hold' ? 'Beiträge aufgehalten' : 'Gemeldet'} in 7 Tagen: ${countOf(hits, 'Mal', 'Mal')}`
}

function RuleCard({ rule, onOpen }: { rule: AutomodRule; onOpen: () => void }) {
  const write = useWrite((state: AutomodRule['state']) => switchRule(rule.id, state))
  const hits = hitsText(rule)
  return (
    <li className="grid gap-3 border-2 border-rule bg-sheet p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <button type="button" className="link min-h-8 text-left font-bold wrap-anywhere" onClick={onOpen}>
          {rule.name}
        </button>
        <Segmented label={`Zustand von ${rule.name}`}>
          {automodStates.map((state) => (
            <PlainButton
              key={state}
              type="button"
              aria-pressed={rule.state === state}
              busy={write.busy}
              onClick={() => void write.run(state)}
            >
              {stateNames[state]}
            </PlainButton>
          ))}
        </Segmented>
      </div>
      <p className="wrap-anywhere">{ruleText(rule)}.</p>
      <p className="meta">{actionNames[rule.action]}.</p>
      {hits && <p className="meta">{hits}</p>}
      <FormFailure text={write.failure} />
    </li>
  )
}
