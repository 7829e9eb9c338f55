import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'

/** German texts by refusal, as our SQL names it. */
export type Refusals = Readonly<Record<string, string>>

type Options<Args, Answer> = {
  /** Texts of this action by refusal; others have one in `failureText`. */
  refusals?: Refusals | undefined
  /** Toast, navigation: once it is stored, before anything is fetched again. */
  onDone?: (answer: Answer, args: Args) => unknown
}

/**
 * A write of the team, once at a time: a second press while it runs does nothing. Afterwards everything is fetched again,
 * because public pages show it too. `run` resolves with whether it worked; the failure stands beside the button.
 */
export function useWrite<Args = void, Answer = unknown>(
  write: (args: Args) => Promise<Answer>,
  { refusals, onDone }: Options<Args, Answer> = {},
) {
  const client = useQueryClient()
  const running = useRef(false)
  const mutation = useMutation({
    mutationFn: write,
    // Offline the person is told, instead of a decision being sent hours later.
    networkMode: 'always',
    retry: false,
    onSuccess: async (answer, args) => {
      await onDone?.(answer, args)
      void client.invalidateQueries()
    },
  })
  const run = async (args: Args): Promise<boolean> => {
    if (running.current) return false
    running.current = true
    return await mutation
      .mutateAsync(args)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        running.current = false
      })
  }
  return {
    busy: mutation.isPending,
    error: mutation.error,
    failure: mutation.error ? failureText(mutation.error, refusals) : null,
    run,
    forget: mutation.reset,
  }
}
