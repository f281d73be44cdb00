import { canonicalEmail, emailRule } from '#domain/field-rules.ts'

export interface AddressList {
  /** each once, in their order */
  readonly good: readonly string[]
  /** entries that are not email addresses */
  readonly bad: readonly string[]
}

/** Addresses per submission. */
const MAX_ADDRESSES = 50

const SEPARATORS = /[\s,;]+/

/** Reduces `"Lee, Ann" <ann@x.example>`, the format that email clients copy, to the address. */
const withoutNames = (text: string): string =>
  text.replace(/"[^"\n]*"(?=\s*<)/g, ' ').replace(/[^,;\n<]*<([^<>\s]+)>/g, ' $1 ')

/** Parses addresses separated by commas, semicolons, spaces or line breaks, with or without names. */
export const parseAddresses = (text: string): AddressList => {
  const good = new Map<string, string>()
  const bad = new Set<string>()
  for (const part of withoutNames(text).split(SEPARATORS)) {
    if (part === '') continue
    // Addresses are case-insensitive.
    if (emailRule(part) === null) good.set(canonicalEmail(part), good.get(canonicalEmail(part)) ?? part)
    else bad.add(part)
  }
  return { good: [...good.values()], bad: [...bad] }
}

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' })

/** The error of an address list; null when valid. */
export const addressProblem = ({ good, bad }: AddressList): string | null => {
  if (bad.length === 1) return `${bad[0]} isn’t a valid email address`
  if (bad.length > 1) return `${listFormat.format(bad)} aren’t valid email addresses`
  if (good.length === 0) return 'This field is required'
  return good.length > MAX_ADDRESSES ? `You can invite up to ${MAX_ADDRESSES} people at once` : null
}
