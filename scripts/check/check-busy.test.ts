import { expect, test } from 'vitest'
import { disabledWhileBusy } from './check-busy.ts'

test.each([
  ['<Button disabled={busy} />', [1]],
  ['<Button disabled={!data || save.isPending} />', [1]],
  ['<button\n  disabled={\n    form.action.busy || text === ""\n  }\n/>', [2]],
  ['<input disabled={isSaving} />', [1]],
  ['<Button busy={busy} disabled={text === ""} />', []],
  ['<Button aria-disabled={busy} />', []],
  ['<Button disabled />', []],
])('%s', (source, lines) => expect(disabledWhileBusy('a.tsx', `const a = ${source}`)).toEqual(lines))
