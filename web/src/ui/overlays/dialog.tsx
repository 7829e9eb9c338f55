import * as Radix from '@radix-ui/react-dialog'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { type ReactNode, type RefObject, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../media/icon.tsx'
import './dialog.css'

type Props = {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** Back arrow beside the title; closes unless told otherwise. */
  onBack?: () => void
  wide?: boolean
  /** Where the focus goes first; the back arrow otherwise. */
  startAt?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** Toasts lie above the dialog; wiping one away is no wish to leave. */
const isToast = (target: EventTarget | null) => target instanceof Element && target.closest('[data-sonner-toaster]')

/** To where it came from; Radix knows only buttons of its own. An entry of a menu that has closed stands behind its button. */
function giveFocusBack(opener: Element | null): void {
  const place = opener?.checkVisibility() ? opener : opener?.closest('details')?.querySelector('summary')
  if (place instanceof HTMLElement) place.focus()
}

/** A sheet from below on phones, in the middle of larger screens. Escape and a press outside close it. */
export function Dialog({ open, onClose, title, description, onBack = onClose, wide, startAt, children }: Props) {
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
            giveFocusBack(opener.current)
          }}
          onInteractOutside={(event) => isToast(event.target) && event.preventDefault()}
          // Radix warns unless a missing description is stated.
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
