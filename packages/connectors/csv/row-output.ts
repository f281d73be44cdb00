/** Normalized rows in a growing buffer; `length` bytes of it are written. */
export interface Output {
  bytes: Buffer
  length: number
}

export const newOutput = (inputLength: number): Output => ({ bytes: Buffer.allocUnsafe(inputLength + 8192), length: 0 })

const LF = 10
/** Space for a line number, delimiters and a line ending around a row. */
const ROW_OVERHEAD = 18

/** Appends `line`, the row and a line feed. */
export const appendRow = (out: Output, line: number, delimiter: string, row: Uint8Array): void => {
  const needed = out.length + row.length + ROW_OVERHEAD
  if (needed > out.bytes.length) {
    const larger = Buffer.allocUnsafe(Math.max(needed, out.bytes.length * 2))
    larger.set(out.bytes.subarray(0, out.length))
    out.bytes = larger
  }
  let at = out.length + decimalDigits(line)
  let rest = line
  for (let digit = at - 1; digit >= out.length; digit--) {
    out.bytes[digit] = 48 + (rest % 10)
    rest = Math.floor(rest / 10)
  }
  out.bytes[at++] = delimiter.charCodeAt(0)
  out.bytes.set(row, at)
  at += row.length
  out.bytes[at++] = LF
  out.length = at
}

const decimalDigits = (value: number): number => {
  let digits = 1
  for (let rest = value; rest >= 10; rest /= 10) digits++
  return digits
}
