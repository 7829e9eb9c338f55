import * as Radix from '@radix-ui/react-dialog'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { type ComponentProps, type ReactNode, type RefObject, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Button } from '../controls/button.tsx'
import { FormFailure } from '../forms/form-footer.tsx'
import { Icon } from '../media/icon.tsx'
import './dialog.css'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** Back arrow beside the title; closes by default. */
  onBack?: () => void
  wide?: boolean
  /** Gets the initial focus; the back arrow by default. */
  startAt?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** Toasts lie above the dialog; swiping one away must not close the dialog. */
const isToast = (target: EventTarget | null) => target instanceof Element && target.closest('[data-sonner-toaster]')

/**
 * Returns the focus to the opener, because Radix does so for its own triggers only. If a menu that has closed contained
 * the opener, its button gets the focus.
 */
function restoreFocus(opener: Element | null): void {
  const target = opener?.checkVisibility() ? opener : opener?.closest('details')?.querySelector('summary')
  if (target instanceof HTMLElement) target.focus()
}

/** A modal dialog: at the bottom on phones, centred on larger screens. Escape and a press outside close it. */
export function Dialog({ open, onClose, title, description, onBack = onClose, wide, startAt, children }: DialogProps) {
  const opener = useRef<Element | null>(null)
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content
          className={classNames('dialog', wide && 'dialog-wide')}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement
            if (!startAt?.current) return
            event.preventDefault()
            startAt.current.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            restoreFocus(opener.current)
          }}
          onInteractOutside={(event) => isToast(event.target) && event.preventDefault()}
          // Radix warns unless a missing description is explicit.
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className="dialog-head">
            <button type="button" className="icon-btn" aria-label="Zurück" onClick={onBack}>
              <Icon of={ArrowLeft} />
            </button>
            <Radix.Title className="type-h3">{title}</Radix.Title>
          </div>
          {description && <Radix.Description>{description}</Radix.Description>}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type ConfirmProps = {
  title: ReactNode
  /** What confirming does. */
  text: ReactNode
  /** The confirm button: `Löschen`. */
  confirm: ReactNode
  /** The cancel button. */
  cancel?: string
  danger?: boolean
  /** While busy, the buttons are disabled and the dialog stays open. */
  busy: boolean
  failure: string | null
  onConfirm: () => void
  onClose: () => void
}

/** Confirmation before something that is hard to undo. It is open as long as it is rendered. */
export function ConfirmDialog({ title, text, confirm, cancel = 'Abbrechen', ...props }: ConfirmProps) {
  const { danger = true, busy, failure, onConfirm, onClose } = props
  return (
    <Dialog open onClose={() => !busy && onClose()} title={title} description={text}>
      <FormFailure text={failure} />
      <div className="flex flex-wrap gap-2">
        <Button variant={danger ? 'danger' : 'strong'} onClick={onConfirm} disabled={busy}>
          {confirm}
        </Button>
        <Button onClick={onClose} disabled={busy}>
          {cancel}
        </Button>
      </div>
    </Dialog>
  )
}

type DiscardProps = { onDiscard: () => void; onStay: () => void }

/** Confirmation before typed text is discarded. */
export function DiscardQuestion({ onDiscard, onStay }: DiscardProps) {
  return (
    <ConfirmDialog
      title="Eingaben verwerfen?"
      text="Was du hier eingetragen hast, geht dann verloren."
      confirm="Verwerfen"
      cancel="Weiter bearbeiten"
      busy={false}
      failure={null}
      onConfirm={onDiscard}
      onClose={onStay}
    />
  )
}

type FormDialogProps = Omit<ComponentProps<typeof Dialog>, 'open' | 'onBack'> & {
  /** While busy, the dialog stays open. */
  busy: boolean
}

/** Only typed text is worth a confirmation; selections are easily repeated. */
const isText = (target: EventTarget): boolean =>
  target instanceof Element && target.matches('textarea, input:not([type=checkbox], [type=radio])')

/**
 * A dialog with a form. Once something was typed, Escape, the back arrow and a press outside show a confirmation first;
 * an `Abbrechen` button calls `onClose` directly. The dialog is open as long as it is rendered.
 */
export function FormDialog({ busy, onClose, children, ...rest }: FormDialogProps) {
  const [isTyped, setTyped] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const leave = () => {
    if (busy) return
    if (isTyped) setAsking(true)
    else onClose()
  }
  return (
    <>
      <Dialog open onClose={leave} {...rest}>
        <div className="contents" onInput={({ target }) => isText(target) && setTyped(true)}>
          {children}
        </div>
      </Dialog>
      {isAsking && <DiscardQuestion onDiscard={onClose} onStay={() => setAsking(false)} />}
    </>
  )
}
