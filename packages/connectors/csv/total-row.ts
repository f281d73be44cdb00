import { isWrittenNumber } from './number-style.ts'

const LABEL =
  /^(?:.{0,60}\b)?(?:sub[- ]?)?totals?(?:\s*(?:for|of|:|-|\().*)?$|^(?:sum|summe|gesamt|gesamtsumme|zwischensumme|total général|totaux|sous-total|totale|suma|totales)\s*:?$/i

/** At the start of a row, the day or number of its group may follow. */
const GROUP_LABEL = /^(?:sub[- ]?)?totals?\s+[\d/.-]+$/i

/** Of these parts, one is in every label that does not begin a row. */
export const LABEL_PARTS = ['otal', 'OTAL', 'otaux'] as const

/** How rows begin that may be totals in another language, in lower case. */
const BEGINNINGS = ['sum', 'ges', 'zwi']

/** Whether a row is worth a closer look; `hasPart` says that a label part is somewhere around. */
export const mayBeTotal = (row: Uint8Array, hasPart: boolean): boolean => {
  const first = (row[row[0] === 34 ? 1 : 0] ?? 0) | 32
  // s, g and z: most ids begin otherwise
  if (first === 115 || first === 103 || first === 122) {
    const start = Buffer.from(row.subarray(0, 5)).toString('latin1').toLowerCase().replace('"', '')
    if (BEGINNINGS.some((beginning) => start.startsWith(beginning))) return true
  }
  return hasPart && LABEL_PARTS.some((part) => Buffer.from(row.buffer, row.byteOffset, row.length).includes(part))
}

const FOOTER =
  /^(?:\*|©|(?:generated|printed|exported|report|created|downloaded|page \d|end of|notes?:|source:|run (?:on|by|date)|filters?:|filtered|as of|powered by|\d+ records?)\b|seller id\b)/i

/** Few columns are no reason to expect a blank one. */
const FEW_COLUMNS = 3
const MIN_COLUMNS_WITHOUT_LABEL = 5

/**
 * The label of a row of totals: a label, before it at most names of a group, and nothing but numbers after it. Without a
 * label, numbers alone in the right half of a wide row. Null for every other row.
 */
export const totalLabel = (values: readonly string[]): string | null => {
  const cells = values.map((value) => value.trim())
  const known = cells.filter((cell) => cell !== '')
  const at = known.findIndex((cell, index) => LABEL.test(cell) || (index === 0 && GROUP_LABEL.test(cell)))
  if (at >= 0 && at < FEW_COLUMNS) {
    const after = known.slice(at + 1)
    const hasBlank = known.length < cells.length || cells.length <= FEW_COLUMNS
    return hasBlank && after.length > 0 && after.every(isNumber) ? (known[at] ?? null) : null
  }
  const isWide = cells.length >= MIN_COLUMNS_WITHOUT_LABEL && known.length * 2 <= cells.length
  const startsBlank = cells[0] === '' && cells[1] === ''
  return isWide && startsBlank && known.length > 0 && known.every(isNumber) ? 'only sums' : null
}

const isNumber = (text: string): boolean => isWrittenNumber(text) || /^[-−–—]$/.test(text)

/** Whether a row is a remark such as "Generated on March 1", which programs write below a table. */
export const isFooter = (values: readonly string[]): boolean => {
  const known = values.filter((value) => value.trim() !== '')
  return known.length === 1 && FOOTER.test(known[0]?.trim() ?? '')
}
