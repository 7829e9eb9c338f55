import { createStore } from '#web/create-store.ts'

/** How long a toast stays, in milliseconds: those of the app and those of signing in have a default each. */
const durations = { app: 3500, signIn: 5000 } as const
/** For toasts that tell how signing in or registering ended. */
export const signInOutcomeMs = 4000

export type ToastMessage = {
  title: string
  text?: string
  kind?: 'info' | 'error'
  /** Determines the duration unless one is named: longer for sign-in than the app's default. */
  from?: keyof typeof durations
  durationMs?: number
}

type ShowSonnerToast = (message: ToastMessage, duration: number) => void

/** For the app shell: whether the toast host has been requested. */
export const toastsWanted = createStore(false)
let queued: ToastMessage[] = []
let show: ShowSonnerToast | undefined

const display = (message: ToastMessage) => show?.(message, message.durationMs ?? durations[message.from ?? 'app'])

/** Shows a short message. The first one loads the toast library, which is not part of the initial page. */
export function showToast(message: ToastMessage): void {
  if (show) {
    display(message)
    return
  }
  queued.push(message)
  toastsWanted.set(true)
}

/** Loads the toast library ahead of the first message, because it could not be loaded once offline. */
export function preloadToasts(): void {
  if (!show) toastsWanted.set(true)
}

/** For the app shell: drops the queued messages when the host could not be loaded; the next message loads it again. */
export function dropQueuedToasts(): void {
  queued = []
  toastsWanted.set(false)
}

/** For the toast host: connects it and passes on the queued messages. Returns the disconnect function. */
export function connectToasts(showNow: ShowSonnerToast): () => void {
  show = showNow
  for (const message of queued) display(message)
  queued = []
  return () => {
    show = undefined
  }
}
