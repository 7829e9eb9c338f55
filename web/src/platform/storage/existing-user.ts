import { registrationStorageKeys, storageKeys } from '@hot/domain/privacy/storage-keys'

const { existingUserLogin } = storageKeys

/** Stores that somebody has signed in here with an account they already had; neither who nor when. */
export function rememberExistingUser(): void {
  try {
    localStorage.setItem(existingUserLogin, 'true')
  } catch {
    // Storage is blocked: the next sign-in is greeted like a first one.
  }
}

/** Whether somebody with an account has signed in on this device before. */
export function hasExistingUser(): boolean {
  try {
    return localStorage.getItem(existingUserLogin) === 'true'
  } catch {
    return false
  }
}

/** A registration has ended in a session, or the account is gone: its address stays for nobody who holds the device next. */
export function forgetRegistrationMail(): void {
  try {
    for (const key of registrationStorageKeys) localStorage.removeItem(key)
  } catch {
    // As above.
  }
}

/** For a deleted account: nobody is expected back. */
export function forgetExistingUser(): void {
  try {
    localStorage.removeItem(existingUserLogin)
  } catch {
    // As above.
  }
}
