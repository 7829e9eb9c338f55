type Schema = {
  safeParse: (value: unknown) => { success: boolean; error?: { issues: readonly { message: string }[] } | undefined }
}

/** The first thing a schema of the domain objects to, in its own words; null when it is content. */
export function firstIssue(schema: Schema, value: string): string | null {
  return schema.safeParse(value).error?.issues[0]?.message ?? null
}
