import { createStore } from '#web/create-store.ts'

/** How long a toast stays, in milliseconds. */
const durations = { app: 3500, signIn: 4000 } as const

export type ToastMessage = {
  title: string
  text?: string
  kind?: 'info' | 'error'
  /** Determines the duration: longer for sign-in than the app's default. */
  from?: keyof typeof durations
}

type ShowSonnerToast = (message: ToastMessage, duration: number) => void

/** For the app shell: whether the toast host has been requested. */
export const toastsWanted = createStore(false)
let waiting: ToastMessage[] = []
let show: ShowSonnerToast | undefined

const display = (message: ToastMessage) => show?.(message, durations[message.from ?? 'app'])

/** Shows a short message. The first one loads the toast library, which is not part of the initial page. */
export function showToast(message: ToastMessage): void {
  if (show) {
    display(message)
    return
  }
  waiting.push(message)
  toastsWanted.set(true)
}

/** Preloads the toast library, because it could not be loaded when offline. */
export function expectToasts(): void {
  if (!show) toastsWanted.set(true)
}

/** For the app shell, when the host could not be loaded. */
export function dropWaitingToasts(): void {
  waiting = []
  toastsWanted.set(false)
}

/** For the toast host: connects it and passes on the queued messages. Returns the disconnect function. */
export function connectToasts(showNow: ShowSonnerToast): () => void {
  show = showNow
  for (const message of waiting) display(message)
  waiting = []
  return () => {
    show = undefined
  }
}
