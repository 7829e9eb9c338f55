import { useEffect } from 'react'
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

/** On a phone a dialog has its buttons where toasts otherwise appear. */
const besideDialog = () =>
  matchMedia('(width < 640px)').matches && document.querySelector('.dialog') ? 'top-center' : undefined

/** Top on native, bottom right on the web, at most three. */
export default function ToastHost() {
  useEffect(
    () =>
      connectToasts(({ title, text, kind }, duration) => {
        const options = { description: text, duration, unstyled: true, classNames, position: besideDialog() } as const
        if (kind === 'error') toast.error(title, options)
        else toast(title, options)
      }),
    [],
  )
  return (
    <Toaster
      position={isNative ? 'top-center' : 'bottom-right'}
      visibleToasts={3}
      expand
      offset={{ top: belowHeader, bottom: 'calc(var(--consent-h, 0px) + 24px)' }}
      mobileOffset={{
        top: belowHeader,
        bottom: 'calc(var(--toast-rise, var(--bottom-bar-h)) + var(--safe-bottom, 0px) + 12px)',
      }}
      containerAriaLabel="Meldungen"
      icons={{ error: null }}
    />
  )
}
