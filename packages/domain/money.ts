/**
 * Money is an integer number of minor units (cents) of a currency. It is sent as a plain number of major units, and only
 * these functions convert between the two.
 */
const exponents = new Map<string, number>()

/**
 * Decimal places: USD 2, JPY 0, KWD 3.
 * @throws RangeError if `currency` is not three letters
 */
export const currencyExponent = (currency: string): number => {
  const known = exponents.get(currency)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const exponent = format.resolvedOptions().maximumFractionDigits ?? 2
  exponents.set(currency, exponent)
  return exponent
}

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/

/**
 * Decimal text scaled by 10^`digits` and rounded half away from zero, without passing through a binary fraction:
 * `decimalToScaled('1.005', 2)` is 101. Null if the text is not a plain decimal or the result is not a safe integer.
 */
export const decimalToScaled = (text: string, digits: number): number | null => {
  const match = DECIMAL.exec(text)
  const whole = match?.[2] ?? ''
  const fraction = match?.[3] ?? ''
  if (match === null || whole + fraction === '') return null
  const kept = fraction.slice(0, digits).padEnd(digits, '0')
  const roundsUp = (fraction[digits] ?? '0') >= '5'
  const size = Number(whole + kept) + (roundsUp ? 1 : 0)
  if (!Number.isSafeInteger(size)) return null
  return match[1] === '-' && size !== 0 ? -size : size
}

/** Minor units of a decimal text such as `-12.5`; null if it cannot be parsed (no grouping, no currency sign). */
export const parseMinor = (text: string, currency: string): number | null =>
  decimalToScaled(text.trim(), currencyExponent(currency))

/**
 * Minor units of a number of major units, rounded half away from zero by its shortest decimal form: 1.005 USD is 101.
 * @throws RangeError if the result is not a safe integer
 */
export const toMinor = (major: number, currency: string): number => {
  const scale = 10 ** currencyExponent(currency)
  // A decimal of up to 15 digits that is the nearest to a number is its shortest form, so nothing is left to round.
  const nearest = Math.round(major * scale)
  if (Math.abs(nearest) < 1e15 && nearest / scale === major) return nearest + 0
  // Numbers under 1e-6 print with an exponent; they are less than half a minor unit in every currency.
  const text = Math.abs(major) < 1e-6 ? '0' : String(major)
  const minor = decimalToScaled(text, currencyExponent(currency))
  if (minor === null) throw new RangeError(`Not an amount of money: ${major}`)
  return minor
}

/** Major units: the nearest number to the exact decimal, so that it prints as that decimal. */
export const toMajor = (minor: number, currency: string): number => minor / 10 ** currencyExponent(currency)

/** An amount of money in major units; a count stays as it is. */
export const toUnits = (unit: 'money' | 'count', amount: number, currency: string): number =>
  unit === 'money' ? toMajor(amount, currency) : amount

/** The amount of `toUnits`, as a whole number. */
export const fromUnits = (unit: 'money' | 'count', amount: number, currency: string): number =>
  unit === 'money' ? toMinor(amount, currency) : Math.round(amount)

/** Rounds halves away from zero: 2.5 is 3 and -2.5 is -3. */
export const roundHalfAway = (value: number): number => {
  const size = Math.round(Math.abs(value))
  return value < 0 && size !== 0 ? -size : size
}
