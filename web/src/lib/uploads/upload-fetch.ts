/** A share of the body that has been sent, 0–1. */
export type UploadProgress = (share: number) => void

const nullBodyStatus = new Set([204, 205, 304])

function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split(/\r\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  const body = nullBodyStatus.has(request.status) ? null : request.responseText
  return new Response(body, { status: request.status, headers })
}

/**
 * `fetch` for uploads by XMLHttpRequest, which alone tells how much of a body has been sent. Answers are read as text;
 * rejects with TypeError without an answer, as fetch does, and after `timeoutMs`.
 */
export const uploadFetch =
  (onProgress: UploadProgress, timeoutMs = 60_000): typeof fetch =>
  (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(init.method ?? 'GET', String(input))
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
      request.timeout = timeoutMs
      request.upload.addEventListener('progress', (event) => {
        if (event.lengthComputable) onProgress(event.loaded / event.total)
      })
      request.addEventListener('load', () => resolve(answerOf(request)))
      for (const failure of ['error', 'timeout', 'abort'] as const)
        request.addEventListener(failure, () => reject(new TypeError(`upload: ${failure}`)))
      request.send((init.body ?? null) as XMLHttpRequestBodyInit | null)
    })
