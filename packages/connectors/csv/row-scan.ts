/** Longest cell value in bytes. */
export const MAX_VALUE_BYTES = 10_000

const LF = 10
const CR = 13
const SPACE = 32
const QUOTE = 34

type RowFault = 'nul' | 'textAfterQuote' | 'tooLong'

/** The result of one pass over a row's bytes; one object is reused for all rows of a file. */
export interface RowScan {
  /** just after the row's last byte */
  end: number
  /** where the next row starts */
  next: number
  values: number
  /** line breaks inside quoted values */
  innerLines: number
  fault: RowFault | null
  /** index of the invalid value */
  faultValue: number
  /** an unquoted value contains a quote, or spaces stand around quotes: the row must be rewritten */
  hasLooseQuote: boolean
  /** line breaks of the row before the quote that is still open; null without an open quote */
  openQuoteLines: number | null
}

export const newRowScan = (): RowScan => ({
  end: 0,
  next: 0,
  values: 0,
  innerLines: 0,
  fault: null,
  faultValue: 0,
  hasLooseQuote: false,
  openQuoteLines: null,
})

const recordFault = (scan: RowScan, fault: RowFault): void => {
  if (scan.fault !== null) return
  scan.fault = fault
  scan.faultValue = scan.values - 1
}

/** Index just after the closing quote, or -1 when the bytes end before it can be determined. */
const skipQuoted = (input: Uint8Array, open: number, isLast: boolean, scan: RowScan): number => {
  scan.openQuoteLines = scan.innerLines
  for (let i = open + 1; i < input.length; i++) {
    const byte = input[i]
    if (byte === QUOTE) {
      if (i + 1 === input.length && !isLast) return -1
      if (input[i + 1] === QUOTE) i++
      else {
        scan.openQuoteLines = null
        return i + 1
      }
    } else if (byte === LF || (byte === CR && input[i + 1] !== LF)) scan.innerLines++
    else if (byte === 0) recordFault(scan, 'nul')
  }
  return -1
}

/**
 * Whether the quote, which only spaces precede, opens a quoted value: the closing one comes within the longest value, with only spaces up to
 * the value's end. Null when the bytes end before it can be determined.
 */
const opensValue = (input: Uint8Array, open: number, delimiter: number, isLast: boolean): boolean | null => {
  const last = Math.min(input.length, open + MAX_VALUE_BYTES)
  for (let at = open + 1; at < last; at++) {
    if (input[at] !== QUOTE) continue
    if (input[at + 1] === QUOTE) {
      at++
      continue
    }
    let end = at + 1
    while (input[end] === SPACE) end++
    const byte = input[end]
    if (byte === undefined) return isLast ? true : null
    return byte === delimiter || byte === LF || byte === CR
  }
  return last < input.length || isLast ? false : null
}

const finishRow = (scan: RowScan, valueStart: number, end: number, next: number): true => {
  if (end - valueStart > MAX_VALUE_BYTES) recordFault(scan, 'tooLong')
  scan.end = end
  scan.next = next
  return true
}

/**
 * Scans the row that starts at `start`. Returns false if `input` ends before the row does. With `isLast` no more input follows,
 * and only an open quote returns false.
 */
export const scanRow = (
  input: Uint8Array,
  start: number,
  delimiter: number,
  isLast: boolean,
  scan: RowScan,
): boolean => {
  scan.values = 1
  scan.innerLines = 0
  scan.fault = null
  scan.hasLooseQuote = false
  scan.openQuoteLines = null
  let valueStart = start
  let isAfterQuote = false
  /** no quote so far in the value */
  let isUnquoted = true
  let i = start
  while (i < input.length) {
    const byte = input[i]
    if (byte === delimiter) {
      if (i - valueStart > MAX_VALUE_BYTES) recordFault(scan, 'tooLong')
      scan.values++
      valueStart = i + 1
      isAfterQuote = false
      isUnquoted = true
    } else if (byte === LF) return finishRow(scan, valueStart, i, i + 1)
    else if (byte === CR) {
      if (i + 1 === input.length && !isLast) return false
      return finishRow(scan, valueStart, i, input[i + 1] === LF ? i + 2 : i + 1)
    } else if (byte === QUOTE && i === valueStart) {
      i = skipQuoted(input, i, isLast, scan)
      if (i < 0) return false
      isAfterQuote = true
      continue
    } else if (isAfterQuote) {
      if (byte === SPACE) scan.hasLooseQuote = true
      else recordFault(scan, 'textAfterQuote')
    } else if (byte === QUOTE) {
      scan.hasLooseQuote = true
      const isFirst = isUnquoted && input.subarray(valueStart, i).every((before) => before === SPACE)
      const opens = isFirst && opensValue(input, i, delimiter, isLast)
      if (opens === null) return false
      isUnquoted = false
      if (opens) {
        i = skipQuoted(input, i, isLast, scan)
        if (i < 0) return false
        isAfterQuote = true
        continue
      }
    } else if (byte === 0) recordFault(scan, 'nul')
    i++
  }
  return isLast && finishRow(scan, valueStart, input.length, input.length)
}
