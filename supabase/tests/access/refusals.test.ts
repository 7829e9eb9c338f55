import { expect, test } from 'vitest'
import { callSql, callsOf, isTextType } from '../support/calls.ts'
import { useHarness } from '../support/harness.ts'
import { createWorld } from '../support/world.ts'

const harness = useHarness(createWorld)

/** What a constraint refuses but most checks in words do not expect. */
const odd = ['x', '-', 'x'.repeat(1500)]

test(
  'no function answers a refusal with the row that was to be stored',
  harness(async (t) => {
    const leaking: string[] = []
    for (const call of await callsOf(t))
      for (const parameter of call.parameters.filter(({ type }) => isTextType(type) && !type.startsWith('json')))
        for (const value of odd)
          for (const person of ['member', 'admin'] as const) {
            const given = parameter.type.endsWith('[]') ? [value] : value
            const { sql, params } = callSql(call, { [parameter.name]: given })
            const { error } = await t.tried(person, sql, params)
            if (/Failing row/.test(error?.detail ?? ''))
              leaking.push(`${call.name}(${parameter.name}) ${error?.message}`)
          }
    expect([...new Set(leaking)]).toEqual([])
  }),
  120_000,
)
