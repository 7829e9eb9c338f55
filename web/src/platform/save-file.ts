/** Hands a file to the browser's downloads. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken over by then; kept, it would hold the whole text in memory.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
