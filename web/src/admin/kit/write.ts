import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useWrite as useSingleWrite } from '#web/lib/api/rpc/use-write.ts'

/** German texts by refusal, as our SQL names it. */
export type Refusals = Readonly<Record<string, string>>

type Options<Args, Answer> = {
  /** Texts of this action by refusal; others have one in `failureText`. */
  refusals?: Refusals | undefined
  /** Toast, navigation: once it is stored, before anything is fetched again. */
  onDone?: (answer: Answer, args: Args) => unknown
  /** Keys of what is fetched again afterwards; without it everything, because public pages may show it too. */
  affects?: readonly QueryKey[]
}

const everything: readonly QueryKey[] = [[]]

/**
 * A write of the team, once at a time: a second press while it runs does nothing. Afterwards what it
 * affects is fetched again. `run` resolves with whether it worked; the failure stands beside the button.
 */
export function useWrite<Args = void, Answer = unknown>(
  write: (args: Args) => Promise<Answer>,
  { refusals, onDone, affects = everything }: Options<Args, Answer> = {},
) {
  const client = useQueryClient()
  return useSingleWrite(write, {
    refusals,
    onDone: async (answer, args) => {
      await onDone?.(answer, args)
      for (const queryKey of affects) void client.invalidateQueries({ queryKey })
    },
  })
}

type Stored<Fields> = { readonly [Name in keyof Fields]: Fields[Name] | null }

/** What is stored, as a form holds it: where nothing is, an empty text, or what `beginning` says. */
export const storedFields = <Fields extends object>(
  shape: { readonly [Name in keyof Fields]: unknown },
  stored: Stored<Fields> | null,
  beginning: Partial<Fields>,
) =>
  Object.fromEntries(
    (Object.keys(shape) as (keyof Fields)[]).map((name) => [name, stored?.[name] ?? beginning[name] ?? '']),
  ) as Fields
