import type { LucideIcon } from 'lucide-react'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Icon } from '../media/icon.tsx'
import { useOverlayHistory } from './overlay-history.ts'
import './popover-menu.css'

type Props = {
  /** The accessible name of the button. */
  label: string
  /** In place of three dots, where two menus stand side by side. */
  icon?: LucideIcon
  /** `<button>`s. */
  children: ReactNode
}

/** A button, with three dots by default, that opens a small menu. Choosing an entry and Back close it. */
export function PopoverMenu({ label, icon = Ellipsis, children }: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  useOverlayHistory(isOpen, { close: () => menu.current?.hidePopover() })
  const close = () => {
    menu.current?.hidePopover()
    button.current?.focus()
  }
  const place = () => {
    const { right = 0, bottom = 0, top = 0 } = button.current?.getBoundingClientRect() ?? {}
    const { clientWidth, clientHeight } = document.documentElement
    // A popover is in the top layer, so it has to be positioned: where there is more room.
    const [fromTop, fromBottom] =
      bottom > clientHeight / 2 ? ['auto', `${clientHeight - top}px`] : [`${bottom}px`, 'auto']
    menu.current?.style.setProperty('inset', `${fromTop} ${clientWidth - right}px ${fromBottom} auto`)
  }
  return (
    <>
      <button ref={button} type="button" className="icon-btn" aria-label={label} popoverTarget={id} onClick={place}>
        <Icon of={icon} />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="popover-menu"
        onClickCapture={close}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {children}
      </div>
    </>
  )
}
