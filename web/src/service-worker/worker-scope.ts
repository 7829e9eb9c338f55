import type { PageMessage } from './worker-messages.ts'

/**
 * Types of the service worker API. TypeScript's `webworker` library cannot be combined with `dom` in one program
 * without changing the globals of every file, so the few parts in use are declared here.
 */
type Extendable = Event & { waitUntil(work: Promise<unknown>): void }

type PageClient = {
  readonly url: string
  navigate(url: string): Promise<unknown>
  focus(): Promise<unknown>
  postMessage(message: PageMessage): void
}

type Windows = { type: 'window'; includeUncontrolled: boolean }

export type FetchEvent = Extendable & {
  readonly request: Request
  /** For navigations: the page being opened. */
  readonly resultingClientId: string
  /** For navigations: the answer to the browser's preload request, sent while the worker was starting. */
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}

/** A rule that the browser follows without starting the worker (Static Routing API); not every browser has them. */
type Route = { condition: { urlPattern: string }; source: 'network' | { cacheName: string } }

type WorkerEvents = {
  install: Extendable & { addRoutes?(routes: readonly Route[]): Promise<void> }
  activate: Extendable
  fetch: FetchEvent
  message: Extendable & MessageEvent<unknown>
  push: Extendable & { readonly data: { text(): string } | null }
  notificationclick: Extendable & { readonly notification: Notification }
}

export type WorkerScope = {
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    claim(): Promise<void>
    get(id: string): Promise<PageClient | undefined>
    matchAll(wanted: Windows): Promise<readonly PageClient[]>
    openWindow(url: string): Promise<unknown>
  }
  readonly location: Location
  skipWaiting(): Promise<void>
  addEventListener<Kind extends keyof WorkerEvents>(kind: Kind, listener: (event: WorkerEvents[Kind]) => void): void
}
