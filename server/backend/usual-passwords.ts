/** Loaded with the first password that is set: the list takes a few megabytes. */
let usual: Promise<ReadonlySet<string>> | undefined

async function read(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** Whether a password is one of the 49,000 most usual ones, which is where guessing begins, whatever its capitals. */
export async function isUsualPassword(password: string): Promise<boolean> {
  usual ??= read()
  return (await usual).has(password.toLowerCase())
}
