import { berlinDay } from '@hot/domain/time/berlin-time'
import { longDay } from '@hot/domain/time/german-date'
import { useQueryClient } from '@tanstack/react-query'
import Smartphone from 'lucide-react/icons/smartphone'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { Icon } from '#web/ui/media/icon.tsx'
import { accountKey } from '../account-queries.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { useMember } from '../member.tsx'
import { useIdentityCheck } from '../security/use-identity-check.tsx'
import { type Factor, removeFactor } from './two-factor-queries.ts'

/** A device that makes codes. Without the last one the account is back to its password alone. */
export function FactorRow({ factor, last }: { factor: Factor; last: boolean }) {
  const { user } = useMember()
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState(false)
  const { guard, dialog } = useIdentityCheck()
  const remove = async () => {
    if (!(await guard(() => removeFactor(factor.id)))) return
    await queryClient.invalidateQueries({ queryKey: accountKey(user.id) })
    showToast({ title: `${factor.name} entfernt`, text: last ? 'Zwei-Faktor ist jetzt aus.' : 'Die anderen bleiben.' })
  }
  return (
    <li className="flex items-center gap-3 border-t border-rule py-3">
      <Icon of={Smartphone} />
      <div className="min-w-0 flex-1">
        <h3 className="type-h4 wrap-anywhere">{factor.name}</h3>
        <p className="meta">seit {longDay(berlinDay(factor.addedAt))}</p>
      </div>
      <Button variant="danger" small onClick={() => setAsking(true)} aria-label={`${factor.name} entfernen`}>
        Entfernen
      </Button>
      {asking && (
        <ConfirmDialog
          title={`${factor.name} entfernen?`}
          text={
            last
              ? 'Danach schützt nur noch dein Passwort den Account.'
              : 'Codes von diesem Gerät gelten dann nicht mehr.'
          }
          confirm="Entfernen"
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
      {dialog}
    </li>
  )
}
