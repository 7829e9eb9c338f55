import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { useWrite as useSingleWrite } from '#web/lib/api/rpc/use-write.ts'

/** German texts by refusal, as our SQL names it. */
export type Refusals = Readonly<Record<string, string>>

/** Texts by refusal; of the one error where the database words it. */
export type RefusalTexts = Refusals | ((error: Error) => Refusals)

type Options<Args, Answer> = {
  /** Texts of this action; others have one in `failureText`. */
  refusals?: RefusalTexts | undefined
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
  const single = useSingleWrite(write, {
    onDone: async (answer: Answer, args: Args) => {
      await onDone?.(answer, args)
      for (const queryKey of affects) void client.invalidateQueries({ queryKey })
    },
  })
  const { error } = single
  const texts = typeof refusals === 'function' ? error && refusals(error) : refusals
  return { ...single, failure: error && failureText(error, texts ?? {}) }
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
