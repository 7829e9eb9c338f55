import { useEffect, useSyncExternalStore } from 'react'
import { Toaster, toast } from 'sonner'
import { isNative } from '#web/platform/device/device.ts'
import { connectToasts } from '#web/ui/feedback/toasts.ts'

const classNames = {
  toast: 'toast',
  error: 'toast-error',
  title: 'font-bold',
}

/** In the shells: below the status bar or notch, and the header's buttons. */
const belowHeader = 'calc(var(--header-h) + var(--safe-top, 0px) + 12px)'

/** A dialog has its buttons where toasts otherwise appear, unless there is room beside it. */
const isDialogInTheWay = () => matchMedia('(width < 1024px)').matches && document.querySelector('.dialog') !== null

/** Dialogs are children of the body. */
function watchDialogs(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.body, { childList: true })
  return () => observer.disconnect()
}

/**
 * There is nothing to press in a toast, and the list gives a focus that leaves it back to where it came from: the keyboard
 * would go in circles at the end of the page. Alt T leads to the list. Returns the cleanup.
 */
function keepOutOfTabs(host: HTMLElement | null): (() => void) | undefined {
  if (!host) return
  const observer = new MutationObserver(() => {
    for (const item of host.querySelectorAll('li')) item.tabIndex = -1
  })
  observer.observe(host, { childList: true, subtree: true })
  return () => observer.disconnect()
}

/**
 * Top on native, bottom right on the web, at most three. While a dialog is open on a smaller screen they are above it,
 * also those that were there before.
 */
export default function ToastHost() {
  const isAbove = useSyncExternalStore(watchDialogs, isDialogInTheWay)
  const top = isAbove ? 'calc(var(--safe-top, 0px) + 8px)' : belowHeader
  useEffect(
    () =>
      connectToasts(({ title, text, kind }, duration) => {
        const options = { description: text, duration, unstyled: true, classNames }
        if (kind === 'error') toast.error(title, options)
        else toast(title, options)
      }),
    [],
  )
  return (
    <div ref={keepOutOfTabs} className="contents">
      <Toaster
        position={isNative || isAbove ? 'top-center' : 'bottom-right'}
        visibleToasts={3}
        expand
        offset={{ top, bottom: 'calc(var(--consent-h, 0px) + 24px)' }}
        mobileOffset={{
          top,
          bottom: 'calc(var(--toast-rise, var(--bottom-bar-h)) + var(--safe-bottom, 0px) + 12px)',
        }}
        containerAriaLabel="Meldungen"
        icons={{ error: null }}
      />
    </div>
  )
}
