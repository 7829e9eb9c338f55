import { createStore } from '#web/create-store.ts'

/** How long a toast stays, in milliseconds. */
const durations = { app: 3500, signIn: 4000 } as const

export type ToastMessage = {
  title: string
  text?: string
  kind?: 'info' | 'error'
  /** Decides how long it stays: signing in is longer than the app's default. */
  from?: keyof typeof durations
}

type ShowSonnerToast = (message: ToastMessage, duration: number) => void

/** For the shell: whether anything has asked for the toast host. */
export const toastsWanted = createStore(false)
let waiting: ToastMessage[] = []
let show: ShowSonnerToast | undefined

const display = (message: ToastMessage) => show?.(message, durations[message.from ?? 'app'])

/** Shows a short message. The first one loads the toast library; no page carries it from the start. */
export function showToast(message: ToastMessage): void {
  if (show) {
    display(message)
    return
  }
  waiting.push(message)
  toastsWanted.set(true)
}

/** Loads the toast library before there is anything to say: without a network it could not be loaded any more. */
export function expectToasts(): void {
  if (!show) toastsWanted.set(true)
}

/** For the shell: the host could not be loaded. */
export function dropWaitingToasts(): void {
  waiting = []
  toastsWanted.set(false)
}

/** For the toast host: from now on messages go to it, first those that waited. Returns what disconnects it. */
export function connectToasts(showNow: ShowSonnerToast): () => void {
  show = showNow
  for (const message of waiting) display(message)
  waiting = []
  return () => {
    show = undefined
  }
}
