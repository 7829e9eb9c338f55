import { type ComponentProps, useState } from 'react'
import { Dialog } from './dialog.tsx'
import { DiscardQuestion } from './discard-question.tsx'

type Props = Omit<ComponentProps<typeof Dialog>, 'open' | 'onBack'> & {
  /** While it is sent the dialog stays. */
  busy: boolean
}

/** Text costs somebody effort; what is only picked is picked again with a tap. */
const isText = (target: EventTarget): boolean =>
  target instanceof Element && target.matches('textarea, input:not([type=checkbox], [type=radio])')

/**
 * A dialog with a form: once something was typed, Escape, the arrow back and a press outside ask before it is lost.
 * A button of the form that says `Abbrechen` was meant and calls `onClose` itself. Shown as long as it is rendered.
 */
export function FormDialog({ busy, onClose, children, ...rest }: Props) {
  const [isTyped, setTyped] = useState(false)
  const [asks, setAsks] = useState(false)
  const leave = () => {
    if (busy) return
    if (isTyped) setAsks(true)
    else onClose()
  }
  return (
    <>
      <Dialog open onClose={leave} {...rest}>
        <div className="contents" onInput={({ target }) => isText(target) && setTyped(true)}>
          {children}
        </div>
      </Dialog>
      {asks && <DiscardQuestion onDiscard={onClose} onKeep={() => setAsks(false)} />}
    </>
  )
}
