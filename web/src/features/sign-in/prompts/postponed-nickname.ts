const storageKey = 'hot_nickname_put_off'
/** Where storage is blocked: as long as the page lives. */
let here: string | null = null

/** Whether this member closed the username modal since the browser was opened. The next writing action asks anyway. */
export function nicknameWasPutOff(userId: string): boolean {
  try {
    return (sessionStorage.getItem(storageKey) ?? here) === userId
  } catch {
    return here === userId
  }
}

export function putOffNickname(userId: string): void {
  here = userId
  try {
    sessionStorage.setItem(storageKey, userId)
  } catch {
    // Blocked: kept above.
  }
}
