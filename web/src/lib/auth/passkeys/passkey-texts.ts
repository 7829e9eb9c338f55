/** German texts by the codes of GoTrue and of auth-js' WebAuthn errors: what happened and what to do. */
export const passkeyTexts: Readonly<Record<string, string>> = {
  // Browsers report a cancelled prompt, a timeout and an unknown passkey in the same way.
  ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY: 'Dein Gerät hat nicht bestätigt. Versuch es noch einmal.',
  ERROR_CEREMONY_ABORTED: 'Dein Gerät hat nicht bestätigt. Versuch es noch einmal.',
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'Dieses Gerät hat schon einen Passkey für dein Konto. Nimm ein anderes.',
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT:
    'Dieses Gerät kann nicht prüfen, dass du es bist. Richte erst eine PIN oder einen Fingerabdruck ein.',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT:
    'Auf diesem Gerät lassen sich keine Passkeys speichern. Nimm ein anderes.',
  ERROR_AUTHENTICATOR_GENERAL_ERROR: 'Dein Gerät konnte den Passkey nicht anlegen. Versuch es noch einmal.',
  ERROR_INVALID_DOMAIN: 'Unter dieser Adresse gehen keine Passkeys. Öffne HoT unter seiner Domain.',
  ERROR_INVALID_RP_ID: 'Unter dieser Adresse gehen keine Passkeys. Öffne HoT unter seiner Domain.',
  webauthn_verification_failed: 'Dieser Passkey passt nicht. Nimm einen anderen oder melde dich mit E-Mail an.',
  other_account: 'Dieser Passkey gehört zu einem anderen Konto. Nimm einen von diesem.',
  webauthn_challenge_not_found: 'Das hat zu lange gedauert. Versuch es noch einmal.',
  webauthn_challenge_expired: 'Das hat zu lange gedauert. Versuch es noch einmal.',
  webauthn_credential_exists: 'Diesen Passkey gibt es schon. Nimm ein anderes Gerät.',
  too_many_passkeys: 'Mehr als zehn Passkeys gehen nicht. Entferne erst einen.',
  passkey_disabled: 'Passkeys sind hier gerade abgeschaltet. Nimm einen anderen Weg.',
  mfa_verification_failed: 'Dieser Passkey passt nicht. Versuch es noch einmal oder nimm einen anderen Weg.',
  mfa_challenge_expired: 'Das hat zu lange gedauert. Versuch es noch einmal.',
  mfa_webauthn_enroll_not_enabled: 'Passkeys als zweiter Faktor sind hier gerade abgeschaltet. Nimm eine App.',
  mfa_webauthn_verify_not_enabled: 'Passkeys als zweiter Faktor sind hier gerade abgeschaltet. Nimm einen anderen Weg.',
}
