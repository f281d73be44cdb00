/** What the address of an order or a customer says. */
interface Address {
  readonly country: string | null
  readonly postal_code: string | null
}

const AMERICAN = ['', 'US', 'USA', 'UNITED STATES', 'UNITED STATES OF AMERICA']

const isDigits = (text: string): boolean => [...text].every((sign) => sign >= '0' && sign <= '9')

/** The first three of the five digits, which a separator and four more may follow. */
export const readZipArea = (address: Address | null | undefined): string | null => {
  if (!address || !AMERICAN.includes((address.country ?? '').toUpperCase())) return null
  const code = (address.postal_code ?? '').replace(/^ +| +$/g, '')
  const [five, separator, four] = [code.slice(0, 5), code.slice(5, -4), code.slice(5).slice(-4)]
  const isLong = code.length > 5 && four.length === 4 && isDigits(four) && ['', '-', ' '].includes(separator)
  return five.length === 5 && isDigits(five) && (code.length === 5 || isLong) ? five.slice(0, 3) : null
}
