import type { MemberRef } from '@hot/domain/contract/parts'
import { useState } from 'react'
import { PlainButton } from '#web/ui/controls/button.tsx'
import { sayNotLoaded } from '#web/ui/feedback/announce.ts'
import { useLazyModule } from '#web/ui/hooks/use-lazy-module.ts'
import { PopoverMenu } from '#web/ui/overlays/popover-menu.tsx'
import { useBlock } from './blocks.tsx'

type Props = {
  member: MemberRef
  /** The accessible name of the button. */
  label: string
  /** Further entries, as `<button>`s. */
  children?: React.ReactNode
}

const loadDialogs = () => import('#web/ui/overlays/dialog.tsx')

/** A menu about another member: mute, block, and the entries given. */
export function MemberMenu({ member, label, children }: Props) {
  const { current, busy, change } = useBlock(member)
  const [asking, setAsking] = useState(false)
  const [notLoaded] = useState(() => () => {
    setAsking(false)
    sayNotLoaded()
  })
  const dialogs = useLazyModule(asking, loadDialogs, notLoaded)
  const { nickname } = member
  return (
    <>
      <PopoverMenu label={label}>
        {children}
        {current === 'mute' ? (
          <PlainButton busy={busy} onClick={() => change(null)}>
            Nicht mehr stumm
          </PlainButton>
        ) : (
          current === null && (
            <PlainButton busy={busy} onClick={() => change('mute')}>
              {`${nickname} stummschalten`}
            </PlainButton>
          )
        )}
        {current === 'block' ? (
          <PlainButton busy={busy} onClick={() => change(null)}>
            Blockierung aufheben
          </PlainButton>
        ) : (
          <PlainButton busy={busy} onClick={() => setAsking(true)}>
            {`${nickname} blockieren`}
          </PlainButton>
        )}
      </PopoverMenu>
      {asking && dialogs && (
        <dialogs.ConfirmDialog
          title={`${nickname} blockieren?`}
          text="Ihr hört nichts mehr voneinander. Antworten kann dir die Person nicht mehr, und was sie schreibt, siehst du nur eingeklappt. Wir sagen es niemandem."
          confirm="Blockieren"
          busy={busy}
          failure={null}
          onConfirm={() => {
            change('block')
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
