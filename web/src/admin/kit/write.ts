import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { useWrite as useSingleWrite } from '#web/lib/api/rpc/use-write.ts'
import { requestSignInAgain } from '#web/lib/auth/viewer/sign-in-request.ts'
import { viewer } from '#web/lib/auth/viewer/viewer.ts'

/** German messages by refusal hint of our SQL, where a screen knows more than the sentence of the refusal says. */
export type Refusals = Readonly<Record<string, string>>

type Options<Args, Answer> = {
  /** Messages specific to this action; others are in `failureText`. */
  refusals?: Refusals | undefined
  /** For toast or navigation; runs after storing, before anything is refetched. */
  onDone?: (answer: Answer, args: Args) => unknown
  /** Query keys to invalidate afterwards; everything by default, because public pages may show it too. */
  affects?: readonly QueryKey[]
}

const everything: readonly QueryKey[] = [[]]

/**
 * A write by staff, one at a time: a second press while it runs does nothing. Afterwards what it
 * affects is refetched. `run` resolves with whether it worked; the failure is shown beside the button.
 */
export function useWrite<Args = void, Answer = unknown>(
  write: (args: Args) => Promise<Answer>,
  { refusals, onDone, affects = everything }: Options<Args, Answer> = {},
) {
  const client = useQueryClient()
  const asking = (args: Args) =>
    write(args).catch((error: unknown) => {
      if (viewer().state === 'guest') requestSignInAgain()
      throw error
    })
  const single = useSingleWrite(asking, {
    onDone: async (answer: Answer, args: Args) => {
      await onDone?.(answer, args)
      for (const queryKey of affects) void client.invalidateQueries({ queryKey })
    },
  })
  const { error } = single
  return { ...single, failure: error && failureText(error, refusals) }
}

type Stored<Fields> = { readonly [Name in keyof Fields]: Fields[Name] | null }

/** Stored values as form fields: missing ones become an empty text, or the value from `defaults`. */
export const storedFields = <Fields extends object>(
  shape: { readonly [Name in keyof Fields]: unknown },
  stored: Stored<Fields> | null,
  defaults: Partial<Fields>,
) =>
  Object.fromEntries(
    (Object.keys(shape) as (keyof Fields)[]).map((name) => [name, stored?.[name] ?? defaults[name] ?? '']),
  ) as Fields

/** As many rows as the database takes in one call. */
const batchMax = 200

/** The items in parts of as many as the database takes in one call. */
export const batchesOf = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / batchMax) }, (_, at) => items.slice(at * batchMax, (at + 1) * batchMax))
