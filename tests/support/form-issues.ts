type Issue = { path: readonly PropertyKey[]; message: string }

/** What a schema objects to, by field: the first objection to each, in its own words. */
export function formIssues<Name extends string>(issues: readonly Issue[]): Partial<Record<Name, string>> {
  const found: Record<string, string> = {}
  for (const { path, message } of issues) found[String(path[0])] ??= message
  return found as Partial<Record<Name, string>>
}
