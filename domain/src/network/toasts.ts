export const toastsVisibleMax = 3
/** Toasts of the app. */
export const toastAppMs = 3500
/** Toasts of signing in and registering. */
export const toastSignInMs = 4000
/** The second system's default, for a toast that names no duration. */
export const toastDefaultMs = 5000

export type ToastPosition = 'top-center' | 'bottom-right'

/** At the top on native, bottom right on the web. */
export function toastPosition(native: boolean): ToastPosition {
  return native ? 'top-center' : 'bottom-right'
}
