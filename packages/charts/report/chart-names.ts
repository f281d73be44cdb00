/** Not "Other", which is a value of its own, such as a sales channel. */
export const ALL_OTHERS = 'All others'

/** `Net sales, Tax and Tips` */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** `Sales channel` within a sentence; an abbreviation stays as it is. */
export const lowerFirst = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
