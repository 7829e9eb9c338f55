import * as Radix from '@radix-ui/react-dialog'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import X from 'lucide-react/icons/x'
import { type ComponentProps, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Button } from '../controls/button.tsx'
import { FormFailure } from '../forms/form-footer.tsx'
import { focusRefuge, isShown, refugesOf } from '../hooks/focus-refuge.ts'
import { Icon } from '../media/icon.tsx'
import { useOverlayHistory } from './overlay-history.ts'
import './dialog.css'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** For several screens: an arrow before the title. Without it, a × behind it closes. */
  onBack?: () => void
  wide?: boolean
  /** Gets the initial focus; the button in the head by default. */
  startAt?: RefObject<HTMLElement | null>
  /** Whether something was typed that `onClose` asks about. */
  isTyped?: boolean
  /** False for a question about leaving the page. */
  hasStep?: boolean
  children: ReactNode
}

/** Toasts lie above the dialog; swiping one away must not close the dialog. */
const isToast = (target: EventTarget | null) => target instanceof Element && target.closest('[data-sonner-toaster]')

/** A field that does something with Escape itself, such as closing its list of proposals. */
const usesEscape = (target: EventTarget | null) => target instanceof Element && target.matches('[data-escape=own]')

/**
 * Returns the focus to the opener, because Radix does so for its own triggers only. If a menu that has closed contained
 * the opener, its button gets the focus; if the dialog has removed it, what stood beside it does. A dialog that opened by
 * itself, or whose opener is gone with all around it, leaves the focus on the title of the page and never on `body`.
 */
function restoreFocus({ element, refuges }: Opener): void {
  const target = element && isShown(element) ? element : element?.closest('details')?.querySelector('summary')
  if (target instanceof HTMLElement && target.isConnected) target.focus()
  else focusRefuge(refuges)
  if (document.activeElement === document.body) focusRefuge([...document.querySelectorAll('main h1')])
}

type Opener = { element: Element | null; refuges: Element[] }

/** Of dialogs that are closing, until they have given the focus back. */
const closing = new Set<Opener>()

/**
 * From where a dialog was opened. One that opens in another's place (what became of a form, a question instead of it) gives
 * the focus back where that one would have: what had it is gone by now.
 */
function openerOf(element: Element | null): Opener {
  const isLeft = !element || element === document.body || element.closest('.dialog[data-state=closed]') !== null
  const left = isLeft ? [...closing] : []
  const taken = left.find((one) => one.element && isShown(one.element)) ?? left[0]
  if (!taken) return { element, refuges: element ? refugesOf(element) : [] }
  closing.clear()
  return taken
}

/** Where the focus begins: in the first field, so that people can type at once. */
const firstField = (content: EventTarget | null) =>
  content instanceof Element
    ? content.querySelector<HTMLElement>('input:not([type=hidden], [type=file], [hidden]), textarea, select')
    : null

/**
 * A modal dialog: at the bottom on phones, centred on larger screens. Escape, Back and a press outside close it.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, onBack, wide, startAt, isTyped, hasStep, children } = props
  const opener = useRef<Opener>({ element: null, refuges: [] })
  useOverlayHistory(open, { close: onClose, isTyped: () => isTyped === true, hasStep })
  useLayoutEffect(() => {
    if (!open) return
    return () => {
      closing.add(opener.current)
    }
  }, [open])
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content
          className={classNames('dialog', wide && 'dialog-wide')}
          onOpenAutoFocus={(event) => {
            opener.current = openerOf(document.activeElement)
            const start = startAt?.current ?? firstField(event.target)
            if (!start) return
            event.preventDefault()
            start.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // Taken over by the dialog in its place.
            if (closing.delete(opener.current)) restoreFocus(opener.current)
          }}
          onEscapeKeyDown={(event) => usesEscape(event.target) && event.preventDefault()}
          onInteractOutside={(event) => isToast(event.target) && event.preventDefault()}
          // Radix warns unless a missing description is explicit.
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className="dialog-head">
            {onBack && (
              <button type="button" className="icon-btn" aria-label="Zurück" onClick={onBack}>
                <Icon of={ArrowLeft} />
              </button>
            )}
            <Radix.Title className="type-h3">{title}</Radix.Title>
            {!onBack && (
              <button type="button" className="icon-btn" aria-label="Schließen" onClick={onClose}>
                <Icon of={X} />
              </button>
            )}
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
  hasStep?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Confirmation before something that is hard to undo. It is open as long as it is rendered. */
export function ConfirmDialog({ title, text, confirm, cancel = 'Abbrechen', ...props }: ConfirmProps) {
  const { danger = true, busy, failure, hasStep, onConfirm, onClose } = props
  return (
    <Dialog open onClose={() => !busy && onClose()} title={title} description={text} hasStep={hasStep}>
      <FormFailure text={failure} />
      <div className="flex flex-wrap gap-2">
        <Button variant={danger ? 'danger' : 'strong'} onClick={onConfirm} busy={busy}>
          {confirm}
        </Button>
        <Button onClick={onClose} busy={busy}>
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
      hasStep={false}
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

type FormDialogProps = Omit<ComponentProps<typeof Dialog>, 'open' | 'onBack' | 'isTyped'> & {
  /** While busy, the dialog stays open. */
  busy: boolean
  /** It begins with what was typed before. */
  hasDraft?: boolean
}

/** Only typed text is worth a confirmation; selections are easily repeated. */
const isText = (target: EventTarget): boolean =>
  target instanceof Element && target.matches('textarea, input:not([type=checkbox], [type=radio])')

/**
 * A dialog with a form. Once something was typed, Escape, Back, the × and a press outside show a confirmation first;
 * an `Abbrechen` button calls `onClose` directly. The dialog is open as long as it is rendered.
 */
export function FormDialog({ busy, hasDraft = false, onClose, children, ...rest }: FormDialogProps) {
  const [isTyped, setTyped] = useState(hasDraft)
  const [isAsking, setAsking] = useState(false)
  const leave = () => {
    if (busy) return
    if (isTyped) setAsking(true)
    else onClose()
  }
  return (
    <>
      <Dialog open onClose={leave} isTyped={isTyped} {...rest}>
        <div className="contents" onInput={({ target }) => isText(target) && setTyped(true)}>
          {children}
        </div>
      </Dialog>
      {isAsking && <DiscardQuestion onDiscard={onClose} onStay={() => setAsking(false)} />}
    </>
  )
}
