import { emailRule } from '#domain/field-rules.ts'

export interface AddressList {
  /** each once, in their order */
  readonly good: readonly string[]
  /** what was pasted between separators and is no address */
  readonly bad: readonly string[]
}

/** Addresses that can be invited in one go. */
export const MAX_ADDRESSES = 50

const SEPARATORS = /[\s,;]+/

/** `"Lee, Ann" <ann@x.example>`, as mail programs copy it, is its address. */
const withoutNames = (text: string): string =>
  text.replace(/"[^"\n]*"(?=\s*<)/g, ' ').replace(/[^,;\n<]*<([^<>\s]+)>/g, ' $1 ')

/** Addresses in a text that was typed or pasted: divided by commas, semicolons, spaces or lines, with names or without. */
export const parseAddresses = (text: string): AddressList => {
  const good = new Map<string, string>()
  const bad = new Set<string>()
  for (const part of withoutNames(text).split(SEPARATORS)) {
    if (part === '') continue
    // Addresses that differ in capitals reach the same person.
    if (emailRule(part) === null) good.set(part.toLowerCase(), good.get(part.toLowerCase()) ?? part)
    else bad.add(part)
  }
  return { good: [...good.values()], bad: [...bad] }
}

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' })

/** Why these cannot be invited; null when they can. */
export const addressProblem = ({ good, bad }: AddressList): string | null => {
  if (bad.length === 1) return `${bad[0]} isn’t a valid email address`
  if (bad.length > 1) return `${listFormat.format(bad)} aren’t valid email addresses`
  if (good.length === 0) return 'This field is required'
  return good.length > MAX_ADDRESSES ? `You can invite up to ${MAX_ADDRESSES} people at once` : null
}
