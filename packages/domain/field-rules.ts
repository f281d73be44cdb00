/**
 * The validation rules of forms and API calls. A rule takes a field's value and returns the error message, or null if the value is
 * valid. Form and server share them, so their messages are equal.
 */
export type FieldRule<T> = (value: T) => string | null

type TextValue = string | null | undefined

const REQUIRED = 'This field is required'
const EMAIL = 'This field must be a valid email'
const DOMAIN = 'This field must be a domain, such as winery.com'
const PASSWORD = 'Minimum 8 characters, at least 1 letter, 1 number and 1 special character'
const CONFIRMED = 'Passwords must match'

const isEmpty = (value: unknown): value is null | undefined | '' =>
  value === null || value === undefined || value === ''

const verdict = (passes: boolean, message: string): string | null => (passes ? null : message)

/** Null, empty and falsy values (0 and false too) fail. */
export const requiredRule: FieldRule<unknown> = (value) => verdict(Boolean(value), REQUIRED)

/** Only a null or undefined location fails. The specification names this rule; no form has it yet. */
export const locationRequiredRule: FieldRule<unknown> = (value) =>
  verdict(value !== null && value !== undefined, REQUIRED)

// Limits of RFC 5321. Each pattern is one character class, so matching time is linear in the length.
const LOCAL_PART_MAX = 64
const DOMAIN_MAX = 253
const LABEL_MAX = 63
const LOCAL_ATOM = /^[\w\p{L}\p{M}\p{N}!#$%&'*+/=?^`{|}~-]+$/u
const LABEL = /^[A-Za-z0-9-]+$/
const INTERNATIONAL_DOMAIN = /^(?!.*(?:-\.|\.-))(?!-)[\p{L}\p{M}\p{N}.-]+(?<!-)$/u
const TOP_LABEL = /^(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]+)$/

const isLocalPart = (text: string): boolean =>
  text.length <= LOCAL_PART_MAX && text.split('.').every((atom) => LOCAL_ATOM.test(atom))

const isLabel = (text: string): boolean =>
  text.length <= LABEL_MAX && LABEL.test(text) && !text.startsWith('-') && !text.endsWith('-')

/** A domain as it is looked up: `weingüter.example` is `xn--weingter-b6a.example`. */
export const asciiDomain = (text: string): string => {
  if (!INTERNATIONAL_DOMAIN.test(text) || !URL.canParse(`http://${text}`)) return text
  return new URL(`http://${text}`).hostname
}

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

const isDomain = (given: string): boolean => {
  const text = isAscii(given) ? given : asciiDomain(given)
  const labels = text.split('.')
  return text.length <= DOMAIN_MAX && labels.length >= 2 && labels.every(isLabel) && TOP_LABEL.test(labels.at(-1) ?? '')
}

const isEmail = (value: string): boolean => {
  const at = value.lastIndexOf('@')
  return at > 0 && isLocalPart(value.slice(0, at)) && isDomain(value.slice(at + 1))
}

/** Empty passes: `requiredRule` checks whether a field may be empty. */
export const emailRule: FieldRule<TextValue> = (value) => verdict(isEmpty(value) || isEmail(value), EMAIL)

/** Empty passes. */
export const domainRule: FieldRule<TextValue> = (value) => verdict(isEmpty(value) || isDomain(value), DOMAIN)

/** An address as it is stored and compared: in lower case, with composed characters, so that every keyboard finds it. */
export const canonicalEmail = (email: string): string => email.trim().toLowerCase().normalize('NFC')

/** Of addresses that nobody has: RFC 6761 reserves the name. A user who has to enter an address has one of these until then. */
export const NO_EMAIL_DOMAIN = 'no-email.invalid'

export const hasNoEmail = ({ email }: { readonly email: string }): boolean => email.endsWith(`@${NO_EMAIL_DOMAIN}`)

const PASSWORD_ALPHABET = /^[A-Za-z\d@$!%*#?&]{8,}$/

const isPassword = (value: string): boolean =>
  PASSWORD_ALPHABET.test(value) && /[A-Za-z]/.test(value) && /\d/.test(value) && /[@$!%*#?&]/.test(value)

export const passwordRule: FieldRule<TextValue> = (value) => verdict(isPassword(value ?? ''), PASSWORD)

/** `other` is the current value of the field to be repeated. */
export const confirmedRule =
  (other: TextValue): FieldRule<TextValue> =>
  (value) =>
    verdict((value ?? '') === (other ?? ''), CONFIRMED)

/** Counts UTF-16 units, as browsers do for `minlength`. Empty passes. The specification names this rule too. */
export const minLengthRule =
  (n: number): FieldRule<TextValue> =>
  (value) =>
    verdict(isEmpty(value) || value.length >= n, `This field must be at least ${n} characters`)

/** A text of exactly `n` passes, although the message says "less than". */
export const maxLengthRule =
  (n: number): FieldRule<TextValue> =>
  (value) =>
    verdict((value ?? '').length <= n, `This field must be less than ${n} characters`)

/** Both limits are allowed values. Empty passes; text that is not a number fails as too small. */
export const minMaxRule =
  (min: number, max: number): FieldRule<number | TextValue> =>
  (value) => {
    if (isEmpty(value)) return null
    const number = Number(value)
    if (!(number >= min)) return `This field must be greater than ${min}`
    return verdict(number <= max, `This field must be less than ${max}`)
  }

/** Maximum size of an uploaded picture; larger ones are rejected before they are read completely. */
export const MAX_PICTURE_BYTES = 10 * 1024 ** 2

const SITE = 'https://same.invalid'

/**
 * Whether a browser stays on this site when it follows the link: a path from the root, with nothing in it that a browser
 * interprets as another host.
 */
export const isSameSitePath = (link: string): boolean => {
  if (!link.startsWith('/') || !URL.canParse(link, SITE)) return false
  return new URL(link, SITE).origin === SITE
}
