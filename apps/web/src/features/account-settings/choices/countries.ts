export interface Choice {
  readonly value: string
  readonly label: string
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

// Codes that stand for unions, for nowhere, or for parts of countries that have no code of ISO 3166.
const NO_COUNTRIES = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '))

/** Codes of former countries lead to another one's. */
const isOwnCode = (code: string): boolean => new Intl.Locale(`und-${code}`).region === code

/** All countries by their ISO 3166 code, in the order of their names in the culture. */
export const countryChoices = (culture: string): Choice[] => {
  const names = new Intl.DisplayNames(culture, { type: 'region', fallback: 'none' })
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  return codes
    .filter((code) => !NO_COUNTRIES.has(code) && isOwnCode(code))
    .flatMap((value) => {
      const label = names.of(value)
      return label === undefined ? [] : [{ value, label }]
    })
    .toSorted((a, b) => a.label.localeCompare(b.label, culture))
}
