import { useSyncExternalStore } from 'react'

export type Unsubscribe = () => void

/** Notifies listeners of events. For state that lives elsewhere, such as storage or the document, and for plain events. */
export function createEmitter<Event = void>() {
  const listeners = new Set<(event: Event) => void>()
  return {
    emit(event: Event): void {
      for (const listener of [...listeners]) listener(event)
    },
    subscribe(listener: (event: Event) => void): Unsubscribe {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export type Store<Value> = {
  /** The value during server rendering and hydration. */
  readonly initial: Value
  get(): Value
  /** Values are replaced, never mutated: listeners are only notified of a different value. */
  set(next: Value): void
  subscribe(listener: () => void): Unsubscribe
}

/** State outside React, shared by components and other code. */
export function createStore<Value>(initial: Value): Store<Value> {
  let current = initial
  const { emit, subscribe } = createEmitter()
  return {
    initial,
    get: () => current,
    set(next) {
      if (Object.is(next, current)) return
      current = next
      emit()
    },
    subscribe,
  }
}

/** The value, or the part that `select` returns; the component re-renders when it changes. */
export function useStore<Value>(store: Store<Value>): Value
export function useStore<Value, Part>(store: Store<Value>, select: (value: Value) => Part): Part
export function useStore<Value>(store: Store<Value>, select: (value: Value) => unknown = (value) => value): unknown {
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.get()),
    () => select(store.initial),
  )
}
