import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { SpamDialog } from './spam-dialog.tsx'

const countOfAccounts = (count: number) => (count === 1 ? '1 Account' : `${formatCount(count)} Accounts`)

type Props = { members: readonly string[]; onDone: () => unknown }

/** Bans many accounts as spam, after one question. */
export function BulkSpam({ members, onDone }: Props) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button small variant="danger" onClick={() => setAsking(true)}>
        Spam: {countOfAccounts(members.length)} sperren
      </Button>
      {asking && <SpamDialog members={members} onDone={onDone} onClose={() => setAsking(false)} />}
    </>
  )
}
