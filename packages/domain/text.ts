export const lowerFirst = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`

export const upperFirst = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** A name of code as words: `order submitted date` of `orderSubmittedDate`, `service ID` of `service_id`. */
export const nameToWords = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[._]/g, ' ')
    .toLowerCase()
    .replace(/\bid$|^sku$/, (word) => word.toUpperCase())

/** A name within a sentence; an abbreviation stays as it is. */
export const inSentence = (name: string): string => (/^[A-Z]{2}/.test(name) ? name : lowerFirst(name))

/** Adds the final period to a message so that another sentence can follow. */
export const withPeriod = (message: string): string => (/[.!?]$/.test(message) ? message : `${message}.`)

/** Without regard to case. */
export const isSameText = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** The parts of a text with commas, without blanks around them; empty ones are left out. */
export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

export const formatCount = (count: number): string => count.toLocaleString('en-US')

/** `1 row`, `2,000 rows` */
export const countOf = (count: number, noun: string): string => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`

/** The value of a JSON text; null if it is malformed. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
