import type { AccountSession } from '@hot/domain/contract/account/security'
import { relativeTime } from '@hot/domain/time/relative-time'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import { useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { signOut } from '#web/lib/auth/session/session-actions.ts'
import { serverInstant } from '#web/platform/device/server-clock.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/data/stat.tsx'
import { ErrorState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { FormFailure } from '#web/ui/forms/form-footer.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { useMember } from '../account-layout.tsx'
import { sessionsQuery } from '../api.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { SectionSkeleton } from '../skeletons.tsx'

/** The devices the member is signed in on, with buttons to sign out. */
export function Sessions() {
  const { user } = useMember()
  const { data, isError, refetch } = useQuery(sessionsQuery(user.id))
  const [asking, setAsking] = useState<'others' | 'global' | null>(null)
  const [now] = useState(() => serverInstant())
  if (isError && !data)
    return <ErrorState title="Deine Geräte konnten nicht geladen werden" onRetry={() => void refetch()} />
  if (!data) return <SectionSkeleton label="Deine Geräte werden geladen" />

  const endOthers = async () => {
    await signOut('others')
    await refetch()
    showToast({ title: 'Andere abgemeldet', text: 'Nur dieses Gerät bleibt angemeldet.' })
  }
  const endAll = async () => {
    await signOut('global')
    showToast({ title: 'Überall abgemeldet' })
  }
  return (
    <div className="grid gap-4">
      <ul>
        {data.map((session) => (
          <SessionRow key={session.id} session={session} now={now} />
        ))}
      </ul>
      {data.length === 1 && <p className="meta">Sonst bist du nirgends angemeldet.</p>}
      <div className="flex flex-wrap gap-2">
        {data.length > 1 && <Button onClick={() => setAsking('others')}>Andere abmelden</Button>}
        <Button variant="danger" onClick={() => setAsking('global')}>
          Überall abmelden
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={asking === 'others' ? 'Andere abmelden?' : 'Überall abmelden?'}
          text={
            asking === 'others'
              ? 'Auf allen anderen Geräten musst du dich neu anmelden.'
              : 'Auf allen Geräten, auch auf diesem hier, musst du dich neu anmelden.'
          }
          confirm="Abmelden"
          onConfirm={asking === 'others' ? endOthers : endAll}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  )
}

const isHandheld = (agent: string | null) => /Android|iPhone|iPad|HoTApp/.test(agent ?? '')

/** `zuletzt aktiv vor 3 Std.`; not for the current session, whose token may have been refreshed up to an hour ago. */
function activity({ is_current, refreshed_at }: AccountSession, now: string): string {
  if (is_current) return 'gerade aktiv'
  const age = relativeTime(refreshed_at, now)
  return `zuletzt aktiv ${age.charAt(0).toLowerCase()}${age.slice(1)}`
}

/** One device, with a button to sign it out unless it is the current one. */
function SessionRow({ session, now }: { session: AccountSession; now: string }) {
  const { user } = useMember()
  const queryClient = useQueryClient()
  const name = deviceName(session.user_agent)
  const { busy, failure, run } = useWrite(async () => {
    await rpc('end_session', { p_id: session.id })
    await queryClient.invalidateQueries({ queryKey: sessionsQuery(user.id).queryKey })
    showToast({ title: `${name} abgemeldet` })
  })
  return (
    <li className="flex flex-wrap items-center gap-3 border-t border-rule py-3 first:border-t-0">
      <Icon of={isHandheld(session.user_agent) ? Smartphone : Monitor} />
      <div className="min-w-0 flex-1">
        <h3 className="type-h4">{name}</h3>
        <p className="meta">{`${activity(session, now)}${session.ip ? ` · Netz ${session.ip}` : ''}`}</p>
        <FormFailure text={failure} />
      </div>
      {session.is_current ? (
        <Badge kind="outline">Dieses Gerät</Badge>
      ) : (
        <Button small onClick={() => void run()} busy={busy} aria-label={`${name} abmelden`}>
          Abmelden
        </Button>
      )}
    </li>
  )
}

type Pattern = readonly [RegExp, string]

/** Order matters: each of these user agents also contains the names of those below. */
const browsers: readonly Pattern[] = [
  [/\bHoT(App)?\//, 'HoT-App'],
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly Pattern[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const named = (patterns: readonly Pattern[], agent: string) => patterns.find(([pattern]) => pattern.test(agent))?.[1]

/** A device's name from its user agent: `Chrome auf Android`, or only the part that is known. */
export function deviceName(userAgent: string | null): string {
  const browser = named(browsers, userAgent ?? '')
  const system = named(systems, userAgent ?? '')
  if (browser && system) return `${browser} auf ${system}`
  return browser ?? system ?? 'Unbekanntes Gerät'
}
