import { useState } from 'react'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { ConfirmDialog } from '../kit/dialogs.tsx'
import { memberRefusals } from './texts.ts'

const countOfAccounts = (count: number) => (count === 1 ? '1 Account' : `${formatCount(count)} Accounts`)

/** Bans accounts one after the other and removes what they wrote; returns how many, and the first failure. */
async function banSpammers(members: readonly string[]): Promise<{ banned: number; failure: unknown }> {
  let [banned, failure]: [number, unknown] = [0, null]
  for (const member of members) {
    try {
      await rpc('admin_ban_spammer', { p_id: member })
      banned += 1
    } catch (error) {
      failure ??= error
    }
  }
  return { banned, failure }
}

type Props = { members: readonly string[]; onDone: () => unknown }

/** Bans many accounts as spam, after one question. */
export function BulkSpam({ members, onDone }: Props) {
  const [asking, setAsking] = useState(false)
  const ban = async () => {
    const { banned, failure } = await banSpammers(members)
    if (banned > 0) showToast({ title: `${countOfAccounts(banned)} gesperrt und aufgeräumt` })
    if (failure) showToast({ kind: 'error', title: failureText(failure, memberRefusals) })
    await onDone()
  }
  return (
    <>
      <Button small variant="danger" onClick={() => setAsking(true)}>
        Spam: {countOfAccounts(members.length)} sperren
      </Button>
      {asking && (
        <ConfirmDialog
          title={`${countOfAccounts(members.length)} als Spam sperren?`}
          text="Jeder dieser Accounts verliert alle Beiträge und Kommentare. Dreißig Tage lang lässt sich das in der Akte zurücknehmen."
          confirm="Sperren und entfernen"
          danger
          onConfirm={ban}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
