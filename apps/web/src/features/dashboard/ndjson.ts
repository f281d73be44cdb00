const NEW_LINE = '\n'

/**
 * Values of a stream of JSON lines, each as soon as its line is whole, however the bytes are split. Blank lines are
 * skipped. Throws SyntaxError on a line that is no JSON, and whatever the stream fails with (AbortError when given up).
 */
export async function* readJsonLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  let rest = ''
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + decoder.decode(part.value, { stream: true })).split(NEW_LINE)
      rest = lines.pop() ?? ''
      for (const line of lines) if (line.trim() !== '') yield JSON.parse(line)
    }
    rest += decoder.decode()
    if (rest.trim() !== '') yield JSON.parse(rest)
  } finally {
    // Releases the connection when the reader stops early; a finished stream does not mind.
    await reader.cancel().catch(() => undefined)
  }
}
