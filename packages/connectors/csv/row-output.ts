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
  const head = `${line}${delimiter}`
  const at = out.length + head.length
  for (let index = 0; index < head.length; index++) out.bytes[out.length + index] = head.charCodeAt(index)
  out.bytes.set(row, at)
  out.length = at + row.length + 1
  out.bytes[out.length - 1] = LF
}
