/** Loaded when the first password is checked, because the list takes a few megabytes. */
let usual: Promise<ReadonlySet<string>> | undefined

async function read(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** Whether a password is among the 49,000 most common ones, which are guessed first. Ignores case. */
export async function isUsualPassword(password: string): Promise<boolean> {
  usual ??= read()
  return (await usual).has(password.toLowerCase())
}
