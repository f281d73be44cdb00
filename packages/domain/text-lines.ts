/**
 * The lines of a text in UTF-8 that arrives in pieces, without their line feeds. What is unread of a line is not read again, so that a
 * long line in small pieces takes time in proportion to its length.
 *
 * @param assertLength gets the length of a line that has not ended yet, and may throw
 */
export async function* textLines(
  pieces: AsyncIterable<Uint8Array>,
  assertLength: (length: number) => void = () => undefined,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder()
  let line = ''
  for await (const piece of pieces) {
    const [first = '', ...more] = decoder.decode(piece, { stream: true }).split('\n')
    line += first
    for (const next of more) {
      yield line
      line = next
    }
    assertLength(line.length)
  }
  line += decoder.decode()
  if (line !== '') yield line
}
