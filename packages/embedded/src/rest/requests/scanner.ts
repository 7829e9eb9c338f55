import { isName, type RequestRefusal, unreadable } from './names.ts'

/** Reads a text from left to right. `what` names the parameter in refusals. */
export class Scanner {
  readonly #text: string
  readonly #what: string
  #at = 0

  constructor(text: string, what: string) {
    this.#text = text
    this.#what = what
  }

  get done(): boolean {
    return this.#at >= this.#text.length
  }

  refusal(): RequestRefusal {
    return unreadable(this.#what, this.#text)
  }

  /** Whether the text goes on with `word`, which is then behind us. */
  takes(word: string): boolean {
    if (!this.#text.startsWith(word, this.#at)) return false
    this.#at += word.length
    return true
  }

  expect(word: string): void {
    if (!this.takes(word)) throw this.refusal()
  }

  /** What a sticky expression matches here; undefined: nothing. */
  match(expression: RegExp): string | undefined {
    expression.lastIndex = this.#at
    const found = expression.exec(this.#text)?.[0]
    if (found !== undefined) this.#at += found.length
    return found
  }

  /** A name, bare or in quotes. */
  name(): string {
    const found = this.match(/"[^"]*"|[A-Za-z0-9_$]+/y)
    const name = found?.startsWith('"') ? found.slice(1, -1) : found
    if (name === undefined || !isName(name)) throw this.refusal()
    return name
  }

  /** `->a->>0`: the way into a JSON value, as written; empty: the value itself. */
  path(): string {
    return this.match(/(?:->>?\w{1,63}(?:-\w{1,63}){0,8}){0,8}/y) ?? ''
  }

  end(): void {
    if (!this.done) throw this.refusal()
  }
}
