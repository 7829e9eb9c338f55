import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { failureText } from './failure-text.ts'

type Options<Args, Answer> = {
  /** Texts of this write by refusal; `failureText` covers the others. */
  refusals?: Readonly<Record<string, string>> | undefined
  onDone?: (answer: Answer, args: Args) => unknown
  onFailed?: (error: unknown, args: Args) => void
}

/**
 * An action that takes a while and can fail, one run at a time: a second press while it runs does nothing.
 * `run` resolves with whether it worked; `failure` is the German message of the last attempt.
 */
export function useWrite<Args = void, Answer = unknown>(
  write: (args: Args) => Promise<Answer>,
  { refusals, onDone, onFailed }: Options<Args, Answer> = {},
) {
  const running = useRef(false)
  const mutation = useMutation<Answer, Error, Args>({
    mutationFn: write,
    // Without a network the write fails visibly instead of being sent hours later.
    networkMode: 'always',
    retry: false,
    onSuccess: (answer, args) => onDone?.(answer, args),
    onError: (error, args) => onFailed?.(error, args),
  })
  const run = async (args: Args): Promise<boolean> => {
    if (running.current) return false
    running.current = true
    try {
      await mutation.mutateAsync(args)
      return true
    } catch {
      // Shown by `failure`, or by `onFailed`.
      return false
    } finally {
      running.current = false
    }
  }
  const { isPending: busy, error } = mutation
  /** Clears the message once the person changes something. */
  const forget = () => {
    if (!running.current) mutation.reset()
  }
  return { busy, error, failure: error ? failureText(error, refusals) : null, run, forget }
}
