/** Where servers on one database hear that rows, sessions, bans or API keys have changed. */
export const CHANNEL = 'embedded_realtime'

/** Has every server look again at sessions, bans and API keys. A command says it, whether or not there is a queue yet. */
export const TELL_AUTH = `notify ${CHANNEL}`
