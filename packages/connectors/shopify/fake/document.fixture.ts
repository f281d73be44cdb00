/** An argument value: a variable by name, or a literal. */
export type ArgumentValue = { readonly variable: string } | { readonly literal: unknown }

/** A field of a selection, or a fragment `... on <type>`. */
export interface Selection {
  /** null: a fragment */
  readonly name: string | null
  /** of a fragment: its type */
  readonly on: string | null
  readonly args: Readonly<Record<string, ArgumentValue>>
  readonly selections: readonly Selection[]
}

export interface Document {
  readonly kind: 'query' | 'mutation'
  readonly name: string | null
  readonly selections: readonly Selection[]
}

const TOKEN = /\s+|,|(\.\.\.|[A-Za-z_]\w*|-?\d+(?:\.\d+)?|"(?:[^"\\]|\\.)*"|[{}()[\]:$!=])/y

const tokensOf = (text: string): string[] => {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex
    const match = TOKEN.exec(text)
    if (!match) throw new SyntaxError(`Unexpected ${text.slice(at, at + 10)}`)
    if (match[1] !== undefined) tokens.push(match[1])
  }
  return tokens
}

/** Parses the subset of GraphQL that a Shopify client uses: one operation, no directives, no aliases, no named fragments. */
class Reader {
  readonly #tokens: readonly string[]
  #at = 0

  constructor(text: string) {
    this.#tokens = tokensOf(text)
  }

  #next(): string {
    const token = this.#tokens[this.#at++]
    if (token === undefined) throw new SyntaxError('Unexpected end of document')
    return token
  }

  #is(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false
    this.#at += 1
    return true
  }

  #demand(token: string): void {
    const found = this.#next()
    if (found !== token) throw new SyntaxError(`Expected ${token}, found ${found}`)
  }

  #value(): ArgumentValue {
    const token = this.#next()
    if (token === '$') return { variable: this.#next() }
    if (token === '[') {
      const items: unknown[] = []
      while (!this.#is(']')) {
        const item = this.#value()
        items.push('literal' in item ? item.literal : null)
      }
      return { literal: items }
    }
    if (token.startsWith('"')) return { literal: JSON.parse(token) as unknown }
    if (token === 'true' || token === 'false') return { literal: token === 'true' }
    return { literal: /^-?\d/.test(token) ? Number(token) : token }
  }

  #arguments(): Record<string, ArgumentValue> {
    const args: Record<string, ArgumentValue> = {}
    if (!this.#is('(')) return args
    while (!this.#is(')')) {
      const name = this.#next()
      this.#demand(':')
      args[name] = this.#value()
    }
    return args
  }

  #selections(): Selection[] {
    const selections: Selection[] = []
    if (!this.#is('{')) return selections
    while (!this.#is('}')) selections.push(this.#selection())
    return selections
  }

  #selection(): Selection {
    if (this.#is('...')) {
      this.#demand('on')
      return { name: null, on: this.#next(), args: {}, selections: this.#selections() }
    }
    return { name: this.#next(), on: null, args: this.#arguments(), selections: this.#selections() }
  }

  document(): Document {
    const kind = this.#is('mutation') ? 'mutation' : 'query'
    this.#is('query')
    const isNamed = this.#tokens[this.#at] !== '{' && this.#tokens[this.#at] !== '('
    const name = isNamed ? this.#next() : null
    if (this.#is('(')) while (!this.#is(')')) this.#next()
    return { kind, name, selections: this.#selections() }
  }
}

/** Throws `SyntaxError`. */
export const parseDocument = (text: string): Document => new Reader(text).document()
